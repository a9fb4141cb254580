"""A view as a picture: the board, one large tray of pieces to play from, and small trays of the others."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from boardwright.core.picture import Picture, Shape, circle, group, part, path, rect, words
from boardwright.core.seats import SeatColor
from boardwright.games.blokus.facts import Cell
from boardwright.games.blokus.moves import square_name
from boardwright.games.blokus.options import INKS, Ink, Palette
from boardwright.games.blokus.tray import BIG_TRAY, GAP, MUTED, SMALL_TRAY, TABLE, block, tray, tray_of
from boardwright.games.blokus.view import BlokusView, ColorView

_BOARD = 600.0
_LEFT, _TOP = 44.0, 44.0
_WIDTH, _HEIGHT = 1036.0, 672.0
_PAPER, _GRID = "#e9e6df", "#fbfaf7"
_GROUND = rect(0, 0, _WIDTH, _HEIGHT, rx=18, fill=TABLE, css="ground")


def picture(view: BlokusView, layer: str = "") -> Picture:
    """The table seen from above. The large tray is that of the color this seat plays or will play next.

    The small ones are those of the others; its own other color comes last, so that the trays before stay as they are.
    """
    large = large_color(view)
    others = sorted([one for one in view.colors if one is not large], key=lambda one: one.seat == view.seat)
    tops = count(24.0 + BIG_TRAY + GAP, SMALL_TRAY + GAP)
    shapes = (
        _GROUND,
        _board(view, large),
        group([tray(tray_of(view, large, 24.0, is_large=True))], css="block"),
        group([tray(tray_of(view, one, next(tops), is_large=False)) for one in others], css="block"),
    )
    return Picture(_WIDTH, _HEIGHT, shapes, "Blokus", _description(view))


def large_color(view: BlokusView) -> ColorView:
    """The color to move when this seat (or anyone, for a spectator) moves it; else the seat's next color."""
    coming = view.from_mover()
    if view.seat is None or view.seat == view.actor:
        return coming[0]
    own = [one for one in coming if one.seat == view.seat] or coming
    return next((one for one in own if one.hand and not one.passed), own[0])


def seat_colors(view: BlokusView) -> tuple[tuple[SeatColor, ...], ...]:
    """The colors that each seat owns; a shared one belongs to none."""
    inks = [(one.seat, view.ink(one)) for one in view.colors]
    return tuple(
        tuple(SeatColor(ink.name, ink.fill) for owner, ink in inks if owner == seat) for seat in range(len(view.scores))
    )


def _description(view: BlokusView) -> str:
    parts = [
        f"{view.ink(one).name} ({one.owner}): {one.score.total} points, {one.score.unplaced} squares left"
        for one in view.colors
    ]
    parts.append("the game is over" if view.color is None else f"{view.ink(view.from_mover()[0]).name} is to move")
    return "; ".join(parts) + "."


@part
def _coordinates(size: int) -> Shape:
    step = _BOARD / size
    shapes = []
    for index in range(size):
        middle = (index + 0.5) * step
        shapes.append(words(_LEFT + middle, _TOP - 14, str(index), 14, fill=MUTED, css="wide"))
        shapes.append(words(_LEFT - 16, _TOP + middle, str(index), 14, fill=MUTED, css="wide"))
    return group([*shapes, rect(_LEFT - 5, _TOP - 5, _BOARD + 10, _BOARD + 10, rx=8, fill=_PAPER, css="board paper")])


def _board(view: BlokusView, large: ColorView) -> Shape:
    size = len(view.board)
    starts = tuple([(one.start, view.ink(one)) for one in view.colors if one.score.placed == 0])
    return group(
        [
            _coordinates(size),
            *_rows(view.board, view.palette),
            _starts(starts, size),
            _last(tuple([(view.ink(one).name, one.last) for one in view.colors if one.last]), size),
            _corners(large.corners if large.number == view.color else (), view.ink(large), size),
        ],
        css="block flips",
    )


@part
def _rows(board: tuple[str, ...], palette: Palette) -> tuple[Shape, ...]:
    return tuple([_row(r, digits, palette) for r, digits in enumerate(board)])


@part
def _row(r: int, digits: str, palette: Palette) -> Shape:
    squares = _squares(r, len(digits), palette)
    return group([square[digit] for square, digit in zip(squares, digits, strict=True)])


@part
def _squares(r: int, size: int, palette: Palette) -> tuple[dict[str, Shape], ...]:
    """The squares of a row, each by the digit of what is on it."""
    inks = {"0": None, **{str(number): ink for number, ink in INKS[palette].items()}}
    step = _BOARD / size
    return tuple({digit: _square((r, c), step, ink) for digit, ink in inks.items()} for c in range(size))


@part
def _square(cell: Cell, step: float, ink: Ink | None) -> Shape:
    """One square of the board: empty, or taken by a color."""
    x, y = _LEFT + cell[1] * step, _TOP + cell[0] * step
    label = f"row {cell[0]}, column {cell[1]}, {ink.name if ink else 'empty'}"
    if ink is None:
        side = step - 1.5
        return rect(
            x + 0.75,
            y + 0.75,
            side,
            side,
            rx=3,
            fill=_GRID,
            name=square_name(cell),
            label=label,
            css="cell light-square",
        )
    mark = words(x + step / 2, y + step / 2, ink.letter, step * 0.75, css="mark", fill="#14171c")
    return group(
        [*block(x, y, step, fill=ink.fill, css=f"tint-{ink.name}"), mark],
        name=square_name(cell),
        label=label,
        css="cell",
    )


@part
def _starts(starts: tuple[tuple[Cell, Ink], ...], size: int) -> Shape:
    return group(_start(cell, ink, _BOARD / size) for cell, ink in starts)


def _start(cell: Cell, ink: Ink, step: float) -> Shape:
    x, y = _LEFT + (cell[1] + 0.5) * step, _TOP + (cell[0] + 0.5) * step
    ring = circle(
        x, y, step * 0.3, fill="none", stroke=ink.fill, stroke_width=step * 0.12, css=f"start edge-{ink.name}"
    )
    return group([ring, words(x, y, ink.letter, step * 0.75, css="mark", fill="#14171c")], label=f"{ink.name} start")


@part
def _last(pieces: tuple[tuple[str, tuple[Cell, ...]], ...], size: int) -> Shape:
    """A light dot on each square of the pieces that the colors placed last."""
    cells = [cell for _, piece in pieces for cell in piece]
    label = "placed last: " + "; ".join(f"{name} at {_names(piece)}" for name, piece in pieces) if pieces else ""
    return _dots(cells, size, 0.34, label, stroke="#ffffff", stroke_opacity=0.85, css="last through")


@part
def _corners(cells: tuple[Cell, ...], ink: Ink, size: int) -> Shape:
    """A dot in the color to move on each square of which its next piece must cover one."""
    label = f"open corners of {ink.name}: {_names(cells)}" if cells else ""
    return _dots(cells, size, 0.4, label, stroke=ink.fill, css=f"corner through edge-{ink.name}")


def _names(cells: Iterable[Cell]) -> str:
    return ", ".join(map(_cell_text, cells))


@part
def _cell_text(cell: Cell) -> str:
    return f"row {cell[0]} column {cell[1]}"


def _dots(cells: Iterable[Cell], size: int, width: float, label: str, *, css: str, **look: str | float) -> Shape:
    """A round dot in the middle of each square, all in one path: there are many, and they change with every move."""
    d = "".join([_dot(cell, size) for cell in cells])
    return path(d, name="", label=label, css=css, stroke_width=width * _BOARD / size, stroke_linecap="round", **look)


@part
def _dot(cell: Cell, size: int) -> str:
    step = _BOARD / size
    return f"M{_LEFT + (cell[1] + 0.5) * step:g} {_TOP + (cell[0] + 0.5) * step:g}h0"
