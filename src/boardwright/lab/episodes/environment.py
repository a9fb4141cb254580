"""One table of an environment: the episode that is being played, its rewards, and what is told about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Literal, TypeAlias, get_args
from warnings import warn

import numpy as np
from gymnasium import spaces

from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.position import AnyPosition
from boardwright.core.seed import FRESH, read_seed
from boardwright.lab.episodes.compiled_episode import CompiledEpisode, CompiledRules
from boardwright.lab.episodes.episode import Episode
from boardwright.lab.episodes.episode_setup import EpisodeSetup, Observation
from boardwright.lab.episodes.render_modes import RENDERING, check_mode, render
from boardwright.lab.episodes.rewards import Reward, Rewards


class Environment:
    """What the environments of PettingZoo and Gymnasium have in common.

    Where it `takes_turns`, of several seats that may act only the first one does, and a kernel may play.

    >>> table = Environment("deblockle", options={"cubes": 1})
    >>> table.reset(seed=1)
    >>> table.play(table.move(0), seat=0), table.info(0)
    ((0.0, 0.0), {'move': 'pass', 'seat': 0})
    """

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        options: Mapping[str, JSON] | None = None,
        *,
        max_moves: int | None = None,
        reward: Reward = "outcome",
        render_mode: str | None = None,
        observation: ObservationKind = "planes",
        takes_turns: bool = False,
    ) -> None:
        self.setup = EpisodeSetup(name, seats, options)
        game = self.setup.game
        self.rewards = Rewards(reward, self.setup.seats)
        self.render_mode = check_mode(render_mode)
        self.is_text = read_kind(observation) == "text"
        self.max_moves = self.setup.move_limit(max_moves)
        self.metadata = {"name": f"{name}_v{game.version}", **RENDERING}
        self._rules = CompiledRules.of(self.setup, evaluates=not self.rewards.is_final) if takes_turns else None
        self._last: tuple[Any, int, tuple[int, ...] | None] | None = None
        """The last move, its seat, and who may see it, None for everybody."""
        self._go_to(Episode(self.setup.start, b""), 0)

    def reset(self, seed: int | None) -> None:
        """Begins a new game; without a seed a random one."""
        self._last = None
        self._go_to(Episode.begin(self.setup.start, read_seed(FRESH if seed is None else int(seed))), 0)

    def _go_to(self, episode: Episode | CompiledEpisode, last_seat: int) -> None:
        if self._rules is not None and type(episode) is Episode:
            episode = self._rules.enter(episode)
        self.episode = episode
        self.outcome = episode.outcome
        self.terminated = self.outcome is not None
        self.truncated = 0 < self.max_moves <= episode.moves and not self.terminated
        seat = episode.seat
        self.seat = last_seat if seat is None else seat
        """The seat that is to act; at the end, the one that acted last."""

    @property
    def position(self) -> AnyPosition:
        """The position of the game that is being played."""
        return self.episode.position

    def move(self, action: Any, agent: str = "this agent") -> Any:
        """The move of an action, which is its number or its text; BadOptions or Unreadable if it is not one."""
        if isinstance(action, str):
            return self.position.parse(action)
        moves = self.setup.actions.moves
        size = len(moves)
        if action is None:
            raise BadOptions(f"None is the action of agents that are done; {agent} needs one from 0 to {size - 1}.")
        number = int(action)
        if not 0 <= number < size:
            raise BadOptions(f"There is no action {action}; actions are from 0 to {size - 1}.")
        return moves[number]

    def act(self, action: Any, agent: str) -> Sequence[float]:
        """Plays an action of the seat that is to act and returns the rewards of all seats."""
        episode, seat = self.episode, self.seat
        if type(episode) is CompiledEpisode and action is not None and not isinstance(action, str):
            number = int(action)
            if 0 <= number < len(episode.mask) and episode.mask[number]:
                return self._play(self.setup.actions.moves[number], None, seat, episode.step(number))
        return self.play(self.move(action, agent), seat)

    def play(self, move: Any, seat: int) -> Sequence[float]:
        """Makes a move and returns the rewards of all seats; IllegalMove says why it is not possible."""
        before = self.episode
        after = before.play(move, seat)
        return self._play(move, (seat,) if move.secret else None, seat, after)

    def _play(
        self, move: Any, seen: tuple[int, ...] | None, seat: int, after: Episode | CompiledEpisode
    ) -> Sequence[float]:
        before = self.episode
        self._go_to(after, seat)
        self._last = (move, seat, seen)
        if self.outcome is None and self.rewards.is_final:
            return self.rewards.nothing
        return self.rewards.of_step(before, self.episode, self.outcome, self._evaluate, truncated=self.truncated)

    def loss(self, seat: int) -> float:
        """Return the reward of a seat that loses now."""
        return -1.0 - (self._evaluate(self.episode)[seat] if self.rewards.kind == "shaped" else 0.0)

    def _evaluate(self, episode: Episode | CompiledEpisode) -> Sequence[float]:
        return self.setup.evaluate(episode) if isinstance(episode, Episode) else episode.evaluate()

    def observe(self, seat: int, *, acts: bool = True) -> Observation:
        """What that seat sees; its mask is empty if it does not act."""
        episode = self.episode
        if self.is_text:
            return observe_text(self.setup, episode.position, seat, acts=acts)
        if type(episode) is CompiledEpisode:
            return episode.observe(seat, acts=acts)
        return self.setup.observe(episode.position, seat, acts=acts)

    def observation_space(self) -> spaces.Dict:
        """A new space of what `observe` returns."""
        return text_space(self.setup) if self.is_text else self.setup.observation_space()

    def info(self, seat: int) -> dict[str, Any]:
        """The last move, where that seat may see it, and at the end the scores, the winners and the reason."""
        if self._last is None:
            return {}
        move, by, seen = self._last
        info: dict[str, Any] = {"move": str(move), "seat": by} if seen is None or seat in seen else {"seat": by}
        if self.outcome is not None:
            outcome = self.outcome
            info |= {"scores": outcome.scores, "winners": outcome.winners, "reason": outcome.reason}
        return info

    def render(self, seat: int) -> Any:
        """The position as that seat sees it, in the render mode."""
        return render(self.setup.game, self.position, seat, self.render_mode)

    def __deepcopy__(self, memo: dict[int, Any]) -> Environment:
        """A table changes only by assignment, never in place."""
        return copy(self)


def warn_of_options(options: dict[str, Any] | None) -> None:
    """PettingZoo's own tests pass options that no environment has, so they cannot be an error."""
    if options:
        warn(f"reset has no options, so {', '.join(map(repr, options))} changes nothing.", stacklevel=3)


ObservationKind: TypeAlias = Literal["planes", "text"]
"""`planes`: an array of numbers; `text`: what a person reads."""
_LONGEST = 100_000


class BoardText(spaces.Text):
    """The space of all texts of that length, whatever their characters: boards are drawn with many.

    >>> BoardText().contains("7 |·↑|")
    True
    """

    def __init__(self) -> None:
        super().__init__(_LONGEST, min_length=0)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= _LONGEST


def read_kind(kind: ObservationKind) -> ObservationKind:
    """The kind, if there is one of that name; BadOptions lists them."""
    if kind not in get_args(ObservationKind):
        raise BadOptions(f"{kind!r} is not a kind of observation; there are {', '.join(get_args(ObservationKind))}.")
    return kind


def observe_text(setup: EpisodeSetup, position: AnyPosition, seat: int, *, acts: bool = True) -> Observation:
    """The text of a position for a seat, with a line of legal moves if it acts, and the mask of actions.

    >>> setup = EpisodeSetup("deblockle", options={"cubes": 1})
    >>> str(observe_text(setup, setup.start, 0)["observation"]).splitlines()[-1]
    'Legal moves: d7-c7, pass'
    """
    actions = setup.actions
    text, mask = position.text(seat), bytearray(actions.size)
    if acts:
        mask = setup.mask(position, seat)
        text += f"\n\nLegal moves: {', '.join(map(str, position.legal_moves(seat)))}"
    seen: Any = {"observation": text, "action_mask": np.frombuffer(mask, np.int8)}
    observation: Observation = seen
    return observation


def text_space(setup: EpisodeSetup) -> spaces.Dict:
    """A new space of what `observe_text` returns."""
    return spaces.Dict({"observation": BoardText(), "action_mask": spaces.Box(0, 1, (setup.actions.size,), np.int8)})
