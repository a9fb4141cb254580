"""The pieces that a color has left: a large tray to play from, or a small one to look at."""

from __future__ import annotations

from typing import Any

from boardwright.core.layout import Grid, lines, plate
from boardwright.core.layout.board import Point
from boardwright.core.picture import Shape, group, part, path, rect, words
from boardwright.games.blokus.facts import PIECES, WORDS
from boardwright.games.blokus.options import Ink
from boardwright.games.blokus.view import BlokusView, ColorView

_PANEL_LEFT, _PANEL_WIDTH = 672.0, 344.0
TABLE, _CARD = "#20242c", "#2b313b"
_LIGHT, MUTED = "#f4f5f7", "#aab2c0"
_TITLE = 128.0
"""The room for a color and its owner, beside the longest words on the right."""
_BIG, _SMALL = 16.0, 6.5
BIG_TRAY, SMALL_TRAY, GAP = 296.0, 100.0, 10.0
_SLOT, _SLOTS_IN_A_ROW = 46.0, 7
"""Where a window is narrow, every piece of the large tray has a slot of this size, which a thumb hits."""
_NARROW_TRAY = 38.0 + 3 * _SLOT + 8
_NARROW = 0.52
"""How much smaller pieces lie there."""


def tray(view: BlokusView, one: ColorView, y: float, *, is_large: bool) -> Shape:
    """A color's heading and hand, `y` from the top; the large tray is the one to play from.

    Its pieces have no color of their own, so that another color changes little.
    """
    ink, is_to_move, state = view.ink(one), one.number == view.color, _state(view, one)
    border = ink.fill if is_to_move else _CARD
    # Until the end the score is little more than what is still in hand, which is seen.
    count = f"{one.score.placed} squares" if view.color is not None else f"score {one.score.total}"
    points = f"{count} · {state}" if state else count
    shapes = [*_heading(y, ink, _owner(view, one), points), *_hand(y, one.hand, is_large)]
    if is_large:
        narrow = _card(y, _NARROW_TRAY, border, css="tray narrow", display="none")
        cards = [_card(y, BIG_TRAY, border, css="tray wide"), narrow]
        shapes.append(_pass_button(y, is_to_move, view.must_pass))
    else:
        cards = [_card(y, SMALL_TRAY, border)]
    player = view.actor if is_to_move else one.seat if is_large else None
    return group(cards + shapes, fill=ink.fill, css=f"tint-{ink.name}", data_seat="" if player is None else player)


def _card(y: float, height: float, border: str, css: str = "tray", **more: str) -> Shape:
    look: dict[str, Any] = {"rx": 12, "fill": _CARD, "stroke": border, "stroke_width": 2.5}
    return rect(_PANEL_LEFT, y, _PANEL_WIDTH, height, css=css, **look, **more)


def _owner(view: BlokusView, one: ColorView) -> str:
    is_yours = one.seat == view.seat if one.seat is not None else one.number == view.color and view.actor == view.seat
    return one.owner if not is_yours else "you" if one.seat is not None else "shared, yours now"


@part
def _heading(y: float, ink: Ink, owner: str, points: str) -> tuple[Shape, ...]:
    x = _PANEL_LEFT + 14
    title = f"{ink.name.capitalize()} · {owner}"
    return (
        rect(x, y + 12, 16, 16, rx=4),
        words(x + 8, y + 20, ink.letter, 14, css="mark", fill="#14171c", font_weight="bold"),
        *lines(x + 24, y + 20.5, (title,), 14, fill=_LIGHT, font_weight="600", data_room=_TITLE),
        *lines(_PANEL_LEFT + _PANEL_WIDTH - 14, y + 20.5, (points,), 14, text_anchor="end", fill=MUTED),
    )


@part
def _hand(y: float, hand: tuple[str, ...], is_large: bool) -> tuple[Shape, ...]:
    """In the large tray every piece has a place of its own, and is hidden there once it has been placed."""
    if is_large:
        return tuple(_piece(y, name, name in hand) for name in _BIG_PLACES)
    label = f"pieces left: {', '.join(WORDS[name] for name in hand)}" if hand else ""
    return (path("".join([_outline(y, name) for name in hand]), label=label),)


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
    """A piece of the large tray, in a narrow window in the middle of its slot."""
    x, y = _place(tray, name, is_large=True)
    height, width = ((max(axis) + 1) * _BIG for axis in zip(*PIECES[name], strict=True))
    row, column = divmod(list(_BIG_PLACES).index(name), _SLOTS_IN_A_ROW)
    slot = Grid(_PANEL_LEFT + 11, tray + 38, _SLOT).center(column, row)
    narrow, side = _moved((x + width / 2, y + height / 2), slot, _NARROW), (_SLOT - 2) / _NARROW
    left, top = x + (width - side) / 2, y + (height - side) / 2
    look: dict[str, Any] = {"rx": 4, "fill": "#ffffff", "fill_opacity": 0.01}
    blocks = (
        rect(x - 3, y - 3, width + 6, height + 6, css="wide", **look),
        rect(left, top, side, side, css="narrow", **look, display="none"),
        group([group(block(x + c * _BIG, y + r * _BIG, _BIG), css="held") for r, c in PIECES[name]], css="turns"),
    )
    if not is_shown:
        return group(blocks, css="piece", data_narrow=narrow, display="none")
    label = WORDS[name] if name == "I1" else f"{WORDS[name]}, {len(PIECES[name])} squares"
    return group(blocks, name=name, label=label, css="piece", data_narrow=narrow)


def _moved(middle: Point, to: Point, scale: float) -> str:
    """A transformation that scales something around its middle and puts it elsewhere."""
    return f"translate({to[0] - middle[0] * scale:g} {to[1] - middle[1] * scale:g}) scale({scale:g})"


def _place(tray: float, name: str, is_large: bool) -> Point:
    """Where a piece lies in the tray that begins there."""
    top, unit, places = (tray + 40, _BIG, _BIG_PLACES) if is_large else (tray + 36, _SMALL, _SMALL_PLACES)
    right, down = places[name]
    return _PANEL_LEFT + 14 + right * unit, top + down * unit


@part
def _pass_button(tray: float, is_open: bool, must_pass: bool) -> Shape:
    """Grayed out unless the color must pass, and hidden from those who do not move now.

    In a narrow window it lies over the pieces, none of which fits, and only then.
    """
    x, y = _PANEL_LEFT + _PANEL_WIDTH - 84, tray + BIG_TRAY - 44
    fill, ink, label = (_LIGHT, TABLE, "pass") if must_pass else ("#3a424f", "#7b8494", "pass, not possible now")
    box = rect(x, y, 70, 30, rx=15, fill=fill)
    if not is_open:
        return plate(box, "Pass", 14, ink, css="button", display="none")
    narrow = _moved((x + 35, y + 15), (_PANEL_LEFT + _PANEL_WIDTH / 2, tray + 38 + 1.5 * _SLOT), 1.5)
    css = "button" if must_pass else "button wide"
    return plate(box, "Pass", 14, ink, name="pass", label=label, css=css, data_narrow=narrow)


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


def block(x: float, y: float, step: float, *, css: str = "", **color: str) -> list[Shape]:
    """One square of a piece: the color, brighter on top and darker at the foot."""
    edge = step * 0.16
    look: dict[str, Any] = {"rx": step * 0.12, "stroke": "#1b1f26", "stroke_width": step * 0.04}
    return [
        rect(x, y, step, step, css=css, **look, **color),
        rect(x + edge, y + edge, step - 2 * edge, step - 2 * edge, rx=step * 0.08, fill="#ffffff", fill_opacity=0.2),
    ]
