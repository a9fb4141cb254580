"""A fixed numbering of all moves, and a position as planes of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache, lru_cache

from boardwright.core.search.numbering import Actions, Limits, Plane, even_plane
from boardwright.games.mage_duel import facts
from boardwright.games.mage_duel.board import SQUARES, read_border
from boardwright.games.mage_duel.facts import CELLS, EDGE_NAMES, FITTING, FITTING_OF, LAYS, NO_TILE, SIZE, TILES
from boardwright.games.mage_duel.moves import MageDuelMove
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition

PLANES = (
    *(Plane(f"{edge} edge", f"what the {edge} edge of the tile shows: city, road or field", 3) for edge in EDGE_NAMES),
    Plane("own tiles", "tiles that this side laid"),
    Plane("other tiles", "tiles that the other side laid"),
    *(Plane(f"{edge} lead", f"own lead in points in the structure at the {edge} edge, over 16") for edge in EDGE_NAMES),
    *(Plane(f"{edge} open", f"1 if the structure at the {edge} edge is not settled yet") for edge in EDGE_NAMES),
    *(Plane(f"{edge} border", f"a city or a road on the border at the {edge} edge", 2) for edge in EDGE_NAMES),
    Plane("top tile", f"everywhere 1 in the plane of the tile on top of the deck: {', '.join(TILES)}", NO_TILE),
    Plane("deck", "everywhere how many tiles of each type are left, over 9", NO_TILE),
    Plane("own jokers", "everywhere, over 14"),
    Plane("other jokers", "everywhere, over 14"),
    Plane("lead", "everywhere the own points minus the other side's, over 64"),
    Plane("points", "everywhere the points of both sides together, over 256"),
    Plane("to act", "1 everywhere if this side may act"),
    Plane("skipped", "1 everywhere if the last move was a skip"),
)
"""8x8, row by row from the top."""
_NINTHS = tuple(even_plane(min(1.0, count / 9), CELLS) for count in range(65))
"""By number of tiles, a plane of the deck."""


def encode(position: MageDuelPosition, seat: int | None) -> array[float]:
    """Return the planes of a position from that side; a spectator sees the side to move."""
    side = seat if seat is not None else (*position.actors, 0)[0]
    deck, jokers, scores = bytes(position.deck), position.jokers, position.board.scores
    own, other = sum(scores[side]), sum(scores[1 - side])
    blocks = (
        *position.planes.blocks(side, is_over=position.is_over),
        _bordered(position.border),
        _top(position.top),
        *[_NINTHS[deck.count(tile)] for tile in range(NO_TILE)],
        even_plane(min(1.0, jokers[side] / 14), CELLS),
        even_plane(min(1.0, jokers[1 - side] / 14), CELLS),
        even_plane(max(-1.0, min(1.0, (own - other) / 64)), CELLS),
        even_plane(min(1.0, (own + other) / 256), CELLS),
        even_plane(float(side in position.actors), CELLS),
        even_plane(float(position.last_skipped), CELLS),
    )
    return array("f", b"".join(blocks))


@lru_cache(maxsize=1024)
def _bordered(border: str) -> bytes:
    """Return the planes of the border."""
    numbers = array("f", bytes(4 * CELLS * 8))
    faces = read_border(border)
    for slot, (cell, edge) in facts.SLOT_EDGES.items():
        if faces[slot]:
            numbers[(edge * 2 + faces[slot] - 1) * CELLS + SQUARES[cell]] = 1.0
    return numbers.tobytes()


@lru_cache
def _top(tile: int) -> bytes:
    """Return the planes of the tile on top of the deck."""
    return b"".join(even_plane(float(each == tile), CELLS) for each in range(NO_TILE))


def actions(seats: int, options: MageDuelOptions) -> Actions[MageDuelMove, MageDuelPosition]:
    """Return deck placements, then joker placements, each by cell, tile and rotation; then skip and claim.

    >>> numbering = actions(2, MageDuelOptions())
    >>> numbering.size, str(numbering.move(0)), str(numbering.move(6144))
    (12290, 'CCCC@a1 r0', 'joker CCCC@a1 r0')
    """
    return _ACTIONS


def limits(seats: int, options: MageDuelOptions) -> Limits:
    """Return the limits: a placement fills a cell, two skips in a row end the game; a draw is a tile or a slot.

    >>> limits(2, MageDuelOptions())
    Limits(moves=130, outcomes=24)
    """
    return Limits(2 * CELLS + 2, NO_TILE)


_FIRST_JOKER = CELLS * LAYS
_NUMBERS = tuple(tuple(range(first, first + LAYS)) for first in range(0, 2 * _FIRST_JOKER + 1, LAYS))
"""A row for each cell from the deck, one for each with a joker, and one that begins with skip and claim."""


def _find(position: MageDuelPosition, seat: int) -> list[int]:
    """Return the numbers of the legal moves, without making the moves."""
    return position.legal(seat).listed(_NUMBERS)


def _mask(position: MageDuelPosition, seat: int) -> bytearray:
    """Return the legal moves as one byte each: every cell has a row of lays for the deck and one for a joker."""
    legal = position.legal(seat)
    frames = legal.board.frames if legal.acts else bytes(CELLS)
    deck = _deck_rows(legal.top)
    joker = [_JOKER_ROWS[frame] for frame in frames] if legal.joker else [_NOTHING]
    return bytearray().join((*[deck[frame] for frame in frames], *joker, bytes((legal.acts, legal.claims))))


_NOTHING = bytes(_FIRST_JOKER)


def _rows(by_frame: Iterable[Iterable[int]]) -> tuple[bytes, ...]:
    """Return by frame, a byte for each lay: 1 if it fits."""
    return tuple(bytes(map(set(lays).__contains__, range(LAYS))) for lays in by_frame)


_JOKER_ROWS = _rows(FITTING)


@cache
def _deck_rows(tile: int) -> tuple[bytes, ...]:
    return _rows(FITTING_OF[tile])


_ACTIONS = Actions(
    MageDuelPosition.moves.all(None), planes=PLANES, cells=(SIZE, SIZE), encode=encode, find=_find, mask=_mask
)
