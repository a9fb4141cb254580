"""A view as a picture: the board, one large tray of pieces to play from, and small trays of the others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count

from boardwright.core.picture import Picture, Shape, circle, group, rect, words
from boardwright.games.blokus.facts import PIECES, Cell
from boardwright.games.blokus.moves import square_name
from boardwright.games.blokus.options import Ink
from boardwright.games.blokus.view import BlokusView, ColorView

_BOARD = 600.0
_LEFT, _TOP = 44.0, 44.0
_PANEL_LEFT, _PANEL_WIDTH = 672.0, 344.0
_WIDTH, _HEIGHT = 1036.0, 672.0
_TABLE, _PAPER, _GRID, _CARD = "#20242c", "#e9e6df", "#fbfaf7", "#2b313b"
_LIGHT, _MUTED = "#f4f5f7", "#aab2c0"
_BIG, _SMALL = 16.0, 6.5
_BIG_TRAY, _SMALL_TRAY, _GAP = 296.0, 100.0, 10.0


def picture(view: BlokusView, layer: str = "") -> Picture:
    """The table seen from above. The large tray is that of the color this seat plays or will play next."""
    large = large_color(view)
    tops = count(24.0 + _BIG_TRAY + _GAP, _SMALL_TRAY + _GAP)
    others = (_tray(view, one, next(tops), is_large=False) for one in view.colors if one is not large)
    shapes = [
        rect(0, 0, _WIDTH, _HEIGHT, rx=18, fill=_TABLE, css="ground"),
        group([*_coordinates(len(view.board)), *_board(view, large)], css="block"),
        group(_tray(view, large, 24.0, is_large=True), css="block"),
        group(chain.from_iterable(others), css="block"),
    ]
    return Picture(_WIDTH, _HEIGHT, tuple(shapes), "Blokus", _description(view))


def large_color(view: BlokusView) -> ColorView:
    """The color to move when this seat (or anyone, for a spectator) moves it; else the seat's next color."""
    coming = view.from_mover()
    if view.seat is None or view.seat == view.actor:
        return coming[0]
    own = [one for one in coming if one.seat == view.seat] or coming
    return next((one for one in own if one.hand and not one.passed), own[0])


def _description(view: BlokusView) -> str:
    parts = [
        f"{view.ink(one).name} ({one.owner}): {one.score.total} points, {one.score.unplaced} squares left"
        for one in view.colors
    ]
    parts.append("the game is over" if view.color is None else f"{view.ink(view.from_mover()[0]).name} is to move")
    return "; ".join(parts) + "."


def _coordinates(size: int) -> Iterator[Shape]:
    step = _BOARD / size
    for index in range(size):
        middle = (index + 0.5) * step
        yield words(_LEFT + middle, _TOP - 14, str(index), 11, fill=_MUTED)
        yield words(_LEFT - 16, _TOP + middle, str(index), 11, fill=_MUTED)


def _board(view: BlokusView, large: ColorView) -> Iterator[Shape]:
    step = _BOARD / len(view.board)
    by_digit = {str(one.number): view.ink(one) for one in view.colors}
    last = {cell for one in view.colors for cell in one.last}
    corners = set(large.corners) if large.number == view.color else set()
    yield rect(_LEFT - 5, _TOP - 5, _BOARD + 10, _BOARD + 10, rx=8, fill=_PAPER, css="board")
    for r, row in enumerate(view.board):
        for c, digit in enumerate(row):
            x, y = _LEFT + c * step, _TOP + r * step
            yield _square((r, c), x, y, step, by_digit.get(digit), (r, c) in last, (r, c) in corners)
    for one in view.colors:
        if one.score.placed == 0:
            yield _start(one, view.ink(one), step)
    for r, c in sorted(corners):
        x, y = _LEFT + (c + 0.5) * step, _TOP + (r + 0.5) * step
        yield circle(x, y, step * 0.13, fill=view.ink(large).fill, css="corner")


def _square(cell: Cell, x: float, y: float, step: float, ink: Ink | None, is_last: bool, is_corner: bool) -> Shape:
    """One square of the board: empty, or taken by a color; the piece placed last is marked by a light dot."""
    state = f"{ink.name}{', placed last' if is_last else ''}" if ink else "open corner" if is_corner else "empty"
    label = f"row {cell[0]}, column {cell[1]}, {state}"
    if ink is None:
        side = step - 1.5
        return rect(x + 0.75, y + 0.75, side, side, rx=3, fill=_GRID, name=square_name(cell), label=label, css="cell")
    parts = _block(x, y, step, ink)
    if is_last:
        parts.append(circle(x + step / 2, y + step / 2, step * 0.17, fill="#ffffff", fill_opacity=0.85, css="last"))
    parts.append(words(x + step / 2, y + step / 2, ink.letter, step * 0.55, css="mark", fill="#14171c"))
    return group(parts, name=square_name(cell), label=label, css="cell")


def _block(x: float, y: float, step: float, ink: Ink) -> list[Shape]:
    """One square of a piece: the color, brighter on top and darker at the foot."""
    edge = step * 0.16
    return [
        rect(x, y, step, step, rx=step * 0.12, fill=ink.fill, stroke="#1b1f26", stroke_width=step * 0.04, css=ink.name),
        rect(x + edge, y + edge, step - 2 * edge, step - 2 * edge, rx=step * 0.08, fill="#ffffff", fill_opacity=0.2),
    ]


def _start(one: ColorView, ink: Ink, step: float) -> Shape:
    x, y = _LEFT + (one.start[1] + 0.5) * step, _TOP + (one.start[0] + 0.5) * step
    ring = circle(x, y, step * 0.3, fill="none", stroke=ink.fill, stroke_width=step * 0.12, css="start")
    return group([ring, words(x, y, ink.letter, step * 0.35, css="mark", fill="#14171c")], label=f"{ink.name} start")


def _tray(view: BlokusView, one: ColorView, y: float, *, is_large: bool) -> Iterator[Shape]:
    """A color's heading and hand; every piece has a place of its own, which stays empty once the piece is placed."""
    height = _BIG_TRAY if is_large else _SMALL_TRAY
    is_to_move = one.number == view.color
    border = view.ink(one).fill if is_to_move else _CARD
    yield rect(_PANEL_LEFT, y, _PANEL_WIDTH, height, rx=12, fill=_CARD, stroke=border, stroke_width=2.5, css="tray")
    yield from _heading(view, one, y)
    top, unit, places = (y + 40, _BIG, _BIG_PLACES) if is_large else (y + 36, _SMALL, _SMALL_PLACES)
    for name, (right, down) in places.items():
        if name in one.hand:
            x = _PANEL_LEFT + 14 + right * unit
            yield _piece(view, one, name, x, top + down * unit, unit, is_named=is_large and is_to_move)
    if is_large and is_to_move:
        yield _pass_button(view, y)


def _heading(view: BlokusView, one: ColorView, y: float) -> Iterator[Shape]:
    ink = view.ink(one)
    x = _PANEL_LEFT + 14
    yield rect(x, y + 12, 16, 16, rx=4, fill=ink.fill)
    yield words(x + 8, y + 20, ink.letter, 11, css="mark", fill="#14171c", font_weight="bold")
    is_yours = one.seat == view.seat if one.seat is not None else one.number == view.color and view.actor == view.seat
    who = one.owner if not is_yours else "you" if one.seat is not None else "shared, yours now"
    title = f"{ink.name.capitalize()} · {who}"
    yield words(x + 24, y + 20.5, title, 14, text_anchor="start", fill=_LIGHT, font_weight="600")
    points = f"{one.score.total} ({_state(view, one)})"
    yield words(_PANEL_LEFT + _PANEL_WIDTH - 14, y + 20.5, points, 13, text_anchor="end", fill=_MUTED)


def _state(view: BlokusView, one: ColorView) -> str:
    if view.color is None and one.seat in view.winners:
        return "winner"
    if one.number == view.color:
        return "must pass" if view.must_pass else "to move"
    if not one.hand:
        return "all placed"
    return "passed" if one.passed else f"{len(one.hand)} pieces"


def _piece(view: BlokusView, one: ColorView, name: str, x: float, y: float, unit: float, *, is_named: bool) -> Shape:
    ink = view.ink(one)
    blocks: list[Shape] = []
    for r, c in PIECES[name]:
        if unit == _BIG:
            blocks.append(group(_block(x + c * unit, y + r * unit, unit, ink), css="held"))
        else:
            size = unit - 0.7
            blocks.append(rect(x + c * unit, y + r * unit, size, size, rx=1, fill=ink.fill, css=ink.name))
    if is_named:
        height, width = (max(axis) + 1 for axis in zip(*PIECES[name], strict=True))
        touch = rect(x - 3, y - 3, width * unit + 6, height * unit + 6, rx=4, fill="#ffffff", fill_opacity=0.01)
        blocks.insert(0, touch)
    label = f"{ink.name} piece {name}, {len(PIECES[name])} squares"
    return group(blocks, name=name if is_named else "", label=label, css="piece")


def _pass_button(view: BlokusView, y: float) -> Shape:
    """Grayed out unless the color must pass."""
    x, y = _PANEL_LEFT + _PANEL_WIDTH - 84, y + _BIG_TRAY - 44
    fill, ink, label = (_LIGHT, _TABLE, "pass") if view.must_pass else ("#3a424f", "#7b8494", "pass, not possible now")
    button = rect(x, y, 70, 30, rx=15, fill=fill)
    return group([button, words(x + 35, y + 15.5, "Pass", 14, fill=ink)], name="pass", label=label, css="button")


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
