"""Many games stepped by a compiled kernel (`boardwright.bots.evaluation.compiled`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from boardwright.bots.evaluation.compiled import CompiledGame, KernelMismatch, compiled
from boardwright.core.refusal import BadOptions
from boardwright.core.seed import read_seed
from boardwright.lab.episodes.episode import Episode
from boardwright.lab.episodes.episode_setup import EpisodeSetup
from boardwright.lab.episodes.rewards import Reward, Rewards

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


def compiled_batch(setup: EpisodeSetup, count: int, reward: Reward) -> CompiledBatch | None:
    """A batch of games that the kernel can play to their end; None if there is none."""
    variant = _variant(setup, reward)
    return None if variant is None else CompiledBatch(setup, count, variant, reward)


def _variant(setup: EpisodeSetup, reward: Reward) -> CompiledGame | None:
    return compiled(setup.game, Episode.begin(setup.start, bytes(32)).position, evaluates=reward != "outcome")


class CompiledBatch:
    """Games as states of a kernel. Python draws what comes before the first decision, the kernel all that follows."""

    def __init__(self, setup: EpisodeSetup, count: int, variant: CompiledGame, reward: Reward) -> None:
        self.setup, self._rewards = setup, Rewards(reward, setup.seats)
        first = np.frombuffer(variant.pack(Episode.begin(setup.start, bytes(32)).position), np.uint32)
        self._first = first if setup.start.chance is None else None
        self.states: Array = np.tile(first, (count, 1))
        self.observations: Array = np.zeros((count, *setup.actions.shape), np.float32)
        self.masks: Array = np.zeros((count, setup.actions.size), np.int8)
        self.seats: Array = np.zeros(count, np.int64)
        self.rewards: Array = np.zeros((count, setup.seats), np.float32)
        self._seeds: Array = np.zeros((count, 32), np.uint8)
        self._draws: Array = np.zeros(count, np.int64)
        self._use(variant)

    def _use(self, variant: CompiledGame) -> None:
        self._variant, self._kernel = variant, variant.kernel
        self._chance = (self._seeds, self._draws) if variant.tables.outcomes else ()

    def __getstate__(self) -> dict[str, Any]:
        """Without the kernel, which is found again."""
        left_out = ("_variant", "_kernel", "_chance")
        return {name: value for name, value in self.__dict__.items() if name not in left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        variant = _variant(self.setup, self._rewards.kind)
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
            for game, action in enumerate(actions.tolist()):
                if action != -1 and not self.masks[game, action]:
                    message = f"The action {action} of game {game} is not legal; nothing was played."
                    raise BadOptions(message) from None
            raise
        if before is not None:
            self._reward(before, actions, over, cut)
        return over

    def _reward(self, before: Array, actions: Array, over: Array, cut: Array) -> None:
        """Writes rewards that are not the outcome's payoffs."""
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
