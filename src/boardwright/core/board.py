"""A declared board: enough for a picture, a text and an array when a game draws none of its own.

Squares are named by a column letter and a row number, `a1` at the top left. Anything else (a card in the
hand, a pass) is a button, named by the text of its move.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from textwrap import wrap

import msgspec

from boardwright.core.ansi import paint
from boardwright.core.picture import Picture, Shape, circle, group, rect, words

COLORS = ("#2f6db3", "#c8452f", "#2e8b57", "#d19a12", "#7a4fb5", "#4a4f57")
_PAINTS = ("blue", "red", "green", "yellow", "purple", "gray")
_CELL, _EDGE, _LINE, _LETTER = 60, 26, 24, 8


class Token(msgspec.Struct, frozen=True):
    """What stands on a square: a letter or two, and whose it is (None: nobody's)."""

    letter: str
    seat: int | None = None
    label: str = ""


class Count(msgspec.Struct, frozen=True):
    """A number that the viewer may see: points, a die, cards left; `most` is the highest it can be."""

    label: str
    value: int
    most: int


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """What a view looks like: a grid (or none), counts, buttons, and lines said below.

    Learning programs see the grid and the counts, so their number is the same throughout a game.

    >>> board = Board(title="Tic-tac-toe", columns=3, rows=2, tokens={"b1": Token("X", 0)})
    >>> print(board.text())
        a  b  c
     1  .  X  .
     2  .  .  .
    """

    title: str
    columns: int = 0
    rows: int = 0
    tokens: dict[str, Token] = {}
    counts: tuple[Count, ...] = ()
    buttons: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()

    def squares(self) -> Iterator[str]:
        """The names of all squares, row by row.

        >>> list(Board(title="", columns=2, rows=2).squares())
        ['a1', 'b1', 'a2', 'b2']
        """
        for row in range(self.rows):
            for column in range(self.columns):
                yield square(column, row)

    def text(self, *, color: bool = False) -> str:
        """The board for a terminal."""
        rows = []
        if self.columns:
            rows.append("   " + "".join(f"{chr(97 + column):>3}" for column in range(self.columns)).rstrip())
        for row in range(self.rows):
            cells = "".join(self._cell(square(column, row), color) for column in range(self.columns))
            rows.append(f"{row + 1:>2} {cells}")
        if self.buttons:
            rows.append("Also: " + ", ".join(self.buttons))
        return "\n".join([*rows, *self._below()])

    def _below(self) -> list[str]:
        counts = ", ".join(f"{count.label} {count.value}" for count in self.counts)
        return [counts, *self.lines] if counts else list(self.lines)

    def _cell(self, name: str, color: bool) -> str:
        token = self.tokens.get(name)
        if token is None:
            return "  ."
        styles = () if token.seat is None else (_PAINTS[token.seat % len(_PAINTS)], "bold")
        return paint(f"{token.letter:>3}", *styles, color=color)

    def picture(self) -> Picture:
        """The board as shapes: squares, tokens, buttons, lines."""
        width = max(_EDGE * 2 + self.columns * _CELL, 360)
        top = _EDGE * 2 + self.rows * _CELL if self.columns else _EDGE
        shapes = [rect(0, 0, width, top, rx=14, fill="#efe7d6", css="ground")] if self.columns else []
        shapes += [self._square(column, row) for row in range(self.rows) for column in range(self.columns)]
        shapes += self._edges()
        top += 12
        for number, name in enumerate(self.buttons):
            shapes.append(_button(name, 8 + number % 3 * 118, top + number // 3 * 42))
        top += (len(self.buttons) + 2) // 3 * 42
        below = [part for line in self._below() for part in wrap(line, int(width / _LETTER))]
        for number, line in enumerate(below):
            shapes.append(words(12, top + number * _LINE + 12, line, 15, text_anchor="start", fill="#808894"))
        return Picture(width, top + len(below) * _LINE + 8, tuple(shapes), self.title, self.text())

    def _square(self, column: int, row: int) -> Shape:
        name = square(column, row)
        x, y = _EDGE + column * _CELL, _EDGE + row * _CELL
        shade = "#fbf6ea" if (column + row) % 2 else "#f3ead6"
        token = self.tokens.get(name)
        shapes = [rect(x + 1, y + 1, _CELL - 2, _CELL - 2, rx=6, fill=shade, stroke="#d5c8aa")]
        label = f"{name}, empty"
        if token is not None:
            color = COLORS[-1 if token.seat is None else token.seat % len(COLORS)]
            shapes.append(circle(x + _CELL / 2, y + _CELL / 2, _CELL * 0.38, fill=color, stroke="#ffffff"))
            shapes.append(words(x + _CELL / 2, y + _CELL / 2, token.letter, _CELL * 0.36, fill="#ffffff"))
            label = f"{name}, {token.label or token.letter}"
        return group(shapes, name=name, label=label)

    def _edges(self) -> list[Shape]:
        across = [
            words(_EDGE + (column + 0.5) * _CELL, _EDGE / 2, chr(97 + column), 13, fill="#6f6550")
            for column in range(self.columns)
        ]
        down = [
            words(_EDGE / 2, _EDGE + (row + 0.5) * _CELL, f"{row + 1}", 13, fill="#6f6550") for row in range(self.rows)
        ]
        return across + down

    def array(self, seat: int | None) -> array[float]:
        """Three numbers a square (a token of this seat, of another seat, which letter or number), one a count.

        >>> board = Board(title="", columns=1, rows=1, tokens={"a1": Token("8", 1)}, counts=(Count("die", 3, 6),))
        >>> list(board.array(seat=1))
        [1.0, 0.0, 0.25, 0.5]
        """
        numbers = array("f", bytes(12 * self.columns * self.rows))
        for index, name in enumerate(self.squares()):
            token = self.tokens.get(name)
            if token is not None:
                numbers[index * 3] = float(token.seat is not None and token.seat == seat)
                numbers[index * 3 + 1] = float(token.seat is not None and token.seat != seat)
                numbers[index * 3 + 2] = _weight(token.letter)
        numbers.extend(count.value / max(1, count.most) for count in self.counts)
        return numbers


def _weight(letter: str) -> float:
    return min(int(letter), 32) / 32 if letter.isdecimal() else ord(letter[0]) % 32 / 32


def square(column: int, row: int) -> str:
    """The name of a square, counted from 0 at the top left.

    >>> square(0, 0), square(2, 4)
    ('a1', 'c5')
    """
    return f"{chr(97 + column)}{row + 1}"


def _button(name: str, x: float, y: float) -> Shape:
    shapes = (
        rect(x, y, 110, 34, rx=8, fill="#24557f"),
        words(x + 55, y + 17, name, min(15, 170 / len(name)), fill="#ffffff"),
    )
    return group(shapes, name=name, label=name)
