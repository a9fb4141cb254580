"""Known numbers of move sequences from the standard set-ups."""

from __future__ import annotations

from typing import Final

from boardwright.core.perft import Perft

_ROWS: Final = (
    ("standard", 1, "", (2, 4, 12, 56, 198, 865)),
    ("standard", 1, "pass", (1, 1, 3, 16, 48, 237)),
    ("standard", 2, "", (6, 33, 183, 1110, 6120, 32498)),
    ("standard", 2, "pass", (5, 23, 102, 534, 2503, 10044)),
    ("contract", 1, "", (2, 4, 12, 56, 198, 865)),
    ("contract", 2, "", (6, 43, 272, 2114, 14919, 110132)),
    ("contract", 2, "pass", (5, 33, 168, 1239, 7684, 52146)),
)
"""Variant, cubes a side, the move that is left out, and the counts of sequences of 1, 2, 3 ... actions."""


def perfts() -> tuple[Perft, ...]:
    """Figures for the variants whose set-up is fixed."""
    return tuple(
        Perft(depth=depth, count=count, options={"variant": variant, "cubes": cubes}, without=without)
        for variant, cubes, without, counts in _ROWS
        for depth, count in enumerate(counts, start=1)
    )
