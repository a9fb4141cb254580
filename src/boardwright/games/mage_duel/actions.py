"""A fixed numbering of all moves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain

from boardwright.core.actions import Actions, Limits
from boardwright.games.mage_duel.facts import LAYS, NO_TILE
from boardwright.games.mage_duel.fit_tables import FITTING, ROTATIONS
from boardwright.games.mage_duel.grid import CELLS, SIZE
from boardwright.games.mage_duel.movegen import LegalMoves
from boardwright.games.mage_duel.moves import CLAIM, SKIP, Move, places
from boardwright.games.mage_duel.observation import PLANES, encode
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition

_FIRST_JOKER = CELLS * LAYS
_SKIP = 2 * _FIRST_JOKER
_CLAIM = _SKIP + 1


@cache
def _actions() -> Actions[Move, MageDuelPosition]:
    moves: list[Move] = [*chain(*places(joker=False), *places(joker=True)), SKIP, CLAIM]
    return Actions(moves, planes=PLANES, cells=(SIZE, SIZE), encode=encode, find=_find, mask=_mask)


def actions(seats: int, options: MageDuelOptions) -> Actions[Move, MageDuelPosition]:
    """Deck placements, then joker placements, each by cell, tile and rotation; then skip and claim.

    >>> numbering = actions(2, MageDuelOptions())
    >>> numbering.size, str(numbering.move(0)), str(numbering.move(6144))
    (12290, 'CCCC@a1 r0', 'joker CCCC@a1 r0')
    """
    return _actions()


def limits(seats: int, options: MageDuelOptions) -> Limits:
    """Every placement fills a cell, and two skips in a row end the game. A draw is a tile or a slot of the border.

    >>> limits(2, MageDuelOptions())
    Limits(moves=130, outcomes=24)
    """
    return Limits(2 * CELLS + 2, NO_TILE)


def _find(position: MageDuelPosition, seat: int) -> list[int]:
    """The numbers of the legal moves, without making the moves."""
    legal = position.legal_moves(seat)
    assert isinstance(legal, LegalMoves)
    found: list[int] = []
    if legal.acts:
        framed = [(cell * LAYS, frame) for cell, frame in enumerate(legal.frames) if frame]
        if legal.top != NO_TILE:
            first, rotations = legal.top * 4, ROTATIONS[legal.top]
            found += [start + first + rotation for start, frame in framed for rotation in rotations[frame]]
        if legal.joker:
            found += [_FIRST_JOKER + start + lay for start, frame in framed for lay in FITTING[frame]]
        found.append(_SKIP)
    if legal.claims:
        found.append(_CLAIM)
    return found


def _mask(position: MageDuelPosition, seat: int) -> bytearray:
    """The legal moves as one byte each: every cell has a row of lays for the deck and one for a joker."""
    legal = position.legal_moves(seat)
    assert isinstance(legal, LegalMoves)
    placed = joker = [_NOTHING]
    if legal.acts:
        deck = _deck_rows(legal.top)
        placed = [deck[frame] for frame in legal.frames]
        if legal.joker:
            joker = [_JOKER_ROWS[frame] for frame in legal.frames]
    return bytearray().join((*placed, *joker, bytes((legal.acts, legal.claims))))


_NOTHING = bytes(_FIRST_JOKER)


@cache
def _deck_rows(tile: int) -> tuple[bytes, ...]:
    """By frame, which lays of that tile fit; none of NO_TILE does."""
    return tuple(_row(lay for lay in lays if lay >> 2 == tile) for lays in FITTING)


def _row(lays: Iterable[int]) -> bytes:
    row = bytearray(LAYS)
    for lay in lays:
        row[lay] = 1
    return bytes(row)


_JOKER_ROWS = tuple(map(_row, FITTING))
"""By frame, which lays fit."""
