"""Many games of one setup, with their observations, masks and rewards in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np

from boardwright.core.refusal import BadOptions
from boardwright.core.seed import read_seed
from boardwright.lab.episodes.episode import Episode
from boardwright.lab.episodes.episode_setup import EpisodeSetup
from boardwright.lab.episodes.rewards import Reward, Rewards

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

    >>> batch = PythonBatch(EpisodeSetup("deblockle"), 2, "outcome")
    >>> batch.begin(np.arange(2), [1, 2])
    >>> batch.observe()
    >>> batch.step(np.array([0, -1]), np.zeros(2, bool)).tolist()
    [False, False]
    """

    def __init__(self, setup: EpisodeSetup, count: int, reward: Reward) -> None:
        self.setup = setup
        self._rewards = Rewards(reward, setup.seats)
        self.episodes = [Episode(setup.start, b"")] * count
        self.observations: Array = np.zeros((count, *setup.actions.shape), np.float32)
        self.masks: Array = np.zeros((count, setup.actions.size), np.int8)
        self.seats: Array = np.zeros(count, np.int64)
        self.rewards: Array = np.zeros((count, setup.seats), np.float32)
        self._view()

    def _view(self) -> None:
        self._rows: list[Any] = list(self.observations.reshape(len(self.episodes), -1))
        self._masks: list[Any] = list(self.masks)

    def __getstate__(self) -> dict[str, Any]:
        """Without the views of rows: in a copy they have to be views of its own arrays."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_rows", "_masks")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._view()

    def begin(self, games: Array, seeds: Sequence[int]) -> None:
        for game, seed in zip(games.tolist(), seeds, strict=True):
            self.episodes[game] = Episode.begin(self.setup.start, read_seed(seed))

    def step(self, actions: Array, cut: Array) -> Array:
        moves, seats, cuts = self._moves(actions.tolist()), self.seats.tolist(), cut.tolist()
        episodes, rewards, over = self.episodes, self._rewards, np.zeros(len(moves), bool)
        self.rewards.fill(0.0)
        for game, move in enumerate(moves):
            if move is None:
                continue
            before = episodes[game]
            after = episodes[game] = before.play(move, seats[game])
            outcome = after.position.outcome()
            if outcome is not None:
                over[game] = True
            if outcome is not None or not rewards.is_final:
                worth = rewards.of_step(before, after, outcome, self.setup.evaluate, truncated=cuts[game])
                self.rewards[game] = worth
        return over

    def _moves(self, actions: list[int]) -> list[Any]:
        """The moves of the actions, all of them checked before one is made."""
        for game, (action, mask) in enumerate(zip(actions, self._masks, strict=True)):
            if action != -1 and not mask[action]:
                raise BadOptions(f"The action {action} of game {game} is not legal; nothing was played.")
        moves = self.setup.actions.moves
        return [None if action == -1 else moves[action] for action in actions]

    def observe(self) -> None:
        encode, mask, floats = self.setup.actions.encode, self.setup.mask, np.float32
        seats = self.seats.tolist()
        for game, (position, *_) in enumerate(self.episodes):
            actors = position.actors
            if actors:
                seats[game] = actors[0]
            seat = seats[game]
            self._rows[game][:] = np.frombuffer(encode(position, seat), floats)
            self._masks[game][:] = np.frombuffer(mask(position, seat), np.int8) if actors else 0
        self.seats[:] = seats
