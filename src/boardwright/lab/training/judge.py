"""How good a network is where the truth is known: positions of a solved game."""

from __future__ import annotations

import random
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from boardwright.bots.bot import pick
from boardwright.bots.network import Network
from boardwright.bots.perfect import PerfectBot, known_turns
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.lab.episodes.episode_setup import EpisodeSetup

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
_BLUNDERS = 0.4
_LONGEST = 60


class Judgment(NamedTuple):
    """How a network compares with the solution."""

    value_error: float
    """The mean distance of its values from the true ones (-1 lost, 0 drawn, 1 won)."""
    accuracy: float
    """How often its move keeps the true value, where not every move does."""


class Exam:
    """Positions with their true values and the moves that keep them.

    They come from games that the perfect player plays against itself with blunders, each position once.

    >>> exam = Exam(EpisodeSetup("deblockle", options={"cubes": 1}), count=50, seed=1)
    >>> exam.masks.shape, bool((exam.good <= exam.masks).all())
    ((50, 973), True)
    """

    def __init__(self, setup: EpisodeSetup, count: int, seed: int) -> None:
        if known_turns(setup.game, setup.start) is None:
            raise ValueError(f"{setup.game.title} is not solved with these options")
        self.setup = setup
        positions = self._positions(count, random.Random(seed))
        seen = [setup.observe(position, position.actors[0]) for position in positions]
        self.observations: Array = np.stack([each["observation"] for each in seen])
        self.masks: Array = np.stack([each["action_mask"] for each in seen])
        self.truths: Array = np.array([self._value(position, position.actors[0]) for position in positions])
        self.good: Array = np.zeros_like(self.masks)
        for row, position in enumerate(positions):
            self.good[row, self._good(position, self.truths[row])] = 1

    def _positions(self, count: int, rng: random.Random) -> list[AnyPosition]:
        bot, found = PerfectBot(self.setup.game), dict[AnyPosition, None]()
        while len(found) < count:
            position = self.setup.start
            for _ in range(_LONGEST):
                if position.outcome() is not None:
                    break
                seat = position.actors[0]
                if len(position.legal_moves(seat)) > 1:
                    found[position] = None
                is_blunder = rng.random() < _BLUNDERS
                move = pick(position.legal_moves(seat), rng) if is_blunder else bot.choose(position, seat, rng)
                position = applied(position, move, seat)
        return list(found)[:count]

    def _value(self, position: AnyPosition, seat: int) -> float:
        outcome = position.outcome()
        if outcome is not None:
            return float(outcome.payoffs()[seat])
        turns = known_turns(self.setup.game, position) or 0
        return float(np.sign(turns)) * (1 if seat in position.actors else -1)

    def _good(self, position: AnyPosition, truth: float) -> list[int]:
        seat, actions = position.actors[0], self.setup.actions
        after = {number: applied(position, actions.move(number), seat) for number in actions.legal(position, seat)}
        return [number for number, reached in after.items() if self._value(reached, seat) == truth]

    def judge(self, network: Network) -> Judgment:
        """The errors of a network on these positions."""
        policy, values = network.evaluate(self.observations, self.masks)
        matters = self._matters
        right = self.good[np.arange(len(policy)), policy.argmax(1)] > 0
        return Judgment(float(np.abs(values - self.truths).mean()), float(right[matters].mean()))

    @property
    def _matters(self) -> Array:
        """Positions where not every move is good."""
        matters: Array = self.good.sum(1) < self.masks.sum(1)
        return matters

    def by_guessing(self) -> Judgment:
        """What a uniform choice and the value 0 are worth."""
        share = self.good.sum(1) / self.masks.sum(1)
        return Judgment(float(np.abs(self.truths).mean()), float(share[self._matters].mean()))
