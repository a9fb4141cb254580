"""Known numbers of move sequences."""

from __future__ import annotations

from boardwright.api import Perft


def perfts() -> tuple[Perft, ...]:
    """Up to six discs fit into any column, a seventh does not."""
    return Perft(depth=4, count=7**4), Perft(after=("d6", "d5", "d4", "d3", "d2", "d1"), depth=2, count=6**2)
