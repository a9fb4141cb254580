"""A fixed numbering of all moves and a view as numbers, for programs that learn."""

from __future__ import annotations

from array import array
from functools import cache
from itertools import chain

from boardwright.core.actions import Actions
from boardwright.games.mage_duel.border import read_border
from boardwright.games.mage_duel.facts import CITY, FACES, FIELD, NO_TILE, RED, ROAD
from boardwright.games.mage_duel.grid import CELLS, RIM, SIZE
from boardwright.games.mage_duel.moves import CLAIM, SKIP, Move, places
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.view import MageDuelView

_FACES = (CITY, ROAD, FIELD)
_LAID, _OWNER, _LEAD, _OPEN, _BORDER, _EVEN = 0, 12, 14, 18, 22, 30
_CONSTANTS = 2 * NO_TILE + 6
PLANES = _EVEN + _CONSTANTS
"""12 what each edge shows, 2 owner, 4 lead in the edge's structure, 4 whether that is open, 8 border; then, the
same on every cell: 24 top tile, 24 deck, jokers, scores, whose turn, last skip."""


@cache
def _actions() -> Actions[Move, MageDuelView]:
    moves: list[Move] = [*chain(*places(joker=False), *places(joker=True)), SKIP, CLAIM]
    return Actions(moves, shape=(PLANES, SIZE, SIZE), encode=encode)


def actions(seats: int, options: MageDuelOptions) -> Actions[Move, MageDuelView]:
    """Deck placements, then joker placements, each by cell, tile and rotation; then skip and claim.

    >>> numbering = actions(2, MageDuelOptions())
    >>> numbering.size, str(numbering.move(0)), str(numbering.move(6144))
    (12290, 'CCCC@a1 r0', 'joker CCCC@a1 r0')
    """
    return _actions()


def encode(view: MageDuelView) -> array[float]:
    """Planes of 8x8, rows from the top, from the viewer's side; a spectator sees the side to move."""
    seat = view.seat if view.seat is not None else (*view.actors, 0)[0]
    planes = array("f", bytes(4 * PLANES * CELLS))
    for cell, tile, rotation, side in view.cells:
        for edge, face in enumerate(FACES[tile * 4 + rotation]):
            planes[_index(_LAID + edge * 3 + _FACES.index(face), cell)] = 1
        planes[_index(_OWNER + (side != seat), cell)] = 1
    for each in view.structures:
        lead = _clip((each.blue - each.red) / 16) * (-1 if seat == RED else 1)
        for node in each.nodes:
            planes[_index(_LEAD + node % 4, node // 4)] = lead
            planes[_index(_OPEN + node % 4, node // 4)] = 0 if each.contested else 1
    border = read_border(view.border)
    for cell in range(CELLS):
        for edge, slot in RIM[cell]:
            if border[slot]:
                planes[_index(_BORDER + edge * 2 + border[slot] - 1, cell)] = 1
    for plane, value in enumerate(_constants(view, seat), _EVEN):
        if value:
            planes[plane * CELLS : (plane + 1) * CELLS] = array("f", [value]) * CELLS
    return planes


def _index(plane: int, cell: int) -> int:
    return plane * CELLS + cell % SIZE * SIZE + cell // SIZE


def _constants(view: MageDuelView, seat: int) -> list[float]:
    own, other = sum(view.scores[seat]), sum(view.scores[1 - seat])
    return [
        *(float(tile == view.top) for tile in range(NO_TILE)),
        *(_clip(count / 9) for count in view.deck),
        _clip(view.jokers[seat] / 14),
        _clip(view.jokers[1 - seat] / 14),
        _clip((own - other) / 64),
        _clip((own + other) / 256),
        float(seat in view.actors),
        float(view.last_skipped),
    ]


def _clip(value: float) -> float:
    return max(-1.0, min(1.0, value))
