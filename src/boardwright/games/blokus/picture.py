"""A view as a picture: the board, one large tray of pieces to play from, and small trays of the others."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from boardwright.core.layout import Grid, in_rows
from boardwright.core.picture import Picture, Shape, circle, group, part, path, rect, words
from boardwright.core.seats import SeatColor
from boardwright.games.blokus.facts import Cell
from boardwright.games.blokus.moves import square_name
from boardwright.games.blokus.options import INKS, Ink, Palette
from boardwright.games.blokus.tray import BIG_TRAY, GAP, MUTED, SMALL_TRAY, TABLE, block, tray
from boardwright.games.blokus.view import BlokusView, ColorView

_BOARD = 600.0
_LEFT, _TOP = 44.0, 44.0
_WIDTH, _HEIGHT = 1036.0, 672.0
_PAPER, _EMPTY = "#e9e6df", "#fbfaf7"
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
        group([tray(view, large, 24.0, is_large=True)], css="block"),
        group([tray(view, one, next(tops), is_large=False) for one in others], css="block"),
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


def _grid(size: int) -> Grid:
    return Grid(_LEFT, _TOP, _BOARD / size)


@part
def _coordinates(size: int) -> Shape:
    numbers = [str(number) for number in range(size)]
    around = _grid(size).coordinates(numbers, numbers, 14, 28, fill=MUTED, css="wide")
    return group([*around, rect(_LEFT - 5, _TOP - 5, _BOARD + 10, _BOARD + 10, rx=8, fill=_PAPER, css="board paper")])


def _board(view: BlokusView, large: ColorView) -> Shape:
    size = len(view.board)
    starts = tuple([(one.start, view.ink(one)) for one in view.colors if one.score.placed == 0])
    return group(
        [
            _coordinates(size),
            *_squares(size, "".join(view.board), size, view.palette),
            _starts(starts, size),
            _last(tuple([(view.ink(one).name, one.last) for one in view.colors if one.last]), size),
            _corners(large.corners if large.number == view.color else (), view.ink(large), size),
        ],
        css="block flips",
    )


@part
@in_rows
@part
def _squares(number: int, digit: str, size: int, palette: Palette) -> Shape:
    """One square of the board: empty, or taken by the color with that digit."""
    cell, ink = divmod(number, size), INKS[palette].get(int(digit))
    (x, y), step = _grid(size).corner(cell[1], cell[0]), _BOARD / size
    name, label = square_name(cell), f"row {cell[0]}, column {cell[1]}, {ink.name if ink else 'empty'}"
    if ink is None:
        side, css = step - 1.5, "cell light-square"
        return rect(x + 0.75, y + 0.75, side, side, rx=3, fill=_EMPTY, name=name, label=label, css=css)
    mark = words(x + step / 2, y + step / 2, ink.letter, step * 0.75, css="mark", fill="#14171c")
    return group([*block(x, y, step, fill=ink.fill, css=f"tint-{ink.name}"), mark], name=name, label=label, css="cell")


@part
def _starts(starts: tuple[tuple[Cell, Ink], ...], size: int) -> Shape:
    return group(_start(cell, ink, _grid(size)) for cell, ink in starts)


def _start(cell: Cell, ink: Ink, grid: Grid) -> Shape:
    (x, y), step, css = grid.center(cell[1], cell[0]), grid.step, f"start edge-{ink.name}"
    ring = circle(x, y, step * 0.3, fill="none", stroke=ink.fill, stroke_width=step * 0.12, css=css)
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
    x, y = _grid(size).center(cell[1], cell[0])
    return f"M{x:g} {y:g}h0"
