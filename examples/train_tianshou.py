"""Trains a deep Q-network (DQN) of Tianshou against a bot, and writes the learning curve.

    pip install 'boardwright[lab]' 'tianshou>=2'
    python examples/train_tianshou.py sagrada --steps 40000 --out sagrada.jsonl

The agent sits on a random seat. Tianshou takes the mask from the observation, under the name `mask`; the reward is
shaped by the game's evaluation. Between rounds of training it plays `--games` games with its best moves.
"""

from __future__ import annotations

import argparse
import json
from math import sqrt
from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from boardwright.lab.gymnasium import GameEnv


class Masked(gymnasium.Wrapper):
    """Observations as Tianshou expects them: `obs`, flat, and `mask`; of the infos, which it stacks, the points."""

    def __init__(self, env: GameEnv) -> None:
        super().__init__(env)
        size = int(np.prod(env.observation_space["observation"].shape))
        self.observation_space = gymnasium.spaces.Dict(
            {
                "obs": gymnasium.spaces.Box(-1.0, 1.0, (size,), np.float32),
                "mask": gymnasium.spaces.MultiBinary(int(env.action_space.n)),
            }
        )

    def reset(self, **options: Any) -> tuple[dict[str, np.ndarray], dict[str, float]]:
        seen, _ = self.env.reset(**options)
        return self._named(seen), {"points": 0.0}

    def step(self, action: int) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, float]]:
        seen, reward, over, cut, info = self.env.step(action)
        winners = info.get("winners", ())
        share = 0.5 if len(winners) != 1 else float(info["seat"] in winners)
        return self._named(seen), reward, over, cut, {"points": share}

    def _named(self, seen: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        return {"obs": seen["observation"].reshape(-1), "mask": seen["action_mask"]}


def make(args: argparse.Namespace) -> Masked:
    """The environment of the arguments."""
    options = dict(pair.split("=", 1) for pair in args.option)
    return Masked(
        GameEnv(
            args.game,
            options=options,
            seat=None,
            opponents=args.opponent,
            reward="shaped",
            max_moves=args.max_moves,
        )
    )


def points(policy: DiscreteQLearningPolicy[Net], env: Masked, games: int) -> float:
    """The share of points: 1 for a win, 0.5 for a draw or a game that was cut off."""
    total = 0.0
    for game in range(games):
        seen, info = env.reset(seed=1_000_000 + game)
        over = cut = False
        while not (over or cut):
            rows = {name: array[None] for name, array in seen.items()}
            with torch.no_grad():
                action = policy(Batch(obs=Batch(**rows), info=Batch())).act[0]
            seen, _, over, cut, info = env.step(int(action))
        total += info["points"]
    return total / games


def trained(args: argparse.Namespace) -> tuple[DQN[Any], DiscreteQLearningPolicy[Net]]:
    """A new algorithm with its policy."""
    env = make(args)
    actions = int(env.action_space.n)
    net = Net(state_shape=env.observation_space["obs"].shape, action_shape=actions, hidden_sizes=(128, 128))
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.15)
    optim = AdamOptimizerFactory(lr=5e-4)
    return DQN(policy=policy, optim=optim, gamma=1.0, n_step_return_horizon=4, target_update_freq=300), policy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--max-moves", type=int, default=300)
    parser.add_argument("--steps", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="curve.jsonl")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    np.random.seed(args.seed)
    table = make(args)
    algorithm, policy = trained(args)
    envs = DummyVectorEnv([lambda: make(args) for _ in range(8)])
    envs.seed(args.seed)
    collector = Collector(algorithm, envs, VectorReplayBuffer(10_000, 8), exploration_noise=True)
    collector.reset()
    with open(args.out, "w", encoding="utf-8") as log:
        for number in range(args.rounds + 1):
            if number:
                algorithm.run_training(
                    OffPolicyTrainerParams(
                        training_collector=collector,
                        max_epochs=1,
                        epoch_num_steps=args.steps // args.rounds,
                        collection_step_num_env_steps=64,
                        update_step_num_gradient_steps_per_sample=0.125,
                        batch_size=128,
                        test_step_num_episodes=0,
                        show_progress=False,
                        verbose=False,
                    )
                )
            share = points(policy, table, args.games)
            noise = 1.96 * sqrt(max(share * (1 - share), 0.01) / args.games)
            steps = number * (args.steps // args.rounds)
            line = {"steps": steps, f"against {args.opponent}": round(share, 3), "±": round(noise, 3)}
            print(line, flush=True)
            log.write(json.dumps(line) + "\n")
            log.flush()


if __name__ == "__main__":
    main()
