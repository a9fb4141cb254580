"""Trains a deep Q-network (DQN) of Tianshou against a bot, and writes the learning curve.

    pip install 'boardwright[lab]' 'tianshou>=2'
    python examples/train_tianshou.py deblockle -o cubes=1 --max-moves 100 --steps 20480 --out curve

Eight games are played in turns. The agent sits on a random seat. Tianshou takes the mask from the observation, under
the name `mask`. Between rounds of training it plays `--games` games with its best moves.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from learning_curve import make_env, read_arguments, rounds
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from boardwright.lab.gymnasium import GameEnv

ENVIRONMENTS = 8


class Masked(gymnasium.Wrapper):
    """Observations as Tianshou expects them, `obs`, flat, and `mask`; without the infos, which it would stack."""

    def __init__(self, env: GameEnv) -> None:
        super().__init__(env)
        size = int(np.prod(env.observation_space["observation"].shape))
        self.observation_space = gymnasium.spaces.Dict(
            {
                "obs": gymnasium.spaces.Box(-1.0, 1.0, (size,), np.float32),
                "mask": gymnasium.spaces.MultiBinary(int(env.action_space.n)),
            }
        )

    def reset(self, **options: Any) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        return self._named(self.env.reset(**options)[0]), {}

    def step(self, action: int) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        seen, reward, over, cut, _ = self.env.step(action)
        return self._named(seen), reward, over, cut, {}

    def _named(self, seen: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        return {"obs": seen["observation"].reshape(-1), "mask": seen["action_mask"]}


def new_policy(args: argparse.Namespace) -> DiscreteQLearningPolicy[Net]:
    """A policy that has learned nothing."""
    env = Masked(make_env(args))
    shape, actions = env.observation_space["obs"].shape, int(env.action_space.n)
    net = Net(state_shape=shape, action_shape=actions, hidden_sizes=(args.hidden,) * 2)
    return DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.15)


def params(collector: Collector, steps: int) -> OffPolicyTrainerParams:
    """One round of training."""
    return OffPolicyTrainerParams(
        training_collector=collector,
        max_epochs=1,
        epoch_num_steps=steps,
        collection_step_num_env_steps=64,
        update_step_num_gradient_steps_per_sample=0.125,
        batch_size=128,
        test_step_num_episodes=0,
        show_progress=False,
        verbose=False,
    )


def main() -> None:
    args = read_arguments(__doc__, steps=20_480)
    policy, optim = new_policy(args), AdamOptimizerFactory(lr=5e-4)
    algorithm = DQN(policy=policy, optim=optim, gamma=1.0, n_step_return_horizon=4, target_update_freq=300)
    envs = DummyVectorEnv([lambda: Masked(make_env(args)) for _ in range(ENVIRONMENTS)])
    envs.seed(args.seed)
    collector = Collector(algorithm, envs, VectorReplayBuffer(10_000, ENVIRONMENTS), exploration_noise=True)
    collector.reset()

    def choose(observation: np.ndarray, mask: np.ndarray) -> int:
        with torch.no_grad():
            seen = Batch(obs=observation[None], mask=mask[None])
            return int(policy(Batch(obs=seen, info=Batch())).act[0])

    for steps in rounds(args, choose):
        algorithm.run_training(params(collector, steps))


if __name__ == "__main__":
    main()
