"""Zones with words of their own for terminals: numbered dice, windows in letters, cards in lines."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from boardwright.core.ansi import paint
from boardwright.core.layout import Field, Items, Symbol, Zone
from boardwright.core.layout.frame import Letters
from boardwright.games.sagrada.facts import COLORS, COLUMNS, LETTERS, ROWS
from boardwright.games.sagrada.rulebook import Card

_LINE = 80


class Written(Zone, frozen=True):
    """A zone as data, with words of its own for terminals."""

    data: Items | Field
    write: Callable[[bool], str]

    def shown(self) -> Items | Field:
        """Return the data."""
        return self.data

    def text(self, *, color: bool = False) -> str:
        """Return the words."""
        return self.write(color)


def window_text(cells: Iterable[Symbol], color: bool) -> str:
    """Return a window in letters."""
    return _in_rows(paint(cell.letter, *cell.styles, color=color) for cell in cells)


def frame_text(letters: Letters) -> str:
    """Return a window in the letters of its panes."""
    return _in_rows(line for (line,) in letters.values())


def _in_rows(letters: Iterable[str]) -> str:
    """A window with the numbers of its rows and columns."""
    panes = iter(letters)
    head = "    " + " ".join(f" {column + 1}  " for column in range(COLUMNS)).rstrip()
    rows = [f"{row + 1} | {' '.join(islice(panes, COLUMNS))}" for row in range(ROWS)]
    return "\n".join([head, *rows])


def die_text(text: str, color: bool) -> str:
    """Return a die as a letter and a digit."""
    return paint(text, COLORS[LETTERS.index(text[0])], "bold", color=color)


def dice_text(dice: Iterable[str], numbers: Iterator[int], color: bool) -> str:
    """Return dice with their numbers."""
    return "  ".join(f"{next(numbers)}:{die_text(text, color)}" for text in dice) or "empty"


def card_lines(kind: str, card: Card, note: str = "") -> list[str]:
    """Return a card as lines of text."""
    head = f"{kind:<9}{card.name}" + (f" ({note})" if note else "") + f": {card.description}"
    return textwrap.wrap(head, _LINE, subsequent_indent=" " * 9)
