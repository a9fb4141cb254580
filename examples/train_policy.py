"""Learns to imitate the players of a folder of self-play data: a linear softmax policy, with numpy alone.

    pip install 'boardwright[data]' numpy
    boardwright selfplay deblockle level3 -o cubes=1 --games 300 --out data
    python examples/train_policy.py data

The policy sees what a seat sees and is shown the move of whoever won. It is tested on games it was not shown; the
figure to beat is that of guessing among the legal moves.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as parquet

EPOCHS, BATCH, RATE, DECAY = 30, 256, 0.5, 1e-5


def load(folder: Path) -> dict[str, np.ndarray]:
    """All rows of all files, column by column."""
    table = parquet.read_table(sorted(folder.glob("part-*.parquet")))
    rows = table.num_rows
    columns = {name: table[name].to_numpy() for name in ("game", "action", "outcome")}
    for name in ("observation", "mask"):
        flat = table[name].combine_chunks().flatten().to_numpy()
        columns[name] = flat.reshape(rows, -1)
    return columns


def policy(weights: np.ndarray, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """How likely each move is; moves that are not legal have no chance."""
    scores = np.where(mask > 0, seen @ weights, -1e9)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)


def train(seen: np.ndarray, mask: np.ndarray, action: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Weights that make the moves shown likely, by gradient descent in small batches."""
    weights = np.zeros((seen.shape[1], mask.shape[1]), np.float32)
    for _ in range(EPOCHS):
        for batch in np.array_split(rng.permutation(len(action)), max(1, len(action) // BATCH)):
            error = policy(weights, seen[batch], mask[batch])
            error[np.arange(len(batch)), action[batch]] -= 1
            weights -= RATE * (seen[batch].T @ error / len(batch) + DECAY * weights)
    return weights


def main(folder: Path) -> None:
    """Trains on four games of five and tells how often the fifth's moves are foreseen."""
    data = load(folder)
    seen = np.hstack([data["observation"], np.ones((len(data["action"]), 1), np.float32)])
    choice = data["mask"].sum(axis=1) > 1
    tested = (data["game"] % 5 == 0) & choice
    shown = (data["game"] % 5 != 0) & choice & (data["outcome"] > 0)
    weights = train(seen[shown], data["mask"][shown], data["action"][shown], np.random.default_rng(1))
    guess = policy(weights, seen[tested], data["mask"][tested]).argmax(axis=1)
    chance = (1 / data["mask"][tested].sum(axis=1)).mean()
    print(f"{shown.sum()} decisions shown, {tested.sum()} tested")
    print(f"foreseen: {(guess == data['action'][tested]).mean():.1%}; by guessing: {chance:.1%}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
