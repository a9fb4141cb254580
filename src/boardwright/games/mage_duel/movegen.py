"""What one seat may play, as a collection that is counted and searched without being listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from boardwright.core.gesture import Grouped
from boardwright.games.mage_duel.facts import NO_TILE
from boardwright.games.mage_duel.fit_tables import COUNTS, FITTING, JOKER_COUNTS, ROTATIONS, fits
from boardwright.games.mage_duel.grid import CELL_NAMES, SIZE
from boardwright.games.mage_duel.moves import CLAIM, SKIP, Claim, Move, Place, Skip, places


class LegalMoves(msgspec.Struct, Grouped, frozen=True):
    """Placements of the top tile, then joker placements (both cell by cell), then skip, then claim.

    `joker` is whether the seat has one, `acts` whether it may place and skip, `claims` whether it may claim the end.
    """

    frames: bytes
    top: int
    joker: bool
    acts: bool
    claims: bool

    def __len__(self) -> int:
        if not self.acts:
            return int(self.claims)
        jokers = sum(self.frames.translate(JOKER_COUNTS)) if self.joker else 0
        return sum(self.frames.translate(COUNTS[self.top])) + jokers + 1 + self.claims

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Place):
            if not self.acts or not (self.joker if move.joker else move.tile == self.top):
                return False
            tile, rotation, col, row = move.tile, move.rotation, move.col, move.row
            if not (0 <= tile < NO_TILE and 0 <= rotation < 4 and 0 <= col < SIZE and 0 <= row < SIZE):
                return False
            return fits(tile * 4 + rotation, self.frames[col * SIZE + row])
        return (self.acts and isinstance(move, Skip)) or (self.claims and isinstance(move, Claim))

    def __iter__(self) -> Iterator[Move]:
        if self.acts:
            yield from placements(self.frames, self.top)
            if self.joker:
                yield from _joker_placements(self.frames)
            yield SKIP
        if self.claims:
            yield CLAIM

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the cells."""
        return CELL_NAMES

    def groups(self) -> Iterator[tuple[Move, list[int]]]:
        """A group for each lay of the top tile and of a joker, and one for each button."""
        if self.acts:
            first, cells = self.top * 4, [(cell, frame) for cell, frame in enumerate(self.frames) if frame]
            if self.top != NO_TILE:
                rotations = ROTATIONS[self.top]
                yield from _by_lay((first + turn, cell) for cell, frame in cells for turn in rotations[frame])
            if self.joker:
                yield from _by_lay(((lay, cell) for cell, frame in cells for lay in FITTING[frame]), joker=True)
            yield SKIP, []
        if self.claims:
            yield CLAIM, []


def _by_lay(places_of: Iterable[tuple[int, int]], *, joker: bool = False) -> Iterator[tuple[Move, list[int]]]:
    found: dict[int, list[int]] = {}
    for lay, cell in places_of:
        found.setdefault(lay, []).append(cell)
    return ((places(joker)[0][lay], cells) for lay, cells in found.items())


def placements(frames: bytes, tile: int) -> list[Place]:
    """Every way to lay that tile from the deck."""
    if tile == NO_TILE:
        return []
    rotations, moves, first = ROTATIONS[tile], places(joker=False), tile * 4
    return [
        moves[cell][first + rotation] for cell, frame in enumerate(frames) if frame for rotation in rotations[frame]
    ]


def _joker_placements(frames: bytes) -> Iterator[Place]:
    return (row[lay] for row, frame in zip(places(joker=True), frames, strict=True) for lay in FITTING[frame])
