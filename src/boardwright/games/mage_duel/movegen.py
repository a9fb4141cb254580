"""What one seat may play, as a collection that is counted and searched without being listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias, TypeVar

import msgspec

from boardwright.core.gesture import Grouped
from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.fit_tables import COUNTS, FITTING, FITTING_OF, JOKER_COUNTS
from boardwright.games.mage_duel.grid import CELL_NAMES, CELLS
from boardwright.games.mage_duel.moves import CLAIM, SKIP, Claim, MageDuelMove, Place, Skip, places
from boardwright.games.mage_duel.refusals import unplaceable

T = TypeVar("T")
Rows: TypeAlias = Sequence[Sequence[T]]
"""An entry for every move: a row of lays for each cell from the deck and for each with a joker, then skip and claim."""


class LegalMoves(msgspec.Struct, Grouped, frozen=True):
    """Placements of the top tile, then joker placements (both cell by cell), then skip, then claim.

    `joker` is whether the seat has one, `acts` whether it may place and skip, `claims` whether it may claim the end.
    """

    board: Board
    top: int
    joker: bool
    acts: bool
    claims: bool

    def __len__(self) -> int:
        if not self.acts:
            return int(self.claims)
        frames = self.board.frames
        jokers = sum(frames.translate(JOKER_COUNTS)) if self.joker else 0
        return sum(frames.translate(COUNTS[self.top])) + jokers + 1 + self.claims

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Place):
            return self.acts and unplaceable(move, self.board, self.top, self.joker) is None
        return (self.acts and isinstance(move, Skip)) or (self.claims and isinstance(move, Claim))

    def __iter__(self) -> Iterator[MageDuelMove]:
        return iter(self.listed(_moves()))

    def listed(self, rows: Rows[T]) -> list[T]:
        """Return the entries of these moves, in their order."""
        found: list[T] = []
        skip, claim, *_ = rows[-1]
        if self.acts:
            found = _fitting(self.board.frames, FITTING_OF[self.top], rows)
            if self.joker:
                found += _fitting(self.board.frames, FITTING, rows[CELLS:])
            found.append(skip)
        if self.claims:
            found.append(claim)
        return found

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the cells."""
        return CELL_NAMES

    def groups(self) -> Iterator[tuple[MageDuelMove, list[int]]]:
        """A group for each lay of the top tile and of a joker, and one for each button."""
        found: dict[MageDuelMove, list[int]] = {}
        for move, cells in self.listed(_grouped()):
            found.setdefault(move, []).extend(cells)
        return iter(found.items())


def placements(frames: bytes, tile: int) -> list[Place]:
    """Every way to lay that tile from the deck."""
    return _fitting(frames, FITTING_OF[tile], places(joker=False))


def _fitting(frames: bytes, lays: Sequence[Sequence[int]], rows: Rows[T]) -> list[T]:
    return [row[lay] for row, frame in zip(rows, frames, strict=False) if frame for lay in lays[frame]]


@cache
def _moves() -> Rows[MageDuelMove]:
    return (*places(joker=False), *places(joker=True), (SKIP, CLAIM))


@cache
def _grouped() -> Rows[tuple[MageDuelMove, tuple[int, ...]]]:
    """For each move the one that stands for its group, and its cell."""
    lays = (places(joker)[0] for joker in (False, True))
    rows = ([(move, (cell,)) for move in row] for row in lays for cell in range(CELLS))
    return (*rows, ((SKIP, ()), (CLAIM, ())))
