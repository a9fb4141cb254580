"""A bot that plays by a trained network, with numpy only.

`boardwright train` writes the network to an `.npz` file: dense layers with rectified units, then one layer for the
policy and one for the value, and under `facts` the game, the number of seats and the options as JSON.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import BadZipFile

import numpy as np

from boardwright.bots.bot import Bot, BotFailure, check_temperature
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game as find_game
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.numbering import AnyActions

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


class Network:
    """A policy and a value for what a seat sees.

    >>> rows = {"weight0": np.ones((2, 3)), "bias0": np.zeros(2), "policy_weight": np.ones((4, 2)),
    ...     "policy_bias": np.zeros(4), "value_weight": np.ones((1, 2)), "value_bias": np.zeros(1)}
    >>> policy, values = Network(rows, {}).evaluate(np.ones((1, 3)), np.array([[1, 0, 0, 1]]))
    >>> policy.tolist(), values.round(3).tolist()
    ([[0.5, 0.0, 0.0, 0.5]], [1.0])
    """

    def __init__(self, arrays: Mapping[str, Array], facts: Mapping[str, Any]) -> None:
        self.facts = dict(facts)
        depth = sum(name.startswith("weight") for name in arrays)
        self._layers = [(arrays[f"weight{at}"].T, arrays[f"bias{at}"]) for at in range(depth)]
        self._policy = (arrays["policy_weight"].T, arrays["policy_bias"])
        self._value = (arrays["value_weight"].T, arrays["value_bias"])

    @classmethod
    def load(cls, path: Path | str) -> Network:
        """Read a file; ValueError says what is wrong with it."""
        try:
            with np.load(path, allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
                facts = json.loads(str(arrays.pop("facts")))
                floats = {name: array.astype(np.float32) for name, array in arrays.items()}
                return cls(floats, facts)
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            raise ValueError(f"{path} is not a network of `boardwright train`: {error}") from None

    def actions(self) -> AnyActions:
        """Return the numbering of moves that the network was trained with."""
        game = find_game(self.facts["game"])
        return game.actions(self.facts["seats"], game.read_options(self.facts["options"]))

    def evaluate(self, observations: Array, masks: Array) -> tuple[Array, Array]:
        """Return by row the probability of every legal action and the value for the seat (-1 lost, 1 won)."""
        hidden = observations.reshape(len(observations), -1)
        for weight, bias in self._layers:
            hidden = np.maximum(hidden @ weight + bias, 0.0)
        scores = np.where(masks > 0, hidden @ self._policy[0] + self._policy[1], -np.inf)
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        values = np.tanh(hidden @ self._value[0] + self._value[1])[:, 0]
        return odds / odds.sum(axis=1, keepdims=True), values


class NetworkBot(Bot):
    """A bot that plays the most probable move; `temperature` draws moves by their probabilities instead.

    `network:file=duo.npz` names it; the file says for which game, how many seats and which options it is.
    """

    def __init__(self, game: AnyGame, file: str = "", temperature: float = 0.0) -> None:
        super().__init__(game)
        if not file:
            raise ValueError("name the network, as in network:file=net.npz")
        self.temperature = check_temperature(temperature)
        self.network = Network.load(file)
        facts = self.network.facts
        if (facts["game"], facts["version"]) != (game.name, game.version):
            raise ValueError(f"{file} plays {facts['game']}, version {facts['version']}, not {game.name}")
        self._actions = self.network.actions()

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        actions = self._actions
        try:
            seen = np.frombuffer(actions.encode(position, seat), np.float32).reshape(1, actions.length)
            mask = np.frombuffer(actions.mask(position, seat), np.int8)
        except (KeyError, IndexError, ValueError):
            facts = self.network.facts
            wanted = f"{facts['seats']} seats and the options {json.dumps(facts['options'])}"
            raise BotFailure(f"The network is for {self.game.title} with {wanted}.") from None
        odds = self.network.evaluate(seen, mask[None])[0][0]
        if not self.temperature:
            return actions.move(int(odds.argmax()))
        legal = np.flatnonzero(mask)
        weights = odds[legal] ** (1 / self.temperature)
        return actions.move(int(rng.choices(legal.tolist(), weights.tolist())[0]))
