"""A policy and value network in PyTorch, improved by proximal policy optimization (PPO)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from boardwright.core.refusal import BoardwrightError
from boardwright.lab.training.rollout import RolloutBatch

try:
    import torch
    from torch import nn
except ModuleNotFoundError:  # an extra; the learner says how to get it
    torch = nn = None

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
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
        """The logarithms of the probabilities, -1e9 for illegal actions, and the values."""
        hidden = seen
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        scores = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return torch.log_softmax(scores, dim=1), torch.tanh(self.value(hidden)).squeeze(1)

    def evaluate(self, seen: Array, masks: Array) -> tuple[Array, Array]:
        """The same on arrays."""
        with torch.no_grad():
            logs, values = self.forward(
                torch.from_numpy(seen.reshape(len(seen), -1).astype(np.float32, copy=False)), torch.from_numpy(masks)
            )
        return logs.numpy(), values.numpy()

    def learn(self, batch: RolloutBatch, entropy_weight: float) -> None:
        """Some epochs of clipped policy gradients on one batch."""
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
        """Writes the network for `boardwright.bots.network`, in half precision."""
        named = [(f"weight{at}", f"bias{at}", layer) for at, layer in enumerate(self.layers)]
        named += [("policy_weight", "policy_bias", self.policy), ("value_weight", "value_bias", self.value)]
        arrays: dict[str, Array] = {}
        for weight, bias, layer in named:
            arrays[weight] = layer.weight.detach().numpy().astype(np.float16)
            arrays[bias] = layer.bias.detach().numpy().astype(np.float16)
        np.savez_compressed(path, facts=np.array(json.dumps(facts)), **arrays)  # type: ignore[arg-type]
