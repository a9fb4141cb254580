"""Boards of places and roads between them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import cos, pi, sin

from boardwright.core.layout.board import Board, Point

_RADIUS = 0.42


class GraphBoard(Board):
    """Places at points of the plane, and roads, which are its edges.

    Neighboring places should be about one unit or more apart.

    >>> board = GraphBoard((("inn", 0, 0), ("mill", 2, 0), ("port", 1, 1)), (("inn", "mill"), ("mill", "port")))
    >>> board.edges, board.neighbors("mill")
    (('inn-mill', 'mill-port'), ('inn', 'port'))
    """

    is_round = True

    def __init__(self, places: tuple[tuple[str, float, float], ...], roads: tuple[tuple[str, str], ...]) -> None:
        self._given, self._roads = places, roads

    @cached_property
    def outlines(self) -> Mapping[str, tuple[Point, ...]]:
        """Circles, as polygons with many corners."""
        turns = [pi * number / 12 for number in range(24)]
        middles = [(name, *self.centers[name]) for name, _, _ in self._given]
        return {
            name: tuple((x + _RADIUS * sin(turn), y - _RADIUS * cos(turn)) for turn in turns) for name, x, y in middles
        }

    @cached_property
    def size(self) -> Point:
        """Width and height, with half a unit around the places."""
        xs, ys = [x for _, x, _ in self._given], [y for _, _, y in self._given]
        return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1

    @cached_property
    def _ends(self) -> Mapping[str, tuple[str, str]]:
        return {f"{one}-{other}": (one, other) for one, other in self._roads}

    @cached_property
    def centers(self) -> Mapping[str, Point]:
        """The middle of every place and road."""
        left = min(x for _, x, _ in self._given) - 0.5
        top = min(y for _, _, y in self._given) - 0.5
        found: dict[str, Point] = {name: (x - left, y - top) for name, x, y in self._given}
        for name, (one, other) in self._ends.items():
            (x1, y1), (x2, y2) = found[one], found[other]
            found[name] = (x1 + x2) / 2, (y1 + y2) / 2
        return found

    def side(self, edge: str) -> tuple[Point, Point]:
        """Return the middles of the two places of a road."""
        one, other = self._ends[edge]
        return self.centers[one], self.centers[other]

    def text(self, letters: Mapping[str, str]) -> str:
        """Return a line for each place."""
        wide = max(map(len, self.cells))
        lines = [
            f"{cell:<{wide}} {letters.get(cell, '.').strip()}  to {', '.join(self.neighbors(cell))}"
            for cell in self.cells
        ]
        return "\n".join(lines)
