"""The bot that looks one move ahead."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from boardwright.bots.bot import Bot
from boardwright.core.game import AnyGame
from boardwright.core.position import AnyPosition

_SAMPLES = 4
_LOST = -1.0
"""What an evaluation says of a position that is lost, or from which there is no way on."""


class GreedyBot(Bot):
    """The move after which the game's evaluation is best; equals are decided by the dice."""

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        return rank(self.game, position.legal_moves(seat), position, seat, rng)[-1]


def rank(game: AnyGame, moves: Iterable[Any], position: AnyPosition, seat: int, rng: random.Random) -> list[Any]:
    """The moves by the evaluation after each of them, the best last; equals in random order.

    Moves that lose at once are left out where others do not.
    """
    ranked = [(_worth(game, position.after(move, seat), seat, rng), rng.random(), move) for move in moves]
    ranked.sort(key=lambda entry: entry[:2])
    lost = 0 if ranked[-1][0] <= _LOST else sum(worth <= _LOST for worth, _, _ in ranked)
    return [move for _, _, move in ranked[lost:]]


def _worth(game: AnyGame, position: AnyPosition, seat: int, rng: random.Random) -> float:
    """The evaluation, as the mean over a few outcomes where chance acts next."""
    if not position.is_chance:
        return game.evaluate(position, seat)
    return sum(game.evaluate(settle(position, rng), seat) for _ in range(_SAMPLES)) / _SAMPLES


def settle(position: AnyPosition, rng: random.Random) -> AnyPosition:
    """The position after chance has acted, with outcomes drawn by the dice."""
    while position.is_chance:
        position = position.take(position.chances().sample(rng))
    return position


def payoffs_or_playout(game: AnyGame, position: AnyPosition, rng: random.Random) -> Sequence[float] | None:
    """What each seat gets: by the outcome once there is one, else by a quick play-out; None where the game has none."""
    outcome = position.outcome()
    return game.playout(position, rng) if outcome is None else outcome.payoffs()
