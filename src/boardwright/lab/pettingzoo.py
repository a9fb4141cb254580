"""PettingZoo: every installed game as an AEC environment and as a parallel one, with action masks and seeds.

    from boardwright.lab.pettingzoo import env
    environment = env("blokus", seats=4)

`boardwright.lab.pettingzoo.blokus_v1.env()` is the same in the form of PettingZoo's own environments, and
`all_environments()` returns all of them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import partial
from types import SimpleNamespace
from typing import Any, SupportsInt

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from boardwright.core.canonical import JSON
from boardwright.core.game.registry import game as find_game
from boardwright.core.game.registry import loadable
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.position import AnyPosition
from boardwright.lab.episodes.environment import Environment, warn_of_options
from boardwright.lab.episodes.episode import Observation


class TableEnv:
    """Both kinds of environments: a table with an agent on every seat, and spaces that are made when asked for."""

    def __init__(self, table: Environment, **metadata: Any) -> None:
        self.table = table
        self.possible_agents = [f"player_{seat}" for seat in range(table.setup.seats)]
        self.metadata = {**table.metadata, **metadata}
        self.render_mode = table.render_mode
        self.agents: list[str] = []
        self._spaces: dict[str, Any] = {}

    def _space(self, key: str, make: Callable[[], spaces.Space[Any]]) -> Any:
        if key not in self._spaces:
            self._spaces[key] = make()
        return self._spaces[key]

    def close(self) -> None:
        pass

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_spaces": {}}

    def __str__(self) -> str:
        return str(self.metadata["name"])


class GameEnv(TableEnv, AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """An AEC environment of one game. Chance comes from the seed of `reset`.

    Games are truncated after `max_moves`, by default the game's own bound or 1,000; 0 is never. `reward` is
    `outcome`, `margin` or `shaped` (`boardwright.lab.episodes.rewards`). Copies and pickles are small, and cost the
    same at any length of the game.
    """

    def __init__(
        self, name: str, *, seats: int | None = None, options: Mapping[str, JSON] | None = None, **more: Any
    ) -> None:
        AECEnv.__init__(self)
        super().__init__(Environment(name, seats, options, takes_turns=True, **more), is_parallelizable=False)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._infos: dict[str, dict[str, Any]] | None = None

    @property
    def position(self) -> AnyPosition:
        """The position of the game that is being played."""
        return self.table.position

    @property
    def actions(self) -> Any:
        """The numbering of all moves (`boardwright.core.search.numbering.Actions`)."""
        return self.table.setup.actions

    def observation_space(self, agent: str) -> Any:
        return self._space(f"observations of {agent}", self.table.observation_space)

    def action_space(self, agent: str) -> Any:
        return self._space(f"actions of {agent}", lambda: spaces.Discrete(self.actions.size))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        warn_of_options(options)
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self._rewards: Sequence[float] = ()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._infos = None
        self.agent_selection = self.possible_agents[self.table.seat]

    def observe(self, agent: str) -> Observation:
        return self.table.observe(self._seats[agent], acts=agent == self.agent_selection)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return what the agent to act sees, its rewards since it acted last, whether it is done, and its info."""
        agent, seen = self.agent_selection, self._infos
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.table.info(self._seats[agent]) if seen is None else seen[agent],
        )

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """The last move and the end of the game, for every agent."""
        if self._infos is None:
            self._infos = {agent: self.table.info(self._seats[agent]) for agent in self.agents}
        return self._infos

    def step(self, action: SupportsInt | str | None) -> None:
        agent, table = self._selected(), self.table
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rewards = table.act(action, agent)
        self._infos = None
        self._cumulative_rewards[agent] = 0.0
        if rewards is not self._rewards:
            self._rewards = rewards
            self.rewards = dict(zip(self.agents, rewards, strict=True))
        if table.terminated or table.truncated:
            self.terminations = dict.fromkeys(self.agents, table.terminated)
            self.truncations = dict.fromkeys(self.agents, table.truncated)
        self.agent_selection = self.possible_agents[table.seat]
        if any(rewards):
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _selected(self) -> str:
        if not self.agents:
            raise BadOptions("The game is over, or has not begun: call reset first.")
        return str(self.agent_selection)

    def render(self) -> Any:
        return self.table.render(self._seats[self._selected()])

    def __deepcopy__(self, memo: dict[int, Any]) -> GameEnv:
        """Return a copy; everything but the bookkeeping of agents is immutable, and spaces are made anew."""
        other = copy(self)
        other.table, other._spaces = copy(self.table), {}
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "_infos"):
            if self.__dict__.get(name) is not None:
                other.__dict__[name] = self.__dict__[name].copy()
        return other


def env(name: str, **options: Any) -> GameEnv:
    """Return the environment. It checks its caller itself, and so needs none of PettingZoo's wrappers."""
    return GameEnv(name, **options)


def parallel_env(name: str, **options: Any) -> ParallelEnv:
    """Return the environment in which all seats that may act do so in one step."""
    return ParallelGameEnv(name, **options)


def all_environments() -> dict[str, Any]:
    """Return every installed game, by `boardwright/NAME_vVERSION` as in PettingZoo's own registry."""
    return {f"boardwright/{name}_v{find_game(name).version}": _module(name) for name in loadable()}


def _module(name: str) -> SimpleNamespace:
    return SimpleNamespace(
        __name__=f"boardwright.lab.pettingzoo.{name}_v{find_game(name).version}",
        env=partial(env, name),
        parallel_env=partial(parallel_env, name),
    )


def __getattr__(attribute: str) -> SimpleNamespace:
    name, _, version = attribute.rpartition("_v")
    if name in loadable() and version == str(find_game(name).version):
        return _module(name)
    raise AttributeError(f"module {__name__!r} has no attribute {attribute!r}")


class ParallelGameEnv(TableEnv, ParallelEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A parallel environment of one game: every agent gives an action in every step.

    There is one action more than the game has moves: the last one waits, and is the only one of a seat that is not to
    act. Seats that act at the same time without seeing each other's moves, such as players who choose their windows,
    do so in one step. Where the others see a move at once, such as the opening of a duel, only the first one is made.
    """

    def __init__(
        self, name: str, *, seats: int | None = None, options: Mapping[str, JSON] | None = None, **more: Any
    ) -> None:
        super().__init__(Environment(name, seats, options, **more), is_parallelizable=True)
        self.wait = self.table.setup.actions.size

    def observation_space(self, agent: str) -> Any:
        return self._space(f"observations of {agent}", self._new_observation_space)

    def _new_observation_space(self) -> spaces.Dict:
        space = self.table.observation_space()
        space["action_mask"] = spaces.Box(0, 1, (self.wait + 1,), np.int8)
        return space

    def action_space(self, agent: str) -> Any:
        return self._space(f"actions of {agent}", lambda: spaces.Discrete(self.wait + 1))

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
        """Return the moves of all seats that act, checked before any of them is made."""
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

    def __deepcopy__(self, memo: dict[int, Any]) -> ParallelGameEnv:
        other = copy(self)
        other.table, other.agents, other._spaces = copy(self.table), self.agents.copy(), {}
        return other
