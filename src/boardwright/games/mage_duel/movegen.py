"""What one seat may play, as a collection that is counted and searched without being listed."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from boardwright.games.mage_duel.facts import NO_TILE
from boardwright.games.mage_duel.fit_tables import COUNTS, FITTING, JOKER_COUNTS, ROTATIONS, fits
from boardwright.games.mage_duel.grid import SIZE
from boardwright.games.mage_duel.moves import CLAIM, SKIP, Claim, Move, Place, Skip, places


class LegalMoves(Collection[Move]):
    """Placements of the top tile, then joker placements (both cell by cell), then skip, then claim."""

    __slots__ = ("_acts", "_claims", "_frames", "_joker", "_top")

    def __init__(self, frames: bytes, top: int, *, joker: bool, acts: bool, claims: bool) -> None:
        self._frames = frames
        self._top = top
        self._joker = joker
        self._acts = acts
        self._claims = claims

    def __len__(self) -> int:
        if not self._acts:
            return int(self._claims)
        jokers = sum(self._frames.translate(JOKER_COUNTS)) if self._joker else 0
        return sum(self._frames.translate(COUNTS[self._top])) + jokers + 1 + self._claims

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Place):
            if not self._acts or not (self._joker if move.joker else move.tile == self._top):
                return False
            tile, rotation, col, row = move.tile, move.rotation, move.col, move.row
            if not (0 <= tile < NO_TILE and 0 <= rotation < 4 and 0 <= col < SIZE and 0 <= row < SIZE):
                return False
            return fits(tile * 4 + rotation, self._frames[col * SIZE + row])
        return (self._acts and isinstance(move, Skip)) or (self._claims and isinstance(move, Claim))

    def __iter__(self) -> Iterator[Move]:
        if self._acts:
            yield from placements(self._frames, self._top)
            if self._joker:
                yield from _joker_placements(self._frames)
            yield SKIP
        if self._claims:
            yield CLAIM


def placements(frames: bytes, tile: int) -> list[Place]:
    """Every way to lay that tile from the deck."""
    if tile == NO_TILE:
        return []
    rotations, moves, first = ROTATIONS[tile], places(joker=False), tile * 4
    return [
        moves[cell][first + rotation] for cell, frame in enumerate(frames) if frame for rotation in rotations[frame]
    ]


def _joker_placements(frames: bytes) -> Iterator[Place]:
    moves = places(joker=True)
    for cell, frame in enumerate(frames):
        if frame:
            row = moves[cell]
            for lay in FITTING[frame]:
                yield row[lay]
