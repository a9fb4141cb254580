"""Trains MaskablePPO of sb3-contrib against a bot, and writes the learning curve.

    pip install 'boardwright[lab]' sb3-contrib
    python examples/train_sb3.py mage_duel -o variant=short_deck --steps 65536 --out curve

Eight games are played in turns. The agent sits on a random seat and sees the planes as one flat array. Between rounds
of training it plays `--games` games with its most probable moves.
"""

from __future__ import annotations

import gymnasium
import numpy as np
from learning_curve import make_env, read_arguments, rounds
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from boardwright.lab.gymnasium import GameEnv

ENVIRONMENTS, STEPS = 8, 256


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


def main() -> None:
    args = read_arguments(__doc__, steps=65_536)
    model = MaskablePPO(
        "MlpPolicy", DummyVecEnv([lambda: Flat(make_env(args))] * ENVIRONMENTS), n_steps=STEPS, batch_size=512,
        n_epochs=4, gamma=1.0, learning_rate=1e-3, ent_coef=0.01, seed=args.seed,
        policy_kwargs={"net_arch": [args.hidden, args.hidden]}, device="cpu",
    )  # fmt: skip

    def choose(observation: np.ndarray, mask: np.ndarray) -> int:
        return int(model.predict(observation, action_masks=mask.astype(bool), deterministic=True)[0])

    for steps in rounds(args, choose):
        model.learn(steps, reset_num_timesteps=False)


if __name__ == "__main__":
    main()
