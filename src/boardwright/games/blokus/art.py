"""Squares, pieces and what is left of them as shapes; a square is 20 wide, on the board and in the tray."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boardwright.core.drawing.picture import Shape, circle, group, part, path, rect, words
from boardwright.core.drawing.symbol import Box
from boardwright.core.layout import Symbol
from boardwright.core.layout.board import Point
from boardwright.games.blokus.facts import PIECES, WORDS
from boardwright.games.blokus.options import INKS, Ink, Palette

UNIT = 20
_EDGE, _DARK = 3, "#14171c"
_SQUARE: Box = (0, 0, UNIT, UNIT)
_INNER = UNIT - 2 * _EDGE
_LIGHT_SIDES = f"M1 {UNIT - 1}V1H{UNIT - 1}l{-_EDGE} {_EDGE}h{-_INNER + 2}v{_INNER - 2}z"
_DARK_SIDES = f"M{UNIT - 1} 1V{UNIT - 1}H1l{_EDGE} {-_EDGE}h{_INNER - 2}v{-_INNER + 2}z"


@part
def taken(digit: str, palette: Palette, is_last: bool) -> Symbol:
    """Return a square that the color with that digit has covered, with a light dot if by the piece it placed last."""
    ink = INKS[palette][int(digit)]
    half = UNIT / 2
    shapes = [*_block(0, 0, ink), words(half, half, ink.letter, UNIT * 0.75, css="mark", fill=_DARK)]
    if is_last:
        shapes.append(circle(half, half, UNIT * 0.17, fill="#ffffff", fill_opacity=0.9, css="last through"))
    letter, said = (ink.letter.lower(), f"{ink.name}, placed last") if is_last else (ink.letter, ink.name)
    return Symbol(shapes, _SQUARE, words=said, letter=f" {letter}", styles=("black", f"on {ink.name}"))


@part
def empty(start: Ink | None, corner: Ink | None) -> Symbol:
    """Return an empty square, perhaps a color's start, perhaps one of which a color's next piece must cover one."""
    half = UNIT / 2
    shapes, said, letter, styles = list[Shape](), ["empty"], ".", ("dim",)
    if start is not None:
        said, letter, styles = [*said, f"start of {start.name}"], "*", (start.name,)
        look: dict[str, Any] = {"stroke": start.fill, "stroke_width": UNIT * 0.12, "css": f"start edge-{start.name}"}
        shapes.append(circle(half, half, UNIT * 0.3, fill="none", **look))
        shapes.append(words(half, half, start.letter, UNIT * 0.75, css="mark", fill=_DARK))
    if corner is not None:
        said, letter, styles = [*said, f"open corner of {corner.name}"], "+", ("bold",)
        css = f"corner through tint-{corner.name}"
        shapes.append(circle(half, half, UNIT * 0.2, fill=corner.fill, stroke=_DARK, stroke_width=UNIT * 0.04, css=css))
    return Symbol(shapes, _SQUARE, words=", ".join(said), letter=f" {letter}", styles=styles)


@part
def piece(name: str, ink: Ink) -> Symbol:
    """Return a piece as it lies in the tray."""
    cells = PIECES[name]
    rows, columns = (max(axis) + 1 for axis in zip(*cells, strict=True))
    blocks = [group(_block(c * UNIT, r * UNIT, ink), css="held") for r, c in cells]
    said = WORDS[name] if name == "I1" else f"{WORDS[name]}, {len(cells)} squares"
    return Symbol([group(blocks, css="turns")], (0, 0, columns * UNIT, rows * UNIT), words=said, letter=name)


@part
def small(name: str, ink: Ink) -> Symbol:
    """Return a piece as it lies among those that are left; rows of squares are dashed lines."""
    runs = {row: [c for r, c in PIECES[name] if r == row] for row, _ in PIECES[name]}
    d = "".join([f"M{6 * min(run)} {6 * row + 3}h{6 * len(run) - 1}" for row, run in runs.items()])
    look: dict[str, Any] = {"stroke": ink.fill, "stroke_width": 5, "stroke_dasharray": "5 1", "css": f"edge-{ink.name}"}
    rows, columns = (max(axis) + 1 for axis in zip(*PIECES[name], strict=True))
    return Symbol([path(d, fill="none", **look)], (0, 0, 6 * columns, 6 * rows), words=WORDS[name], letter=name)


def _block(x: float, y: float, ink: Ink) -> Iterator[Shape]:
    """Yield one square of a piece: the color, its upper and left edge in the light, the others in the shade."""
    side, at = UNIT - 0.6, f"translate({x:g} {y:g})" if x or y else ""
    css = f"tint-{ink.name}"
    yield rect(x + 0.3, y + 0.3, side, side, rx=2.4, fill=ink.fill, stroke="#1b1f26", stroke_width=0.7, css=css)
    yield path(_LIGHT_SIDES, fill="#ffffff", fill_opacity=0.38, transform=at)
    yield path(_DARK_SIDES, fill="#000000", fill_opacity=0.2, transform=at)


def _places(*shelves: str) -> dict[str, Point]:
    """Return the place of each piece among those left, with squares of 6: shelf under shelf, filled from the left."""
    places = {}
    y = 0.0
    for shelf in map(str.split, shelves):
        x = 0.0
        for name in shelf:
            places[name] = (round(6 * x, 1), round(6 * y, 1))
            x += max(c for _, c in PIECES[name]) + 1.75
        y += max(r for name in shelf for r, _ in PIECES[name]) + 1.8
    return places


PLACES = _places("I1 I2 I3 I4 I5 N5 Y5 V3 L4 O4 T4 Z4", "V5 T5 W5 X5 Z5 F5 U5 L5 P5")
REST: Box = (0, 0, 192, 54)
