"""Symbols: what values look like, drawn once for each value and known by the hash of the drawing."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from functools import cached_property
from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec

from boardwright.core.drawing.picture import Shape

Box: TypeAlias = tuple[float, float, float, float]
"""Left edge, top edge, width and height, in the units of the drawing."""
_ACTIVE = re.compile(
    r'<(?:script|foreignObject|style|animate\w*|set)\b|\son\w+="|href="(?!#|/assets/)[^"]*|="[^"]*url\((?!#)',
    re.IGNORECASE,
)
"""Markup that runs, or loads anything but files of games; texts in shapes are escaped and do not look like it."""


class Art:
    """A drawing that is sent once: in messages its `key` stands for it."""

    @cached_property
    def key(self) -> str:
        """The hash of the drawing."""
        return urlsafe_b64encode(blake2b(self.json, digest_size=6).digest()).decode()

    @cached_property
    def json(self) -> bytes:
        """The drawing as JSON."""
        return msgspec.json.encode(self.data())

    def data(self) -> Any:
        """Return the drawing itself, as it is sent."""
        raise NotImplementedError


class Symbol(Art):
    """A drawing of a value: shapes in a box, its words for speech, and the letter that stands for it in a terminal.

    The letter has those styles (`core/drawing/ansi.py`).
    A pure function under `part` makes it, so that equal values give the same object. It only draws: ValueError if there
    is a script in it, or a reference to another place than a file of the package.

    >>> from boardwright.core.drawing.picture import circle
    >>> dot = Symbol([circle(5, 5, 4)], (0, 0, 10, 10), words="a dot", letter="o")
    >>> dot.data()
    SymbolData(box=(0, 0, 10, 10), svg='<circle cx="5" cy="5" r="4"/>', words='a dot')
    >>> dot.key == Symbol([circle(5, 5, 4)], (0, 0, 10, 10), words="a dot").key
    True
    """

    def __init__(
        self, shapes: Iterable[Shape], box: Box, *, words: str = "", letter: str = "", styles: tuple[str, ...] = ()
    ) -> None:
        self.shapes = tuple(shapes)
        self.svg = svg_text(self.shapes)
        self.box = box
        self.words = words
        self.letter = letter
        self.styles = styles

    def data(self) -> SymbolData:
        return SymbolData(self.box, self.svg, self.words)

    def __repr__(self) -> str:
        return f"<Symbol {self.words!r}>"


class Drawing:
    """Shapes that are sent as they are, for what only one position shows."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        self.shapes = tuple(shapes)

    @cached_property
    def key(self) -> str:
        """The shapes as SVG text."""
        return svg_text(self.shapes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Drawing) and (self.shapes is other.shapes or self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)


class SymbolData(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="symbol"):
    """A symbol as it is sent: its box, its shapes as SVG text, and its words."""

    box: Box
    svg: str
    words: str = ""


def svg_text(shapes: Iterable[Shape]) -> str:
    """Return shapes as SVG text, one after the other; ValueError if they do more than draw."""
    text = "".join([shape.svg() for shape in shapes])
    if found := _ACTIVE.search(text):
        raise ValueError(
            f"A drawing cannot have {found[0].strip()!r} in it: it has shapes, and images by their `asset`."
        )
    return text
