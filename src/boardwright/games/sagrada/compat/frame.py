"""Coordinates and window frames."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from boardwright.games.sagrada.compat.die import Color, Die, Shade, die_from, read_die
from boardwright.games.sagrada.facts import CELLS, COLUMNS, EMPTY_FRAME, ROWS, Frame
from boardwright.games.sagrada.placement import Rule, with_die
from boardwright.games.sagrada.state import Window


class Coordinate(NamedTuple):
    """A row from 0 to 3 and a column from 0 to 4."""

    row: int
    column: int

    @property
    def cell(self) -> int:
        """The cell's number; ValueError outside of the frame."""
        if not (0 <= self.row < ROWS and 0 <= self.column < COLUMNS):
            raise ValueError(f"Row {self.row}, column {self.column} is outside: rows are 0 to 3, columns 0 to 4.")
        return self.row * COLUMNS + self.column


class WindowFrame(msgspec.Struct, frozen=True):
    """A pattern with dice on it.

    >>> frame = WindowFrame(Window("Plain", 3, "." * 20))
    >>> frame.die_at(Coordinate(0, 0)) is None
    True
    """

    pattern: Window
    dice: Frame = EMPTY_FRAME

    @property
    def name(self) -> str:
        """What the pattern is called."""
        return self.pattern.name

    def die_at(self, where: Coordinate) -> Die | None:
        """The die there, if there is one."""
        number = self.dice[where.cell]
        return die_from(number) if number else None

    def color_at(self, where: Coordinate) -> Color | None:
        """The color that the cell asks for."""
        return Color.find(self.pattern.cells[where.cell])

    def shade_at(self, where: Coordinate) -> Shade | None:
        """The shade that the cell asks for."""
        return Shade.labeled(self.pattern.cells[where.cell])

    def with_die(self, where: Coordinate, die: Die) -> WindowFrame:
        """The frame with a die on that cell."""
        return WindowFrame(self.pattern, with_die(self.dice, where.cell, die.number))

    def to_json(self) -> dict[str, Any]:
        """The frame as JSON, cell by cell."""
        cells = [self._cell(Coordinate(*divmod(cell, COLUMNS))) for cell in range(CELLS)]
        return {"name": self.pattern.name, "difficulty": self.pattern.difficulty, "coordinates": cells}

    def _cell(self, where: Coordinate) -> dict[str, Any]:
        die, color, shade = self.die_at(where), self.color_at(where), self.shade_at(where)
        return {
            "die": die.to_json() if die else None,
            "color_constraint": color.label if color else None,
            "shade_constraint": int(shade) if shade else None,
        }


def read_frame(data: Any) -> WindowFrame:
    """A frame from its JSON; ValueError for anything else."""
    try:
        cells = data["coordinates"]
        marks = "".join(_read_mark(cell["color_constraint"], cell["shade_constraint"]) for cell in cells)
        dice = tuple(read_die(cell["die"]).number if cell["die"] is not None else 0 for cell in cells)
        name, difficulty = str(data["name"]), int(data["difficulty"])
    except (KeyError, TypeError) as error:
        raise ValueError(f"A frame is written with name, difficulty and coordinates: {error!r}.") from None
    if len(cells) != CELLS:
        raise ValueError(f"A frame has 20 cells, not {len(cells)}.")
    return WindowFrame(Window(name, difficulty, marks), dice)


def _read_mark(color: object, shade: object) -> str:
    if color is None and shade is None:
        return "."
    found = Color.labeled(str(color)) if shade is None else None
    if found is not None:
        return found.value
    if color is None and shade in range(1, 7):
        return str(shade)
    raise ValueError(f"A cell asks for a color or a shade, not for {color!r} and {shade!r}.")


def can_be_placed(rule: Rule, die: Die | None, frame: WindowFrame | None, row: int, column: int) -> bool:
    """Whether a rule, however it is put together, lets a die onto a cell; ValueError outside or for nothing.

    >>> from boardwright.games.sagrada.placement import color_rule, placing_rule
    >>> plain = WindowFrame(Window("Plain", 3, "." * 20))
    >>> can_be_placed(color_rule(placing_rule()), Die(Color.RED, Shade.ONE, 0), plain, 1, 1)
    False
    """
    if not isinstance(die, Die) or not isinstance(frame, WindowFrame):
        raise ValueError("A die and a frame are needed.")
    return not rule(frame.dice, frame.pattern.cells, die.number, Coordinate(row, column).cell)
