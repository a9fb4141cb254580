"""Self-play training of a policy and value network (extra `train`); `boardwright train` is its front end.

`SelfPlayRollout` plays, `Learner` learns by proximal policy optimization (PPO), and `Exam` compares a network with the
truth, where a game is solved.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from boardwright.bots.bot import pick
from boardwright.bots.network import Network
from boardwright.bots.perfect import PerfectBot, known_turns, known_values
from boardwright.core.refusal import BoardwrightError
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.lab.episodes.episode import Array, EpisodeSetup
from boardwright.lab.vector import VectorGameEnv

try:
    import torch
    from torch import nn
except ModuleNotFoundError:  # an extra; the learner says how to get it
    torch = nn = None

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
        """The number of random moves that are left in every game."""

    def play(self, evaluate: Evaluate, steps: int) -> RolloutBatch:
        """Play that many steps in every game."""
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
        """Return generalized advantage estimates; what is good for one seat is bad for the other."""
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


_EPOCHS, _MINIBATCH, _CLIP, _VALUE_WEIGHT, _LARGEST_GRADIENT = 4, 256, 0.2, 0.5, 1.0


class Learner:
    """Dense layers with rectified units, and two heads: a score for every action, and a value through tanh."""

    def __init__(
        self, inputs: int, actions: int, *, hidden: tuple[int, ...] = (128, 128), rate: float = 1e-3, seed: int = 0
    ) -> None:
        if torch is None:
            raise BoardwrightError("Training needs PyTorch; run `pip install 'boardwright[train]'`.")
        torch.manual_seed(seed)
        widths = (inputs, *hidden)
        self.layers = [nn.Linear(*pair) for pair in pairwise(widths)]
        self.policy, self.value = nn.Linear(widths[-1], actions), nn.Linear(widths[-1], 1)
        with torch.no_grad():
            self.policy.weight.mul_(0.01)
            self.value.weight.mul_(0.01)
        self.modules = nn.ModuleList([*self.layers, self.policy, self.value])
        self.optimizer = torch.optim.Adam(self.modules.parameters(), lr=rate)
        self._shuffling = np.random.default_rng(seed)

    def forward(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        """Return the logarithms of the probabilities, -1e9 for illegal actions, and the values."""
        hidden = seen
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        scores = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return torch.log_softmax(scores, dim=1), torch.tanh(self.value(hidden)).squeeze(1)

    def evaluate(self, seen: Array, masks: Array) -> tuple[Array, Array]:
        """Return the same for arrays."""
        with torch.no_grad():
            logs, values = self.forward(
                torch.from_numpy(seen.reshape(len(seen), -1).astype(np.float32, copy=False)), torch.from_numpy(masks)
            )
        return logs.numpy(), values.numpy()

    def learn(self, batch: RolloutBatch, entropy_weight: float) -> None:
        """Descend clipped policy gradients for some epochs on one batch."""
        tensors = RolloutBatch(*(torch.from_numpy(np.ascontiguousarray(column)) for column in batch))
        count = len(batch.actions)
        for _ in range(_EPOCHS):
            for places in np.array_split(self._shuffling.permutation(count), max(1, count // _MINIBATCH)):
                chosen = torch.from_numpy(places)
                self._descend(RolloutBatch(*(column[chosen] for column in tensors)), entropy_weight)

    def _descend(self, batch: RolloutBatch, entropy_weight: float) -> None:
        logs, values = self.forward(batch.observations, batch.masks)
        ratio = torch.exp(logs.gather(1, batch.actions[:, None]).squeeze(1) - batch.logs)
        gain = (batch.advantages - batch.advantages.mean()) / (batch.advantages.std() + 1e-6)
        policy = -torch.minimum(ratio * gain, ratio.clamp(1 - _CLIP, 1 + _CLIP) * gain).mean()
        entropy = -(logs.exp() * logs).sum(1).mean()
        loss = policy + _VALUE_WEIGHT * (values - batch.returns).pow(2).mean() - entropy_weight * entropy
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.modules.parameters(), _LARGEST_GRADIENT)
        self.optimizer.step()

    def export(self, path: Path, facts: Mapping[str, Any]) -> None:
        """Write the network for `boardwright.bots.network`, in half precision."""
        named = [(f"weight{at}", f"bias{at}", layer) for at, layer in enumerate(self.layers)]
        named += [("policy_weight", "policy_bias", self.policy), ("value_weight", "value_bias", self.value)]
        arrays: dict[str, Array] = {}
        for weight, bias, layer in named:
            arrays[weight] = layer.weight.detach().numpy().astype(np.float16)
            arrays[bias] = layer.bias.detach().numpy().astype(np.float16)
        np.savez_compressed(path, facts=np.array(json.dumps(facts)), **arrays)  # type: ignore[arg-type]


_BLUNDERS = 0.4
_LONGEST = 60


class Judgment(NamedTuple):
    """The comparison of a network with the solution."""

    value_error: float
    """The mean distance of its values from the true ones (-1 lost, 0 drawn, 1 won)."""
    accuracy: float
    """The share of positions where its move keeps the true value, of those where not every move does."""


class Exam:
    """Positions with their true values and the moves that keep them.

    They come from games that the perfect player plays against itself with blunders, each position once.

    >>> exam = Exam(EpisodeSetup("deblockle", options={"cubes": 1}), count=50, seed=1)
    >>> exam.masks.shape, bool((exam.good <= exam.masks).all())
    ((50, 973), True)
    """

    def __init__(self, setup: EpisodeSetup, count: int, seed: int) -> None:
        if known_turns(setup.game, setup.start) is None:
            raise ValueError(f"{setup.game.title} is not solved with these options")
        self.setup = setup
        positions = self._positions(count, random.Random(seed))
        seen = [setup.observe(position, position.actors[0]) for position in positions]
        self.observations: Array = np.stack([each["observation"] for each in seen])
        self.masks: Array = np.stack([each["action_mask"] for each in seen])
        self.truths: Array = np.array([self._value(position, position.actors[0]) for position in positions])
        self.good: Array = np.zeros_like(self.masks)
        for row, position in enumerate(positions):
            self.good[row, self._good(position, self.truths[row])] = 1

    def _positions(self, count: int, rng: random.Random) -> list[AnyPosition]:
        bot, found = PerfectBot(self.setup.game), dict[AnyPosition, None]()
        while len(found) < count:
            position = self.setup.start
            for _ in range(_LONGEST):
                if position.outcome() is not None:
                    break
                seat = position.actors[0]
                if len(position.legal_moves(seat)) > 1:
                    found[position] = None
                is_blunder = rng.random() < _BLUNDERS
                move = pick(position.legal_moves(seat), rng) if is_blunder else bot.choose(position, seat, rng)
                position = applied(position, move, seat)
        return list(found)[:count]

    def _value(self, position: AnyPosition, seat: int) -> float:
        known = known_values(self.setup.game, position)
        return 0.0 if known is None else known[seat]

    def _good(self, position: AnyPosition, truth: float) -> list[int]:
        seat, actions = position.actors[0], self.setup.actions
        after = {number: applied(position, actions.move(number), seat) for number in actions.legal(position, seat)}
        return [number for number, reached in after.items() if self._value(reached, seat) == truth]

    def judge(self, network: Network) -> Judgment:
        """Return the errors of a network on these positions."""
        policy, values = network.evaluate(self.observations, self.masks)
        matters = self._matters
        right = self.good[np.arange(len(policy)), policy.argmax(1)] > 0
        return Judgment(float(np.abs(values - self.truths).mean()), float(right[matters].mean()))

    @property
    def _matters(self) -> Array:
        """Positions where not every move is good."""
        matters: Array = self.good.sum(1) < self.masks.sum(1)
        return matters

    def by_guessing(self) -> Judgment:
        """Return the worth of a uniform choice and of the value 0."""
        share = self.good.sum(1) / self.masks.sum(1)
        return Judgment(float(np.abs(self.truths).mean()), float(share[self._matters].mean()))
