"""Many games of one setup, with their observations, masks and rewards in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np

from boardwright.core.refusal import BadOptions
from boardwright.core.seed import read_seed
from boardwright.lab.episode import Episode
from boardwright.lab.rewards import Reward, Rewards
from boardwright.lab.setup import Setup

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


class Batch(Protocol):
    """What the vector environment asks; the arrays keep their identity."""

    observations: Array
    masks: Array
    seats: Array
    """The seat to act in every game; when it is over, the one that acted last."""
    rewards: Array
    """What the last step was worth, by game and seat."""

    def begin(self, games: Array, seeds: Sequence[int]) -> None:
        """Begins some games anew."""

    def step(self, actions: Array, cut: Array) -> Array:
        """Plays an action in every game, none for -1, and returns which games are over; `cut` ones are truncated."""

    def observe(self) -> None:
        """Writes `observations`, `masks` and `seats`."""


class PythonBatch:
    """Games played by the rules in Python.

    >>> batch = PythonBatch(Setup("deblockle"), 2, "outcome")
    >>> batch.begin(np.arange(2), [1, 2])
    >>> batch.observe()
    >>> batch.step(np.array([0, -1]), np.zeros(2, bool)).tolist()
    [False, False]
    """

    def __init__(self, setup: Setup, count: int, reward: Reward) -> None:
        self.setup = setup
        self._rewards = Rewards(reward, setup.game)
        self.episodes = [Episode(setup.start, b"")] * count
        self.observations: Array = np.zeros((count, *setup.actions.shape), np.float32)
        self.masks: Array = np.zeros((count, setup.actions.size), np.int8)
        self.seats: Array = np.zeros(count, np.int64)
        self.rewards: Array = np.zeros((count, setup.seats), np.float32)
        self._rows: list[Any] = list(self.observations.reshape(count, -1))
        self._legal: list[list[int]] = [[] for _ in range(count)]

    def begin(self, games: Array, seeds: Sequence[int]) -> None:
        for game, seed in zip(games.tolist(), seeds, strict=True):
            self.episodes[game] = Episode.begin(self.setup.start, read_seed(seed))

    def step(self, actions: Array, cut: Array) -> Array:
        moves = self._moves(actions.tolist())
        over = np.zeros(len(moves), bool)
        for game, move in enumerate(moves):
            if move is None:
                self.rewards[game] = 0.0
                continue
            before = self.episodes[game]
            after = self.episodes[game] = before.play(move, int(self.seats[game]))
            outcome = after.position.outcome()
            over[game] = outcome is not None
            rewards = self._rewards.of_step(before.position, after.position, outcome, truncated=bool(cut[game]))
            self.rewards[game] = rewards
        return over

    def _moves(self, actions: list[int]) -> list[Any]:
        """The moves of the actions, all of them checked before one is made."""
        for game, action in enumerate(actions):
            if action != -1 and not self.masks[game, action]:
                raise BadOptions(f"The action {action} of game {game} is not legal; nothing was played.")
        return [None if action == -1 else self.setup.actions.move(action) for action in actions]

    def observe(self) -> None:
        actions = self.setup.actions
        for game, episode in enumerate(self.episodes):
            position = episode.position
            actors = position.actors
            if actors:
                self.seats[game] = actors[0]
            seat = int(self.seats[game])
            self._rows[game][:] = np.frombuffer(actions.encode(position, seat), np.float32)
            mask = self.masks[game]
            mask[self._legal[game]] = 0
            self._legal[game] = actions.legal(position, seat) if actors else []
            mask[self._legal[game]] = 1
