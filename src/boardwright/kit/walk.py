"""A random game, with everything that the laws look at on the way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

import msgspec

from boardwright.core.canonical import canonical
from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.options import Options
from boardwright.core.position import AnyPosition
from boardwright.core.record import dump
from boardwright.core.refusal import BadOptions
from boardwright.kit.failure import Violation

PATIENCE = 100_000
"""After how many steps a game that states no bound counts as endless."""
SECOND = 1000


class Setup(NamedTuple):
    """A number of seats and the options they play with."""

    seats: int
    options: Options

    def __str__(self) -> str:
        return f"{self.seats} seats, options {canonical(self.options).decode()}"


class Step(NamedTuple):
    """A move with its seat, or an outcome of chance with none."""

    seat: int | None
    what: Any


def setups(game: AnyGame) -> list[Setup]:
    """Every number of seats with every variant that goes with it."""
    found = []
    for options in game.variants():
        for seats in game.seats:
            try:
                game.begin(seats, options)
            except BadOptions:
                continue
            found.append(Setup(seats, options))
    if not found:
        raise Violation("no number of seats goes with any of its variants().", "Let start accept what variants offers.")
    return found


class Walk:
    """One random game, decided by its seed alone. A deep one is looked at in many more places.

    Step i is made at second i, and positions[i] is the position after i steps.
    """

    def __init__(self, game: AnyGame, setup: Setup, seed: int, *, thorough: bool = True) -> None:
        self.game = game
        self.setup = setup
        self.seed = seed
        self.thorough = thorough
        self.steps: list[Step] = []
        self.positions: list[AnyPosition] = []
        self.crash: Exception | None = None
        self.current_step: int | None = None

    def __str__(self) -> str:
        return str(self.setup)

    def start(self) -> AnyPosition:
        """A fresh first position."""
        begun: AnyPosition = self.game.begin(*self.setup).start_clock(0)
        return begun

    def play(self) -> Walk:
        """Plays to the end, to the game's bound, or to where it cannot go on."""
        try:
            self._play(PATIENCE if self.game.bound is None else self.game.bound)
        except Exception as error:  # whatever a game under test raises is a finding, not our own fault
            self.crash = error
        return self

    def _play(self, limit: int) -> None:
        random = self.rng("play").random
        position = self.start()
        self.positions.append(position)
        for number in range(limit):
            if position.outcome() is not None:
                return
            if position.is_chance:
                step = Step(None, position.chances().at(int(random() * position.chances().total)))
            else:
                actors = position.actors
                if not actors:
                    return
                seat = actors[int(random() * len(actors))]
                moves = position.legal_moves(seat, number * SECOND)
                if not moves:
                    return
                step = Step(seat, _pick(moves, int(random() * len(moves))))
            position = self.follow(position, step, number)
            self.steps.append(step)
            self.positions.append(position)

    def follow(self, position: AnyPosition, step: Step, number: int) -> AnyPosition:
        """The position after that step, as searches make it: unchecked."""
        if step.seat is None:
            return position.take(step.what)
        return position.after(step.what, step.seat, number * SECOND)

    def rng(self, *purpose: object) -> Random:
        """Dice of their own for every purpose, so that one law's throws do not move another's."""
        return Random(f"boardwright:{self.seed}:{purpose}")

    @cached_property
    def sample_steps(self) -> list[int]:
        """Where the expensive laws look: the start, the last position, and some between."""
        last = len(self.positions) - 1
        if last < 0:
            return []
        random = self.rng("samples").random
        between = [int(random() * (last + 1)) for _ in range(6 if self.thorough else 2)]
        return sorted({0, last, *between}) if self.thorough else sorted({last, *between})

    def samples(self) -> Iterator[tuple[int, AnyPosition]]:
        """The sampled positions, each with its step; `looking` tells which one it is if a law falls over it."""
        for step in self.sample_steps:
            self.current_step = step
            yield step, self.positions[step]
        self.current_step = None

    def match(self, steps: int | None = None) -> Match:
        """The game, or its first steps, as a match whose chance came from outside."""
        match = Match.new(self.game, seats=self.setup.seats, options=self.setup.options)
        for number, step in enumerate(self.steps[:steps]):
            if step.seat is None:
                match.take(step.what, number * SECOND)
            else:
                match.play(step.what, step.seat, number * SECOND)
        return match

    def record(self, steps: int | None) -> bytes | None:
        """The first steps as a record file; None where the game is too broken for one."""
        try:
            return dump(self.match(steps))
        except Exception:  # the failure that is being reported may well be the reason
            return None

    def board(self, step: int) -> str:
        """The whole position, as its first actor sees it in a terminal."""
        position = self.positions[step]
        return self.game.text(position.view(next(iter(position.actors), None)))

    def encoded(self, step: int) -> str:
        """The position as JSON."""
        return canonical(self.positions[step].encode()).decode()


def _pick(moves: Any, index: int) -> Any:
    try:
        return moves[index]
    except TypeError:
        return next(move for number, move in enumerate(moves) if number == index)


def plain(value: object) -> Any:
    """The value as its JSON reads back."""
    return msgspec.json.decode(canonical(value))


def who(viewer: int | None) -> str:
    """A viewer in words.

    >>> who(None), who(1)
    ('spectators', 'seat 1')
    """
    return "spectators" if viewer is None else f"seat {viewer}"
