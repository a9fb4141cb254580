"""Gymnasium: every installed game for one agent, with the other seats played by bots or by functions.

    import boardwright.lab.gymnasium   # registers boardwright/Deblockle-v1 and the others
    import gymnasium
    environment = gymnasium.make("boardwright/Deblockle-v1", opponents="level2")

`gymnasium.make_vec` steps several of these environments. `boardwright.lab.vector` is another game for the learner, and
much faster: its caller plays all seats of many games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, Literal, TypeAlias, get_args

import gymnasium
import numpy as np
from gymnasium import spaces

from boardwright.bots import bot
from boardwright.core.canonical import JSON
from boardwright.core.game.registry import game as find_game
from boardwright.core.game.registry import loadable
from boardwright.core.refusal import BadOptions, IllegalMove
from boardwright.core.search.playout import random_move
from boardwright.lab.episodes.environment import RENDERING, Environment
from boardwright.lab.episodes.episode import Observation, check_choice

Opponent: TypeAlias = str | Callable[[Observation], int]
"""The name of a bot, or a function from an observation to an action."""

Illegal: TypeAlias = Literal["lose", "raise", "random"]
"""An illegal action ends the game with the reward of a loss, raises IllegalMove, or is replaced by a random move."""


class GameEnv(gymnasium.Env[Observation, np.int64]):
    """An environment of one game for the agent on one seat; None is another random seat in every game.

    `opponents` is one opponent for all other seats, or one for each of them in seat order. What an illegal action
    does is said by `illegal`, and `info["illegal"]` has the rule that it broke. `max_moves`, `reward` and `render_mode`
    are those of the PettingZoo environment.

    >>> env = GameEnv("deblockle", opponents="greedy", options={"cubes": 1})
    >>> observation, info = env.reset(seed=1)
    >>> int(observation["action_mask"].sum()), info
    (2, {'seat': 0, 'moves': []})
    """

    metadata = RENDERING

    def __init__(
        self,
        name: str,
        *,
        seats: int | None = None,
        options: Mapping[str, JSON] | None = None,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        illegal: Illegal = "lose",
        **more: Any,
    ) -> None:
        self.table = Environment(name, seats, options, **more)
        setup = self.table.setup
        self.metadata = {**self.metadata, "name": self.table.metadata["name"]}
        self.render_mode = self.table.render_mode
        if seat is not None and seat not in range(setup.seats):
            raise BadOptions(f"There is no seat {seat}; seats are from 0 to {setup.seats - 1}.")
        check_choice(illegal, get_args(Illegal), "what an illegal action can do")
        self._illegal = illegal
        self._has_lost = False
        self._chosen_seat = seat
        self.seat = seat or 0
        self._opponents = _listed(opponents, setup.seats - 1)
        self._bots: dict[str, Any] = {}
        for spec in self._opponents:
            if isinstance(spec, str):
                self._bot(spec)
        self.observation_space: Any = self.table.observation_space()
        self.action_space = spaces.Discrete(setup.actions.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if options:
            raise BadOptions(f"reset has no options, so {', '.join(map(repr, options))} cannot be given.")
        if self._chosen_seat is None:
            self.seat = int(self.np_random.integers(self.table.setup.seats))
        self.table.reset(int(self.np_random.integers(2**62)))
        self._has_lost = False
        _, moves = self._play_on()
        return self.table.observe(self.seat), {"seat": self.seat, "moves": moves}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        table, seat = self.table, self.seat
        if self._has_lost or table.terminated or table.truncated or not table.position.actors:
            raise BadOptions("The game is over, or has not begun: call reset first.")
        told = {}
        try:
            reward = table.play(table.move(action), seat)[seat]
        except IllegalMove as refused:
            if self._illegal == "raise":
                raise
            if self._illegal == "lose":
                self._has_lost = True
                lost = {"seat": seat, "moves": [], "illegal": str(refused)}
                return table.observe(seat, acts=False), table.loss(seat), True, False, lost
            move, _ = random_move(table.position, seat, self._rng())
            told = {"illegal": str(refused), "played": str(move)}
            reward = table.play(move, seat)[seat]
        more, moves = self._play_on()
        is_over = table.terminated or table.truncated
        info = {**table.info(seat), "seat": seat, "moves": moves, **told}
        if self.render_mode == "human":
            self.render()
        observation = table.observe(seat, acts=not is_over)
        return observation, float(reward + more), table.terminated, table.truncated, info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return which actions are legal, as sb3-contrib asks for them."""
        setup = self.table.setup
        mask = bytearray(setup.actions.size) if self._has_lost else setup.mask(self.table.position, self.seat)
        return np.frombuffer(mask, np.bool_)

    def render(self) -> Any:
        return self.table.render(self.seat)

    def _play_on(self) -> tuple[float, list[str]]:
        """Let the others move until it is this agent's turn; return its rewards and the moves that it sees."""
        table, total, moves = self.table, 0.0, []
        while not (table.terminated or table.truncated) and self.seat not in table.position.actors:
            other = table.seat
            total += table.play(self._choice(other), other)[self.seat]
            moves += [table.info(self.seat).get("move", "")]
        return total, moves

    def _choice(self, seat: int) -> Any:
        """Return the move of another seat. A bot's dice follow from the seed and the number of the move alone."""
        table = self.table
        opponent = self._opponents[seat - (seat > self.seat)]
        if isinstance(opponent, str):
            return self._bot(opponent).choose(table.position, seat, self._rng())
        return table.move(opponent(table.observe(seat)), f"the opponent on seat {seat}")

    def _rng(self) -> random.Random:
        episode = self.table.episode
        return random.Random(episode.seed + episode.moves.to_bytes(4, "big"))

    def _bot(self, spec: str) -> Any:
        if spec not in self._bots:
            self._bots[spec] = bot(spec, self.table.setup.game)
        return self._bots[spec]

    def close(self) -> None:
        for each in self._bots.values():
            each.close()
        self._bots = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> GameEnv:
        """Return a copy for search: it shares bots and spaces, and has other random numbers from its next reset on."""
        other = copy(self)
        other.table, other._np_random = copy(self.table), None
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_bots": {}}


def _listed(opponents: Opponent | Sequence[Opponent], others: int) -> tuple[Opponent, ...]:
    if isinstance(opponents, str) or callable(opponents):
        return (opponents,) * others
    if len(opponents) != others:
        raise BadOptions(f"There are {others} other seats, but {len(opponents)} opponents.")
    return tuple(opponents)


def env_id(name: str) -> str:
    """Return the registered id of a game.

    >>> env_id("mage_duel")
    'boardwright/MageDuel-v1'
    """
    title = "".join(part.capitalize() for part in name.split("_"))
    return f"boardwright/{title}-v{find_game(name).version}"


def register() -> None:
    """Register every installed game that is not registered yet; called when this module is imported."""
    for name in loadable():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(env_id(name), entry_point="boardwright.lab.gymnasium:GameEnv", kwargs={"name": name})


register()
