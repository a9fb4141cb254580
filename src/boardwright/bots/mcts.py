"""A bot that searches: Monte Carlo tree search over what its seat may know."""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import monotonic
from typing import Any

import msgspec

from boardwright.bots.bot import Bot
from boardwright.bots.tree import Tree
from boardwright.core.game import AnyGame
from boardwright.core.position import AnyPosition
from boardwright.core.registry import game as find_game

_CHECK_EVERY = 16
"""Iterations between two checks for early stopping."""


class Candidate(msgspec.Struct, frozen=True):
    """A move that the search visited, with its mean value (-1 lost, 1 won)."""

    move: Any
    visits: int
    mean: float


class MctsBot(Bot):
    """Tree search with a budget of iterations or of seconds.

    With hidden information every iteration resamples the position (determinization). Between moves the relevant subtree
    is reused; with hidden information only within one turn, and its visits count towards the budget. With `jobs`
    several processes search independently and their visit counts are added (root parallelization).
    """

    def __init__(
        self,
        game: AnyGame,
        iterations: int = 400,
        seconds: float = 0.0,
        exploration: float = 1.0,
        jobs: int = 1,
        blunder_rate: float = 0.0,
    ) -> None:
        super().__init__(game, blunder_rate)
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
        self._planned: tuple[Any, AnyPosition] | None = None
        self._pool: ProcessPoolExecutor | None = None

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        found = self.search(position, seat, rng)
        move = found[0].move
        self._planned = (move, position.after(move, seat)) if len(found) > 1 else None
        return move

    def search(self, position: AnyPosition, seat: int, rng: random.Random) -> list[Candidate]:
        """The visited moves, most visited first."""
        moves = position.legal_moves(seat)
        if len(moves) == 1:
            return [Candidate(next(iter(moves)), 1, 0.0)]
        found = (
            self._search_serial(position, seat, rng) if self.jobs == 1 else self._search_parallel(position, seat, rng)
        )
        return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.mean))

    def _search_serial(self, position: AnyPosition, seat: int, rng: random.Random) -> list[Candidate]:
        tree = self._reused_tree(position, seat, rng)
        stop = monotonic() + self.seconds if self.seconds else None
        count = min(tree.root.visits, self.iterations - 1) if self.game.has_secrets else 0
        while not self._is_done(tree, count, stop):
            tree.iterate(position, seat)
            count += 1
        return [
            Candidate(move, child.visits, child.mean)
            for move, child in tree.root.children.items()
            if child.visits and move in position.legal_moves(seat)
        ]

    def _reused_tree(self, position: AnyPosition, seat: int, rng: random.Random) -> Tree:
        """The relevant subtree of the last search, or a new tree."""
        tree, planned, self._planned = self._tree, self._planned, None
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
        self._tree = tree
        return tree

    def _is_done(self, tree: Tree, count: int, stop: float | None) -> bool:
        """True if the budget is spent, or too small for any move to overtake the first."""
        if stop is not None:
            return bool(tree.root.children) and monotonic() >= stop
        left = self.iterations - count
        if left <= 0 or count % _CHECK_EVERY:
            return left <= 0
        first, second = tree.top_visits()
        return count > 0 and first - second > left

    def _search_parallel(self, position: AnyPosition, seat: int, rng: random.Random) -> list[Candidate]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.jobs, mp_context=get_context("spawn"))
        share = {
            "iterations": max(1, self.iterations // self.jobs),
            "seconds": self.seconds,
            "exploration": self.exploration,
        }
        tasks = [
            self._pool.submit(
                _search_in_worker,
                (self.game.name, self.game.version),
                share,
                self.game.encode(position),
                seat,
                rng.getrandbits(64),
            )
            for _ in range(self.jobs)
        ]
        sums: dict[str, tuple[int, float]] = {}
        for task in tasks:
            for text, visits, mean in task.result():
                before = sums.get(text, (0, 0.0))
                sums[text] = (before[0] + visits, before[1] + visits * mean)
        return [Candidate(position.parse(text), visits, total / visits) for text, (visits, total) in sums.items()]

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


def _search_in_worker(
    rules: tuple[str, int], options: dict[str, Any], data: Any, seat: int, seed: int
) -> list[tuple[str, int, float]]:
    game = find_game(*rules)
    bot = MctsBot(game, **options)
    found = bot.search(game.decode(data), seat, random.Random(seed))
    return [(str(candidate.move), candidate.visits, candidate.mean) for candidate in found]
