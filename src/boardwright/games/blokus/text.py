"""A view for the terminal: the board, everybody's standing, and the pieces of the color to move."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.ansi import paint
from boardwright.games.blokus.facts import PIECES
from boardwright.games.blokus.view import BlokusView, ColorView


def text(view: BlokusView, *, color: bool = False) -> str:
    """The whole view. Small letters are the piece a color placed last, `+` the open corners of the color to move."""
    parts = [_board(view, color), _standings(view, color), _turn(view)]
    if view.color is not None:
        parts.append(_gallery(view.from_mover()[0].hand))
    return "\n\n".join(parts)


def _board(view: BlokusView, color: bool) -> str:
    last = {cell for one in view.colors for cell in one.last}
    corners = () if view.color is None else view.from_mover()[0].corners
    inks = {str(one.number): view.ink(one) for one in view.colors}
    starts = {one.start: view.ink(one) for one in view.colors}
    columns = range(len(view.board))
    lines = ["    " + "".join(f" {col // 10 or ' '}" for col in columns).rstrip()]
    lines.append("    " + "".join(f" {col % 10}" for col in columns))
    for r, row in enumerate(view.board):
        squares = []
        for c, square in enumerate(row):
            if square != "0":
                ink = inks[square]
                letter = ink.letter.lower() if (r, c) in last else ink.letter
                squares.append(paint(f" {letter}", "black", f"on {ink.name}", color=color))
            elif (r, c) in corners:
                squares.append(paint(" +", "bold", color=color))
            elif (r, c) in starts:
                squares.append(paint(" *", starts[r, c].name, color=color))
            else:
                squares.append(paint(" .", "dim", color=color))
        lines.append(f"{r:>3} " + "".join(squares))
    return "\n".join(lines)


def _standings(view: BlokusView, color: bool) -> str:
    lines = []
    for one in view.colors:
        ink = view.ink(one)
        pointer = ">" if one.number == view.color else " "
        name = paint(f"{ink.letter} {ink.name:<6}", ink.name, color=color)
        lines.append(f"{pointer} {name} {one.owner:<8} {one.score.total:>4}  {_state(one)}")
    return "\n".join(lines)


def _state(one: ColorView) -> str:
    if not one.hand:
        return "all placed"
    state = f"{one.score.unplaced:>2} squares left: {' '.join(one.hand)}"
    return f"passed; {state.lstrip()}" if one.passed else state


def _turn(view: BlokusView) -> str:
    if view.color is None:
        scores = ", ".join(f"seat {seat} has {score}" for seat, score in enumerate(view.scores))
        winners = " and ".join(f"seat {seat}" for seat in view.winners)
        return f"The game is over: {scores}. {winners} won.".replace(". seat", ". Seat")
    name = view.ink(view.from_mover()[0]).name
    if view.must_pass:
        return f"Seat {view.actor} must pass with {name}: nothing fits."
    places = "placement" if view.choices == 1 else "placements"
    return f"Seat {view.actor} is to move with {name}: {view.choices} {places}. A move looks like L5@4,7 r90f."


def _gallery(hand: tuple[str, ...]) -> str:
    """The pieces of a hand side by side, as many in a row as fit into 76 columns."""
    shelves: list[list[list[str]]] = [[]]
    for drawn in map(_drawn, hand):
        if sum(len(one[0]) + 2 for one in shelves[-1]) + len(drawn[0]) > 76:
            shelves.append([])
        shelves[-1].append(drawn)
    return "\n".join(line for shelf in shelves for line in _beside(shelf))


def _drawn(name: str) -> list[str]:
    cells = set(PIECES[name])
    height, width = (max(axis) + 1 for axis in zip(*cells, strict=True))
    rows = ["".join("[]" if (r, c) in cells else "  " for c in range(width)) for r in range(height)]
    return [line.ljust(max(2, 2 * width)) for line in [name, *rows]]


def _beside(shelf: list[list[str]]) -> Iterator[str]:
    for line in range(max(map(len, shelf))):
        yield "  ".join(one[line] if line < len(one) else " " * len(one[0]) for one in shelf).rstrip()
