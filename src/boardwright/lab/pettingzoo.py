"""PettingZoo: every installed game as an AEC environment with action masks, seeds and SVG rendering.

    from boardwright.lab.pettingzoo import env
    environment = env("blokus", seats=4)

`boardwright.lab.pettingzoo.blokus_v1.env()` is the same in the form of PettingZoo's own environments, and
`all_environments()` returns all of them by name.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from boardwright.core.canonical import JSON
from boardwright.core.playout import random_play
from boardwright.core.position import AnyPosition
from boardwright.core.registry import game as find_game
from boardwright.core.registry import names


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """An AEC environment of one game. Chance is sampled from the seed of `reset`.

    Games are truncated after `max_moves`, by default the game's own bound.
    """

    def __init__(
        self,
        name: str,
        *,
        seats: int | None = None,
        options: Mapping[str, JSON] | None = None,
        max_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = find_game(name)
        self.metadata = {
            "name": f"{name}_v{self.game.version}",
            "render_modes": ["human", "ansi", "svg"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.seats = self.game.usual_seats if seats is None else seats
        self.rules = self.game.read_options(options)
        self.max_moves = self.game.bound if max_moves is None else max_moves
        self.actions = self.game.actions(self.seats, self.rules)
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.action_spaces = {agent: spaces.Discrete(self.actions.size) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.position: AnyPosition = self.game.begin(self.seats, self.rules)

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, self.actions.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.rng = random.Random(seed)
        self.position = random_play(self.game.begin(self.seats, self.rules), self.rng, 0)
        self.moves = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next_agent()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        numbers = self.actions.encode(self.position.view(seat))
        mask = np.zeros(self.actions.size, np.int8)
        if agent == self.agent_selection and self.position.actors:
            mask[self.actions.legal(self.position, seat)] = 1
        return {"observation": np.asarray(numbers, np.float32).reshape(self.actions.shape), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        self.position = random_play(self.position.play(self.actions.move(int(action or 0)), seat), self.rng, 0)
        self.moves += 1
        outcome = self.position.outcome()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if outcome is not None:
            self.rewards = dict(zip(self.agents, outcome.payoffs(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_moves and self.moves >= self.max_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._next_agent()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        seat = self.possible_agents.index(self.agent_selection)
        view = self.position.view(seat)
        if self.render_mode == "svg":
            return self.game.picture(view).svg()
        text = self.game.text(view)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        pass

    def _next_agent(self) -> str:
        return self.possible_agents[next(iter(self.position.actors), 0)]

    def __str__(self) -> str:
        return str(self.metadata["name"])


def raw_env(name: str, **options: Any) -> GameEnv:
    """The environment without wrappers: it does not check its caller."""
    return GameEnv(name, **options)


def env(name: str, **options: Any) -> AECEnv:
    """The environment with PettingZoo's standard wrappers."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(name, **options)))


def all_environments() -> dict[str, Any]:
    """Every installed game, by `boardwright/NAME_vVERSION` as in PettingZoo's own registry."""
    return {f"boardwright/{name}_v{find_game(name).version}": _module(name) for name in names()}


def _module(name: str) -> SimpleNamespace:
    return SimpleNamespace(
        __name__=f"boardwright.lab.pettingzoo.{name}_v{find_game(name).version}",
        env=lambda **options: env(name, **options),
        raw_env=lambda **options: raw_env(name, **options),
    )


def __getattr__(attribute: str) -> SimpleNamespace:
    for name in names():
        if attribute == f"{name}_v{find_game(name).version}":
            return _module(name)
    raise AttributeError(f"module {__name__!r} has no attribute {attribute!r}")
