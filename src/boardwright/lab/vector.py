"""Many games stepped by one call, in Gymnasium's vector API: observations, masks and rewards in numpy arrays.

    from boardwright.lab.vector import VectorGameEnv
    environment = VectorGameEnv("deblockle", num_envs=1024)

The caller plays all seats: each observation is that of the seat to act, `infos["seat"]` says which seat that is, a
reward belongs to the seat that acted, and `infos["rewards"]` has those of all seats. A game that is over begins anew in
the next step, whatever its action (autoreset mode NEXT_STEP). Games with a compiled kernel are stepped by it where
kernels are used, with the same results.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from boardwright.bots.evaluation.compiled import CompiledGame, KernelMismatch
from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions
from boardwright.core.seed import read_seed
from boardwright.lab.episodes.episode import Array, Episode, EpisodeSetup, Observation
from boardwright.lab.episodes.rewards import Reward, Rewards


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
        self._batch = _make_batch(setup, num_envs, reward)
        self._copies = copy
        self._moves = np.zeros(num_envs, np.int64)
        self._over = np.ones(num_envs, bool)
        self._has_begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games. A number seeds all of them, a sequence each of them."""
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
        """Make one move in every game; if one is illegal, an error names it and nothing is played."""
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
        """Return the actions to play, -1 in games that begin anew."""
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


def _make_batch(setup: EpisodeSetup, count: int, reward: Reward) -> Batch:
    """Return a batch that a kernel plays if there is one for the setup, else Python."""
    variant = setup.compiled(evaluates=reward != "outcome")
    return PythonBatch(setup, count, reward) if variant is None else CompiledBatch(setup, count, reward, variant)


class Batch(ABC):
    """Some games with their arrays, which keep their identity."""

    def __init__(self, setup: EpisodeSetup, count: int, reward: Reward) -> None:
        self.setup = setup
        self._rewards = Rewards(reward, setup.seats)
        self.observations: Array = np.zeros((count, *setup.actions.shape), np.float32)
        self.masks: Array = np.zeros((count, setup.actions.size), np.int8)
        self.seats: Array = np.zeros(count, np.int64)
        """The seat to act in every game; when it is over, the one that acted last."""
        self.rewards: Array = np.zeros((count, setup.seats), np.float32)
        """The rewards of the last step, by game and seat."""

    @abstractmethod
    def begin(self, games: Array, seeds: Sequence[int]) -> None:
        """Begin some games anew."""

    @abstractmethod
    def step(self, actions: Array, cut: Array) -> Array:
        """Play an action in every game, none for -1, and return which games are over; `cut` ones are truncated."""

    @abstractmethod
    def observe(self) -> None:
        """Write `observations`, `masks` and `seats`."""

    def _check_legal(self, actions: list[int]) -> None:
        """Raise BadOptions if an action is not legal, before any of them is played."""
        for game, action in enumerate(actions):
            if action != -1 and not self.masks[game, action]:
                raise BadOptions(f"The action {action} of game {game} is not legal; nothing was played.")


class PythonBatch(Batch):
    """Games played by the rules in Python.

    >>> batch = PythonBatch(EpisodeSetup("deblockle"), 2, "outcome")
    >>> batch.begin(np.arange(2), [1, 2])
    >>> batch.observe()
    >>> batch.step(np.array([0, -1]), np.zeros(2, bool)).tolist()
    [False, False]
    """

    def __init__(self, setup: EpisodeSetup, count: int, reward: Reward) -> None:
        super().__init__(setup, count, reward)
        self.episodes = [Episode(setup.start, b"")] * count

    def begin(self, games: Array, seeds: Sequence[int]) -> None:
        for game, seed in zip(games.tolist(), seeds, strict=True):
            self.episodes[game] = Episode.begin(self.setup.start, read_seed(seed))

    def step(self, actions: Array, cut: Array) -> Array:
        numbers, seats, cuts, moves = actions.tolist(), self.seats.tolist(), cut.tolist(), self.setup.actions.moves
        self._check_legal(numbers)
        episodes, rewards, over = self.episodes, self._rewards, np.zeros(len(numbers), bool)
        self.rewards.fill(0.0)
        for game, number in enumerate(numbers):
            if number == -1:
                continue
            before = episodes[game]
            after = episodes[game] = before.play(moves[number], seats[game])
            outcome = after.position.outcome()
            if outcome is not None:
                over[game] = True
            if outcome is not None or not rewards.is_final:
                worth = rewards.of_step(before, after, outcome, self.setup.evaluate, truncated=cuts[game])
                self.rewards[game] = worth
        return over

    def observe(self) -> None:
        encode, mask, floats = self.setup.actions.encode, self.setup.mask, np.float32
        rows: Array = self.observations.reshape(len(self.episodes), -1)
        seats = self.seats.tolist()
        for game, (position, *_) in enumerate(self.episodes):
            actors = position.actors
            if actors:
                seats[game] = actors[0]
            seat = seats[game]
            rows[game] = np.frombuffer(encode(position, seat), floats)
            self.masks[game] = np.frombuffer(mask(position, seat), np.int8) if actors else 0
        self.seats[:] = seats


class CompiledBatch(Batch):
    """Games as states of a kernel. Python draws what comes before the first decision, the kernel all that follows."""

    def __init__(self, setup: EpisodeSetup, count: int, reward: Reward, variant: CompiledGame) -> None:
        super().__init__(setup, count, reward)
        first = np.frombuffer(variant.pack(Episode.begin(setup.start, bytes(32)).position), np.uint32)
        self._first = first if setup.start.chance is None else None
        self.states: Array = np.tile(first, (count, 1))
        self._seeds: Array = np.zeros((count, 32), np.uint8)
        self._draws: Array = np.zeros(count, np.int64)
        self._use(variant)

    def _use(self, variant: CompiledGame) -> None:
        self._variant, self._kernel = variant, variant.kernel
        self._chance = (self._seeds, self._draws) if variant.tables.outcomes else ()

    def __getstate__(self) -> dict[str, Any]:
        """Return all but the kernel, which is found again."""
        left_out = ("_variant", "_kernel", "_chance")
        return {name: value for name, value in self.__dict__.items() if name not in left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        variant = self.setup.compiled(evaluates=not self._rewards.is_final)
        if variant is None:
            raise KernelMismatch(f"These games of {self.setup.game.title} need compiled kernels; `boardwright doctor`.")
        self._use(variant)

    def begin(self, games: Array, seeds: Sequence[int]) -> None:
        if self._first is not None:
            states = np.tile(self._first, (len(games), 1))
        else:
            states = self._dealt(games, [Episode.begin(self.setup.start, read_seed(seed)) for seed in seeds])
        masks = np.zeros((len(games), self.setup.actions.size), np.int8)
        self._kernel.write_masks(states, masks)
        self.states[games], self.masks[games] = states, masks

    def _dealt(self, games: Array, episodes: list[Episode]) -> Array:
        self._seeds[games] = np.frombuffer(b"".join(episode.seed for episode in episodes), np.uint8).reshape(-1, 32)
        self._draws[games] = [episode.draws for episode in episodes]
        packed = b"".join(self._variant.pack(episode.position) for episode in episodes)
        return np.frombuffer(packed, np.uint32).reshape(len(games), -1)

    def step(self, actions: Array, cut: Array) -> Array:
        over: Array = np.zeros(len(actions), bool)
        before = None if self._rewards.is_final else self.states.copy()
        try:
            self._kernel.step_many(self.states, actions, self.masks, self.rewards, over, *self._chance)
        except ValueError:
            self._check_legal(actions.tolist())
            raise
        if before is not None:
            self._reward(before, actions, over, cut)
        return over

    def _reward(self, before: Array, actions: Array, over: Array, cut: Array) -> None:
        """Write rewards that are not the outcome's payoffs."""
        tells_end = self._rewards.kind == "margin"
        self.rewards.fill(0.0)
        for game in np.flatnonzero((actions >= 0) & ((over | cut) if tells_end else True)).tolist():
            state = self.states[game]
            outcome = self._variant.unpack(state.tobytes()).outcome() if over[game] else None
            worth = self._rewards.of_step(
                before[game], state, outcome, self._kernel.evaluate, truncated=bool(cut[game])
            )
            self.rewards[game] = worth

    def observe(self) -> None:
        self._kernel.write_observations(self.states, self.seats, self.observations)
