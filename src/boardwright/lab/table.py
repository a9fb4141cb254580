"""One table of an environment: the episode that is being played, its rewards, and what is told about it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any
from warnings import warn

from gymnasium import spaces

from boardwright.core.canonical import JSON
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import BadOptions
from boardwright.core.seed import FRESH, read_seed
from boardwright.lab.episode import Episode
from boardwright.lab.rendering import RENDER_MODES, check_mode, render
from boardwright.lab.rewards import Reward, Rewards
from boardwright.lab.setup import Observation, Setup
from boardwright.lab.texts import ObservationKind, observe_text, read_kind, text_space


class Table:
    """What the environments of PettingZoo and Gymnasium have in common.

    >>> table = Table("deblockle", options={"cubes": 1})
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
    ) -> None:
        self.setup = Setup(name, seats, options)
        game = self.setup.game
        self.rewards = Rewards(reward, game)
        self.render_mode = check_mode(render_mode)
        self.is_text = read_kind(observation) == "text"
        self.max_moves = self.setup.longest if max_moves is None else max_moves
        self.metadata = {"name": f"{name}_v{game.version}", "render_modes": list(RENDER_MODES), "render_fps": 1}
        self._go_to(Episode(self.setup.start, b""), 0)
        self._last: dict[str, Any] = {}
        self._last_seen: tuple[int, ...] | None = None

    def reset(self, seed: int | None) -> None:
        """Begins a new game; without a seed a random one."""
        self._last = {}
        self._go_to(Episode.begin(self.setup.start, read_seed(FRESH if seed is None else int(seed))), 0)

    def _go_to(self, episode: Episode, last_seat: int) -> None:
        self.episode = episode
        self.position: AnyPosition = episode.position
        self.outcome = self.position.outcome()
        self.terminated = self.outcome is not None
        self.truncated = 0 < self.max_moves <= episode.moves and not self.terminated
        actors = self.position.actors
        self.seat: int = actors[0] if actors else last_seat
        """The seat that is to act; at the end, the one that acted last."""

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

    def play(self, move: Any, seat: int) -> tuple[float, ...]:
        """Makes a move and returns the rewards of all seats; IllegalMove says why it is not possible."""
        before = self.episode
        self._go_to(before.play(move, seat), seat)
        seen = before.position.visible_to(move)
        self._last_seen = None if seen is None else (*seen, seat)
        self._last = {"move": str(move), "seat": seat}
        if self.outcome is not None:
            outcome = self.outcome
            self._last |= {"scores": outcome.scores, "winners": outcome.winners, "reason": outcome.reason}
        return self.rewards.of_step(before.position, self.position, self.outcome, truncated=self.truncated)

    def observe(self, seat: int, *, acts: bool = True) -> Observation:
        """What that seat sees; its mask is empty if it does not act."""
        if self.is_text:
            return observe_text(self.setup, self.position, seat, acts=acts)
        return self.setup.observe(self.position, seat, acts=acts)

    def observation_space(self) -> spaces.Dict:
        """A new space of what `observe` returns."""
        return text_space(self.setup) if self.is_text else self.setup.observation_space()

    def info(self, seat: int) -> dict[str, Any]:
        """The last move, where that seat may see it, and at the end the scores, the winners and the reason."""
        info = self._last.copy()
        if self._last_seen is not None and seat not in self._last_seen:
            info.pop("move", None)
        return info

    def infos(self) -> list[dict[str, Any]]:
        """The infos of all seats."""
        if self._last_seen is None:
            return [self._last.copy() for _ in range(self.setup.seats)]
        return [self.info(seat) for seat in range(self.setup.seats)]

    def render(self, seat: int) -> Any:
        """The position as that seat sees it, in the render mode."""
        return render(self.setup.game, self.position, seat, self.render_mode)

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        """A table changes only by assignment, never in place."""
        return copy(self)


def warn_of_options(options: dict[str, Any] | None) -> None:
    """PettingZoo's own tests pass options that no environment has, so they cannot be an error."""
    if options:
        warn(f"reset has no options, so {', '.join(map(repr, options))} changes nothing.", stacklevel=3)
