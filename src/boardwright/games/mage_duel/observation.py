"""A position as planes of numbers."""

from __future__ import annotations

from array import array
from functools import lru_cache

from boardwright.core.actions import Plane
from boardwright.games.mage_duel.board_planes import SQUARES
from boardwright.games.mage_duel.border import read_border
from boardwright.games.mage_duel.facts import NO_TILE, TILES
from boardwright.games.mage_duel.grid import CELLS, RIM
from boardwright.games.mage_duel.position import MageDuelPosition

_EDGES = ("top", "right", "bottom", "left")

PLANES = (
    *(Plane(f"{edge} edge", f"what the {edge} edge of the tile shows: city, road or field", 3) for edge in _EDGES),
    Plane("own tiles", "tiles that this side laid"),
    Plane("other tiles", "tiles that the other side laid"),
    *(Plane(f"{edge} lead", f"own lead in points in the structure at the {edge} edge, over 16") for edge in _EDGES),
    *(Plane(f"{edge} open", f"1 if the structure at the {edge} edge is not settled yet") for edge in _EDGES),
    *(Plane(f"{edge} border", f"a city or a road on the border at the {edge} edge", 2) for edge in _EDGES),
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


_NINTHS = tuple((array("f", [min(1.0, count / 9)]) * CELLS).tobytes() for count in range(65))
"""By number of tiles, a plane of the deck."""


def encode(position: MageDuelPosition, seat: int | None) -> array[float]:
    """The planes of a position from that side; a spectator sees the side to move."""
    side = seat if seat is not None else (*position.actors, 0)[0]
    deck, jokers, scores = bytes(position.deck), position.jokers, position.board.scores
    own, other = sum(scores[side]), sum(scores[1 - side])
    blocks = (
        *position.planes.blocks(side, is_over=position.is_over),
        _bordered(position.border),
        _top(position.top),
        *[_NINTHS[deck.count(tile)] for tile in range(NO_TILE)],
        _filled(min(1.0, jokers[side] / 14)),
        _filled(min(1.0, jokers[1 - side] / 14)),
        _filled(max(-1.0, min(1.0, (own - other) / 64))),
        _filled(min(1.0, (own + other) / 256)),
        _filled(float(side in position.actors)),
        _filled(float(position.last_skipped)),
    )
    return array("f", b"".join(blocks))


@lru_cache(maxsize=1024)
def _bordered(border: str) -> bytes:
    """The planes of the border."""
    numbers = array("f", bytes(4 * CELLS * 8))
    faces = read_border(border)
    for cell in range(CELLS):
        for edge, slot in RIM[cell]:
            if faces[slot]:
                numbers[(edge * 2 + faces[slot] - 1) * CELLS + SQUARES[cell]] = 1.0
    return numbers.tobytes()


@lru_cache
def _top(tile: int) -> bytes:
    """The planes of the tile on top of the deck."""
    return b"".join(_filled(float(each == tile)) for each in range(NO_TILE))


@lru_cache(maxsize=1024)
def _filled(value: float) -> bytes:
    return (array("f", [value]) * CELLS).tobytes()
