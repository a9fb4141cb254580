"""Steps per second of processor time in the environments, observations and masks included.

python -m benchmarks.environments [--seconds S] [--games N] [--against SRC]

With `--against`, the PettingZoo environment of another version is measured in turns with this one: SRC is the `src`
directory of its checkout.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("deblockle", 2, {"cubes": 1}),
    ("deblockle", 2, {}),
    ("blokus", 2, {"variant": "duo"}),
    ("blokus", 4, {}),
    ("mage_duel", 2, {}),
    ("sagrada", 2, {}),
)
"""A game, its seats and its options."""
_ROUNDS = 2
_OWN = Path(__file__).parents[1] / "src"


def aec_rate(name: str, seats: int, options: dict[str, Any], seconds: float) -> float:
    """Return steps per second of random games in the PettingZoo environment; the first game is not counted."""
    from boardwright.lab.pettingzoo import env

    table, rng = env(name, seats=seats, options=options), np.random.default_rng(0)

    def play() -> int:
        table.reset(seed=int(rng.integers(2**31)))
        steps = 0
        for _ in table.agent_iter():
            seen, _, over, cut, _ = table.last()
            if over or cut:
                table.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"].view(bool))
            table.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
        return steps

    play()
    start, done = process_time(), 0
    while process_time() - start < seconds:
        done += play()
    return done / (process_time() - start)


def vector_rate(name: str, seats: int, options: dict[str, Any], seconds: float, games: int) -> float:
    """Return steps per second of the vector environment with random actions, whose choice is not counted."""
    from boardwright.lab.vector import VectorGameEnv

    env, rng = VectorGameEnv(name, games, seats=seats, options=options, copy=False), np.random.default_rng(0)
    masks = env.reset(seed=0)[0]["action_mask"].view(bool)
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


def measured_in(source: Path, table: tuple[str, int, dict[str, Any]], seconds: float) -> float:
    """Return the rate of the PettingZoo environment in a process that imports Boardwright from there."""
    command = [sys.executable, __file__, "--seconds", str(seconds), "--table", json.dumps(table)]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each figure (default: 2)")
    parser.add_argument("--games", type=int, default=256, help="games of the vector environment (default: 256)")
    parser.add_argument("--against", type=Path, metavar="SRC", help="another version to compare with")
    parser.add_argument("--table", type=json.loads, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.table:
        print(aec_rate(*args.table, args.seconds))
        return
    for table in TABLES:
        name, seats, options = table
        print(name, seats, *(f"{key}={value}" for key, value in options.items()), end=": ")
        many = vector_rate(*table, args.seconds, args.games)
        if args.against is None:
            single = aec_rate(*table, args.seconds)
            print(f"PettingZoo {single:,.0f} steps/s, vector {many:,.0f} steps/s", flush=True)
            continue
        rates = [[measured_in(source, table, args.seconds) for source in (args.against, _OWN)] for _ in range(_ROUNDS)]
        other, own = (sum(column) / _ROUNDS for column in zip(*rates, strict=True))
        print(f"other version {other:,.0f} steps/s; PettingZoo {own:,.0f} ({own / other:.1f}x)", end=", ")
        print(f"vector {many:,.0f} ({many / other:.1f}x)", flush=True)


if __name__ == "__main__":
    main()
