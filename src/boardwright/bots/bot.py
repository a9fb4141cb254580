"""The base class of bots. A bot sees what its seat sees."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import Any

from boardwright.core.game import AnyGame
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import BoardwrightError


class BotFailure(BoardwrightError):
    """A bot that cannot continue; the message names the bot and the reason."""


class Bot(ABC):
    """The base of every bot.

    `choose` never passes the real position to the bot, only a resampled one that looks the same from its seat, so a
    bot cannot cheat. With probability `blunder_rate` it plays a random move, which makes a weaker opponent.
    """

    def __init__(self, game: AnyGame, blunder_rate: float = 0.0) -> None:
        if not 0 <= blunder_rate <= 1:
            raise ValueError("blunder_rate must be between 0 and 1")
        self.game = game
        self.blunder_rate = blunder_rate

    def choose(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        """The bot's move for that seat. `rng` is its only source of randomness."""
        return self.decide(position.resample(seat, rng), seat, rng)

    def decide(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        """A move in a resampled position: the bot's choice, or a random move."""
        if self.blunder_rate and rng.random() < self.blunder_rate:
            return pick(position.legal_moves(seat), rng)
        return self.think(position, seat, rng)

    @abstractmethod
    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        """Chooses a legal move in a resampled position."""

    def close(self) -> None:
        """Releases the processes and files that the bot holds."""


class RandomBot(Bot):
    """Plays a legal move, all equally likely."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        return pick(position.legal_moves(seat), rng)


def pick(moves: Any, rng: random.Random) -> Any:
    """A random element: by index if the collection is a sequence, else by iteration."""
    number = int(rng.random() * len(moves))
    try:
        return moves[number]
    except TypeError:
        return next(move for count, move in enumerate(moves) if count == number)
