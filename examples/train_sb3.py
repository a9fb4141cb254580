"""Trains MaskablePPO of sb3-contrib against a bot, and writes the learning curve.

    pip install 'boardwright[lab]' sb3-contrib
    python examples/train_sb3.py sagrada --steps 100000 --out sagrada.jsonl

The agent sits on a random seat and sees the planes as one flat array; the reward is the margin at the end. Between
rounds of training it plays `--games` games with its most probable moves.
"""

from __future__ import annotations

import argparse
import json
from math import sqrt

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from boardwright.lab.gymnasium import GameEnv


class Flat(gymnasium.ObservationWrapper):
    """Leaves the mask to `action_masks`, where sb3-contrib asks for it."""

    def __init__(self, env: GameEnv) -> None:
        super().__init__(env)
        size = int(np.prod(env.observation_space["observation"].shape))
        self.observation_space = gymnasium.spaces.Box(-1.0, 1.0, (size,), np.float32)

    def observation(self, observation: dict[str, np.ndarray]) -> np.ndarray:
        return observation["observation"].reshape(-1)

    def action_masks(self) -> np.ndarray:
        return self.env.action_masks()


def make(args: argparse.Namespace) -> Flat:
    """The environment of the arguments."""
    options = dict(pair.split("=", 1) for pair in args.option)
    return Flat(
        GameEnv(
            args.game,
            options=options,
            seat=None,
            opponents=args.opponent,
            reward="margin",
            max_moves=args.max_moves,
        )
    )


def points(model: MaskablePPO, env: Flat, games: int) -> float:
    """The share of points: 1 for a win, 0.5 for a draw or a game that was cut off."""
    total = 0.0
    for game in range(games):
        seen, info = env.reset(seed=1_000_000 + game)
        over = cut = False
        while not (over or cut):
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, _, over, cut, info = env.step(action)
        winners = info.get("winners", ())
        total += 0.5 if not winners or len(winners) > 1 else float(info["seat"] in winners)
    return total / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--max-moves", type=int, default=300)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="curve.jsonl")
    args = parser.parse_args()
    torch.set_num_threads(1)
    table = make(args)
    model = MaskablePPO(
        "MlpPolicy", DummyVecEnv([lambda: make(args)] * 8), n_steps=256, batch_size=512, n_epochs=4, gamma=1.0,
        learning_rate=1e-3, ent_coef=0.01, seed=args.seed, policy_kwargs={"net_arch": [128, 128]}, device="cpu",
    )  # fmt: skip
    with open(args.out, "w", encoding="utf-8") as log:
        for step in range(args.rounds + 1):
            if step:
                model.learn(args.steps // args.rounds, reset_num_timesteps=False)
            share = points(model, table, args.games)
            noise = 1.96 * sqrt(max(share * (1 - share), 0.01) / args.games)
            line = {"steps": model.num_timesteps, f"against {args.opponent}": round(share, 3), "±": round(noise, 3)}
            print(line, flush=True)
            log.write(json.dumps(line) + "\n")
            log.flush()


if __name__ == "__main__":
    main()
