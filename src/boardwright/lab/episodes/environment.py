"""One table of an environment: the episode that is being played, its rewards, and what is told about it."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from copy import copy
from importlib import import_module
from typing import Any, Literal, TypeAlias, get_args
from warnings import warn

import numpy as np
from gymnasium import spaces

from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions, BoardwrightError
from boardwright.core.rules.position import AnyPosition
from boardwright.core.seed import FRESH, read_seed
from boardwright.lab.episodes.compiled_episode import CompiledEpisode, CompiledRules
from boardwright.lab.episodes.episode import Episode, EpisodeSetup, Observation, check_choice
from boardwright.lab.episodes.rewards import Reward, Rewards

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
"""Text to the terminal, text, SVG, and an array of height x width x 3."""
RENDERING: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}
"""The metadata of an environment about that."""
_WIDTH = 480
_FONTS = {"sans_serif_family": "DejaVu Sans", "monospace_family": "DejaVu Sans Mono"} if sys.platform == "linux" else {}
"""resvg takes Arial and Courier for the generic families, which Linux has not."""


class Environment:
    """The common part of the environments of PettingZoo and Gymnasium.

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
        if render_mode is not None:
            check_choice(render_mode, RENDER_MODES, "a render mode")
        check_choice(observation, get_args(ObservationKind), "a kind of observation")
        self.render_mode = render_mode
        self.is_text = observation == "text"
        self.max_moves = self.setup.move_limit(max_moves)
        self.metadata = {"name": f"{name}_v{game.version}", **RENDERING}
        self._rules = CompiledRules.of(self.setup, not self.rewards.is_final) if takes_turns else None
        self._last: tuple[Any, int, tuple[int, ...] | None] | None = None
        """The last move, its seat, and who may see it, None for everybody."""
        self._go_to(Episode(self.setup.start, b""), 0)

    def reset(self, seed: int | None) -> None:
        """Begin a new game; without a seed a random one."""
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
        """Return the move of an action, which is its number or its text; BadOptions or Unreadable if it is not one."""
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
        """Play an action of the seat that is to act and return the rewards of all seats."""
        episode, seat = self.episode, self.seat
        if type(episode) is CompiledEpisode and action is not None and not isinstance(action, str):
            number = int(action)
            if 0 <= number < len(episode.mask) and episode.mask[number]:
                return self._play(self.setup.actions.moves[number], None, seat, episode.step(number))
        return self.play(self.move(action, agent), seat)

    def play(self, move: Any, seat: int) -> Sequence[float]:
        """Make a move and return the rewards of all seats; IllegalMove says why it is not possible."""
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
        """Return what that seat sees; its mask is empty if it does not act."""
        episode = self.episode
        if self.is_text:
            return self._observe_text(episode.position, seat, acts)
        if type(episode) is CompiledEpisode:
            return episode.observe(seat, acts=acts)
        return self.setup.observe(episode.position, seat, acts=acts)

    def observation_space(self) -> spaces.Dict:
        """Return a new space of what `observe` returns."""
        space = self.setup.observation_space()
        return spaces.Dict({**space.spaces, "observation": BoardText()}) if self.is_text else space

    def _observe_text(self, position: AnyPosition, seat: int, acts: bool) -> Observation:
        """Return the text of a position for a seat, with a line of legal moves if it acts, and the mask of actions."""
        text, mask = position.text(seat), bytearray(self.setup.actions.size)
        if acts:
            mask = self.setup.mask(position, seat)
            text += f"\n\nLegal moves: {', '.join(map(str, position.legal_moves(seat)))}"
        seen: Any = {"observation": text, "action_mask": np.frombuffer(mask, np.int8)}
        observation: Observation = seen
        return observation

    def info(self, seat: int) -> dict[str, Any]:
        """Return the last move, where that seat may see it, and at the end the scores, the winners and the reason."""
        if self._last is None:
            return {}
        move, by, seen = self._last
        info: dict[str, Any] = {"move": str(move), "seat": by} if seen is None or seat in seen else {"seat": by}
        if self.outcome is not None:
            outcome = self.outcome
            info |= {"scores": outcome.scores, "winners": outcome.winners, "reason": outcome.reason}
        return info

    def render(self, seat: int) -> Any:
        """Return the position as that seat sees it, in the render mode."""
        game, view = self.setup.game, self.position.view(seat)
        if self.render_mode == "svg":
            return game.picture(view).whole()
        if self.render_mode == "rgb_array":
            return _rasterized(game.picture(view).whole())
        if self.render_mode == "ansi":
            return game.text(view)
        print(game.text(view))
        return None

    def __deepcopy__(self, memo: dict[int, Any]) -> Environment:
        """Return a shallow copy: a table changes only by assignment, never in place."""
        return copy(self)


def warn_of_options(options: dict[str, Any] | None) -> None:
    """Warn of options: PettingZoo's own tests pass some, so they cannot be an error."""
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


def _rasterized(svg: str) -> Any:
    """Return the picture as an array of height x width x 3 bytes, on white."""
    try:
        resvg, image, numpy = (import_module(name) for name in ("resvg_py", "PIL.Image", "numpy"))
    except ImportError:
        raise BoardwrightError("rgb_array needs resvg-py and pillow; run `pip install 'boardwright[lab]'`.") from None
    png = resvg.svg_to_bytes(svg_string=svg, width=_WIDTH, background="white", **_FONTS)
    with image.open(io.BytesIO(bytes(png))) as picture:
        return numpy.array(picture.convert("RGB"))
