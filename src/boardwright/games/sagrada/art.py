"""Dice with pips, panes of leaded glass, and the stone around a window; a pane is 50 wide."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boardwright.core.drawing.picture import Shape, circle, group, part, path, polygon, rect
from boardwright.core.drawing.symbol import Box
from boardwright.core.layout import Symbol, pips, plate
from boardwright.core.layout.board import Point
from boardwright.games.sagrada.facts import COLOR_NAMES, COLUMNS, ROWS, die_name

CELL = 50
FILLS = {"R": "#d8322f", "G": "#1f9a55", "Y": "#f2bc22", "B": "#2b6be0", "P": "#8d43c6"}
_WIDTH, _HEIGHT = COLUMNS * CELL, ROWS * CELL
_MIDDLE = CELL / 2
_LEAD, _STONE = "#15141f", "#8d87a3"
OUTLINE = "M4 1.5h42a2.5 2.5 0 0 1 2.5 2.5v42a2.5 2.5 0 0 1-2.5 2.5H4a2.5 2.5 0 0 1-2.5-2.5V4A2.5 2.5 0 0 1 4 1.5z"
"""The part of a pane that can be pressed."""
_PANE: Box = (0, 0, CELL, CELL)
_DIE: Box = (2, 2, CELL - 4, CELL - 4)
_LIT = "M12.5 4h25a8.5 8.5 0 0 1 8.5 8.5v1L13.5 46h-1A8.5 8.5 0 0 1 4 37.5v-25A8.5 8.5 0 0 1 12.5 4z"
_SHADED = "M4 37.5a8.5 8.5 0 0 0 8.5 8.5h25a8.5 8.5 0 0 0 8.5-8.5v-6Q40 42 25 42T4 32z"
"""The upper left half of a die and its foot."""
_MARGIN, _ARCH = 12, 54
"""The stone around the panes, and the height of the arch above them."""
_FOOT, _STEPS = -8, 18
"""The foot of the arch, and the number of lines that each of its sides is made of."""
_LIGHTS = "BPRYGBPRY"
"""The colors in the arch."""
BOX: Box = (-_MARGIN, -_ARCH, _WIDTH + 2 * _MARGIN, _HEIGHT + _ARCH + _MARGIN)
SMALL_BOX: Box = (-4, -4, _WIDTH + 8, _HEIGHT + 8)


@part
def die(text: str) -> Symbol:
    """Return a die on no pane."""
    return Symbol([_die(text)], _DIE, words=die_name(text), letter=text, styles=_styles(text))


@part
def stuck_die(text: str) -> Symbol:
    """Return a die that fits nowhere, with a cross at its foot."""
    cross = path("M34 34l8 8m0-8l-8 8", stroke="#ffffff", stroke_width=2.6, stroke_linecap="round")
    badge = [circle(38, 38, 9, fill="#14161c", stroke="#ffffff", stroke_width=1.4), cross]
    shapes = (_die(text), group(badge, css="stuck through"))
    return Symbol(shapes, _DIE, words=f"{die_name(text)}, fits nowhere", letter=text, styles=_styles(text))


def _styles(text: str) -> tuple[str, ...]:
    return COLOR_NAMES[text[0]], "bold"


@part
def _die(text: str) -> Shape:
    """Draw a die in the middle of a pane. Its letter is shown to players who turn color marks on."""
    letter, shade = text[0], text[1]
    ink = "#2b2410" if letter == "Y" else "#ffffff"
    look: dict[str, Any] = {"fill": FILLS[letter], "css": f"tint-{COLOR_NAMES[letter]}"}
    disc = circle(_MIDDLE, 9.5, 8.5, fill="#ffffff", stroke=_LEAD, stroke_width=1)
    return group(
        [
            rect(4, 5.5, 42, 42, rx=9, fill="#000000", fill_opacity=0.4),
            rect(4, 4, 42, 42, rx=8.5, **look),
            path(_LIT, fill="#ffffff", fill_opacity=0.15),
            path(_SHADED, fill="#000000", fill_opacity=0.22),
            rect(6, 6, 38, 38, rx=7, fill="none", stroke="#ffffff", stroke_opacity=0.45, stroke_width=1.3),
            *pips(shade, _MIDDLE, _MIDDLE, 10.5, 3.7, ink),
            plate(disc, letter, 14.5, "#14161c", bold=True, css="mark"),
        ],
        css="held",
    )


@part
def pane(mark: str, text: str) -> Symbol:
    """Return a pane with what it asks for, tinted or with faint pips, and the die on it, if any."""
    shapes = [*_glass(mark)]
    if text:
        css = f"tint-{COLOR_NAMES[text[0]]}"
        shapes += [
            rect(1.5, 1.5, 47, 47, rx=2.5, fill=FILLS[text[0]], fill_opacity=0.3, css=css),
            rect(2.7, 2.7, 44.6, 44.6, rx=9, fill=FILLS[text[0]], fill_opacity=0.45, css=css),
            _die(text),
        ]
    letter, styles = _letter(mark, text)
    return Symbol(shapes, _PANE, words=_says(mark, text), letter=letter, styles=styles)


@part
def _glass(mark: str) -> tuple[Shape, ...]:
    sheen = (
        path("M1.5 33V4a2.5 2.5 0 0 1 2.5-2.5h29z", fill="#ffffff", fill_opacity=0.1),
        path("M8 48.5L48.5 8v9L17 48.5z", fill="#ffffff", fill_opacity=0.08),
    )
    if mark in FILLS:
        tint = rect(1.5, 1.5, 47, 47, rx=2.5, fill=FILLS[mark], fill_opacity=0.62, css=f"pale-{COLOR_NAMES[mark]}")
        diamond = path(
            "M25 14l11 11l-11 11l-11-11z", fill="none", stroke="#ffffff", stroke_opacity=0.5, stroke_width=1.3
        )
        disc = circle(_MIDDLE, _MIDDLE, 12.5, fill="#ffffff", stroke=_LEAD, stroke_width=1.5)
        return (tint, *sheen, diamond, plate(disc, mark, 20, "#14161c", bold=True, css="mark"))
    plain = rect(1.5, 1.5, 47, 47, rx=2.5, fill="#454a63")
    return (plain, *sheen, *pips(mark, _MIDDLE, _MIDDLE, 11, 3.7, "#c9d0e2"))


def _says(mark: str, text: str) -> str:
    if text:
        return die_name(text)
    if mark in COLOR_NAMES:
        return f"empty, {COLOR_NAMES[mark]} only"
    return "empty" if mark == "." else f"empty, shade {mark} only"


def _letter(mark: str, text: str) -> tuple[str, tuple[str, ...]]:
    """Return a die in brackets, or the color or shade that an empty pane asks for, and its styles in a terminal."""
    if text:
        return f"[{text}]", _styles(text)
    if mark in COLOR_NAMES:
        return f" {mark.lower()}· ", (COLOR_NAMES[mark],)
    return f" ·{'·' if mark == '.' else mark} ", ()


def arch() -> Iterator[Shape]:
    """Draw the stone around a window, with colored light and a rosette in its arch."""
    left, right, low = -_MARGIN, _WIDTH + _MARGIN, _HEIGHT + _MARGIN
    yield path(polygon([(left, low), *_arc(0), (right, low)]), fill=_STONE)
    edge = [(left + 1.6, low - 1.6), *_arc(1.6), (right - 1.6, low - 1.6)]
    yield path(polygon(edge), fill="none", stroke="#ffffff", stroke_opacity=0.3, stroke_width=1.1)
    yield from _fan()
    yield rect(left + 5, -5, right - left - 10, _HEIGHT + 10, rx=4, fill=_LEAD)


def lead() -> Iterator[Shape]:
    """Draw the plain frame of a window that is shown small."""
    yield rect(-4, -4, _WIDTH + 8, _HEIGHT + 8, rx=6, fill=_LEAD)


def _arc(inset: float) -> list[Point]:
    """Return the outline of the arch from left to right, so far inside the stone: two curves that meet in a point."""
    middle, left, top = _WIDTH / 2, -_MARGIN + inset, -_ARCH + 1.15 * inset
    bend = (-_MARGIN + (middle + _MARGIN) * 0.6, top + 8)
    curve = (left, _FOOT), (left, _FOOT - 20 + inset), bend, (middle, top)
    half = [_bezier(*curve, step / _STEPS) for step in range(_STEPS)]
    return [*half, (middle, top), *((2 * middle - x, y) for x, y in reversed(half))]


def _bezier(start: Point, first: Point, second: Point, end: Point, t: float) -> Point:
    u = 1 - t
    weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
    points = (start, first, second, end)
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, points, strict=True)) for axis in (0, 1))
    return x, y


def _fan() -> Iterator[Shape]:
    """Draw panes of colored glass around the rosette."""
    curve, middle = _arc(8), (_WIDTH / 2, _FOOT)
    look: dict[str, Any] = {"fill_opacity": 0.78, "stroke": _LEAD, "stroke_width": 1.4, "stroke_linejoin": "round"}
    yield path(polygon(curve), fill=_LEAD)
    step = 2 * _STEPS // len(_LIGHTS)
    for number, letter in enumerate(_LIGHTS):
        yield path(polygon([*curve[number * step : (number + 1) * step + 1], middle]), fill=FILLS[letter], **look)
    x, y = _WIDTH / 2, -_ARCH + 32.0
    yield circle(x, y, 14.5, fill=_STONE)
    yield circle(x, y, 12.5, fill=_LEAD)
    spots = ((0, -6.6), (6.3, -2), (3.9, 5.3), (-3.9, 5.3), (-6.3, -2))
    for letter, (right, down) in zip("RYGBP", spots, strict=True):
        yield circle(x + right, y + down, 4.1, fill=FILLS[letter])
