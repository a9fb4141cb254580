"""Train the evaluation of Mage Duel by self-play, and write the weights that come with the game.

    python -m tools.train_mage_duel --games 6000 --out src/boardwright/games/mage_duel/weights.json

Every run plays with the weights that are installed: repeat it for the next generation, and keep the new weights only if
they win at equal time (`python -m benchmarks.strength`). 6,000 games take some minutes of two cores.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, cast

import msgspec
import numpy as np

from boardwright import bots
from boardwright.core.game.registry import game
from boardwright.core.rules.position import applied
from boardwright.core.search.playout import random_play
from boardwright.games.mage_duel.bot import EVEN, NEURONS, ODD, Neuron, features
from boardwright.games.mage_duel.position import MageDuelPosition
from tools.train_blokus import Adam, Array, rounded

ODD_UNITS: Final = np.array([30, 20, 10, 10, 10, 10, 40, 40, 40, 10, 1, 10, 30, 1, 10, 30, 1, 10], np.float64)
EVEN_UNITS: Final = np.array([1, 6, 30, 8, 15, 30, 8, 15, 15, 4], np.float64)
"""The divisor of each fact while training, so that all are of the same order."""
_MISTAKES = 0.06
"""The share of moves that are drawn at random, for variety."""
_FIRST = 2
"""Moves before the first position that is learned from."""
_EPOCHS, _BATCH, _HELD_OUT = 10, 1024, 10


class Example(NamedTuple):
    """The features of a position, and whether Blue won (1) or lost (-1) in the end."""

    odd: list[float]
    even: list[float]
    payoff: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--iterations", type=int, default=400, help="search iterations of a move")
    parser.add_argument("--jobs", type=int, default=2, help="processes that play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="file for the weights")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs) as pool:
        seeds = [f"{args.seed}/{number}" for number in range(args.games)]
        games = list(pool.map(partial(play, iterations=args.iterations), seeds, chunksize=20))
    args.out.write_bytes(msgspec.json.encode(fit(games, np.random.default_rng(args.seed))) + b"\n")


def play(seed: str, iterations: int) -> list[Example]:
    """Return the positions of one game against itself."""
    rules, rng = game("mage_duel"), random.Random(seed)
    bot = bots.bot(f"mcts:iterations={iterations}", rules)
    position = random_play(rules.begin(), rng, _FIRST)
    seen = []
    while (outcome := position.outcome()) is None:
        seen.append(features(cast("MageDuelPosition", position)))
        seat = position.actors[0]
        moves = rules.bot.search_moves(position, seat)
        is_mistake = rng.random() < _MISTAKES
        move = rng.choice(list(moves)) if is_mistake else bot.choose(position, seat, rng)
        position = random_play(applied(position, move, seat), rng, 0)
    return [Example(odd, even, outcome.payoffs()[0]) for odd, even in seen]


def fit(games: list[list[Example]], rng: np.random.Generator) -> tuple[Neuron, ...]:
    """Return the network with the least cross-entropy, by Adam; prints the mean squared error on games held out."""
    held_out = np.concatenate([[number % _HELD_OUT == 0] * len(played) for number, played in enumerate(games)])
    odd = np.array([each.odd for played in games for each in played]) / ODD_UNITS
    even = np.array([each.even for played in games for each in played]) / EVEN_UNITS
    payoff = np.array([each.payoff for played in games for each in played])
    shapes = ((ODD, NEURONS), (EVEN, NEURONS), (NEURONS,))
    optimizer = Adam([*(rng.normal(0, 0.4, shape) for shape in shapes), np.zeros(NEURONS)], 0.005)
    batches = list(_batches(np.flatnonzero(~held_out), rng))
    for step, batch in enumerate(batches):
        slopes = _slopes(optimizer.parameters, odd[batch], even[batch], payoff[batch])
        optimizer.step(slopes, 1 - step / len(batches))
    by_odd, by_even, output, bias = optimizer.parameters
    error = (_value(optimizer.parameters, odd[held_out], even[held_out]) - payoff[held_out]) ** 2
    print(f"{len(games)} games, {len(payoff)} positions, error {error.mean():.4f}")
    return tuple(
        Neuron(
            rounded(by_odd[:, number] / ODD_UNITS),
            rounded(by_even[:, number] / EVEN_UNITS),
            *rounded(np.array([bias[number], output[number]])),
        )
        for number in range(NEURONS)
    )


def _batches(examples: Array, rng: np.random.Generator) -> Iterator[Array]:
    for _ in range(_EPOCHS):
        shuffled = rng.permutation(examples)
        yield from (shuffled[start : start + _BATCH] for start in range(0, len(shuffled), _BATCH))


def _value(parameters: list[Array], odd: Array, even: Array) -> Array:
    by_odd, by_even, output, bias = parameters
    ahead, common = odd @ by_odd, even @ by_even + bias
    value: Array = np.tanh((_soft(common + ahead) - _soft(common - ahead)) @ output)
    return value


def _slopes(parameters: list[Array], odd: Array, even: Array, payoff: Array) -> list[Array]:
    by_odd, by_even, output, bias = parameters
    ahead, common = odd @ by_odd, even @ by_even + bias
    plus, minus = common + ahead, common - ahead
    active = _soft(plus) - _soft(minus)
    error = (np.tanh(active @ output) - payoff) / len(payoff)
    back = np.outer(error, output)
    into_plus, into_minus = back / (1 + abs(plus)) ** 2, -back / (1 + abs(minus)) ** 2
    return [
        odd.T @ (into_plus - into_minus),
        even.T @ (into_plus + into_minus),
        active.T @ error,
        (into_plus + into_minus).sum(0),
    ]


def _soft(numbers: Array) -> Array:
    soft: Array = numbers / (1 + abs(numbers))
    return soft


if __name__ == "__main__":
    main()
