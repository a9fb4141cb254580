"""How chance makes the border: for each side first its cities, then its roads, each on a slot still bare.

A border is a text of one letter per slot: M for a mountain, C for a city, R for a road.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.chance import Distribution
from boardwright.games.mage_duel.facts import LETTERS
from boardwright.games.mage_duel.grid import SIZE, SLOTS

MOUNTAINS = "M" * SLOTS


def is_complete(border: str, edges: tuple[int, int]) -> bool:
    """Whether every side has its cities and roads; a side never has more."""
    return SLOTS - border.count("M") == 4 * sum(edges)


def is_overfull(border: str, edges: tuple[int, int]) -> bool:
    """Whether a side has more cities or roads than it should have.

    >>> is_overfull("CC" + "M" * 30, (1, 1))
    True
    """
    return any(side.count("C") > edges[0] or side.count("R") > edges[1] for side in _sides(border))


def draws(border: str, edges: tuple[int, int]) -> Distribution:
    """The slots for the next city or road, as letter and slot number.

    >>> draws(MOUNTAINS, (1, 1)).outcomes
    ('C0', 'C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7')
    """
    number, side = next(
        (number, side) for number, side in enumerate(_sides(border)) if side.count("M") > SIZE - sum(edges)
    )
    letter = "C" if side.count("C") < edges[0] else "R"
    return Distribution.uniform(tuple(f"{letter}{number * SIZE + i}" for i, face in enumerate(side) if face == "M"))


def _sides(border: str) -> Iterator[str]:
    return (border[first : first + SIZE] for first in range(0, SLOTS, SIZE))


def with_slot(border: str, outcome: str) -> str:
    """The border after one of its draws.

    >>> with_slot("MMM", "R1")
    'MRM'
    """
    slot = int(outcome[1:])
    return border[:slot] + outcome[0] + border[slot + 1 :]


def read_border(letters: str) -> bytes:
    """The border as faces, one byte per slot.

    >>> read_border("MCR")
    b'\\x00\\x01\\x02'
    """
    return bytes(map(LETTERS.index, letters))
