"""How chance makes the border: side by side, first its cities, then its roads, each on a slot still bare."""

from __future__ import annotations

from boardwright.core.chance import Distribution
from boardwright.games.mage_duel.facts import CITY, LETTERS, OPEN, ROAD
from boardwright.games.mage_duel.grid import SIZE, SLOTS


def is_complete(border: bytes, edges: tuple[int, int]) -> bool:
    """Whether every side has its cities and roads."""
    return SLOTS - border.count(OPEN) == 4 * sum(edges)


def draws(border: bytes, edges: tuple[int, int]) -> Distribution:
    """The slots the next city or road may come to, as letter and slot number.

    >>> draws(bytes(32), (1, 1)).outcomes
    ('C0', 'C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7')
    """
    for first in range(0, SLOTS, SIZE):
        side = border[first : first + SIZE]
        if side.count(CITY) + side.count(ROAD) < sum(edges):
            letter = LETTERS[CITY if side.count(CITY) < edges[0] else ROAD]
            bare = tuple(f"{letter}{first + place}" for place, face in enumerate(side) if face == OPEN)
            return Distribution.uniform(bare)
    raise LookupError("The border is complete.")


def with_slot(border: bytes, outcome: str) -> bytes:
    """The border after one of its draws."""
    slot = int(outcome[1:])
    return border[:slot] + bytes((LETTERS.index(outcome[0]),)) + border[slot + 1 :]


def read_border(letters: str) -> bytes:
    """
    >>> read_border("MCR")
    b'\\x00\\x01\\x02'
    """
    return bytes(map(LETTERS.index, letters))


def border_text(border: bytes) -> str:
    """The border as one letter a slot: M, C or R."""
    return "".join(LETTERS[face] for face in border)
