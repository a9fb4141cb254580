"""A random game (random walk) on which the laws are checked."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import inf
from random import Random
from typing import Any, NamedTuple

import msgspec

from boardwright.core.canonical import canonical
from boardwright.core.chance.deal import Chances, Deal
from boardwright.core.game.game import AnyGame
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.line import Step, repeat
from boardwright.core.rules.options import Options
from boardwright.core.rules.position import AnyPosition
from boardwright.core.rules.timed import start_clock
from boardwright.kit.walks.failure import Violation
from boardwright.kit.walks.shapes import check_next, check_position

STEP_LIMIT = 100_000
"""The number of steps after which a game without a stated bound counts as endless."""
SECOND = 1000
_SHAPED = 60
"""Positions of a game whose answers are checked for their types."""
_DEALS = 8
"""Outcomes of a deal that are tried where all of a distribution are."""


class WalkSetup(NamedTuple):
    """A number of seats and the options they play with."""

    seats: int
    options: Options

    def __str__(self) -> str:
        return f"{self.seats} seats, options {canonical(self.options).decode()}"


def setups(game: AnyGame) -> list[WalkSetup]:
    """Return every number of seats with every variant that goes with it."""
    found = []
    for options in game.variants():
        for seats in game.seats:
            try:
                game.begin(seats, options)
            except BadOptions:
                continue
            found.append(WalkSetup(seats, options))
    if not found:
        raise Violation("no number of seats goes with any of its variants().", "Let start accept what variants offers.")
    return found


class Walk:
    """One random game, determined by its seed. A thorough one is checked at more positions.

    Step i is made at second i, and positions[i] is the position after i steps.
    """

    def __init__(self, game: AnyGame, setup: WalkSetup, seed: int, *, thorough: bool = True) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        self.thorough = thorough
        self.steps: list[Step] = []
        self.positions: list[AnyPosition] = []
        self.crash: Exception | None = None
        self.current_step: int | None = None
        self.is_cut = False
        """Whether there was no time to play to the end."""
        self.slowest = (0.0, 0)
        """The processor time of the slowest step, and its number."""

    def __str__(self) -> str:
        return str(self.setup)

    def start(self) -> AnyPosition:
        """Return a new first position."""
        first: AnyPosition = start_clock(self.game.begin(*self.setup), 0)
        return first

    def play(self, until: float = inf, steps: int | None = None) -> Walk:
        """Play to the end, so many steps, to the game's bound, to a time (`time.monotonic`), or to where it fails."""
        limit = STEP_LIMIT if self.game.bound is None else self.game.bound
        try:
            self._play(limit if steps is None else min(steps, limit), until)
        except Exception as error:  # an exception in the game under test is a finding
            self.crash = error
        return self

    def _play(self, limit: int, until: float) -> None:
        rng = self.rng("play")
        position = self.start()
        self.positions.append(position)
        for number in range(limit):
            began = time.thread_time()
            if number < _SHAPED:
                check_position(position)
            step = self._step(position, number, rng)
            if step is None:
                return
            position = repeat(position, step)
            check_next(position, f"{'apply' if step.seat is not None else 'after_chance'}({step.text!r})")
            self.slowest = max(self.slowest, (time.thread_time() - began, number))
            self.steps.append(step)
            self.positions.append(position)
            self.is_cut = time.monotonic() >= until
            if self.is_cut:
                return

    def _step(self, position: AnyPosition, number: int, rng: Random) -> Step | None:
        """Return a random step; None where there is none."""
        if position.outcome() is not None:
            return None
        if (chance := position.chance) is not None:
            return Step(None, chance.sample(rng), number * SECOND)
        actors = position.actors
        if not actors:
            return None
        seat = actors[int(rng.random() * len(actors))]
        moves = position.legal_moves(seat, number * SECOND)
        return Step(seat, tuple(moves)[int(rng.random() * len(moves))], number * SECOND) if moves else None

    def time_again(self, number: int) -> float:
        """Return the processor time of a step that is made once more, from an equal position that remembers nothing."""
        position = self.positions[number].replace()
        began = time.thread_time()
        self._step(position, number, Random(0))
        repeat(position, self.steps[number])
        return time.thread_time() - began

    def rng(self, *purpose: object) -> Random:
        """Return a separate random generator for each purpose, so that laws do not affect each other."""
        return Random(f"boardwright:{self.seed}:{purpose}")

    @cached_property
    def sample_steps(self) -> list[int]:
        """The steps at which expensive laws are checked: the first, the last, and some between."""
        last = len(self.positions) - 1
        if last < 0:
            return []
        random = self.rng("samples").random
        between = [int(random() * (last + 1)) for _ in range(6 if self.thorough else 2)]
        return sorted({0, last, *between}) if self.thorough else sorted({last, *between})

    def samples(self) -> Iterator[tuple[int, AnyPosition]]:
        """Yield the sampled positions with their steps."""
        return self.visit(self.sample_steps)

    def visit(self, steps: Iterable[int]) -> Iterator[tuple[int, AnyPosition]]:
        """Yield positions with their steps; `current_step` says which one it is where a law is found broken."""
        for step in steps:
            self.current_step = step
            yield step, self.positions[step]
        self.current_step = None

    def match(self, steps: int | None = None) -> Match:
        """Return the game, or its first steps, as a match without a seed."""
        match = Match.new(self.game, seats=self.setup.seats, options=self.setup.options, seed=None)
        return match.follow(self.steps[:steps])

    def record(self, steps: int | None) -> bytes | None:
        """Return the first steps as a record file; None if the game cannot be recorded."""
        try:
            return dump(self.match(steps))
        except Exception:  # possibly for the reason that is being reported
            return None

    def board(self, step: int) -> str:
        """Return the text board of the first actor."""
        position = self.positions[step]
        return self.game.text(position.view(next(iter(position.actors), None)))

    def encode(self, position: AnyPosition) -> bytes:
        """Return a position as canonical JSON."""
        return canonical(self.game.encode(position))


def some_outcomes(chances: Chances, rng: Random, most: int | None = None) -> list[str]:
    """Return different outcomes of a chance node, at most that many; None is all, and of a deal a few.

    Two random deals look different to everybody. So those of a deal are one random deal, and others that differ from
    it in two cards only: whoever sees neither of these cards cannot tell the deals apart.

    >>> from boardwright.core.chance.distribution import Distribution
    >>> some_outcomes(Distribution.uniform(("heads", "tails")), Random(0))
    ['heads', 'tails']
    >>> some_outcomes(Deal.hands("AB", seats=2, each=1), Random(0))
    ['B/A/', 'A/B/']
    """
    if isinstance(chances, Deal):
        return _deals(chances, rng, most or _DEALS)
    outcomes = list(chances.outcomes)
    return outcomes if most is None or len(outcomes) <= most else rng.sample(outcomes, most)


def _deals(deal: Deal, rng: Random, most: int) -> list[str]:
    cards = rng.sample(deal.cards, len(deal.cards))
    found = {deal.text(cards): None}
    for _ in range(4 * most if len(cards) > 1 else 0):
        one, two = rng.sample(range(len(cards)), 2)
        swapped = list(cards)
        swapped[one], swapped[two] = swapped[two], swapped[one]
        found[deal.text(swapped)] = None
    return list(found)[:most]


def plain(value: object) -> Any:
    """Return the value after a round trip through JSON."""
    return msgspec.json.decode(canonical(value))


def who(viewer: int | None) -> str:
    """Return the name of a viewer.

    >>> who(None), who(1)
    ('spectators', 'seat 1')
    """
    return "spectators" if viewer is None else f"seat {viewer}"
