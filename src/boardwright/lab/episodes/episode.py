"""Episodes: one game in an environment, and what all games of an environment share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np
from gymnasium import spaces

from boardwright.bots.evaluation.compiled import CompiledGame, compiled
from boardwright.core.canonical import JSON
from boardwright.core.chance.deal import Chances, Deal, shuffle
from boardwright.core.chance.distribution import draw
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game as find_game
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.line import Line
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.numbering import limits
from boardwright.core.search.playout import dead_end

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
Observation = dict[str, Array]
"""`observation`: the numbers of `Actions.encode`; `action_mask`: 1 for every legal action."""

_LONGEST = 1000
"""The move limit of a game that states no bound: an untrained agent may go back and forth for ever."""


def check_choice(value: str, choices: Sequence[str], what: str) -> None:
    """Raise BadOptions, which lists the choices, if the value is none of them.

    >>> check_choice("hologram", ("human", "svg"), "a render mode")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.BadOptions: 'hologram' is not a render mode; there are human, svg.
    """
    if value not in choices:
        raise BadOptions(f"{value!r} is not {what}; there are {', '.join(choices)}.")


class Episode(NamedTuple):
    """An immutable state of play: copying one costs nothing, however long the game is.

    Chance outcomes are those of a match with the same seed: `Match.new(game, seed=seed)`.

    >>> from boardwright.core.game.registry import game
    >>> episode = Episode.begin(game("mage_duel").begin(), bytes(32))
    >>> episode.draws, episode.position.actors
    (9, (0, 1))
    """

    position: AnyPosition
    seed: bytes
    draws: int = 0
    """The number of chance outcomes so far."""
    moves: int = 0

    @property
    def seat(self) -> int | None:
        """The first seat that may act; None when the game is over."""
        actors = self.position.actors
        return actors[0] if actors else None

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; None if it goes on."""
        return self.position.outcome()

    @classmethod
    def begin(cls, start: AnyPosition, seed: bytes) -> Episode:
        """Return the first decision of a game with that seed."""
        return cls._after_chance(start, seed, 0, 0)

    def play(self, move: Any, seat: int) -> Episode:
        """Return the next decision after a move; IllegalMove says why it is not possible."""
        return self._after_chance(self.position.play(move, seat), self.seed, self.draws, self.moves + 1)

    @classmethod
    def _after_chance(cls, position: AnyPosition, seed: bytes, draws: int, moves: int) -> Episode:
        def drawn(chances: Chances, ordinal: int) -> str:
            ordinal += draws
            return shuffle(seed, ordinal, chances) if isinstance(chances, Deal) else draw(seed, ordinal, chances)

        if position.chance is not None:
            line = Line(position).settle(drawn)
            position, draws = line.position, draws + line.chances
        if not position.actors and position.outcome() is None:
            raise dead_end(position, None)
        return cls(position, seed, draws, moves)


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

    def compiled(self, *, evaluates: bool) -> CompiledGame | None:
        """Return the kernel that plays these games to their end; None if there is none or kernels are not used."""
        return compiled(self.game, Episode.begin(self.start, bytes(32)).position, evaluates=evaluates)

    def mask(self, position: AnyPosition, seat: int) -> bytearray:
        """Return one byte for each action, 1 where it is legal; NoLegalMove if none is though it acts."""
        mask = self.actions.mask(position, seat)
        if 1 not in mask and seat in position.actors:
            raise dead_end(position, seat)
        return mask

    def observe(self, position: AnyPosition, seat: int, *, acts: bool = True) -> Observation:
        """Return what that seat sees, and which actions it has; with `acts` False none."""
        actions = self.actions
        mask = self.mask(position, seat) if acts else bytearray(actions.size)
        return {
            "observation": np.frombuffer(actions.encode(position, seat), np.float32).reshape(actions.shape),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def evaluate(self, episode: Episode) -> tuple[float, ...]:
        """Return the game's evaluation of an episode for every seat."""
        return tuple(self.game.bot.evaluate(episode.position, seat) for seat in range(self.seats))

    def observation_space(self) -> spaces.Dict:
        """Return a new space of what `observe` returns."""
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
