"""Steps per second of processor time in the environments, observations and masks included.

python -m benchmarks.environments [--seconds S] [--games N]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from boardwright.lab.pettingzoo import env
from boardwright.lab.vector import VectorGameEnv

TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("deblockle", 2, {"cubes": 1}),
    ("deblockle", 2, {}),
    ("blokus", 2, {"variant": "duo"}),
    ("blokus", 4, {}),
    ("mage_duel", 2, {}),
    ("sagrada", 2, {}),
)
"""A game, its seats and its options."""


def rate(step: Callable[[], int], seconds: float) -> float:
    """What `step` counts, per second of processor time; the first call is not counted."""
    step()
    start, done = process_time(), 0
    while process_time() - start < seconds:
        done += step()
    return done / (process_time() - start)


def aec(name: str, seats: int, options: dict[str, Any]) -> Callable[[], int]:
    """One random game in the PettingZoo environment."""
    table, rng = env(name, seats=seats, options=options), np.random.default_rng(0)

    def play() -> int:
        table.reset(seed=int(rng.integers(2**31)))
        steps = 0
        for _ in table.agent_iter():
            seen, _, over, cut, _ = table.last()
            legal = np.flatnonzero(seen["action_mask"])
            table.step(None if over or cut else legal[int(rng.random() * len(legal))])
            steps += not (over or cut)
        return steps

    return play


def vector_rate(name: str, seats: int, options: dict[str, Any], seconds: float, games: int) -> float:
    """Steps per second of the vector environment with random actions, whose choice is not counted."""
    env, rng = VectorGameEnv(name, games, seats=seats, options=options, copy=False), np.random.default_rng(0)
    masks = env.reset(seed=0)[0]["action_mask"]
    spent, done = 0.0, 0
    while spent < seconds:
        rows, columns = np.nonzero(masks)
        counts = np.bincount(rows, minlength=games)
        picks = np.searchsorted(rows, np.arange(games)) + (rng.random(games) * counts).astype(int)
        actions = np.where(counts, columns[np.minimum(picks, len(columns) - 1)], 0)
        start = process_time()
        env.step(actions)
        spent += process_time() - start
        done += games
    return done / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each figure (default: 2)")
    parser.add_argument("--games", type=int, default=256, help="games of the vector environment (default: 256)")
    args = parser.parse_args()
    for name, seats, options in TABLES:
        print(name, seats, *(f"{key}={value}" for key, value in options.items()), end=": ")
        single = rate(aec(name, seats, options), args.seconds)
        many = vector_rate(name, seats, options, args.seconds, args.games)
        print(f"PettingZoo {single:,.0f} steps/s, vector {many:,.0f} steps/s", flush=True)


if __name__ == "__main__":
    main()
