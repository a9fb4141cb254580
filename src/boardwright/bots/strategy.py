"""A bot that plays by one of the game's own strategies."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias

from boardwright.bots.bot import Bot
from boardwright.core.game import AnyGame
from boardwright.core.position import AnyPosition

Strategy: TypeAlias = Callable[[AnyPosition, int, random.Random], Any]
"""Returns a legal move for a seat; see `Heuristics.strategies`."""


class StrategyBot(Bot):
    """Plays the move that a strategy returns. Like every bot it gets a resampled position, never the real one."""

    def __init__(self, game: AnyGame, strategy: Strategy) -> None:
        super().__init__(game)
        self._strategy = strategy

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        return self._strategy(position, seat, rng)
