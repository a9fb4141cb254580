"""The signs on the six faces, drawn around the origin in a box of 100 by 100 and scaled to size."""

from __future__ import annotations

from itertools import cycle
from math import cos, pi, sin

from boardwright.core.picture import Shape, circle, group, part, path, polygon
from boardwright.games.deblockle.facts import HOOPS, SLIDE, STAR, STOP, T_HOP

GOLD = "#ffd23f"


def _around(corners: int, *radii: float, turn: float = 0.0) -> str:
    """A closed figure whose corners lie on the given radii in turn."""
    angles = [2 * pi * (corner + turn) / corners - pi / 2 for corner in range(corners)]
    return polygon((r * cos(angle), r * sin(angle)) for angle, r in zip(angles, cycle(radii), strict=False))


STAR_PATH = _around(10, 48, 20)
_OCTAGON = _around(8, 44, turn=0.5) + "M-24,-8H24V8H-24Z"
_ARROW = "M-38,0H38M-22,-17L-40,0L-22,17M22,-17L40,0L22,17"
_PLUS = "M0,-36V36M-36,0H36"
_CROSS = "M-28,-28L28,28M-28,28L28,-28"


def icon(face: int, x: float, y: float, size: float, color: str) -> Shape:
    """The sign of a face, centered on a point."""
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
