"""A bot that looks one move ahead."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from math import inf
from time import monotonic
from typing import Any, TypeAlias

from boardwright.bots.bot import Bot
from boardwright.bots.evaluation.compiled import CompiledPlayouts
from boardwright.bots.evaluation.sampling import SECONDS, by_playouts
from boardwright.bots.evaluation.temperature import check_temperature, draw
from boardwright.core.game.game import AnyGame
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.search.playout import random_play

Evaluate: TypeAlias = Callable[[AnyPosition, int], float]
"""See `Heuristics.evaluate`."""
Playout: TypeAlias = Callable[[AnyPosition, random.Random], Sequence[float] | None]
"""See `Heuristics.playout`."""

_SAMPLES = 4
_LOST = -1.0
"""The evaluation of a lost position."""


class GreedyBot(Bot):
    """Plays the move with the best evaluation after it; ties are broken at random.

    Moves of a game without an evaluation are judged by random games, for so many `seconds` at most. With a
    `temperature` it plays other good moves too, which makes a weaker opponent.
    """

    def __init__(self, game: AnyGame, temperature: float = 0.0, seconds: float = SECONDS) -> None:
        super().__init__(game)
        if seconds <= 0:
            raise ValueError("seconds must be more than 0")
        self.temperature = check_temperature(temperature)
        self.seconds = seconds

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        until = min(self.deadline, monotonic() + self.seconds)
        ranked = rank_with_values(self.game, position.legal_moves(seat), position, seat, rng, until)
        return draw(ranked, self.temperature, rng)


def rank(
    game: AnyGame, moves: Iterable[Any], position: AnyPosition, seat: int, rng: random.Random, deadline: float = inf
) -> list[Any]:
    """Sorts moves as `rank_with_values` does."""
    return [move for _, move in rank_with_values(game, moves, position, seat, rng, deadline)]


def rank_with_values(
    game: AnyGame, moves: Iterable[Any], position: AnyPosition, seat: int, rng: random.Random, deadline: float = inf
) -> list[tuple[float, Any]]:
    """Sorts moves by the evaluation after each of them, best last; ties are in random order.

    Moves that lose at once are left out if there are others; where all do, those that leave the seat on turn are left
    out: they would only put the loss off, perhaps for ever. A game without an evaluation is played out at random until
    the deadline.
    """
    if not game.bot.has_evaluation:
        judged = by_playouts(tuple(moves), position, seat, rng, deadline)
        return [(each.value, each.move) for each in judged]
    evaluate = game.bot.evaluate
    ranked = [(_value(evaluate, applied(position, move, seat), seat, rng), rng.random(), move) for move in moves]
    ranked.sort(key=lambda entry: entry[:2])
    if ranked[-1][0] <= _LOST:
        ends = [each for each in ranked if applied(position, each[2], seat).actors != (seat,)]
        return [(value, move) for value, _, move in ends or ranked]
    return [(value, move) for value, _, move in ranked if value > _LOST]


def _value(evaluate: Evaluate, position: AnyPosition, seat: int, rng: random.Random) -> float:
    """The evaluation; at a chance node, the mean over a few sampled outcomes."""
    if position.chance is None:
        return evaluate(position, seat)
    return sum(evaluate(random_play(position, rng, 0), seat) for _ in range(_SAMPLES)) / _SAMPLES


def payoffs_or_playout(
    playout: Playout, position: AnyPosition, rng: random.Random, compiled: CompiledPlayouts | None
) -> Sequence[float] | None:
    """The payoffs of an ended game, else those of quick play-outs; None if the game has none from there."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.payoffs()
    played = None if compiled is None else compiled.payoffs(position, rng)
    return playout(position, rng) if played is None else played
