"""A duel in the letters of a terminal: five characters by three a cell, roads as lines, cities as shaded blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from boardwright.core.layout.frame import Letters
from boardwright.games.mage_duel.border import read_border
from boardwright.games.mage_duel.facts import CITY, FACES
from boardwright.games.mage_duel.grid import CELL_NAMES, SIZE, slot
from boardwright.games.mage_duel.view import StructureView

_BLOCK = "▒"
_UPRIGHT, _SIDEWAYS = ("^^^", _BLOCK * 3, " │ ", "   "), ("^", _BLOCK, "─", " ")
"""Face -> what it looks like above or below a cell, and beside one."""
_MARGIN = "      "
_FREE = ("·    ", "     ", "     ")
_WIDTH = 80
_JOINT = "\N{NO-BREAK SPACE}"


def tile_letters(lay: int, mark: str = " ", *, boxed: bool = False) -> str:
    """A tile as three lines of five characters, with a mark in the middle.

    >>> print("\\n".join(line.rstrip() for line in tile_letters(5 * 4, "B").split("\\n")))  # CCRR
    ·▒▒▒▒
    ──B▒▒
      │
    """
    top, right, bottom, left = FACES[lay]
    corners = ((left, top, "·"), (top, right, " "), (right, bottom, " "), (bottom, left, " "))
    nw, ne, se, sw = (_BLOCK if one == other == CITY else plain for one, other, plain in corners)
    west, east = _SIDEWAYS[left], _SIDEWAYS[right]
    middle = f"{west}[{mark}]{east}" if boxed else f"{west}{west}{mark}{east}{east}"
    return f"{nw}{_UPRIGHT[top]}{ne}\n{middle}\n{sw}{_UPRIGHT[bottom]}{se}"


def board_text(border: str, letters: Letters) -> str:
    """The cells between the faces of the border."""
    return "\n".join(line.rstrip() for line in _lines(read_border(border), letters))


def _lines(border: bytes, letters: Letters) -> Iterator[str]:
    columns = _MARGIN + "".join(f"  {letter}  " for letter in "abcdefgh")
    yield columns
    yield _MARGIN + "".join(f" {_UPRIGHT[border[slot(col, 0, 0)]]} " for col in range(SIZE))
    for row in range(SIZE):
        cells = [letters.get(CELL_NAMES[col * SIZE + row], _FREE) for col in range(SIZE)]
        first, second, third = map("".join, zip(*cells, strict=True))
        left, right = (_SIDEWAYS[border[slot(col, row, edge)]] * 2 for col, edge in ((0, 3), (SIZE - 1, 1)))
        yield _MARGIN + first
        yield f"  {row + 1} {left}{second}{right} {row + 1}"
        yield _MARGIN + third
    yield _MARGIN + "".join(f" {_UPRIGHT[border[slot(col, SIZE - 1, 2)]]} " for col in range(SIZE))
    yield columns


def structures_text(structures: Iterable[StructureView]) -> Iterator[str]:
    """The cities and roads that are still open, those with most points first."""
    known = [each for each in structures if not each.contested]
    for kind, plural in (("city", "cities"), ("road", "roads")):
        found = sorted((each for each in known if each.kind == kind), key=lambda each: -each.blue - each.red)
        if found:
            line = f"Open {plural}, Blue:Red (open edges): " + ", ".join(map(_structure, found))
            yield from (row.replace(_JOINT, " ") for row in wrap(line, _WIDTH, subsequent_indent="  "))


def _structure(each: StructureView) -> str:
    return f"{CELL_NAMES[each.nodes[0] // 4]}{_JOINT}{each.blue}:{each.red}{_JOINT}({each.open})"
