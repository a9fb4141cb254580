"""Tournament schedules: who plays whom, with rotated seats and shared seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from math import ceil, log2

import msgspec

from boardwright.arena.pairing import Pairing, Result
from boardwright.arena.ranking import points_of
from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament before it starts. `games` is the number of games of each group of bots that meets."""

    game: str
    bots: tuple[str, ...]
    games: int
    seats: int = 2
    seed: str = "arena"
    options: dict[str, JSON] = {}
    max_moves: int = 0
    swiss: bool = False
    keep: bool = False

    def __post_init__(self) -> None:
        if len(set(self.bots)) != len(self.bots):
            raise BadOptions("A bot is named twice; give one of them other options, such as `mcts:iterations=401`.")
        if len(self.bots) < 2:
            raise BadOptions("A tournament needs at least two bots.")
        if self.swiss and self.seats != 2:
            raise BadOptions("A Swiss tournament is for two seats; leave out --swiss for more.")

    @property
    def rounds(self) -> int:
        """The number of rounds: one round-robin, or as many as a Swiss tournament needs to find a winner."""
        return ceil(log2(len(self.bots))) + 1 if self.swiss else 1

    def round(self, number: int, results: Sequence[Result]) -> list[Pairing]:
        """The pairings of a round, given the results of the rounds before."""
        groups = self._pairs(number, results) if self.swiss else self._groups()
        pairings: list[Pairing] = []
        first = len(results)
        for table, group in enumerate(groups):
            for turn in range(self.games):
                order = tuple(group[(seat + turn) % self.seats] for seat in range(self.seats))
                seed = f"{self.seed}/{number}/{table}/{turn // self.seats}"
                pairings.append(self._pairing(first + len(pairings), order, seed))
        return pairings

    def _pairing(self, number: int, order: tuple[str, ...], seed: str) -> Pairing:
        return Pairing(
            number=number,
            game=self.game,
            bots=order,
            seed=seed,
            options=self.options,
            max_moves=self.max_moves,
            keep=self.keep,
        )

    def _groups(self) -> list[tuple[str, ...]]:
        """Every combination of bots that fills the seats; with too few bots the last one fills the rest.

        >>> schedule = Schedule(game="deblockle", bots=("a", "b"), games=3)
        >>> [pairing.bots for pairing in schedule.round(0, [])]
        [('a', 'b'), ('b', 'a'), ('a', 'b')]
        >>> [pairing.seed for pairing in schedule.round(0, [])]
        ['arena/0/0/0', 'arena/0/0/0', 'arena/0/0/1']
        """
        filled = self.bots + (self.bots[-1],) * (self.seats - len(self.bots))
        return list(combinations(filled, self.seats))

    def _pairs(self, number: int, results: Sequence[Result]) -> list[tuple[str, str]]:
        """Pairs bots with similar points that have not met, best first. With an odd number the last one has a bye."""
        points = dict.fromkeys(self.bots, 0.0)
        met = Counter(frozenset(result.pairing.bots) for result in results)
        for result in results:
            for name, gained in zip(result.pairing.bots, points_of(result), strict=True):
                points[name] += gained
        waiting = sorted(self.bots, key=lambda name: (-points[name], self.bots.index(name)))
        pairs = []
        while len(waiting) > 1:
            one = waiting.pop(0)
            other = min(waiting, key=lambda name: (met[frozenset((one, name))], waiting.index(name)))
            waiting.remove(other)
            pairs.append((one, other))
        return pairs


def batches(pairings: Iterable[Pairing], size: int) -> Iterator[list[Pairing]]:
    """Splits the pairings into lists of at most `size`, the units of work for other processes.

    >>> schedule = Schedule(game="deblockle", bots=("a", "b"), games=5)
    >>> [len(batch) for batch in batches(schedule.round(0, []), 2)]
    [2, 2, 1]
    """
    source = iter(pairings)
    while batch := list(islice(source, size)):
        yield batch
