"""Coordinates and window frames."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from boardwright.core.card_data import JsonObject, read
from boardwright.core.tuples import replace_at
from boardwright.games.sagrada.compat.die import Color, Die, Shade, die_from, read_die
from boardwright.games.sagrada.facts import CELLS, COLORS, COLUMNS, EMPTY_FRAME, Frame, Rule, cell_at
from boardwright.games.sagrada.state import Window


class _Cell(JsonObject, frozen=True):
    die: Any
    color_constraint: str | None
    shade_constraint: Annotated[int, Meta(ge=1, le=6)] | None

    @property
    def mark(self) -> str:
        """The character of the cell in a pattern."""
        color, shade = self.color_constraint, self.shade_constraint
        if color not in (None, *COLORS) or (color is not None and shade is not None):
            raise ValueError(f"cell: a cell asks for a color or a shade, not for {color!r} and {shade!r}.")
        return color[0].upper() if color is not None else "." if shade is None else str(shade)


class _Frame(JsonObject, frozen=True):
    name: str
    difficulty: int
    coordinates: Annotated[list[_Cell], Meta(min_length=CELLS, max_length=CELLS)]


class Coordinate(NamedTuple):
    """A row from 0 to 3 and a column from 0 to 4."""

    row: int
    column: int

    @property
    def cell(self) -> int:
        """The number of the cell; raises ValueError outside the frame."""
        cell = cell_at(self.row, self.column)
        if cell is None:
            raise ValueError(f"Row {self.row}, column {self.column} is outside: rows are 0 to 3, columns 0 to 4.")
        return cell


class WindowFrame(msgspec.Struct, frozen=True):
    """A pattern with dice on it.

    >>> frame = WindowFrame(Window("Plain", 3, "." * 20)).with_die(Coordinate(0, 0), Die(Color.RED, Shade.SIX, 0))
    >>> str(frame.move(Coordinate(0, 0), Coordinate(3, 4)).die_at(Coordinate(3, 4)))
    'R6'
    >>> frame.die_at(Coordinate(9, 9)) is None
    True
    """

    pattern: Window
    dice: Frame = EMPTY_FRAME

    @property
    def name(self) -> str:
        """The name of the pattern."""
        return self.pattern.name

    def die_at(self, where: Coordinate) -> Die | None:
        """Return the die on a cell, None for an empty cell and outside the frame."""
        cell = cell_at(*where)
        return die_from(self.dice[cell]) if cell is not None and self.dice[cell] else None

    def color_at(self, where: Coordinate) -> Color | None:
        """Return the color that a cell asks for, None outside the frame."""
        cell = cell_at(*where)
        return None if cell is None else Color.find(self.pattern.cells[cell])

    def shade_at(self, where: Coordinate) -> Shade | None:
        """Return the shade that a cell asks for, None outside the frame."""
        cell = cell_at(*where)
        return None if cell is None else Shade.labeled(self.pattern.cells[cell])

    def with_die(self, where: Coordinate, die: Die) -> WindowFrame:
        """Return the frame with a die on a free cell; raises ValueError if the cell is occupied or outside."""
        if self.dice[where.cell]:
            raise ValueError(f"Row {where.row}, column {where.column} is occupied by {self.die_at(where)}.")
        return WindowFrame(self.pattern, replace_at(self.dice, where.cell, die.number))

    def move(self, start: Coordinate, target: Coordinate) -> WindowFrame:
        """Return the frame with a die moved to a free cell; raises ValueError if there is no die to move."""
        number = self.dice[start.cell]
        if not number:
            raise ValueError(f"There is no die at row {start.row}, column {start.column}.")
        if self.dice[target.cell]:
            raise ValueError(f"Row {target.row}, column {target.column} is occupied by {self.die_at(target)}.")
        return WindowFrame(self.pattern, replace_at(replace_at(self.dice, start.cell, 0), target.cell, number))

    def to_json(self) -> dict[str, Any]:
        """Return the frame as JSON, cell by cell."""
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
    """Read a frame from its JSON; raises ValueError for anything else."""
    frame = read(data, _Frame, "window_frame")
    cells = frame.coordinates
    dice = tuple(0 if cell.die is None else read_die(cell.die).number for cell in cells)
    return WindowFrame(Window(frame.name, frame.difficulty, "".join(cell.mark for cell in cells)), dice)


def can_be_placed(rule: Rule, die: Die | None, frame: WindowFrame | None, row: int, column: int) -> bool:
    """Return True if a rule, in any composition, lets a die onto a cell; raises ValueError outside the frame.

    >>> from boardwright.games.sagrada.facts import color_rule, placing_rule
    >>> plain = WindowFrame(Window("Plain", 3, "." * 20))
    >>> can_be_placed(color_rule(placing_rule()), Die(Color.RED, Shade.ONE, 0), plain, 1, 1)
    False
    """
    if not isinstance(die, Die) or not isinstance(frame, WindowFrame):
        raise ValueError(f"A die and a frame are needed, not {die!r} and {frame!r}.")
    return not rule(frame.dice, frame.pattern.cells, die.number, Coordinate(row, column).cell)
