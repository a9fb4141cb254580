"""Known numbers of command sequences, from the first turn of two games."""

from __future__ import annotations

from boardwright.core.search.perft import Perft

_TWO = (
    "23", "24", "Virtus", "Gravitas", "Comitas", "Batllo", "Industria", "Via Lux", "Firmitas", "Firelight",
    "window 1", "window 1", "13", "14", "15", "1", "4", "12", "R1", "G4", "Y5", "B2", "G6",
)  # fmt: skip
_ALONE = (
    "25", "26", "Virtus", "Gravitas", "Comitas", "Batllo",
    "window 2", "16", "17", "2", "9", "7", "R1", "G4", "Y5", "B2",
)  # fmt: skip


def perfts() -> tuple[Perft, ...]:
    """Return those from the first turn of a game for two, and of a game alone."""
    return (
        *(Perft(seats=2, after=_TWO, depth=depth, count=count) for depth, count in enumerate((8, 70, 300, 1240), 1)),
        *(Perft(seats=1, after=_ALONE, depth=depth, count=count) for depth, count in enumerate((6, 44, 156, 1437), 1)),
    )
