"""What all episodes of an environment share: the game, the seats, the options, the numbering of moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
from gymnasium import spaces

from boardwright.core.canonical import JSON
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game as find_game
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.numbering import limits
from boardwright.core.search.playout import dead_end
from boardwright.lab.episodes.episode import Episode

Observation = dict[str, "np.ndarray[Any, np.dtype[Any]]"]
"""`observation`: the numbers of `Actions.encode`; `action_mask`: 1 for every legal action."""

_LONGEST = 1000
"""The move limit of a game that states no bound: an untrained agent may go back and forth for ever."""


class EpisodeSetup:
    """A game as it is set up for an environment. Copies share it, and pickles rebuild it from its names.

    >>> setup = EpisodeSetup("deblockle", options={"cubes": 1})
    >>> setup.seats, setup.actions.shape, setup.start.actors
    (2, (43, 7, 7), (0,))
    """

    def __init__(
        self, game: AnyGame | str, seats: int | None = None, options: Mapping[str, JSON] | None = None
    ) -> None:
        self.game = find_game(game)
        self.options = self.game.read_options(options)
        self.start: AnyPosition = self.game.begin(seats, self.options)
        self.seats = self.start.seats
        self.actions = self.game.actions(self.seats, self.options)
        self.limits = limits(self.game, self.seats, self.options)

    def move_limit(self, max_moves: int | None) -> int:
        """Return the number of moves after which an episode is truncated, 0 for never; BadOptions below that.

        >>> EpisodeSetup("deblockle").move_limit(None), EpisodeSetup("deblockle").move_limit(0)
        (2000, 0)
        """
        if max_moves is None:
            return self.game.bound or _LONGEST
        if max_moves < 0:
            raise BadOptions(f"max_moves is {max_moves}; give a number of moves, or 0 for no limit.")
        return max_moves

    def mask(self, position: AnyPosition, seat: int) -> bytearray:
        """Return one byte for each action, 1 where it is legal; NoLegalMove if none is though it acts."""
        mask = self.actions.mask(position, seat)
        if 1 not in mask and seat in position.actors:
            raise dead_end(position, seat)
        return mask

    def observe(self, position: AnyPosition, seat: int, *, acts: bool = True) -> Observation:
        """What that seat sees, and which actions it has; with `acts` False none."""
        actions = self.actions
        mask = self.mask(position, seat) if acts else bytearray(actions.size)
        return {
            "observation": np.frombuffer(actions.encode(position, seat), np.float32).reshape(actions.shape),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def evaluate(self, episode: Episode) -> tuple[float, ...]:
        """The game's evaluation of an episode for every seat."""
        return tuple(self.game.bot.evaluate(episode.position, seat) for seat in range(self.seats))

    def observation_space(self) -> spaces.Dict:
        """A new space of what `observe` returns."""
        return spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, self.actions.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
            }
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> EpisodeSetup:
        return self

    def __reduce__(self) -> tuple[type[EpisodeSetup], tuple[str, int, dict[str, JSON]]]:
        return (EpisodeSetup, (self.game.name, self.seats, msgspec.to_builtins(self.options)))
