"""One game in an environment that a compiled kernel plays, move by move (`boardwright.bots.evaluation.compiled`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from boardwright.bots.evaluation.compiled import CompiledGame
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import AnyPosition
from boardwright.lab.episodes.episode import Episode, EpisodeSetup, Observation

_OVER = -1


class CompiledRules:
    """A kernel for the games of a setup."""

    def __init__(self, setup: EpisodeSetup, variant: CompiledGame, evaluates: bool) -> None:
        self.setup, self.variant, self._evaluates = setup, variant, evaluates
        self.turn, self.look, self.evaluate = variant.kernel.turn, variant.kernel.observe, variant.kernel.evaluate
        self.shape, self.size = setup.actions.shape, setup.actions.size

    @classmethod
    def of(cls, setup: EpisodeSetup, evaluates: bool) -> CompiledRules | None:
        """Return the rules of a setup; None if there is no kernel for it or kernels are not used."""
        variant = setup.compiled(evaluates=evaluates)
        return None if variant is None else cls(setup, variant, evaluates)

    def __reduce__(self) -> tuple[Any, ...]:
        return CompiledRules.of, (self.setup, self._evaluates)

    def enter(self, episode: Episode) -> Episode | CompiledEpisode:
        """Return the episode, played by the kernel from where only one seat may act and all see what it does."""
        position, variant = episode.position, self.variant
        tables = variant.tables
        if len(position.actors) != 1 or self.setup.game.kernel(position) is not tables or not tables.is_open(position):
            return episode
        state = variant.pack(position)
        mask = variant.kernel.mask(state)
        return CompiledEpisode(self, state, mask, position.actors[0], *episode[1:], CompiledLine(episode))


class CompiledLine(msgspec.Struct, eq=False):
    """A line of play up to its last move, which copies of an environment share.

    `exact` is the episode by the rules in Python, once it is known, and `before` all but the last move until then.
    """

    exact: Episode | None
    before: CompiledLine | None = None
    number: int = 0

    def known(self, moves: Sequence[Any]) -> Episode:
        """Return the exact episode. The moves since the last one that was asked for are played now."""
        line: list[CompiledLine] = []
        at = self
        while at.exact is None and at.before is not None:
            line.append(at)
            at = at.before
        known = at.exact
        assert known is not None, "a line begins with an exact episode"
        for each in reversed(line):
            known = each.exact = known.play(moves[each.number], known.position.actors[0])
            each.before = None
        return known


class CompiledEpisode(msgspec.Struct, eq=False):
    """A state of play that never changes. The position is computed from the moves when somebody asks for it."""

    rules: CompiledRules
    state: bytes
    mask: bytes
    """One byte for every move: 1 where the seat to act may make it."""
    actor: int
    seed: bytes
    draws: int
    moves: int
    _line: CompiledLine

    @property
    def seat(self) -> int | None:
        """The seat that acts; None when the game is over."""
        return None if self.actor == _OVER else self.actor

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; None if it goes on."""
        return None if self.actor >= 0 else self.rules.variant.unpack(self.state).outcome()

    @property
    def position(self) -> AnyPosition:
        """The position that is played in."""
        return self.exact.position

    @property
    def exact(self) -> Episode:
        """The episode by the rules in Python."""
        return self._line.known(self.rules.setup.actions.moves)

    def step(self, number: int) -> CompiledEpisode:
        """Return the next decision after the move with that number; ValueError if it is not legal."""
        rules = self.rules
        state, mask, actor, draws = rules.turn(self.state, self.mask, number, self.seed, self.draws)
        line = CompiledLine(None, self._line, number)
        return CompiledEpisode(rules, state, mask, actor, self.seed, draws, self.moves + 1, line)

    def play(self, move: Any, seat: int) -> CompiledEpisode:
        """Return the next decision after a move; IllegalMove says why it is not possible."""
        self.position.play(move, seat)
        return self.step(self.rules.setup.actions.number(move))

    def observe(self, seat: int, *, acts: bool = True) -> Observation:
        """Return what that seat sees, and which actions it has; with `acts` False none."""
        rules = self.rules
        mask = bytearray(self.mask) if acts and seat == self.actor else bytearray(rules.size)
        numbers: Any = np.ndarray(rules.shape, np.float32, rules.look(self.state, seat))
        return {"observation": numbers, "action_mask": np.ndarray(rules.size, np.int8, mask)}

    def evaluate(self) -> tuple[float, ...]:
        """Return the game's evaluation for every seat."""
        return self.rules.evaluate(self.state)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the episode by the rules in Python: the reader may have no kernel."""
        return _entered, (self.rules, self.exact)


def _entered(rules: CompiledRules | None, episode: Episode) -> Episode | CompiledEpisode:
    return episode if rules is None else rules.enter(episode)
