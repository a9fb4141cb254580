"""Train the evaluation and the prior of Blokus by self-play, and write the weights that come with the game.

    python -m tools.train_blokus --games 800 --iterations 500 --out src/boardwright/games/blokus/weights.json

Every run plays with the weights that are installed: repeat it for the next generation, and keep the new weights only if
they win, for example against an engine seated by `examples/gtp_opponent.py`. 800 games take some minutes of one core.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np

from boardwright.games.blokus.facts import NAMES
from boardwright.games.blokus.learned import INPUTS, MOVE_FACTS, Weights
from tools.blokus_games import Choice, Example, play

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
NEURONS: Final = 12
UNITS: Final = np.array([1, 89, 21, 16, 40, 60, 100, 50, 40, 40, 8, 60, 12, 5, 4, 1], np.float64)
"""The divisor of each input while training, so that all are of the same order."""
_STEPS, _BATCH = 6000, 512
_POLICY_STEPS, _POLICY_BATCH = 1500, 64


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=800, help="games of Duo; a third as many on the large board")
    parser.add_argument("--iterations", type=int, default=500, help="search iterations of a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="file for the weights")
    args = parser.parse_args()
    examples, choices = list[Example](), list[Choice]()
    for variant, games in (("duo", args.games), ("classic2", args.games // 3)):
        for positions, looked in play(variant, games, args.iterations, args.seed):
            examples += positions
            choices += looked
    rng = np.random.default_rng(args.seed)
    hidden, output = fit_network(examples, rng)
    early, late = fit_prior(choices, rng)
    rows = tuple(rounded(row / UNITS) for row in hidden.T)
    weights = Weights(rows, rounded(output), rounded(early), rounded(late))
    args.out.write_bytes(msgspec.json.encode(weights) + b"\n")


def fit_network(examples: list[Example], rng: np.random.Generator) -> tuple[Array, Array]:
    """Fit the weights of the hidden neurons by input, and of the output with its bias first: least squares by Adam."""
    colors = max(len(example.colors) for example in examples)
    facts = np.zeros((len(examples), colors, INPUTS))
    left, sign = np.zeros((2, len(examples), colors))
    for index, example in enumerate(examples):
        for number, color in enumerate(example.colors):
            facts[index, number] = color.facts / UNITS
            left[index, number], sign[index, number] = color.left, color.sign
    placed = np.array([sum(color.sign * color.placed for color in example.colors) for example in examples], float)
    scales = np.array([example.scale for example in examples])
    target = np.tanh(np.array([example.margin for example in examples]) / scales)
    optimizer = Adam([rng.normal(0, 0.5, (INPUTS, NEURONS)), np.append(0.8, rng.normal(0, 0.3, NEURONS))], 0.01)
    for step in range(_STEPS):
        batch = rng.integers(0, len(examples), _BATCH)
        hidden, output = optimizer.parameters
        total = facts[batch] @ hidden
        active = total / (1 + abs(total))
        out = active @ output[1:] + output[0]
        share = 0.5 + 0.5 * out / (1 + abs(out))
        value = np.tanh((placed[batch] + (sign[batch] * left[batch] * share).sum(1)) / scales[batch])
        slope = 2 * (value - target[batch]) * (1 - value**2) / scales[batch] / _BATCH
        back = slope[:, None] * sign[batch] * left[batch] * 0.5 / (1 + abs(out)) ** 2
        into = back[:, :, None] * output[1:] / (1 + abs(total)) ** 2
        to_output = np.append(back.sum(), (back[:, :, None] * active).sum((0, 1)))
        optimizer.step([np.tensordot(facts[batch], into, axes=([0, 1], [0, 1])), to_output], 1 - step / _STEPS)
    return optimizer.parameters[0], optimizer.parameters[1]


def fit_prior(choices: list[Choice], rng: np.random.Generator) -> tuple[Array, Array]:
    """Fit the weights of the facts of moves on an empty and on a full board to the visits of the search."""
    cases = []
    for choice in choices:
        plain = np.array(choice.facts)
        pieces = np.eye(len(NAMES))[plain[:, -1]]
        visits = np.array(choice.visits, float)
        cases.append((np.hstack([plain[:, :-1], pieces]), visits / visits.sum(), choice.fullness))
    optimizer = Adam([np.zeros(MOVE_FACTS), np.zeros(MOVE_FACTS)], 0.03)
    for step in range(_POLICY_STEPS):
        early, late = optimizer.parameters
        slopes = [1e-4 * early, 1e-4 * late]
        for facts, share, full in (cases[index] for index in rng.integers(0, len(cases), _POLICY_BATCH)):
            logits = facts @ (early + full * (late - early))
            likely = np.exp(logits - logits.max())
            error = (likely / likely.sum() - share) @ facts / _POLICY_BATCH
            slopes[0] += (1 - full) * error
            slopes[1] += full * error
        optimizer.step(slopes, 1 - step / _POLICY_STEPS)
    return optimizer.parameters[0], optimizer.parameters[1]


class Adam:
    """Gradient descent with a step of its own for every parameter."""

    def __init__(self, parameters: list[Array], rate: float) -> None:
        self.parameters = parameters
        self._rate = rate
        self._means = [np.zeros_like(each) for each in parameters]
        self._squares = [np.zeros_like(each) for each in parameters]
        self._count = 0

    def step(self, slopes: list[Array], share: float) -> None:
        """Go one step, shortened to a share of the rate that falls over time."""
        self._count += 1
        rate = self._rate * max(0.05, share)
        for index, slope in enumerate(slopes):
            self._means[index] = 0.9 * self._means[index] + 0.1 * slope
            self._squares[index] = 0.999 * self._squares[index] + 0.001 * slope**2
            mean = self._means[index] / (1 - 0.9**self._count)
            spread = np.sqrt(self._squares[index] / (1 - 0.999**self._count)) + 1e-8
            self.parameters[index] = self.parameters[index] - rate * mean / spread


def rounded(values: Array) -> tuple[float, ...]:
    """Return the values as they are written to a file."""
    return tuple(round(float(value), 6) for value in values)


if __name__ == "__main__":
    main()
