"""A view as a picture: the board, one large tray of pieces to play from, and small trays of the others."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import NamedTuple

from boardwright.core.picture import Picture, Shape, circle, group, part, path, rect, words
from boardwright.core.seats import SeatColor
from boardwright.games.blokus.facts import PIECES, WORDS, Cell
from boardwright.games.blokus.moves import square_name
from boardwright.games.blokus.options import INKS, Ink, Palette
from boardwright.games.blokus.view import BlokusView, ColorView

_BOARD = 600.0
_LEFT, _TOP = 44.0, 44.0
_PANEL_LEFT, _PANEL_WIDTH = 672.0, 344.0
_WIDTH, _HEIGHT = 1036.0, 672.0
_TABLE, _PAPER, _GRID, _CARD = "#20242c", "#e9e6df", "#fbfaf7", "#2b313b"
_LIGHT, _MUTED = "#f4f5f7", "#aab2c0"
_BIG, _SMALL = 16.0, 6.5
_BIG_TRAY, _SMALL_TRAY, _GAP = 296.0, 100.0, 10.0
_GROUND = rect(0, 0, _WIDTH, _HEIGHT, rx=18, fill=_TABLE, css="ground")


def picture(view: BlokusView, layer: str = "") -> Picture:
    """The table seen from above. The large tray is that of the color this seat plays or will play next.

    The small ones are those of the others; its own other color comes last, so that the trays before stay as they are.
    """
    large = large_color(view)
    others = sorted([one for one in view.colors if one is not large], key=lambda one: one.seat == view.seat)
    tops = count(24.0 + _BIG_TRAY + _GAP, _SMALL_TRAY + _GAP)
    shapes = (
        _GROUND,
        _board(view, large),
        group([_tray(_tray_of(view, large, 24.0, is_large=True))], css="block"),
        group([_tray(_tray_of(view, one, next(tops), is_large=False)) for one in others], css="block"),
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
        shapes.append(words(_LEFT + middle, _TOP - 14, str(index), 14, fill=_MUTED, css="wide"))
        shapes.append(words(_LEFT - 16, _TOP + middle, str(index), 14, fill=_MUTED, css="wide"))
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
        [*_block(x, y, step, fill=ink.fill, css=f"tint-{ink.name}"), mark],
        name=square_name(cell),
        label=label,
        css="cell",
    )


def _block(x: float, y: float, step: float, *, css: str = "", **color: str) -> list[Shape]:
    """One square of a piece: the color, brighter on top and darker at the foot."""
    edge = step * 0.16
    look: dict[str, str | float] = {"rx": step * 0.12, "stroke": "#1b1f26", "stroke_width": step * 0.04}
    return [
        rect(x, y, step, step, name="", label="", css=css, **look, **color),
        rect(x + edge, y + edge, step - 2 * edge, step - 2 * edge, rx=step * 0.08, fill="#ffffff", fill_opacity=0.2),
    ]


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


class Tray(NamedTuple):
    """What a color's tray shows; `is_large` for the one to play from."""

    y: float
    ink: Ink
    owner: str
    points: str
    hand: tuple[str, ...]
    is_large: bool
    is_to_move: bool
    must_pass: bool


def _tray_of(view: BlokusView, one: ColorView, y: float, *, is_large: bool) -> Tray:
    state = _state(view, one)
    points = f"{one.score.placed} squares · score {one.score.total}" + (f" · {state}" if state else "")
    is_to_move = one.number == view.color
    return Tray(y, view.ink(one), _owner(view, one), points, one.hand, is_large, is_to_move, view.must_pass)


@part
def _tray(tray: Tray) -> Shape:
    """A color's heading and hand. Its pieces have no color of their own, so that another color changes little."""
    y, ink = tray.y, tray.ink
    card = _card(y, _BIG_TRAY if tray.is_large else _SMALL_TRAY, ink.fill if tray.is_to_move else _CARD)
    shapes = [card, *_heading(y, ink, tray.owner, tray.points), *_hand(y, tray.hand, tray.is_large)]
    if tray.is_large:
        shapes.append(_pass_button(y, tray.is_to_move, tray.must_pass))
    return group(shapes, fill=ink.fill, css=f"tint-{ink.name}")


@part
def _card(y: float, height: float, border: str) -> Shape:
    return rect(_PANEL_LEFT, y, _PANEL_WIDTH, height, rx=12, fill=_CARD, stroke=border, stroke_width=2.5, css="tray")


def _owner(view: BlokusView, one: ColorView) -> str:
    is_yours = one.seat == view.seat if one.seat is not None else one.number == view.color and view.actor == view.seat
    return one.owner if not is_yours else "you" if one.seat is not None else "shared, yours now"


@part
def _heading(y: float, ink: Ink, owner: str, points: str) -> tuple[Shape, ...]:
    x = _PANEL_LEFT + 14
    title = f"{ink.name.capitalize()} · {owner}"
    return (
        _swatch(x, y),
        words(x + 8, y + 20, ink.letter, 14, css="mark", fill="#14171c", font_weight="bold"),
        words(x + 24, y + 20.5, title, 14, text_anchor="start", fill=_LIGHT, font_weight="600"),
        words(_PANEL_LEFT + _PANEL_WIDTH - 14, y + 20.5, points, 14, text_anchor="end", fill=_MUTED),
    )


@part
def _swatch(x: float, y: float) -> Shape:
    return rect(x, y + 12, 16, 16, rx=4)


@part
def _hand(y: float, hand: tuple[str, ...], is_large: bool) -> tuple[Shape, ...]:
    """In the large tray every piece has a place of its own, and is hidden there once it has been placed."""
    if is_large:
        return tuple(_piece(y, name, name in hand) for name in _BIG_PLACES)
    return (path("".join([_outline(y, name) for name in hand]), label=_hand_text(hand)),)


def _hand_text(hand: tuple[str, ...]) -> str:
    return f"pieces left: {', '.join(WORDS[name] for name in hand)}" if hand else ""


def _piece_text(name: str) -> str:
    size = len(PIECES[name])
    return WORDS[name] if size == 1 else f"{WORDS[name]}, {size} squares"


@part
def _outline(tray: float, name: str) -> str:
    """The squares of a piece in a small tray."""
    x, y = _place(tray, name, is_large=False)
    return "".join(f"M{x + c * _SMALL:g} {y + r * _SMALL:g}h5.8v5.8h-5.8z" for r, c in PIECES[name])


def _state(view: BlokusView, one: ColorView) -> str:
    if view.color is None and one.seat in view.winners:
        return "winner"
    if not one.hand:
        return "all placed"
    return "passed" if one.passed else ""


@part
def _piece(tray: float, name: str, is_shown: bool) -> Shape:
    blocks = _blocks(tray, name)
    if not is_shown:
        return group(blocks, css="piece", display="none")
    return group(blocks, name=name, label=_piece_text(name), css="piece")


@part
def _blocks(tray: float, name: str) -> tuple[Shape, ...]:
    x, y = _place(tray, name, is_large=True)
    height, width = (max(axis) + 1 for axis in zip(*PIECES[name], strict=True))
    touch = rect(x - 3, y - 3, width * _BIG + 6, height * _BIG + 6, rx=4, fill="#ffffff", fill_opacity=0.01)
    held = [group(_block(x + c * _BIG, y + r * _BIG, _BIG), css="held") for r, c in PIECES[name]]
    return (touch, group(held, css="turns"))


def _place(tray: float, name: str, is_large: bool) -> tuple[float, float]:
    """Where a piece lies in the tray that begins there."""
    top, unit, places = (tray + 40, _BIG, _BIG_PLACES) if is_large else (tray + 36, _SMALL, _SMALL_PLACES)
    right, down = places[name]
    return _PANEL_LEFT + 14 + right * unit, top + down * unit


@part
def _pass_button(y: float, is_open: bool, must_pass: bool) -> Shape:
    """Grayed out unless the color must pass, and hidden from those who do not move now."""
    x, y = _PANEL_LEFT + _PANEL_WIDTH - 84, y + _BIG_TRAY - 44
    fill, ink, label = (_LIGHT, _TABLE, "pass") if must_pass else ("#3a424f", "#7b8494", "pass, not possible now")
    shapes = [rect(x, y, 70, 30, rx=15, fill=fill), words(x + 35, y + 15.5, "Pass", 14, fill=ink)]
    if not is_open:
        return group(shapes, css="button", display="none")
    return group(shapes, name="pass", label=label, css="button")


def _places(*shelves: str) -> dict[str, tuple[float, float]]:
    """Where each piece lies in a tray, in units of a square: shelf under shelf, each filled from the left."""
    places = {}
    y = 0.0
    for shelf in map(str.split, shelves):
        x = 0.0
        for name in shelf:
            places[name] = (x, y)
            x += max(c for _, c in PIECES[name]) + 1.75
        y += max(r for name in shelf for r, _ in PIECES[name]) + 1.8
    return places


_BIG_PLACES = _places("I1 I2 I3 V3 O4 L4 T4", "I4 I5 N5 Y5 Z4 F5 V5", "T5 W5 X5 Z5 U5", "L5 P5")
_SMALL_PLACES = _places("I1 I2 I3 I4 I5 N5 Y5 V3 L4 O4 T4 Z4", "V5 T5 W5 X5 Z5 F5 U5 L5 P5")
