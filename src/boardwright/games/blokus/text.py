"""A view for the terminal: the board, everybody's standing, and the pieces of the colour to move."""

from __future__ import annotations

from boardwright.core.paint import paint
from boardwright.games.blokus.facts import PIECES
from boardwright.games.blokus.variants import INKS, Ink
from boardwright.games.blokus.view import BlokusView, ColourView

_GALLERY_WIDTH = 76


def text(view: BlokusView, *, colour: bool = False) -> str:
    """The whole view. Small letters are the piece a colour placed last, `+` the open corners of the colour to move."""
    parts = [_board(view, colour), _standings(view, colour), _turn(view)]
    mover = next((one for one in view.colours if one.number == view.colour), None)
    if mover is not None:
        parts.append(_gallery(mover.hand))
    return "\n\n".join(parts)


def _ink(view: BlokusView, number: int) -> Ink:
    return INKS[view.palette][number]


def _board(view: BlokusView, colour: bool) -> str:
    last = {cell for one in view.colours for cell in one.last}
    corners = {cell for one in view.colours if one.number == view.colour for cell in one.corners}
    starts = {one.start: one.number for one in view.colours}
    columns = range(len(view.board))
    lines = ["    " + "".join(f" {col // 10 or ' '}" for col in columns).rstrip()]
    lines.append("    " + "".join(f" {col % 10}" for col in columns))
    for r, row in enumerate(view.board):
        squares = []
        for c, square in enumerate(row):
            if square != "0":
                ink = _ink(view, int(square))
                letter = ink.letter.lower() if (r, c) in last else ink.letter
                squares.append(paint(f" {letter}", "black", f"on {ink.name}", colour=colour))
            elif (r, c) in corners:
                squares.append(paint(" +", "bold", colour=colour))
            elif (r, c) in starts:
                squares.append(paint(" *", _ink(view, starts[r, c]).name, colour=colour))
            else:
                squares.append(paint(" .", "dim", colour=colour))
        lines.append(f"{r:>3} " + "".join(squares))
    return "\n".join(lines)


def _standings(view: BlokusView, colour: bool) -> str:
    lines = []
    for one in view.colours:
        ink = _ink(view, one.number)
        pointer = ">" if one.number == view.colour else " "
        name = paint(f"{ink.letter} {ink.name:<6}", ink.name, colour=colour)
        who = "shared" if one.seat is None else f"seat {one.seat}"
        lines.append(f"{pointer} {name} {who:<6} {one.score.total:>4}  {_state(one)}")
    return "\n".join(lines)


def _state(one: ColourView) -> str:
    if not one.hand:
        return "all placed"
    state = f"{one.score.unplaced:>2} squares left: {' '.join(one.hand)}"
    return f"passed; {state.lstrip()}" if one.passed else state


def _turn(view: BlokusView) -> str:
    if view.colour is None:
        scores = ", ".join(f"seat {seat} has {score}" for seat, score in enumerate(view.scores))
        winners = " and ".join(f"seat {seat}" for seat in view.winners)
        return f"The game is over: {scores}. {winners} won.".replace(". seat", ". Seat")
    name = _ink(view, view.colour).name
    if view.must_pass:
        return f"Seat {view.actor} must pass with {name}: nothing fits."
    places = "placement" if view.choices == 1 else "placements"
    return f"Seat {view.actor} is to move with {name}: {view.choices} {places}. A move looks like L5@4,7 r90f."


def _gallery(hand: tuple[str, ...]) -> str:
    """The pieces of a hand side by side, as many in a row as fit."""
    lines: list[str] = []
    block: list[list[str]] = []
    for name in hand:
        picture = _drawn(name)
        if sum(len(one[0]) + 2 for one in block) + len(picture[0]) > _GALLERY_WIDTH:
            lines += _beside(block)
            block = []
        block.append(picture)
    return "\n".join(lines + _beside(block))


def _drawn(name: str) -> list[str]:
    cells = set(PIECES[name])
    height, width = (max(axis) + 1 for axis in zip(*cells, strict=True))
    rows = ["".join("[]" if (r, c) in cells else "  " for c in range(width)) for r in range(height)]
    return [line.ljust(max(2, 2 * width)) for line in [name, *rows]]


def _beside(block: list[list[str]]) -> list[str]:
    height = max((len(one) for one in block), default=0)
    rows = ("  ".join(one[line] if line < len(one) else " " * len(one[0]) for one in block) for line in range(height))
    return [row.rstrip() for row in rows]
