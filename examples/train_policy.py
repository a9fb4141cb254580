"""Trains a linear softmax policy on self-play data by imitation, with numpy only.

    pip install 'boardwright[data]' numpy
    boardwright selfplay deblockle level3 -o cubes=1 --games 300 --out data
    python examples/train_policy.py data

The policy gets the observation of a seat and learns the moves of the winners. It is tested on other games; the baseline
is a uniform guess among the legal moves.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as parquet

EPOCHS, BATCH, RATE, DECAY = 30, 256, 0.5, 1e-5


def load(folder: Path) -> dict[str, np.ndarray]:
    """Loads all files, column by column."""
    table = parquet.read_table(sorted(folder.glob("rows/part-*.parquet")))
    rows = table.num_rows
    columns = {name: table[name].to_numpy() for name in ("game", "action", "outcome")}
    for name in ("observation", "mask"):
        flat = table[name].combine_chunks().flatten().to_numpy()
        columns[name] = flat.reshape(rows, -1)
    return columns


def policy(weights: np.ndarray, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The probability of each action; illegal actions have probability 0."""
    scores = np.where(mask > 0, observation @ weights, -1e9)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)


def train(observation: np.ndarray, mask: np.ndarray, action: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Maximizes the likelihood of the actions by minibatch gradient descent."""
    weights = np.zeros((observation.shape[1], mask.shape[1]), np.float32)
    for _ in range(EPOCHS):
        for batch in np.array_split(rng.permutation(len(action)), max(1, len(action) // BATCH)):
            error = policy(weights, observation[batch], mask[batch])
            error[np.arange(len(batch)), action[batch]] -= 1
            weights -= RATE * (observation[batch].T @ error / len(batch) + DECAY * weights)
    return weights


def main(folder: Path) -> None:
    """Trains on four of five games and prints the accuracy on the others."""
    data = load(folder)
    observation = np.hstack([data["observation"], np.ones((len(data["action"]), 1), np.float32)])
    choice = data["mask"].sum(axis=1) > 1
    tested = (data["game"] % 5 == 0) & choice
    training = (data["game"] % 5 != 0) & choice & (data["outcome"] > 0)
    weights = train(observation[training], data["mask"][training], data["action"][training], np.random.default_rng(1))
    guess = policy(weights, observation[tested], data["mask"][tested]).argmax(axis=1)
    chance = (1 / data["mask"][tested].sum(axis=1)).mean()
    print(f"{training.sum()} training decisions, {tested.sum()} test decisions")
    print(f"accuracy: {(guess == data['action'][tested]).mean():.1%}; by guessing: {chance:.1%}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
