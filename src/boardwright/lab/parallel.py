"""PettingZoo's parallel interface: all seats that may act do so in one step."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions
from boardwright.lab.setup import Observation
from boardwright.lab.table import Table, warn_of_options


class ParallelGameEnv(ParallelEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A parallel environment of one game: every agent gives an action in every step.

    There is one action more than the game has moves: the last one waits, and is the only one of a seat that is not to
    act. Seats that act at the same time without seeing each other's moves, such as players who choose their windows,
    do so in one step. Where the others see a move at once, such as the opening of a duel, only the first one is made.
    """

    def __init__(
        self, name: str, *, seats: int | None = None, options: Mapping[str, JSON] | None = None, **more: Any
    ) -> None:
        self.table = Table(name, seats, options, **more)
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.setup.seats)]
        self.metadata = {**self.table.metadata, "is_parallelizable": True}
        self.render_mode = self.table.render_mode
        self.wait = self.table.setup.actions.size
        self.agents: list[str] = []
        self._spaces: dict[str, Any] = {}

    def observation_space(self, agent: str) -> Any:
        if agent not in self._spaces:
            space = self.table.observation_space()
            space["action_mask"] = spaces.Box(0, 1, (self.wait + 1,), np.int8)
            self._spaces[agent] = space
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._spaces.setdefault(f"actions of {agent}", spaces.Discrete(self.wait + 1))

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        warn_of_options(options)
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        table, agents = self.table, self.agents
        totals = [0.0] * len(agents)
        for seat, move in self._moves(actions):
            totals = [total + reward for total, reward in zip(totals, table.play(move, seat), strict=True)]
            if not move.secret:
                break
        done, cut = table.terminated, table.truncated
        if done or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            dict(zip(agents, totals, strict=True)),
            dict.fromkeys(agents, done),
            dict.fromkeys(agents, cut),
            {agent: table.info(seat) for seat, agent in enumerate(agents)},
        )

    def _moves(self, actions: Mapping[str, Any]) -> list[tuple[int, Any]]:
        """The moves of all seats that act, checked before any of them is made."""
        moves = []
        position = self.table.position
        for seat, agent in enumerate(self.possible_agents):
            if agent not in actions:
                raise BadOptions(f"{agent} has no action; an agent that is not to act waits by action {self.wait}.")
            action = actions[agent]
            if seat in position.actors:
                move = self.table.move(action, agent)
                position.play(move, seat)
                moves.append((seat, move))
            elif action is None or int(action) != self.wait:
                raise BadOptions(f"{agent} is not to act, so its only action is {self.wait}, not {action}.")
        return moves

    def _observations(self) -> dict[str, Observation]:
        observations = {}
        actors = self.table.position.actors
        for seat, agent in enumerate(self.possible_agents):
            seen = self.table.observe(seat, acts=seat in actors)
            seen["action_mask"] = np.append(seen["action_mask"], np.int8(seat not in actors))
            observations[agent] = seen
        return observations

    def render(self) -> Any:
        return self.table.render(self.table.seat)

    def close(self) -> None:
        pass

    def __deepcopy__(self, memo: dict[int, Any]) -> ParallelGameEnv:
        other = copy(self)
        other.table, other.agents, other._spaces = copy(self.table), self.agents.copy(), {}
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_spaces": {}}

    def __str__(self) -> str:
        return str(self.metadata["name"])
