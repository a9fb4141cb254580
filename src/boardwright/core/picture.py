"""Pictures: a view as shapes, drawn by each game and written as SVG in one place."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec


class Shape(msgspec.Struct, frozen=True):
    """One SVG element.

    `name` is what gestures call it (a square, a piece, a button), `label` what a screen reader says,
    `css` the classes that the page may restyle. These mean the same in every game:

    - `mark`: a letter or pattern for people who cannot tell the colors apart, shown when they ask for it;
    - `ground`, `block`: the floor, and the groups on it that a narrow window lays under each other; what is
      `wide` is left out there;
    - `held`: what of a subject is seen on each square it would cover, and `turns` what is seen turned then.

    A hidden shape named like a move (`display="none"`) is shown on the target while that move is meant.
    """

    tag: str
    attributes: dict[str, str | float]
    children: tuple[Shape, ...] = ()
    text: str = ""
    name: str = ""
    label: str = ""
    css: str = ""

    def svg(self) -> str:
        """The element as SVG text, everything escaped.

        >>> circle(5, 5, 2, fill="red", name="d5", label="d5 & more").svg()
        '<circle cx="5" cy="5" r="2" fill="red" data-name="d5" role="img" aria-label="d5 &amp; more"/>'
        """
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

    def svg(self) -> str:
        """The picture as an SVG document."""
        size = f"{_number(self.width)} {_number(self.height)}"
        words = f"<title>{_escape(self.title)}</title>"
        if self.description:
            words += f"<desc>{_escape(self.description)}</desc>"
        body = "".join(shape.svg() for shape in self.shapes)
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img">{words}{body}</svg>'

    def _repr_svg_(self) -> str:
        return self.svg()


def shape(
    tag: str, *, text: str = "", name: str = "", label: str = "", css: str = "", **attributes: str | float
) -> Shape:
    """Any SVG element; underscores in attribute names become hyphens.

    >>> shape("line", x1=0, y1=0, x2=9, y2=9, stroke_width=2).svg()
    '<line x1="0" y1="0" x2="9" y2="9" stroke-width="2"/>'
    """
    return Shape(tag, _hyphens(attributes), text=text, name=name, label=label, css=css)


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
    """A rectangle."""
    where: dict[str, str | float] = {"x": x, "y": y, "width": width, "height": height}
    return Shape("rect", where | _hyphens(more), name=name, label=label, css=css)


def circle(
    x: float, y: float, r: float, *, name: str = "", label: str = "", css: str = "", **more: str | float
) -> Shape:
    """A circle."""
    where: dict[str, str | float] = {"cx": x, "cy": y, "r": r}
    return Shape("circle", where | _hyphens(more), name=name, label=label, css=css)


def path(d: str, *, name: str = "", label: str = "", css: str = "", **more: str | float) -> Shape:
    """A path in SVG's path language."""
    return Shape("path", {"d": d, **_hyphens(more)}, name=name, label=label, css=css)


def words(x: float, y: float, text: str, size: float, *, css: str = "", **more: str | float) -> Shape:
    """A line of text, centered on x with its middle on y unless told otherwise."""
    look: dict[str, str | float] = {
        "x": x,
        "y": y,
        "font-size": size,
        "text-anchor": "middle",
        "dominant-baseline": "central",
        "font-family": "system-ui, sans-serif",
    }
    return Shape("text", look | _hyphens(more), text=text, css=css)


def group(children: Iterable[Shape], *, name: str = "", label: str = "", css: str = "", **more: str | float) -> Shape:
    """Several shapes as one."""
    return Shape("g", _hyphens(more), tuple(children), name=name, label=label, css=css)


def _hyphens(attributes: dict[str, str | float]) -> dict[str, str | float]:
    return {key.replace("_", "-"): value for key, value in attributes.items()}


@lru_cache(maxsize=1 << 14)
def _attribute(key: str, value: str | float) -> str:
    return "" if value == "" else f' {key}="{_escape(_number(value))}"'


def _number(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.3f}".rstrip("0").rstrip(".")


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
