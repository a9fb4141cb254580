"""A view as zones: the board, the tray to play from, the pass button, and what the other colors have left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain, zip_longest
from typing import Any, TypeAlias

from boardwright.core.drawing.ansi import paint
from boardwright.core.drawing.picture import Shape, part, path, rect
from boardwright.core.layout import Field, Frame, Grid, Item, Items, Role, Spot, Symbol, Zone, grid_frame
from boardwright.core.layout.frame import Letters
from boardwright.core.rules.seats import SeatColor
from boardwright.games.blokus import art
from boardwright.games.blokus.art import UNIT
from boardwright.games.blokus.facts import PIECES, Cell
from boardwright.games.blokus.moves import square_name
from boardwright.games.blokus.options import INKS, Ink, Palette
from boardwright.games.blokus.view import BlokusView, ColorView

_RIM = 16
_SCALE = 0.8
_ORDER = (
    "I1", "I2", "I3", "V3", "O4", "L4", "T4", "I4", "I5", "N5", "Y5", "Z4", "F5", "V5", "T5", "W5", "X5", "Z5", "U5",
    "L5", "P5",
)  # fmt: skip
"""The pieces in the tray, those of a like height beside each other."""
_IN_A_ROW = 7
_REST = Frame([Spot("", x, y) for x, y in art.PLACES.values()], ("",), art.REST, lambda letters: "")
"""The places of the pieces that are left in a small tray."""
_EMPTY = art.empty(None, None)


def zones(view: BlokusView, layer: str = "") -> tuple[Zone, ...]:
    """Return the table. The tray is that of the color this seat plays or will play next, its other color comes last."""
    large = large_color(view)
    others = sorted([one for one in view.colors if one is not large], key=lambda one: one.seat == view.seat)
    return (
        _board(view.board, view.palette, tuple([_marked(one, view.color) for one in view.colors])),
        Tray(view, large, is_large=True),
        _buttons(large.number == view.color and view.must_pass),
        *[Tray(view, one) for one in others],
    )


def large_color(view: BlokusView) -> ColorView:
    """Return the color to move when this seat (or anyone, for a spectator) moves it; else the seat's next color."""
    coming = view.from_mover()
    if view.seat is None or view.seat == view.actor:
        return coming[0]
    own = [one for one in coming if one.seat == view.seat] or coming
    return next((one for one in own if one.hand and not one.passed), own[0])


def seat_colors(view: BlokusView) -> tuple[tuple[SeatColor, ...], ...]:
    """Return the colors that each seat owns; a shared one belongs to none."""
    colors = [(one.seat, SeatColor(view.ink(one).name, view.ink(one).fill)) for one in view.colors]
    return tuple(tuple(color for owner, color in colors if owner == seat) for seat in range(len(view.scores)))


@cache
def _frame(size: int) -> Frame:
    numbers = [str(number) for number in range(size)]
    spoken = {square_name((r, c)): f"row {r}, column {c}" for r in range(size) for c in range(size)}
    return grid_frame(
        numbers, numbers, UNIT, rim=_RIM, name="{row},{column}", words=spoken, ground=_ground(numbers), flips=True,
        is_plain=True, write=_written,
    )  # fmt: skip


def _ground(numbers: list[str]) -> Iterator[Shape]:
    """Yield a wooden rim with the coordinates, and squares with grooves between them."""
    side = len(numbers) * UNIT
    yield rect(-_RIM, -_RIM, side + 2 * _RIM, side + 2 * _RIM, rx=9, fill="#8a6840")
    yield rect(-_RIM, -_RIM, side + 2 * _RIM, side + 2 * _RIM - 3, rx=9, fill="#b8956a")
    yield rect(-2, -2, side + 4, side + 4, rx=3, fill="#6d5030")
    yield rect(0, 0, side, side, fill="#f8f2e6", css="light-square")
    steps = range(UNIT, side, UNIT)
    for shift, color, strength in ((0, "#000000", 0.16), (1, "#ffffff", 0.4)):
        d = "".join([f"M{at + shift} 0v{side}M0 {at + shift}h{side}" for at in steps])
        yield path(d, fill="none", stroke_width=1, stroke=color, stroke_opacity=strength)
    yield from Grid(0, 0, UNIT).coordinates(
        numbers, numbers, 10, -_RIM / 2 - 1, side + _RIM / 2 - 0.5, fill="#382713", css="coordinate"
    )


def _written(letters: Letters) -> str:
    """Return the board with columns and rows counted from 0."""
    rows = list[list[str]]()
    for name, (letter,) in letters.items():
        if name.endswith(",0"):
            rows.append([])
        rows[-1].append(letter)
    columns = range(len(rows))
    head = [
        "    " + "".join(f" {c // 10 or ' '}" for c in columns).rstrip(),
        "    " + "".join(f" {c % 10}" for c in columns),
    ]
    return "\n".join([*head, *(f"{r:>3} {''.join(row)}" for r, row in enumerate(rows))])


@part
def _row(digits: str, palette: Palette) -> tuple[Symbol, ...]:
    return tuple([_EMPTY if digit == "0" else art.taken(digit, palette, False) for digit in digits])


Marked: TypeAlias = tuple[int, Cell | None, tuple[Cell, ...], tuple[Cell, ...]]
"""Of a color its number, its start until it has begun, its open corners while it is to move, and its last piece."""


def _marked(one: ColorView, mover: int | None) -> Marked:
    return one.number, None if one.score.placed else one.start, one.corners if one.number == mover else (), one.last


@lru_cache(64)
def _board(board: tuple[str, ...], palette: Palette, colors: tuple[Marked, ...]) -> Field:
    """Return the squares, marked with starts, the open corners of the color to move and the last pieces."""
    size, inks = len(board), INKS[palette]
    cells = list(chain.from_iterable([_row(digits, palette) for digits in board]))
    begun = {start[0] * size + start[1]: inks[number] for number, start, _, _ in colors if start is not None}
    for at, ink in begun.items():
        if cells[at] is _EMPTY:
            cells[at] = art.empty(ink, None)
    for number, _, corners, _ in colors:
        for r, c in corners:
            cells[r * size + c] = art.empty(begun.get(r * size + c), inks[number])
    for number, _, _, last in colors:
        for r, c in last:
            cells[r * size + c] = art.taken(str(number), palette, True)
    return Field(role=Role.BOARD, frame=_frame(size), cells=tuple(cells))


class Tray(Zone, frozen=True):
    """The pieces that a color has left: to play from, or small."""

    view: BlokusView
    one: ColorView
    is_large: bool = False

    def shown(self) -> Items | Field:
        """Return every piece that is left in its place."""
        view, one = self.view, self.one
        ink, is_to_move, state = view.ink(one), one.number == view.color, _state(view, one)
        # Until the end the score is little more than what is still in hand, which is seen.
        count = f"{one.score.placed} squares" if view.color is not None else f"score {one.score.total}"
        title, note = f"{ink.name.capitalize()} · {_owner(view, one)}", f"{count} · {state}" if state else count
        player = view.actor if is_to_move else one.seat
        return _tray(ink, title, note, one.hand, player, is_to_move, self.is_large)

    def text(self, *, color: bool = False) -> str:
        """Return how all colors stand, whose turn it is and the pieces to play from; small trays add nothing."""
        if not self.is_large:
            return ""
        parts = ["\n".join([_standing(self.view, one, color) for one in self.view.colors]), _turn(self.view)]
        if self.view.color is not None:
            parts.append(_gallery(self.one.hand))
        return "\n" + "\n\n".join(parts)


def _state(view: BlokusView, one: ColorView) -> str:
    if view.color is None and one.seat in view.winners:
        return "winner"
    if not one.hand:
        return "all placed"
    return "passed" if one.passed else ""


def _owner(view: BlokusView, one: ColorView) -> str:
    is_yours = one.seat == view.seat if one.seat is not None else one.number == view.color and view.actor == view.seat
    return one.owner if not is_yours else "you" if one.seat is not None else "shared, yours now"


@part
def _tray(
    ink: Ink, title: str, note: str, hand: tuple[str, ...], player: int | None, is_to_move: bool, is_large: bool
) -> Items | Field:
    """Return a tray: in the one to play from, a piece that has been placed leaves its place empty."""
    head: dict[str, Any] = {"title": title, "note": note, "color": ink.fill, "seat": player, "is_lit": is_to_move}
    if not is_large:
        return Field(role=Role.RIVAL, frame=_REST, cells=_rest(ink, hand), **head)
    return Items(role=Role.SUPPLY, items=_pieces(ink, hand), scale=_SCALE, columns=_IN_A_ROW, **head)


@part
def _rest(ink: Ink, hand: tuple[str, ...]) -> tuple[Symbol | None, ...]:
    return tuple([art.small(name, ink) if name in hand else None for name in art.PLACES])


@part
def _pieces(ink: Ink, hand: tuple[str, ...]) -> tuple[Item, ...]:
    return tuple([_piece(name, ink, name not in hand) for name in _ORDER])


@part
def _piece(name: str, ink: Ink, is_hidden: bool) -> Item:
    return Item(art=art.piece(name, ink), name=name, is_hidden=is_hidden)


@part
def _buttons(is_open: bool) -> Items:
    """Return the pass button, hidden unless the color to move must pass and those who look are to press it."""
    button = Item(name="pass", title="Pass", words="pass", is_main=True, is_hidden=not is_open)
    return Items(role=Role.BUTTONS, items=(button,))


def _standing(view: BlokusView, one: ColorView, color: bool) -> str:
    ink, pointer = view.ink(one), ">" if one.number == view.color else " "
    name = paint(f"{ink.letter} {ink.name:<6}", ink.name, color=color)
    left = f"{one.score.unplaced:>2} squares left: {' '.join(one.hand)}" if one.hand else "all placed"
    state = f"passed; {left.lstrip()}" if one.hand and one.passed else left
    return f"{pointer} {name} {one.owner:<8} {one.score.total:>4}  {state}"


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
    """Return the pieces of a hand side by side, as many in a row as fit into 76 columns."""
    shelves: list[list[list[str]]] = [[]]
    for drawn in map(_drawn, hand):
        if sum(len(one[0]) + 2 for one in shelves[-1]) + len(drawn[0]) > 76:
            shelves.append([])
        shelves[-1].append(drawn)
    lines = []
    for shelf in shelves:
        for row in zip_longest(*shelf):
            texts = [text or " " * len(drawn[0]) for text, drawn in zip(row, shelf, strict=True)]
            lines.append("  ".join(texts).rstrip())
    return "\n".join(lines)


def _drawn(name: str) -> list[str]:
    cells = set(PIECES[name])
    height, width = (max(axis) + 1 for axis in zip(*cells, strict=True))
    rows = ["".join("[]" if (r, c) in cells else "  " for c in range(width)) for r in range(height)]
    return [line.ljust(max(2, 2 * width)) for line in [name, *rows]]
