"""A fixed numbering of all moves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from boardwright.core.search.numbering import Actions, Limits
from boardwright.games.mage_duel.facts import CELLS, LAYS, NO_TILE, SIZE
from boardwright.games.mage_duel.fit_tables import FITTING, FITTING_OF
from boardwright.games.mage_duel.moves import MageDuelMove
from boardwright.games.mage_duel.observation import PLANES, encode
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition


def actions(seats: int, options: MageDuelOptions) -> Actions[MageDuelMove, MageDuelPosition]:
    """Deck placements, then joker placements, each by cell, tile and rotation; then skip and claim.

    >>> numbering = actions(2, MageDuelOptions())
    >>> numbering.size, str(numbering.move(0)), str(numbering.move(6144))
    (12290, 'CCCC@a1 r0', 'joker CCCC@a1 r0')
    """
    return _ACTIONS


def limits(seats: int, options: MageDuelOptions) -> Limits:
    """Every placement fills a cell, and two skips in a row end the game. A draw is a tile or a slot of the border.

    >>> limits(2, MageDuelOptions())
    Limits(moves=130, outcomes=24)
    """
    return Limits(2 * CELLS + 2, NO_TILE)


_FIRST_JOKER = CELLS * LAYS
_NUMBERS = tuple(tuple(range(first, first + LAYS)) for first in range(0, 2 * _FIRST_JOKER + 1, LAYS))
"""A row for each cell from the deck, one for each with a joker, and one that begins with skip and claim."""


def _find(position: MageDuelPosition, seat: int) -> list[int]:
    """The numbers of the legal moves, without making the moves."""
    return position.legal(seat).listed(_NUMBERS)


def _mask(position: MageDuelPosition, seat: int) -> bytearray:
    """The legal moves as one byte each: every cell has a row of lays for the deck and one for a joker."""
    legal = position.legal(seat)
    frames = legal.board.frames if legal.acts else bytes(CELLS)
    deck = _deck_rows(legal.top)
    joker = [_JOKER_ROWS[frame] for frame in frames] if legal.joker else [_NOTHING]
    return bytearray().join((*[deck[frame] for frame in frames], *joker, bytes((legal.acts, legal.claims))))


_NOTHING = bytes(_FIRST_JOKER)


def _rows(by_frame: Iterable[Iterable[int]]) -> tuple[bytes, ...]:
    """By frame, a byte for each lay: 1 if it fits."""
    return tuple(bytes(map(set(lays).__contains__, range(LAYS))) for lays in by_frame)


_JOKER_ROWS = _rows(FITTING)


@cache
def _deck_rows(tile: int) -> tuple[bytes, ...]:
    return _rows(FITTING_OF[tile])


_ACTIONS = Actions(
    MageDuelPosition.moves.all(None), planes=PLANES, cells=(SIZE, SIZE), encode=encode, find=_find, mask=_mask
)
