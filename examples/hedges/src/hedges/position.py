"""The rules: two walkers, and hedges that must leave both a way."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import Annotated, Self

from boardwright.api import (
    BoardZone,
    Cell,
    Cells,
    Corner,
    Move,
    Open,
    Outcome,
    Position,
    SquareBoard,
    Supply,
    Turn,
    Zone,
    move,
    pawn,
    replace_at,
    require,
    wall,
)

HEDGES, BOARD = 10, SquareBoard(9, 9)
GOALS = (BOARD.row(0), BOARD.row(-1))


class HedgesPosition(Position[Move, Open], frozen=True):
    """Where the players are, the hedges by the crossings in their middle, and how many are left."""

    pawns: tuple[str, str] = ("e9", "e1")
    hedges: Cells[int] = Cells()
    left: tuple[int, int] = (HEDGES, HEDGES)
    to_move: int = 0
    seats = 2
    board = BOARD

    @move("{cell}")
    def walk(self, cell: Cell) -> Self:
        """Walk to {cell}."""
        own, other = self.pawns[self.to_move], self.pawns[1 - self.to_move]
        steps = self.near(own) | (self.near(other) if other in self.near(own) else set())
        require(cell in steps - {own, other}, "too_far", "You cannot walk to {cell} in one step.")
        return self.replace(pawns=replace_at(self.pawns, self.to_move, cell), to_move=1 - self.to_move)

    @move("hedge {corner} {turn}")
    def plant(self, corner: Corner, turn: Annotated[int, Turn("hv", ("lying", "standing"))]) -> Self:
        """Plant a {turn} hedge at {corner}."""
        require(self.left[self.to_move], "none_left", "You have no hedges left.")
        require(corner not in self.hedges, "crosses", "There is a hedge at {corner}.")
        edges = self.edges_of(corner, turn)
        require(not self.closed.intersection(edges), "overlaps", "A hedge at {corner} would overlap another.")
        for seat, way in enumerate(self.ways):
            if any(BOARD.edge(*step) in edges for step in pairwise(way)):
                open_way = BOARD.path(self.pawns[seat], GOALS[seat], blocked=self.closed.union(edges))
                require(open_way, "no_way", "A hedge at {corner} would leave a player no way.", self.pawns[seat])
        left = replace_at(self.left, self.to_move, self.left[self.to_move] - 1)
        return self.replace(hedges=self.hedges.put(corner, turn), left=left, to_move=1 - self.to_move)

    def edges_of(self, corner: str, turn: int) -> tuple[str, str]:
        """The edges that a hedge closes."""
        nw, ne, sw, se = BOARD.around(corner)
        edge = BOARD.edge
        return (edge(nw, ne), edge(sw, se)) if turn else (edge(nw, sw), edge(ne, se))

    @cached_property
    def closed(self) -> frozenset[str]:
        """The edges that no player can cross."""
        return frozenset(edge for corner in self.hedges for edge in self.edges_of(corner, self.hedges[corner]))

    @cached_property
    def ways(self) -> tuple[tuple[str, ...], ...]:
        """The shortest way of each player."""
        return tuple(BOARD.path(self.pawns[seat], GOALS[seat], blocked=self.closed) for seat in (0, 1))

    def near(self, cell: str) -> set[str]:
        """The neighbors of a square without a hedge between."""
        return {each for each in BOARD.neighbors(cell) if BOARD.edge(cell, each) not in self.closed}

    def outcome(self) -> Outcome | None:
        """Whoever arrives wins."""
        arrived = tuple(int(self.pawns[seat] in GOALS[seat]) for seat in (0, 1))
        return Outcome.highest(arrived, "arrived") if any(arrived) else None

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        """The garden, and the hedges that are left."""
        pieces = {corner: wall(turn) for corner, turn in self.hedges.at.items()}
        pieces |= {cell: pawn(owner) for owner, cell in enumerate(self.pawns)}
        tints = {cell: owner for owner in (0, 1) for cell in GOALS[owner]}
        garden = BoardZone(board=BOARD, pieces=pieces, press=("cells", "corners"), tints=tints)
        yours, theirs = self.left[seat or 0], self.left[1 - (seat or 0)]
        hedges = (("hedge", wall(0), yours, HEDGES), ("theirs", wall(0), theirs, HEDGES))
        return garden, Supply(title="Hedges: yours and theirs", pieces=hedges)
