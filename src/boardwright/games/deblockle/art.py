"""Cubes as shapes, on a square that is 80 wide.

A cube shows its upper face large. On each of its four edges, small, is the face that a roll over that edge brings up.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from math import cos, pi, sin
from typing import Any, NamedTuple

from boardwright.core.drawing.picture import Shape, circle, group, part, path, polygon, rect
from boardwright.core.drawing.symbol import Box
from boardwright.core.layout import Symbol, plate
from boardwright.games.deblockle.cube import SHIFTS, Cube
from boardwright.games.deblockle.facts import FACE_NAMES, HOOPS, LETTERS, SLIDE, STAR, STOP, T_HOP

CELL = 80.0
INK = "#2b2a33"
_MIDDLE = CELL / 2
_SQUARE: Box = (0, 0, CELL, CELL)
_SMALL: Box = (-22, -22, 44, 44)
_HALF, _INNER = 33.0, 19.14
_STYLES = ("cyan", "yellow")
"""The terminal colors of player 1 and player 2."""


class Paint(NamedTuple):
    """One player's colors: of signs and outlines, of a cube's edges (up, down, left, right), of the win square."""

    deep: str
    edges: tuple[str, str, str, str]
    soft: str


PAINTS = (
    Paint("#1b4fae", ("#3f7fe8", "#1f54b8", "#336fd6", "#2a62c6"), "#dbe7fb"),
    Paint("#a83a0c", ("#e2692f", "#a8400f", "#cf5a22", "#bd4e19"), "#fbe3d6"),
)


def cube_symbol(cube: Cube, is_rolled: bool, is_net: bool) -> Symbol:
    """Return a cube on its square, perhaps unfolded; one that has rolled and may hop has a ring around it."""
    return _cube_symbol(Cube(cube.player, 1, 1, *cube.facing), is_rolled, is_net)


@part
def _cube_symbol(cube: Cube, is_rolled: bool, is_net: bool) -> Symbol:
    """Return how a cube looks wherever it stands."""
    art = _net(cube) if is_net else _cube(cube)
    shapes = (box(_MIDDLE, _MIDDLE, 36.5, 36.5 / 3, **_RING), art) if is_rolled else (art,)
    styles = (_STYLES[cube.player - 1], "bold")
    return Symbol(shapes, _SQUARE, words=_words(cube, is_rolled), letter=_letters(cube, is_rolled), styles=styles)


@part
def rolled_symbol(player: int, face: int) -> Symbol:
    """Return what a roll turns up: a cube of which nothing but the upper face is known."""
    return Symbol(_face_up(player, face, _MIDDLE, _HALF), _SQUARE)


@part
def thrown_symbol(player: int, face: int) -> Symbol:
    """Return a thrown cube that waits for its square."""
    said = f"thrown cube, {FACE_NAMES[face]} up"
    return Symbol(_face_up(player, face, 0, 20), _SMALL, words=said, letter=LETTERS[face])


@part
def home_symbol(player: int) -> Symbol:
    """Return a cube that came home."""
    shapes = (box(0, 0, 20, 7, fill=PAINTS[player - 1].edges[2]), icon(STAR, 0, 0, 28, "#ffffff"))
    return Symbol(shapes, _SMALL, words="a cube that came home", letter="*")


FREE = Symbol(
    [rect(-20, -20, 40, 40, rx=7, fill="none", stroke="#cfc5b0", stroke_width=1.5, stroke_dasharray="4 4")],
    _SMALL,
    letter=".",
)
"""The place of a cube that has not come home."""


@part
def sign_symbol(face: int) -> Symbol:
    """Return the sign of a face on paper."""
    return Symbol((box(0, 0, 18, 6, fill="#fffefb", stroke="#ded5c2"), icon(face, 0, 0, 26, INK)), (-20, -20, 40, 40))


def box(x: float, y: float, half: float, rx: float, **more: Any) -> Shape:
    """Return a square around a point."""
    return rect(x - half, y - half, 2 * half, 2 * half, rx=rx, **more)


_RING: dict[str, Any] = {"fill": "none", "stroke": "#e0a800", "stroke_width": 3.5, "css": "rolled"}


def _words(cube: Cube, is_rolled: bool) -> str:
    up, down, left, right = (FACE_NAMES[face] for face in cube.shown_by_rolls)
    shown = f"rolling up shows {up}, down {down}, left {left}, right {right}"
    return f"cube of player {cube.player}, {cube.face} up{', may hop' if is_rolled else ''}; {shown}"


def _letters(cube: Cube, is_rolled: bool) -> str:
    """Return three lines: the upper face and the player, in brackets if it has rolled; around it what rolls show."""
    up, down, left, right = (LETTERS[face] for face in cube.shown_by_rolls)
    before, after = "[]" if is_rolled else "  "
    return f"  {up}   \n{left}{before}{cube.cell}{after}{right}\n  {down}   "


def _face_up(player: int, face: int, middle: float, half: float) -> list[Shape]:
    paint = PAINTS[player - 1]
    body = box(middle, middle, half, half / 4, fill=paint.edges[2])
    paper = box(middle, middle, 0.7 * half, 4, fill="#fffefb")
    return [body, paper, icon(face, middle, middle, 1.16 * half, paint.deep)]


def _cube(cube: Cube) -> Shape:
    """Draw four edges like a picture frame seen from above, and the upper face inside it."""
    paint = PAINTS[cube.player - 1]
    shapes = [*_edges(paint), box(_MIDDLE, _MIDDLE, _INNER, 4, fill="#fffefb", css="face")]
    shapes.append(icon(cube.up, _MIDDLE, _MIDDLE, 1.62 * _INNER, paint.deep))
    away = (_HALF + _INNER) / 2
    for (dx, dy), face in zip(SHIFTS, cube.shown_by_rolls, strict=True):
        shapes.append(icon(face, _MIDDLE + dx * away, _MIDDLE + dy * away, _HALF * 0.39, "#ffffff"))
    shapes.append(_owner(cube.player, _MIDDLE + _HALF - 7, _MIDDLE - _HALF + 7))
    return group(shapes, css=f"cube player{cube.player} held rolls")


def _net(cube: Cube) -> Shape:
    """Return the cube unfolded: front; left, up, right; back; down. The upper face is the light one."""
    paint = PAINTS[cube.player - 1]
    shapes = []
    for face, dx, dy in zip(cube.net, (0, -18, 0, 18, 0, 0), (-27, -9, -9, -9, 9, 27), strict=True):
        fill, ink = ("#fffefb", paint.deep) if face == cube.up else (paint.edges[2], "#ffffff")
        x, y = _MIDDLE + dx, _MIDDLE + dy
        shapes += [box(x, y, 9, 2.5, fill=fill, stroke=paint.deep, css="face"), icon(face, x, y, 15, ink)]
    return group([*shapes, _owner(cube.player, _MIDDLE + 26, _MIDDLE - 26)], css=f"cube player{cube.player} held")


def _owner(player: int, x: float, y: float) -> Shape:
    """Return the player's number, for people who cannot tell the colors apart."""
    return plate(circle(x, y, 11, fill=PAINTS[player - 1].deep), str(player), 20, "#ffffff", bold=True, css="mark")


def _edges(paint: Paint) -> Iterator[Shape]:
    yield box(_MIDDLE, _MIDDLE, _HALF, 9, fill=paint.edges[2])
    out, into = _HALF - 2, _INNER - 1
    turns = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    for side, color in ((0, paint.edges[0]), (2, paint.edges[1]), (1, paint.edges[3])):
        (a, b), (c, d) = turns[side], turns[(side + 1) % 4]
        corners = ((a * out, b * out), (c * out, d * out), (c * into, d * into), (a * into, b * into))
        yield path(polygon((_MIDDLE + dx, _MIDDLE + dy) for dx, dy in corners), fill=color)


# The signs on the six faces, drawn around the origin in a box of 100 by 100 and scaled to size.

GOLD = "#ffd23f"


def _around(corners: int, *radii: float, turn: float = 0.0) -> str:
    """Return a closed figure whose corners lie on the given radii in turn."""
    angles = [2 * pi * (corner + turn) / corners - pi / 2 for corner in range(corners)]
    return polygon((r * cos(angle), r * sin(angle)) for angle, r in zip(angles, cycle(radii), strict=False))


STAR_PATH = _around(10, 48, 20)
_OCTAGON = _around(8, 44, turn=0.5) + "M-24,-8H24V8H-24Z"
_ARROW = "M-38,0H38M-22,-17L-40,0L-22,17M22,-17L40,0L22,17"
_PLUS = "M0,-36V36M-36,0H36"
_CROSS = "M-28,-28L28,28M-28,28L28,-28"


def icon(face: int, x: float, y: float, size: float, color: str) -> Shape:
    """Return the sign of a face, centered on a point."""
    return group(_strokes(face, color), css="upright", transform=f"translate({x:.2f} {y:.2f}) scale({size / 100:.4f})")


@part
def _strokes(face: int, color: str) -> list[Shape]:
    if face == STAR:
        return [path(STAR_PATH, fill=GOLD, stroke=color, stroke_width=5, stroke_linejoin="round")]
    if face == STOP:
        return [path(_OCTAGON, fill=color, fill_rule="evenodd")]
    if face == HOOPS:
        centers = ((0.0, -22.0), (-23.0, 18.0), (23.0, 18.0))
        return [circle(x, y, 15, fill="none", stroke=color, stroke_width=9) for x, y in centers]
    lines = {SLIDE: _ARROW, T_HOP: _PLUS}.get(face, _CROSS)
    return [path(lines, fill="none", stroke=color, stroke_width=13, stroke_linecap="round", stroke_linejoin="round")]
