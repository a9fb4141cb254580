"""Self-play: many games stepped together, with what learning needs of each step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from boardwright.lab.vector import VectorGameEnv

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
Evaluate: TypeAlias = Callable[[Array, Array], tuple[Array, Array]]
"""From observations and masks to the logarithms of the probabilities of actions, and values."""


class RolloutBatch(NamedTuple):
    """Decisions, one a row."""

    observations: Array
    masks: Array
    actions: Array
    logs: Array
    """The logarithm of the probability with which each action was chosen."""
    advantages: Array
    returns: Array


class SelfPlayRollout:
    """Games of two players against themselves, played on from call to call.

    The first moves of every game, a random number of them up to `opening`, are random, so that all kinds of
    positions are met; they are not learned from.

    >>> env = VectorGameEnv("deblockle", 4, options={"cubes": 1}, max_moves=30)
    >>> uniform = lambda seen, masks: (np.log(np.maximum(masks, 1e-9)), np.zeros(len(masks)))
    >>> batch = SelfPlayRollout(env, opening=0, seed=1).play(uniform, steps=5)
    >>> batch.observations.shape, int(batch.masks[0][batch.actions[0]])
    ((20, 2107), 1)
    """

    def __init__(
        self, env: VectorGameEnv, *, opening: int = 8, discount: float = 0.99, decay: float = 0.9, seed: int = 0
    ) -> None:
        self.env = env
        self.discount = discount
        self.decay = decay
        self._opening = opening
        self._rng = np.random.default_rng(seed)
        self._seen, infos = env.reset(seed=seed)
        self._seats = infos["seat"]
        self._fresh = np.ones(env.num_envs, bool)
        """Games whose next observation is a decision, not the end of a game."""
        self._random = self._rng.integers(opening + 1, size=env.num_envs)
        """How many random moves are left in every game."""

    def play(self, evaluate: Evaluate, steps: int) -> RolloutBatch:
        """Plays that many steps in every game."""
        rows = [self._step(evaluate) for _ in range(steps)]
        last = (evaluate(self._seen["observation"], self._seen["action_mask"])[1], self._seats)
        advantages, returns = self._advantages(rows, last)
        kept = np.stack([row["kept"] for row in rows]).reshape(-1)
        seen, masks, actions, logs = (
            np.concatenate([row[name] for row in rows])[kept] for name in ("seen", "masks", "actions", "logs")
        )
        return RolloutBatch(seen, masks, actions, logs, advantages.reshape(-1)[kept], returns.reshape(-1)[kept])

    def _step(self, evaluate: Evaluate) -> dict[str, Array]:
        games = np.arange(self.env.num_envs)
        seen, masks = self._seen["observation"], self._seen["action_mask"]
        logs, values = evaluate(seen, masks)
        at_random = self._random > 0
        odds = np.where(at_random[:, None], masks, np.exp(logs)).cumsum(1)
        actions = (odds > self._rng.random((len(games), 1)) * odds[:, -1:]).argmax(1)
        row = {
            "seen": seen.reshape(len(games), -1),
            "masks": masks,
            "actions": actions,
            "logs": logs[games, actions],
            "values": values,
            "seats": self._seats,
            "kept": self._fresh & ~at_random & (masks.sum(1) > 1),
        }
        self._seen, row["rewards"], row["over"], cut, infos = self.env.step(actions)
        row["ends"] = row["over"] | cut
        self._random = np.maximum(self._random - 1, 0)
        self._random[row["ends"]] = self._rng.integers(self._opening + 1, size=int(row["ends"].sum())) + 1
        self._fresh = ~row["ends"]
        self._seats = infos["seat"]
        return row

    def _advantages(self, rows: list[dict[str, Array]], last: tuple[Array, Array]) -> tuple[Array, Array]:
        """Generalized advantage estimates; what is good for one seat is bad for the other."""
        advantages = np.zeros((len(rows), self.env.num_envs), np.float32)
        after, (values, seats) = np.zeros(self.env.num_envs), last
        for at in reversed(range(len(rows))):
            row = rows[at]
            sign = np.where(row["seats"] == seats, 1.0, -1.0)
            ahead = np.where(row["over"], 0.0, sign * values)
            error = row["rewards"] + self.discount * ahead - row["values"]
            carried = np.where(row["ends"], 0.0, sign * after)
            after = error + self.discount * self.decay * carried
            advantages[at] = after
            values, seats = row["values"], row["seats"]
        return advantages, advantages + np.stack([row["values"] for row in rows]).astype(np.float32)
