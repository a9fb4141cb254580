"""Helpers for drawings of many games: squares in rows with coordinates, shapes with a letter, pips."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from boardwright.core.drawing.picture import Shape, circle, group, words

_PIPS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class Grid(NamedTuple):
    """Where squares lie in a picture: the upper left corner of the first, and how wide each is.

    >>> grid = Grid(40, 40, 80)
    >>> grid.corner(0, 1), grid.center(0, 1)
    ((40, 120), (80.0, 160.0))
    >>> [name.text for name in grid.coordinates("ab", "1", 14, 20)]
    ['a', 'b', '1']
    """

    left: float
    top: float
    step: float

    def corner(self, column: float, row: float) -> tuple[float, float]:
        """The upper left corner of a square, by its column and row counted from 0."""
        return self.left + column * self.step, self.top + row * self.step

    def center(self, column: float, row: float) -> tuple[float, float]:
        """The middle of a square."""
        return self.corner(column + 0.5, row + 0.5)

    def coordinates(
        self, columns: Iterable[str], rows: Iterable[str], size: float, *places: float, **look: Any
    ) -> list[Shape]:
        """The names of columns and rows, at each of those distances from the picture's upper and left edge."""
        across = [(self.center(column, 0)[0], name) for column, name in enumerate(columns)]
        down = [(self.center(0, row)[1], name) for row, name in enumerate(rows)]
        above = [words(middle, place, name, size, **look) for place in places for middle, name in across]
        return [*above, *(words(place, middle, name, size, **look) for place in places for middle, name in down)]


def plate(box: Shape, text: str, size: float, ink: str, *, bold: bool = False, ink_css: str = "", **more: Any) -> Shape:
    """A rectangle or circle with a line of text in its middle: a button, a badge, a pill; `more` is for the whole.

    >>> plate(circle(10, 10, 8), "2", 12, "white", name="two").svg()
    '<g data-name="two"><circle cx="10" cy="10" r="8"/><text x="10" y="10.5" font-size="12" ...>2</text></g>'
    """
    at: dict[str, Any] = box.attributes
    x, y = (at["cx"], at["cy"]) if "cx" in at else (at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    weight = "bold" if bold else ""
    return group([box, words(x, y + 0.5, text, size, css=ink_css, fill=ink, font_weight=weight)], **more)


def pips(face: str, x: float, y: float, away: float, radius: float, fill: str) -> list[Shape]:
    """The pips of a die, "1" to "6", around a point; those at the side are so far `away`.

    >>> len(pips("5", 0, 0, 18, 7, "black")), pips("?", 0, 0, 18, 7, "black")
    (5, [])
    """
    return [circle(x + right * away, y + down * away, radius, fill=fill) for right, down in _PIPS.get(face, ())]
