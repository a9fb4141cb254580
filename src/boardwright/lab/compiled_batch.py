"""Many games stepped by a compiled kernel (`boardwright.bots.compiled`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from boardwright.bots.compiled import CompiledGame, compiled
from boardwright.core.refusal import BadOptions
from boardwright.core.seed import read_seed
from boardwright.lab.episode import Episode
from boardwright.lab.rewards import Reward
from boardwright.lab.setup import Setup

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


def compiled_batch(setup: Setup, count: int, reward: Reward) -> CompiledBatch | None:
    """A batch of games that the kernel can play to their end; None if there is none."""
    if reward != "outcome":
        return None
    first = Episode.begin(setup.start, bytes(32)).position
    variant = compiled(setup.game, first)
    observer = None if variant is None else variant.tables.observer(count)
    return None if variant is None or observer is None else CompiledBatch(setup, count, variant, observer)


class CompiledBatch:
    """Games as states of a kernel. Chance comes before the first decision only; the kernel plays all that follows."""

    def __init__(self, setup: Setup, count: int, variant: CompiledGame, observer: Any) -> None:
        self.setup = setup
        self._variant, self._kernel, self._observer = variant, variant.kernel, observer
        first = Episode.begin(setup.start, bytes(32)).position
        self._first = None if setup.start.is_chance else np.frombuffer(variant.pack(first), np.uint32)
        self.states: Array = np.tile(np.frombuffer(variant.pack(first), np.uint32), (count, 1))
        self.observations: Array = np.zeros((count, *setup.actions.shape), np.float32)
        self.masks: Array = np.zeros((count, setup.actions.size), np.int8)
        self.seats: Array = np.zeros(count, np.int64)
        self.rewards: Array = np.zeros((count, setup.seats), np.float32)

    def begin(self, games: Array, seeds: Sequence[int]) -> None:
        if self._first is not None:
            states = np.tile(self._first, (len(games), 1))
        else:
            starts = [Episode.begin(self.setup.start, read_seed(seed)).position for seed in seeds]
            packed = b"".join(map(self._variant.pack, starts))
            states = np.frombuffer(packed, np.uint32).reshape(len(games), -1)
        masks = np.zeros((len(games), self.setup.actions.size), np.int8)
        self._kernel.write_masks(states, masks)
        self.states[games], self.masks[games] = states, masks

    def step(self, actions: Array, cut: Array) -> Array:
        try:
            self._kernel.step_many(self.states, actions, self.masks, self.rewards)
        except ValueError:
            for game, action in enumerate(actions.tolist()):
                if action != -1 and not self.masks[game, action]:
                    message = f"The action {action} of game {game} is not legal; nothing was played."
                    raise BadOptions(message) from None
            raise
        over: Array = self._observer.over(self.states)
        return over

    def observe(self) -> None:
        self._observer.write(self.states, self.seats, self.observations)
