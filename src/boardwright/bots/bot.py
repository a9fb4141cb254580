"""A bot: a player that thinks. It sees what its seat sees."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import Any

from boardwright.core.game import AnyGame
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import BoardwrightError


class BotFailure(BoardwrightError):
    """A bot that cannot go on: says which one, and what it did."""


class Bot(ABC):
    """The base of every bot.

    `choose` never hands the real position to the bot but one that looks the same from its seat, so no bot
    can cheat, whatever it does in `think`. With probability `blunder_rate` it does not think but plays anything,
    which makes for weaker but lively opponents.
    """

    def __init__(self, game: AnyGame, blunder_rate: float = 0.0) -> None:
        if not 0 <= blunder_rate <= 1:
            raise ValueError("blunder_rate must be between 0 and 1")
        self.game = game
        self.blunder_rate = blunder_rate

    def choose(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        """The bot's move for that seat; all its dice come from `rng`."""
        return self.decide(position.resample(seat, rng), seat, rng)

    def decide(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        """A move in a position that looks to the seat like the real one: a thought, or a slip."""
        if self.blunder_rate and rng.random() < self.blunder_rate:
            return pick(position.legal_moves(seat), rng)
        return self.think(position, seat, rng)

    @abstractmethod
    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        """A legal move in a position that looks to the seat like the real one."""

    def close(self) -> None:
        """Lets go of processes or files the bot holds."""


class RandomBot(Bot):
    """Any legal move, all equally likely; it has nothing to slip from."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        return pick(position.legal_moves(seat), rng)


def pick(moves: Any, rng: random.Random) -> Any:
    """One of the moves at random: by index where the collection has one, else by counting along."""
    number = int(rng.random() * len(moves))
    try:
        return moves[number]
    except TypeError:
        return next(move for count, move in enumerate(moves) if count == number)
