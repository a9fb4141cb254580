"""Who plays whom: every bot meets every other in every order of seats, with the same dice for each order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count, islice

from boardwright.arena.bout import Bout
from boardwright.core.canonical import JSON


def round_robin(
    game: str,
    bots: tuple[str, ...],
    games: int,
    *,
    seats: int = 2,
    seed: str = "arena",
    options: dict[str, JSON] | None = None,
    max_moves: int = 0,
    keep: bool = False,
) -> Iterator[Bout]:
    """`games` bouts for each group of `seats` bots, seats turned from bout to bout, seeds shared by a full turn.

    With fewer bots than seats the last bot takes the seats left over.

    >>> [bout.bots for bout in round_robin("deblockle", ("a", "b"), 3)]
    [('a', 'b'), ('b', 'a'), ('a', 'b')]
    >>> [bout.seed for bout in round_robin("deblockle", ("a", "b"), 3)]
    ['arena/0/0', 'arena/0/0', 'arena/0/1']
    """
    filled = bots + (bots[-1],) * (seats - len(bots))
    numbers = count()
    for table, group in enumerate(combinations(range(len(filled)), seats)):
        for turn in range(games):
            order = [filled[group[(seat + turn) % seats]] for seat in range(seats)]
            yield Bout(
                number=next(numbers),
                game=game,
                bots=tuple(order),
                seed=f"{seed}/{table}/{turn // seats}",
                options=options or {},
                max_moves=max_moves,
                keep=keep,
            )


def batches(bouts: Iterator[Bout], size: int) -> Iterator[list[Bout]]:
    """The bouts in lists of at most `size`, which travel to another process together.

    >>> [len(batch) for batch in batches(round_robin("deblockle", ("a", "b"), 5), 2)]
    [2, 2, 1]
    """
    while batch := list(islice(bouts, size)):
        yield batch
