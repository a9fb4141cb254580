"""Compiled kernels against Python, both in one run and in processor time: steps, search, batches, play-outs.

python -m benchmarks.kernels [--seconds S]
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from boardwright.bots.bot import pick
from boardwright.bots.evaluation.compiled import CompiledGame, compiled, compiled_playouts
from boardwright.bots.tree import Tree
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.search.playout import random_play

TABLES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("deblockle", {}, 0),
    ("blokus", {"variant": "duo"}, 8),
    ("blokus", {"variant": "classic2"}, 8),
    ("mage_duel", {}, 12),
)
"""A game, its options, and after how many random moves the search begins."""
LONGEST = 2000
BATCH = 1024


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Return what `work(number)` counts, per second of processor time."""
    start, number, done = process_time(), 0, 0
    while process_time() - start < seconds:
        done += work(number)
        number += 1
    return done / (process_time() - start)


def python_steps(start: AnyPosition, seed: int) -> int:
    """Return the length of one random game in Python."""
    rng, position, steps = random.Random(seed), start, 0
    while position.outcome() is None and steps < LONGEST:
        position = applied(position, pick(position.legal_moves(), rng), position.actors[0])
        steps += 1
    return steps


def batch_steps(variant: CompiledGame, start: AnyPosition) -> Callable[[int], int]:
    """Return a function that steps many games once, masks written; games that end begin again."""
    kernel, first = variant.kernel, np.frombuffer(variant.pack(start), np.uint32)
    states = np.tile(first, (BATCH, 1))
    masks, payoffs = np.zeros((BATCH, kernel.actions), np.uint8), np.zeros((BATCH, kernel.seats), np.float32)
    actions, over = np.zeros(BATCH, np.int32), np.zeros(BATCH, bool)
    kernel.write_masks(states, masks)

    def step(number: int) -> int:
        kernel.random_actions(states, actions, number)
        played = int((actions >= 0).sum())
        if kernel.step_many(states, actions, masks, payoffs, over) == BATCH:
            states[:] = first
            kernel.write_masks(states, masks)
        return played

    return step


def measure(rules: AnyGame, options: dict[str, Any], plies: int, seconds: float) -> None:
    start = random_play(rules.begin(2, rules.read_options(options)), random.Random(5), 0)
    variant = compiled(rules, start)
    if variant is None:
        raise SystemExit("The kernels are not used here; `boardwright doctor` says why.")
    kernel, state = variant.kernel, variant.pack(start)
    middle = random_play(start, random.Random(5), plies)
    seat, tree, search = middle.actors[0], Tree(rules, random.Random(1)), kernel.search(variant.pack(middle), 1.0, 1)

    def iterate(number: int) -> int:
        tree.iterate(middle, seat)
        return 1

    def compiled_steps(seed: int) -> int:
        return kernel.playouts(state, 20, seed)[1]

    pairs: dict[str, tuple[Callable[[int], int], Callable[[int], int]]] = {
        "iterations/s": (iterate, lambda number: search.run(10**9, 0.05))
    }
    if not variant.tables.outcomes:
        pairs["random steps/s"] = (lambda seed: python_steps(start, seed), compiled_steps)
    print(rules.name, *(f"{key}={value}" for key, value in options.items()))
    for name, (slow, fast) in pairs.items():
        python, compiled_rate = rate(slow, seconds), rate(fast, seconds)
        print(f"  {name}: Python {python:,.0f}, kernel {compiled_rate:,.0f}, {compiled_rate / python:.0f} times")
    if not variant.tables.outcomes:
        print(f"  steps/s of {BATCH} games at once, masks written: {rate(batch_steps(variant, start), seconds):,.0f}")


def measure_playouts(rules: AnyGame, moves: int, seconds: float) -> None:
    """Play-outs of a game whose search stays in Python, after some random moves."""
    compiled, position = compiled_playouts(rules), random_play(rules.begin(2), random.Random(5), moves)
    if compiled is None or compiled.payoffs(position, random.Random(1)) is None:
        raise SystemExit("The kernels are not used here; `boardwright doctor` says why.")

    def slow(seed: int) -> int:
        rules.bot.playout(position, random.Random(seed))
        return 1

    def fast(seed: int) -> int:
        compiled.payoffs(position, random.Random(seed))
        return compiled.tables.count

    python, rate_compiled = rate(slow, seconds), rate(fast, seconds)
    print(rules.name)
    print(f"  play-outs/s: Python {python:,.0f}, kernel {rate_compiled:,.0f}, {rate_compiled / python:.0f} times")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each figure (default: 2)")
    args = parser.parse_args()
    for name, options, plies in TABLES:
        measure(game(name), options, plies, args.seconds)
    measure_playouts(game("sagrada"), 2, args.seconds)


if __name__ == "__main__":
    main()
