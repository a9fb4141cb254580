"""Frames: what never changes about a board, sent once: where its places are, and what is drawn below them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import msgspec

from boardwright.core.drawing.ansi import plain
from boardwright.core.drawing.picture import Shape
from boardwright.core.drawing.symbol import Art, Box, svg_text

Letters: TypeAlias = Mapping[str, tuple[str, ...]]
"""The lines that stand for what is on a place, by its name; a place without any is free."""


class Spot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on a board: its name, where its symbols have their origin, its outline and its words.

    `outline` is a path around the origin, as a number among those of the frame. Without a name it cannot be pressed.
    """

    name: str
    x: float
    y: float
    outline: int = 0
    words: str = ""


class FrameData(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="frame"):
    """A frame as it is sent."""

    box: Box
    ground: str
    spots: tuple[Spot, ...]
    outlines: tuple[str, ...]
    flips: bool = False
    far: tuple[int, ...] = ()
    is_plain: bool = False


class Frame(Art):
    """The fixed part of a board, made once for all matches.

    `flips` says that the board can be seen from the other side, which the seats in `far` do from the start.
    What is said of the places of a plain one is for screen readers only: everybody else sees it at once.
    `write` makes a text for terminals of the letters of the places, each as lines of equal length.

    >>> frame = grid_frame("ab", "12", 10)
    >>> frame.names, frame.box, frame.spots[3]
    (('a1', 'b1', 'a2', 'b2'), (0.0, 0.0, 20.0, 20.0), Spot(name='b2', x=10, y=10, outline=0, words=''))
    >>> print(frame.write({"a1": ("X",), "b2": ("O",)}))
      a b
    1 X .
    2 . O
    """

    def __init__(
        self,
        spots: Iterable[Spot],
        outlines: Iterable[str],
        box: Box,
        write: Callable[[Letters], str],
        *,
        ground: Iterable[Shape] = (),
        flips: bool = False,
        far: tuple[int, ...] = (),
        is_plain: bool = False,
    ) -> None:
        self.spots, self.outlines, self.box = tuple(spots), tuple(outlines), box
        self.write = write
        self.ground = tuple(ground)
        self.flips, self.far, self.is_plain = flips, far, is_plain
        self.names = tuple(spot.name for spot in self.spots)
        self.named = tuple(dict.fromkeys(name for name in self.names if name))

    def data(self) -> FrameData:
        return FrameData(
            self.box, svg_text(self.ground), self.spots, self.outlines, self.flips, self.far, self.is_plain
        )

    def __repr__(self) -> str:
        return f"<Frame of {len(self.spots)} places>"

    def labels(self) -> list[str]:
        """Return the words of every place."""
        return [spot.words or spot.name for spot in self.spots]


def grid_frame(
    columns: Iterable[str],
    rows: Iterable[str],
    unit: float,
    *,
    rim: float = 0,
    name: str = "{column}{row}",
    words: Mapping[str, str] | None = None,
    ground: Iterable[Shape] = (),
    flips: bool = False,
    far: tuple[int, ...] = (),
    inset: float = 0,
    radius: float = 0,
    is_plain: bool = False,
    write: Callable[[Letters], str] | None = None,
) -> Frame:
    """Return a frame of squares in rows, in reading order; symbols have their origin in the upper left corner.

    `rim` is the room around the squares, `inset` and `radius` the gap and the corners of their outlines. `words` are
    said of squares that are called otherwise than by their names.
    """
    across, down = list(columns), list(rows)
    places = [[name.format(column=column, row=row) for column in across] for row in down]
    spots = [
        Spot(called, x * unit, y * unit, 0, (words or {}).get(called, ""))
        for y, row in enumerate(places)
        for x, called in enumerate(row)
    ]
    outline = _rounded(inset, unit - 2 * inset, radius)
    box = (0.0 - rim, 0.0 - rim, len(across) * unit + 2.0 * rim, len(down) * unit + 2.0 * rim)
    text = write or (lambda letters: grid_text(letters, across, down, places))
    return Frame(spots, (outline,), box, text, ground=ground, flips=flips, far=far, is_plain=is_plain)


def grid_text(letters: Letters, columns: list[str], rows: list[str], places: list[list[str]]) -> str:
    """Return letters in rows, with the names of columns and rows; they fill as many lines as the largest does.

    >>> print(grid_text({"a1": ("+--", "|  "), "b1": ("--+", "  |")}, ["a", "b"], ["1"], [["a1", "b1"]]))
       a   b
      +-- --+
    1 |     |
    """
    known = next(iter(letters.values()), (".",))
    wide, high = max(len(plain(line)) for line in known), len(known)
    wide = max(wide, *(len(column) for column in columns))
    free = ("." + " " * (wide - 1) if high > 1 else ".".rjust(wide), *(" " * wide,) * (high - 1))
    side = max(len(row) for row in rows)
    found = [" " * (side + 1) + " ".join(column.center(wide) for column in columns)]
    for row, called in zip(rows, places, strict=True):
        cells = [letters.get(place, free) for place in called]
        for number in range(high):
            label = row if number == high // 2 else ""
            line = " ".join(" " * (wide - len(plain(cell[number]))) + cell[number] for cell in cells)
            found.append(f"{label:>{side}} {line}".rstrip())
    return "\n".join(line.rstrip() for line in found)


def _rounded(at: float, side: float, radius: float) -> str:
    if not radius:
        return f"M{at:g} {at:g}h{side:g}v{side:g}h{-side:g}z"
    straight, bend = side - 2 * radius, f"a{radius:g} {radius:g} 0 0 1"
    return (
        f"M{at + radius:g} {at:g}h{straight:g}{bend} {radius:g} {radius:g}v{straight:g}{bend} {-radius:g} {radius:g}"
        f"h{-straight:g}{bend} {-radius:g} {-radius:g}v{-straight:g}{bend} {radius:g} {-radius:g}z"
    )
