"""Who plays whom: seats turned from pairing to pairing, with the same dice for every order of the same players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from math import ceil, log2

import msgspec

from boardwright.arena.pairing import Pairing, Result
from boardwright.arena.standings import points_of
from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament before it begins. `games` is how many pairings each group of players that meets has."""

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
            raise BadOptions("A bot is named twice; give the second other options, such as `mcts:iterations=401`.")
        if len(self.bots) < 2:
            raise BadOptions("A tournament needs two bots at least.")
        if self.swiss and self.seats != 2:
            raise BadOptions("Swiss pairs two players; without --swiss any number of seats can meet.")

    @property
    def rounds(self) -> int:
        """How many rounds there are: one in which all groups meet, or as many as Swiss needs to find a winner."""
        return ceil(log2(len(self.bots))) + 1 if self.swiss else 1

    def round(self, number: int, results: Sequence[Result]) -> list[Pairing]:
        """The pairings of a round, given the results of those before."""
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
        """Every group of bots that fills a table; with too few bots the last takes the seats left over.

        >>> plan = Plan(game="deblockle", bots=("a", "b"), games=3)
        >>> [pairing.bots for pairing in plan.round(0, [])]
        [('a', 'b'), ('b', 'a'), ('a', 'b')]
        >>> [pairing.seed for pairing in plan.round(0, [])]
        ['arena/0/0/0', 'arena/0/0/0', 'arena/0/0/1']
        """
        filled = self.bots + (self.bots[-1],) * (self.seats - len(self.bots))
        return list(combinations(filled, self.seats))

    def _pairs(self, number: int, results: Sequence[Result]) -> list[tuple[str, str]]:
        """Bots with like points, best first, who have not met if possible. With an odd number the last one rests."""
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
    """The pairings in lists of at most `size`, which travel to another process together.

    >>> plan = Plan(game="deblockle", bots=("a", "b"), games=5)
    >>> [len(batch) for batch in batches(plan.round(0, []), 2)]
    [2, 2, 1]
    """
    source = iter(pairings)
    while batch := list(islice(source, size)):
        yield batch
