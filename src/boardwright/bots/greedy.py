"""A bot that looks one move ahead."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from math import ceil, exp, inf, sqrt
from time import monotonic
from typing import Any, TypeAlias

from boardwright.bots.bot import Bot, check_temperature
from boardwright.bots.evaluation.compiled import CompiledPlayouts
from boardwright.bots.evaluation.sampling import SECONDS, by_playouts
from boardwright.core.game.game import AnyGame
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.search.playout import random_play

Evaluate: TypeAlias = Callable[[AnyPosition, int], float]
"""See `Heuristics.evaluate`."""
Playout: TypeAlias = Callable[[AnyPosition, random.Random], Sequence[float] | None]
"""See `Heuristics.playout`."""

_SAMPLES = 4
_LOST, _WON = -1.0, 1.0
"""The evaluations of lost and of won positions."""
_PLAUSIBLE = 0.5
"""The share of moves, the best ones, that a mistake is drawn from."""
_FEWEST = 3


class GreedyBot(Bot):
    """A bot that plays the move with the best evaluation after it; ties are broken at random.

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
        ranked = rank(self.game, position.legal_moves(seat), position, seat, rng, until)
        return draw(ranked, self.temperature, rng)


def rank(
    game: AnyGame, moves: Iterable[Any], position: AnyPosition, seat: int, rng: random.Random, deadline: float = inf
) -> list[tuple[float, Any]]:
    """Sort moves by the evaluation after each of them, best last; ties are in random order.

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


def draw(ranked: Sequence[tuple[float, Any]], temperature: float, rng: random.Random) -> Any:
    """Draw a move of a list with values, best last: at temperature 0 the best, at a higher one others too.

    Differences count in units of the spread of all values, so that a temperature means the same in every game. Only the
    better half of the moves is considered, and a move that wins at once is never missed.

    >>> moves = [(0.1, "a"), (0.2, "b"), (0.25, "c"), (0.3, "d")]
    >>> draw(moves, 0.0, random.Random(1)), sorted({draw(moves, 9.0, random.Random(seed)) for seed in range(40)})
    ('d', ['b', 'c', 'd'])
    >>> {draw([*moves, (1.0, "wins")], 9.0, random.Random(seed)) for seed in range(40)}
    {'wins'}
    """
    values = [value for value, _ in ranked]
    mean = sum(values) / len(values)
    scale = temperature * sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    if not scale or values[-1] >= _WON:
        return ranked[-1][1]
    plausible = ranked[-max(_FEWEST, ceil(_PLAUSIBLE * len(ranked))) :]
    weights = [exp((value - values[-1]) / scale) for value, _ in plausible]
    return rng.choices([move for _, move in plausible], weights)[0]


def _value(evaluate: Evaluate, position: AnyPosition, seat: int, rng: random.Random) -> float:
    """Return the evaluation; at a chance node, the mean over a few sampled outcomes."""
    if position.chance is None:
        return evaluate(position, seat)
    return sum(evaluate(random_play(position, rng, 0), seat) for _ in range(_SAMPLES)) / _SAMPLES


def payoffs_or_playout(
    playout: Playout, position: AnyPosition, rng: random.Random, compiled: CompiledPlayouts | None
) -> Sequence[float] | None:
    """Return the payoffs of an ended game, else those of quick play-outs; None if the game has none from there."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.payoffs()
    played = None if compiled is None else compiled.payoffs(position, rng)
    return playout(position, rng) if played is None else played
