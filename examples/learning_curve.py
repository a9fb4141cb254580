"""What the training examples share: their arguments, games against a bot, and the curve of the results."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import torch

from boardwright.arena.plot import lines
from boardwright.lab.gymnasium import GameEnv

Choose = Callable[[np.ndarray, np.ndarray], int]
"""From a flat observation and the mask of legal actions to an action."""
_FIRST_SEED = 1_000_000
"""Games that are judged have seeds from here on, so that no game of the training is among them by chance."""


def read_arguments(description: str, steps: int) -> argparse.Namespace:
    """The arguments of a training example; everything is seeded."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="KEY=VALUE", help="option of the game")
    parser.add_argument("--seats", type=int, help="how many play (default: the game's usual number)")
    parser.add_argument("--opponent", default="random", help="bot on the other seats (default: random)")
    parser.add_argument("--reward", default="shaped", choices=("outcome", "margin", "shaped"))
    parser.add_argument("--max-moves", type=int, default=300, help="longer games are cut off (default: 300)")
    parser.add_argument("--hidden", type=int, default=128, help="units of each of two layers (default: 128)")
    parser.add_argument("--steps", type=int, default=steps, help=f"decisions of the agent (default: {steps:,})")
    parser.add_argument("--rounds", type=int, default=5, help="judgments after the first (default: 5)")
    parser.add_argument("--games", type=int, default=100, help="games of each judgment (default: 100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("curve"), help="directory of curve.jsonl and curve.svg")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    np.random.seed(args.seed)
    return args


def make_env(args: argparse.Namespace) -> GameEnv:
    """The environment of the arguments; the agent sits on another random seat in every game."""
    return GameEnv(
        args.game,
        seats=args.seats,
        options=dict(pair.split("=", 1) for pair in args.option),
        seat=None,
        opponents=args.opponent,
        reward=args.reward,
        max_moves=args.max_moves,
    )


def points(info: Mapping[str, Any]) -> float:
    """1 for a game that the agent won, 0.5 for a draw or a game that was cut off."""
    winners = info.get("winners", ())
    return float(info["seat"] in winners) if len(winners) == 1 else 0.5


def judge(env: GameEnv, choose: Choose, games: int) -> float:
    """The agent's share of the points; the games are the same in every judgment."""
    total = 0.0
    for game in range(games):
        seen, info = env.reset(seed=_FIRST_SEED + game)
        over = cut = False
        while not (over or cut):
            action = choose(seen["observation"].reshape(-1), seen["action_mask"])
            seen, _, over, cut, info = env.step(action)
        total += points(info)
    return total / games


def rounds(args: argparse.Namespace, choose: Choose) -> Iterator[int]:
    """The steps to train in each round; before and after each the agent is judged, and the curve is written."""
    env, each = make_env(args), args.steps // args.rounds
    curve: list[dict[str, float]] = []
    args.out.mkdir(parents=True, exist_ok=True)
    with (args.out / "curve.jsonl").open("w", encoding="utf-8") as log:
        for number in range(args.rounds + 1):
            if number:
                yield each
            share = judge(env, choose, args.games)
            noise = 1.96 * sqrt(max(share * (1 - share), 0.01) / args.games)
            curve.append({"steps": number * each, "points": round(share, 3), "±": round(noise, 3)})
            print(curve[-1], flush=True)
            log.write(json.dumps(curve[-1]) + "\n")
            log.flush()
            (args.out / "curve.svg").write_text(_plot(args, curve), "utf-8")


def _plot(args: argparse.Namespace, curve: list[dict[str, float]]) -> str:
    bounds = (
        (f"points against {args.opponent}", [each["points"] for each in curve]),
        ("95 % from", [max(0.0, each["points"] - each["±"]) for each in curve]),
        ("to", [min(1.0, each["points"] + each["±"]) for each in curve]),
    )
    title = " ".join((args.game, *args.option))
    return lines(f"{title}: learning against {args.opponent}", bounds, 0.0, 1.0, f"{curve[-1]['steps']:,} steps")
