"""Known numbers of move sequences."""

from __future__ import annotations

from boardwright.core.search.perft import Perft

_ONE = ("C7", "R3", "C11", "R9", "C23", "R21", "C26", "R24", "CCFF")
_TWO = ("C5", "R1", "C14", "R8", "C21", "R19", "C28", "R29", "CFCF")


def perfts() -> tuple[Perft, ...]:
    """The first moves of both sides on two borders, and all pairs of first moves with the draws between."""
    return (
        Perft(depth=1, count=2 * 209, after=_ONE),
        Perft(depth=1, count=2 * 265, after=_TWO),
        Perft(depth=3, count=1958, after=_ONE, options={"joker_number": 0}),
    )
