"""Islands: a game for tests of the page, with a map that grows, a harbor beside it, and a row for each player."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Self

from boardwright.api import (
    Cell,
    Cells,
    Field,
    Frame,
    Game,
    Move,
    OneOf,
    Open,
    Options,
    Outcome,
    Position,
    Role,
    Row,
    SquareBoard,
    Symbol,
    Zone,
    disc,
    grid_frame,
    move,
    part,
    rect,
    require,
)

BERTHS = tuple(f"{pier}{number}" for number in "12" for pier in ("north", "south", "west"))
COLORS = ("#2f6db5", "#c8452f")
UNIT = 40


class IslandsPosition(Position[Move, Open], frozen=True):
    """The villages and the ships, each with its owner."""

    villages: Cells[int] = Cells({"e5": 0})
    ships: tuple[tuple[str, int], ...] = ()
    to_move: int = 1
    seats = 2
    board = SquareBoard(9, 9)

    @move("{cell}")
    def settle(self, cell: Cell) -> Self:
        """Settle on {cell}."""
        require(cell not in self.villages, "taken", "{cell} is taken.")
        near = set(self.board.neighbors(cell))
        require(not near.isdisjoint(self.villages), "far", "{cell} is not beside a village.")
        return self.replace(villages=self.villages.put(cell, self.to_move), to_move=1 - self.to_move)

    @move("{berth}")
    def dock(self, berth: Annotated[str, OneOf(BERTHS, is_drawn=True)]) -> Self:
        """Dock at {berth}."""
        require(berth not in dict(self.ships), "taken", "There is a ship.")
        return self.replace(ships=(*self.ships, (berth, self.to_move)), to_move=1 - self.to_move)

    def outcome(self) -> Outcome | None:
        """A full map is a draw."""
        return Outcome((0, 0), (), "map_full") if len(self.villages) == len(self.board.cells) else None

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        """The map as far as it is known, the harbor, and the ships of each player."""
        known = [self.board.at(cell) for cell in self.villages]
        edges = [(max(0, min(line) - 1), min(8, max(line) + 1)) for line in zip(*known, strict=True)]
        (left, right), (top, bottom) = edges
        sea = field("Map", map_frame(left, top, right, bottom), dict(self.villages.at))
        harbor = field("Harbor", harbor_frame(), dict(self.ships))
        fleets = [
            Row(
                title=f"Player {owner + 1}",
                pieces=tuple(disc(owner) for _, other in self.ships if other == owner),
                slots=len(BERTHS),
                role=Role.RIVAL,
                seat=owner,
            )
            for owner in range(2)
        ]
        return sea, harbor, *fleets


def field(title: str, frame: Frame, owners: dict[str, int]) -> Field:
    cells = tuple(stone(owners[name]) if name in owners else None for name in frame.names)
    return Field(role=Role.BOARD, title=title, frame=frame, cells=cells)


@part
def stone(owner: int) -> Symbol:
    shape = rect(6, 6, UNIT - 12, UNIT - 12, fill=COLORS[owner], rx=8)
    return Symbol([shape], (0, 0, UNIT, UNIT), letter="ox"[owner], words=f"player {owner + 1}")


@lru_cache
def map_frame(left: int, top: int, right: int, bottom: int) -> Frame:
    columns, rows = "abcdefghi"[left : right + 1], "123456789"[top : bottom + 1]
    return grid_frame(columns, rows, UNIT, ground=ground(len(columns), len(rows)))


@lru_cache
def harbor_frame() -> Frame:
    return grid_frame(("north", "south", "west"), "12", UNIT, ground=ground(3, 2))


def ground(wide: int, high: int) -> list[Any]:
    squares = [(x * UNIT, y * UNIT) for y in range(high) for x in range(wide)]
    return [rect(x + 1, y + 1, UNIT - 2, UNIT - 2, fill="#cfe3ee", css="lay-cell") for x, y in squares]


class Islands(Game[IslandsPosition, Options]):
    """The game object."""

    name = "islands"
    title = "Islands"
    summary = "Settle on a map that grows."
    seats = range(2, 3)


GAME = Islands()
