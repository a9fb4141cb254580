"""Many games stepped by one call, in Gymnasium's vector API: observations, masks and rewards in numpy arrays.

    from boardwright.lab.vector import VectorGameEnv
    environment = VectorGameEnv("deblockle", num_envs=1024)

The caller plays all seats: each observation is that of the seat to act, `infos["seat"]` says which seat that is, a
reward belongs to the seat that acted, and `infos["rewards"]` has those of all seats. A game that is over begins anew in
the next step, whatever its action (autoreset mode NEXT_STEP). Games with a compiled kernel are stepped by it where
kernels are used, with the same results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions
from boardwright.lab.episodes.batch import Batch, PythonBatch
from boardwright.lab.episodes.compiled_batch import compiled_batch
from boardwright.lab.episodes.episode_setup import EpisodeSetup, Observation
from boardwright.lab.episodes.rewards import Reward

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


class VectorGameEnv(VectorEnv[Observation, Array, Array]):
    """Games of one setup. With `copy` False, every step returns the same arrays with new contents.

    >>> env = VectorGameEnv("deblockle", num_envs=3, options={"cubes": 1})
    >>> observations, infos = env.reset(seed=1)
    >>> observations["observation"].shape, infos["seat"].tolist()
    ((3, 43, 7, 7), [0, 0, 0])
    >>> _, rewards, *_, infos = env.step(np.zeros(3, int))
    >>> rewards.tolist(), infos["seat"].tolist()
    ([0.0, 0.0, 0.0], [1, 1, 1])
    """

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        options: Mapping[str, JSON] | None = None,
        max_moves: int | None = None,
        reward: Reward = "outcome",
        copy: bool = True,
    ) -> None:
        setup = EpisodeSetup(name, seats, options)
        self.num_envs = num_envs
        self.metadata = {"name": f"{name}_v{setup.game.version}", "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space = setup.observation_space()
        self.single_action_space = spaces.Discrete(setup.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.max_moves = setup.move_limit(max_moves)
        self.setup = setup
        self._batch: Batch = compiled_batch(setup, num_envs, reward) or PythonBatch(setup, num_envs, reward)
        self._copies = copy
        self._moves = np.zeros(num_envs, np.int64)
        self._over = np.ones(num_envs, bool)
        self._has_begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all games. A number seeds all of them, a sequence each of them."""
        if options:
            raise BadOptions(f"reset has no options, so {', '.join(map(repr, options))} cannot be given.")
        seeds: Sequence[int | None] = [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
        elif seed is not None:
            seeds = seed
        self._begin(np.arange(self.num_envs), seeds)
        self._has_begun = True
        self._batch.observe()
        return self._observations(), {"seat": self._batch.seats.copy()}

    def _begin(self, games: Array, seeds: Sequence[int | None]) -> None:
        drawn = self.np_random.integers(2**62, size=len(games)).tolist()
        self._batch.begin(games, [drawn[at] if seed is None else int(seed) for at, seed in enumerate(seeds)])
        self._moves[games] = 0
        self._over[games] = False

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Makes one move in every game; if one is illegal, an error names it and nothing is played."""
        if not self._has_begun:
            raise BadOptions("The games have not begun: call reset first.")
        batch, renewed = self._batch, np.flatnonzero(self._over)
        played = self._checked(np.asarray(actions))
        actors = batch.seats.copy()
        cut = (self._moves + 1 >= self.max_moves) & bool(self.max_moves)
        terminated = batch.step(played, cut)
        self._moves += 1
        rewards = batch.rewards.copy()
        terminated[renewed] = cut[renewed] = False
        rewards[renewed] = 0.0
        truncated = cut & ~terminated
        if len(renewed):
            self._begin(renewed, [None] * len(renewed))
        self._over = terminated | truncated
        batch.observe()
        own = rewards[np.arange(self.num_envs), actors].astype(np.float64)
        return self._observations(), own, terminated, truncated, {"seat": batch.seats.copy(), "rewards": rewards}

    def _checked(self, actions: Array) -> Array:
        """The actions to play, -1 in games that begin anew."""
        if actions.shape != (self.num_envs,):
            raise BadOptions(f"There are {self.num_envs} games, but the actions have the shape {actions.shape}.")
        size = self.setup.actions.size
        is_number = (actions >= 0) & (actions < size)
        if not (is_number | self._over).all():
            game = int(np.flatnonzero(~is_number & ~self._over)[0])
            raise BadOptions(f"The action {actions[game]} of game {game} is not one of the {size}; nothing was played.")
        return np.where(self._over, -1, actions).astype(np.int32)

    def _observations(self) -> Observation:
        seen = {"observation": self._batch.observations, "action_mask": self._batch.masks}
        return {name: array.copy() for name, array in seen.items()} if self._copies else seen
