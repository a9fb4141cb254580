"""A bot that searches: Monte Carlo tree search over what its seat may know."""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from math import inf
from multiprocessing import get_context
from time import monotonic
from typing import Any

from boardwright.bots.bot import Bot, Candidate, check_temperature
from boardwright.bots.evaluation.compiled import CompiledSearch, compiled
from boardwright.bots.evaluation.sampling import SECONDS
from boardwright.bots.tree import Tree
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game as find_game
from boardwright.core.rules.position import AnyPosition, applied

_GLANCE = 200
"""Iterations of a glance."""


class MctsBot(Bot):
    """Tree search with a budget of iterations or of seconds.

    With hidden information every iteration resamples the position (determinization). Between moves the relevant subtree
    is reused; with hidden information only within one turn, and its visits count towards the budget. With `jobs`
    several processes search independently and their visit counts are added (root parallelization).

    A game that has a compiled kernel is searched by it where kernels are used: the same search, with other random
    numbers. With a `temperature` the bot plays other moves that it looked at too, which makes a weaker opponent.
    """

    def __init__(
        self,
        game: AnyGame,
        iterations: int = 400,
        seconds: float = 0.0,
        exploration: float = 1.0,
        jobs: int = 1,
        temperature: float = 0.0,
    ) -> None:
        super().__init__(game)
        self.temperature = check_temperature(temperature)
        for name, count in (("iterations", iterations), ("jobs", jobs)):
            if count < 1:
                raise ValueError(f"{name} must be at least 1")
        for name, number in (("seconds", seconds), ("exploration", exploration)):
            if number < 0:
                raise ValueError(f"{name} must not be negative")
        self.iterations = iterations
        self.seconds = seconds
        self.jobs = jobs
        self.exploration = exploration
        self._tree: Tree | None = None
        self._compiled: CompiledSearch | None = None
        self._planned: tuple[Any, AnyPosition] | None = None
        self._pool: ProcessPoolExecutor | None = None

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        found = self.search(position, seat, rng)
        move = self._drawn(found, rng)
        self._planned = (move, applied(position, move, seat)) if len(found) > 1 else None
        self.candidates = found if len(found) > 1 else ()
        return move

    def _drawn(self, found: list[Candidate], rng: random.Random) -> Any:
        """Return the first candidate; with a temperature one of them, the more visits the more often."""
        if not self.temperature:
            return found[0].move
        weights = [(candidate.visits / found[0].visits) ** (1 / self.temperature) for candidate in found]
        return rng.choices([candidate.move for candidate in found], weights)[0]

    def search(self, position: AnyPosition, seat: int, rng: random.Random) -> list[Candidate]:
        """Return the visited moves, most visited first."""
        if self.jobs > 1:
            found = self._search_parallel(position, seat, rng)
        elif (variant := compiled(self.game, position)) is not None:
            if self._compiled is None or self._compiled.variant is not variant:
                self._compiled = CompiledSearch(variant, self.exploration)
            seed = rng.getrandbits(64)
            visited = self._compiled.search(position, seat, self.iterations, self.seconds, seed, self.deadline)
            found = [Candidate(*each) for each in visited]
        else:
            found = self._search_serial(position, seat, rng)
        return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.mean))

    def value_of(self, move: Any, position: AnyPosition, seat: int, rng: random.Random) -> tuple[float, ...]:
        """Return the value of a legal move for every seat, by a whole search that looks at no other move.

        >>> deblockle = find_game("deblockle")
        >>> start = deblockle.begin()
        >>> won, lost = MctsBot(deblockle, 50).value_of(start.parse("c7-b7"), start, 0, random.Random(1))
        >>> won == -lost
        True
        """
        variant = compiled(self.game, position)
        if variant is not None:
            search = CompiledSearch(variant, self.exploration)
            budget = self.iterations, self.seconds, rng.getrandbits(64), self.deadline
            return search.value_of(move, position, seat, *budget)
        tree, limit = Tree(self.game, rng, self.exploration, move), self._limit()
        tree.deadline = limit
        self._iterate(tree, position, seat, limit)
        return tree.values()

    def glance(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        """Return a good move at little cost and keep the last search: by a short one if compiled, else by prior."""
        variant = compiled(self.game, position)
        if variant is None:
            known = self.game.bot
            return max(known.search_moves(position, seat), key=lambda move: known.prior(move, position))
        visited = CompiledSearch(variant, self.exploration).search(position, seat, _GLANCE, 0.0, rng.getrandbits(64))
        return max(visited, key=lambda each: each[1])[0]

    def _search_serial(self, position: AnyPosition, seat: int, rng: random.Random) -> list[Candidate]:
        limit = self._limit()
        tree = self._reused_tree(position, seat, rng, limit)
        self._iterate(tree, position, seat, limit)
        return [
            Candidate(move, child.visits, child.mean)
            for move, child in tree.root.children.items()
            if child.visits and move in position.legal_moves(seat)
        ]

    def _limit(self) -> float:
        """Return the time at which a search that begins now has to end."""
        # Without an evaluation an iteration plays the game to its end, so that their number says nothing about time.
        seconds = self.seconds or (0.0 if self.game.bot.has_evaluation else SECONDS)
        return min(self.deadline, monotonic() + seconds if seconds else inf)

    def _iterate(self, tree: Tree, position: AnyPosition, seat: int, limit: float) -> None:
        """Spend the budget on a tree; with hidden information what the tree has counts towards it."""
        budget = Budget(self.iterations, self.seconds)
        budget.made = min(tree.root.visits, self.iterations - 1) if self.game.has_secrets and not self.seconds else 0
        first = budget.made
        while not budget.is_spent(tree) and (budget.made == first or monotonic() < limit):
            tree.iterate(position, seat)
            budget.made += 1

    def _reused_tree(self, position: AnyPosition, seat: int, rng: random.Random, limit: float = inf) -> Tree:
        """Return the relevant subtree of the last search, or a new tree; half of the time is for ranking its moves."""
        tree, planned, self._planned = self._tree, self._planned, None
        if tree is not None:
            tree.deadline = _half(limit)
        if tree is None:
            tree = Tree(self.game, rng, self.exploration)
        elif not self.game.has_secrets:
            tree.rng = rng
            tree.move_root_to(position, seat)
        elif planned is None or planned[1].actors != (seat,) or planned[1].view(seat) != position.view(seat):
            tree = Tree(self.game, rng, self.exploration)
        else:
            tree.rng = rng
            tree.advance(planned[0], position, seat)
        tree.deadline = _half(limit)
        self._tree = tree
        return tree

    def _search_parallel(self, position: AnyPosition, seat: int, rng: random.Random) -> list[Candidate]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.jobs, mp_context=get_context("spawn"))
        rules, data = (self.game.name, self.game.version), self.game.encode(position)
        share = max(1, self.iterations // self.jobs), self.seconds, self.exploration
        tasks = [
            self._pool.submit(_search_in_worker, rules, share, data, seat, rng.getrandbits(64))
            for _ in range(self.jobs)
        ]
        sums: dict[str, tuple[int, float]] = {}
        for task in tasks:
            for text, visits, mean in task.result():
                before = sums.get(text, (0, 0.0))
                sums[text] = (before[0] + visits, before[1] + visits * mean)
        return [Candidate(position.parse(text), visits, total / visits) for text, (visits, total) in sums.items()]

    def forget(self) -> None:
        self._tree = self._compiled = self._planned = None

    def close(self) -> None:
        self.forget()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


def _half(limit: float) -> float:
    return limit if limit == inf else (monotonic() + limit) / 2


def _search_in_worker(
    rules: tuple[str, int], share: tuple[int, float, float], data: Any, seat: int, seed: int
) -> list[tuple[str, int, float]]:
    game = find_game(*rules)
    found = MctsBot(game, *share).search(game.decode(data), seat, random.Random(seed))
    return [(str(candidate.move), candidate.visits, candidate.mean) for candidate in found]


_CHECK_EVERY = 16
"""Iterations between two checks for early stopping."""


class Budget:
    """The iterations of one search, or its seconds if there are any; `made` counts iterations."""

    def __init__(self, iterations: int, seconds: float) -> None:
        self.made = 0
        self._iterations = iterations
        self._began = monotonic()
        self._seconds = seconds

    def is_spent(self, tree: Tree) -> bool:
        """Return whether the budget is spent, or what is left is too small for a move to overtake the first."""
        left = self._left()
        if left <= 0:
            return not self._seconds or bool(tree.root.children)
        if not self.made or self.made % _CHECK_EVERY or tree.only is not None:
            return False
        first, second = tree.top_visits()
        return first - second > left

    def _left(self) -> float:
        """Return the iterations that are left; with a budget of seconds, at the pace so far."""
        if not self._seconds:
            return self._iterations - self.made
        passed = monotonic() - self._began
        return (self._seconds - passed) * max(1, self.made) / max(passed, 1e-6)
