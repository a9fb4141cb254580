"""Known numbers of move sequences, from the start and from the middle of a game."""

from __future__ import annotations

from boardwright.core.perft import Perft

_DUO = (
    "Z4@4,3", "W5@9,7 r90", "F5@5,0 r180", "V5@6,10 r270", "P5@1,1 r270f", "Z4@12,8 f", "N5@1,5 r180", "Z5@6,6 r90f",
    "O4@7,3", "Y5@10,3 r90f",
)  # fmt: skip

_CLASSIC = (
    "I4@0,0", "L4@0,18 r270f", "I2@18,19", "W5@17,0 r270", "W5@3,0 r90", "I5@3,14 r90", "P5@15,17 r90",
    "I4@16,3 r90", "Y5@2,3 r270", "P5@4,12 r180f", "N5@11,16 f", "V3@17,7 r270", "Z4@5,3", "L5@5,15 r180f",
    "V3@15,14 r90", "L5@12,1 r270f", "P5@4,6", "Z4@2,10 r90", "Z5@8,14 r90f", "F5@9,2 r90f", "X5@6,1", "I3@7,19",
    "W5@14,11 r90", "I1@11,0", "L5@0,4", "Y5@6,8 r270", "L5@15,9 r90", "Z4@9,5 r90", "I3@5,9 r90", "V3@0,9 r180",
    "Y5@6,12 r180f", "N5@12,6 r90f", "I2@9,1", "T5@8,9 r180", "T5@10,13 r90", "I5@19,2 r90", "L4@7,6 r180",
    "I2@1,12 r90", "L4@10,18 r270f", "T4@14,10",
)  # fmt: skip


def perfts() -> tuple[Perft, ...]:
    """From the start of every variant, and from the middle of two games."""
    return (
        *(
            Perft(depth=depth, count=count, seats=seats, options={"variant": variant})
            for variant, seats in (("classic", 4), ("classic2", 2), ("classic3", 3), ("opposite", 2), ("neighbors", 3))
            for depth, count in ((1, 58), (2, 3_364))
        ),
        Perft(depth=1, count=414, seats=2, options={"variant": "duo"}),
        Perft(depth=2, count=171_396, seats=2, options={"variant": "duo"}),
        Perft(depth=2, count=60_947, seats=2, options={"variant": "duo"}, after=_DUO),
        Perft(depth=2, count=526, seats=4, after=_CLASSIC),
    )
