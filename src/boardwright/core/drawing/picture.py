"""Pictures: a view as shapes, drawn by each game and written as SVG in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar, cast

import msgspec

from boardwright.core.drawing.assets import inlined

_FONTS = "system-ui, sans-serif"
_NOTEBOOK = 400.0
"""The longer side of a picture in a notebook, in pixels."""

P = ParamSpec("P")
R = TypeVar("R")

PARTS = 4096
"""The number of results that each function under `part` keeps."""


class _Once(Generic[R]):
    """A property that is computed once and kept, like `functools.cached_property` without its lock."""

    def __init__(self, compute: Callable[[Any], R]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, shape: Any, owner: type) -> R:
        value = shape.__dict__[self._name] = self._compute(shape)  # from now on found there first
        return value


class Shape(msgspec.Struct, frozen=True, dict=True):
    """One SVG element; its SVG text is made once and kept.

    `name` and `label` are for plain pictures: what gestures call a part, and what a screen reader says. `css` are the
    classes that the page may restyle. These mean the same in every game:

    - `mark`: a letter or pattern for people who cannot tell the colors apart, shown when they ask for it;
    - `held`: what of a subject is seen on each square it would cover, and `turns` what is seen turned then. A piece of
      several squares has them as `held` shapes in one that `turns`; one of class `rolls` tips over when it moves;
    - `through`: marks that the pointer goes through;
    - `upright`: what is turned back, like all text, on a board that is seen from the other side;
    - `paper`, `light-square`, `dark-square`, `muted`: what the page colors in dark mode and by themes of boards;
    - `tint-red`, `pale-red`, `edge-red`, and so on for green, blue, yellow and purple: filled, lightly filled or drawn
      in a color that has a meaning, which the page may replace by one that everybody can tell from the others.
    """

    tag: str
    attributes: dict[str, str | float]
    children: tuple[Shape, ...] = ()
    text: str = ""
    name: str = ""
    label: str = ""
    css: str = ""

    def svg(self) -> str:
        """Return the element as SVG text, everything escaped.

        >>> circle(5, 5, 2, fill="red", name="d5", label="d5 & more").svg()
        '<circle cx="5" cy="5" r="2" fill="red" data-name="d5" role="img" aria-label="d5 &amp; more"/>'
        """
        return self._svg

    @_Once
    def _svg(self) -> str:
        spoken = {"role": "img", "aria-label": self.label} if self.label else {}
        attributes = {**self.attributes, "class": self.css, "data-name": self.name, **spoken}
        start = self.tag + "".join([_attribute(key, value) for key, value in attributes.items()])
        inside = _escape(self.text) + "".join([child.svg() for child in self.children])
        return f"<{start}>{inside}</{self.tag}>" if inside else f"<{start}/>"


class Picture(msgspec.Struct, frozen=True):
    """A drawing with a size of its own; `title` and `description` say in words what it shows.

    >>> Picture(10, 10, (rect(0, 0, 10, 10),), "Empty board").svg()[:43]
    '<svg xmlns="http://www.w3.org/2000/svg" vie'
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str
    description: str = ""
    font: str = ""
    """The family of a font that the game brings."""

    def svg(self, fit: float | None = None) -> str:
        """Return the picture as an SVG document, its longer side `fit` pixels long, or as large as what shows it."""
        scale = None if fit is None else fit / max(self.width, self.height)
        sides = (("width", self.width), ("height", self.height))
        fixed = "" if scale is None else "".join(_attribute(name, side * scale) for name, side in sides)
        words = f"<title>{_escape(self.title)}</title>"
        if self.description:
            words += f"<desc>{_escape(self.description)}</desc>"
        body = "".join(shape.svg() for shape in self.shapes)
        font = _attribute("font-family", f"{self.font}, {_FONTS}" if self.font else _FONTS)
        box = f"0 0 {number_text(self.width)} {number_text(self.height)}"
        start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{fixed}{font} role="img">'
        return f"{start}{words}{body}</svg>"

    def whole(self, fit: float | None = None) -> str:
        """Return the SVG document with the files of the game inside, for what cannot load them."""
        return inlined(self.svg(fit), self.font)

    def _repr_svg_(self) -> str:
        """Return the picture as notebooks show it: small enough to leave room for what is around it."""
        return self.whole(_NOTEBOOK)


def part(draw: Callable[P, R]) -> Callable[P, R]:
    """Decorate a pure function of hashable values that draws a part of a picture: equal values give the same object.

    A symbol is then drawn and hashed once, and it is plain at once that a place still has the same one. Each function
    keeps its last 4,096 results.

    >>> @part
    ... def dot(x: int, color: str) -> Shape:
    ...     return circle(x, 5, 2, fill=color)
    >>> dot(3, "red") is dot(3, "red")
    True
    """
    return cast(Callable[P, R], lru_cache(maxsize=PARTS, typed=True)(draw))


def shape(
    tag: str, *, text: str = "", name: str = "", label: str = "", css: str = "", **attributes: str | float
) -> Shape:
    """Return any SVG element; underscores in attribute names become hyphens.

    >>> shape("line", x1=0, y1=0, x2=9, y2=9, stroke_width=2).svg()
    '<line x1="0" y1="0" x2="9" y2="9" stroke-width="2"/>'
    """
    return Shape(tag, _hyphens(attributes), text=text, name=name, label=label, css=css)


@part
def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    name: str = "",
    label: str = "",
    css: str = "",
    **more: str | float,
) -> Shape:
    """Return a rectangle."""
    where: dict[str, str | float] = {"x": x, "y": y, "width": width, "height": height}
    return Shape("rect", where | _hyphens(more), name=name, label=label, css=css)


@part
def circle(
    x: float, y: float, r: float, *, name: str = "", label: str = "", css: str = "", **more: str | float
) -> Shape:
    """Return a circle."""
    where: dict[str, str | float] = {"cx": x, "cy": y, "r": r}
    return Shape("circle", where | _hyphens(more), name=name, label=label, css=css)


def path(d: str, *, name: str = "", label: str = "", css: str = "", **more: str | float) -> Shape:
    """Return a path in SVG's path language."""
    return Shape("path", {"d": d, **_hyphens(more)}, name=name, label=label, css=css)


def polygon(points: Iterable[tuple[float, float]]) -> str:
    """Return a closed figure with those corners, as a path.

    >>> polygon([(0, 0), (9, 0), (4.5, 8)])
    'M0.0 0.0L9.0 0.0L4.5 8.0z'
    """
    return "M" + "L".join([f"{x:.1f} {y:.1f}" for x, y in points]) + "z"


@part
def words(x: float, y: float, text: str, size: float, *, css: str = "", **more: str | float) -> Shape:
    """Return a line of text, centered on x with its middle on y unless told otherwise."""
    look: dict[str, str | float] = {
        "x": x,
        "y": y,
        "font-size": size,
        "text-anchor": "middle",
        "dominant-baseline": "central",
    }
    return Shape("text", look | _hyphens(more), text=text, css=css)


def image(x: float, y: float, width: float, height: float, address: str, **more: str | float) -> Shape:
    """Return a picture file of the game's package, by its address (`boardwright.core.drawing.assets.asset`)."""
    where: dict[str, str | float] = {"x": x, "y": y, "width": width, "height": height, "href": address}
    return Shape("image", where | _hyphens(more))


def group(children: Iterable[Shape], *, name: str = "", label: str = "", css: str = "", **more: str | float) -> Shape:
    """Return several shapes as one."""
    return Shape("g", _hyphens(more), tuple(children), name=name, label=label, css=css)


def _hyphens(attributes: dict[str, str | float]) -> dict[str, str | float]:
    return {_hyphened[key]: value for key, value in attributes.items()}


class _Hyphened(dict[str, str]):
    """Attribute names as SVG has them, by those of Python."""

    def __missing__(self, key: str) -> str:
        self[key] = found = key.replace("_", "-")
        return found


_hyphened = _Hyphened()


@lru_cache(maxsize=1 << 14)
def _attribute(key: str, value: str | float) -> str:
    return "" if value == "" else f' {key}="{_escape(number_text(value))}"'


def number_text(value: str | float) -> str:
    """Return an attribute as text, a number with at most three decimals.

    >>> number_text(2.50), number_text("red")
    ('2.5', 'red')
    """
    return value if isinstance(value, str) else f"{value:.3f}".rstrip("0").rstrip(".")


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


class Grid(NamedTuple):
    """The places of squares in a picture: the upper left corner of the first, and how wide each is.

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
        """Return the upper left corner of a square, by its column and row counted from 0."""
        return self.left + column * self.step, self.top + row * self.step

    def center(self, column: float, row: float) -> tuple[float, float]:
        """Return the middle of a square."""
        return self.corner(column + 0.5, row + 0.5)

    def coordinates(
        self, columns: Iterable[str], rows: Iterable[str], size: float, *places: float, **look: Any
    ) -> list[Shape]:
        """Return the names of columns and rows, at each of those distances from the picture's upper and left edge."""
        across = [(self.center(column, 0)[0], name) for column, name in enumerate(columns)]
        down = [(self.center(0, row)[1], name) for row, name in enumerate(rows)]
        above = [words(middle, place, name, size, **look) for place in places for middle, name in across]
        return [*above, *(words(place, middle, name, size, **look) for place in places for middle, name in down)]


def plate(box: Shape, text: str, size: float, ink: str, *, bold: bool = False, **more: Any) -> Shape:
    """Return a rectangle or circle with a line of text in its middle: a button, a badge; `more` is for the whole.

    >>> plate(circle(10, 10, 8), "2", 12, "white", name="two").svg()
    '<g data-name="two"><circle cx="10" cy="10" r="8"/><text x="10" y="10.5" font-size="12" ...>2</text></g>'
    """
    at: dict[str, Any] = box.attributes
    x, y = (at["cx"], at["cy"]) if "cx" in at else (at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    weight = "bold" if bold else ""
    return group([box, words(x, y + 0.5, text, size, fill=ink, font_weight=weight)], **more)


_PIPS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def pips(face: str, x: float, y: float, away: float, radius: float, fill: str) -> list[Shape]:
    """Return the pips of a die, "1" to "6", around a point; those at the side are so far `away`.

    >>> len(pips("5", 0, 0, 18, 7, "black")), pips("?", 0, 0, 18, 7, "black")
    (5, [])
    """
    return [circle(x + right * away, y + down * away, radius, fill=fill) for right, down in _PIPS.get(face, ())]
