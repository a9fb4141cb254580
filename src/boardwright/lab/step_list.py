"""A game's steps as a linked list: copying it costs nothing, however long it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from boardwright.core.chance.distribution import Distribution, Rng
from boardwright.core.hidden import resampled
from boardwright.core.rules.line import Step, make, repeat
from boardwright.core.rules.position import AnyPosition
from boardwright.lab.episodes.episode_setup import EpisodeSetup


class KnownStep(NamedTuple):
    """A move with its seat, or a chance outcome with seat -1; `text` is None where a resampled past is unknown."""

    seat: int
    text: str | None
    seen: tuple[int, ...] | None
    """The seats that may see it; None is everybody."""


class StepNode:
    """A position, the step that led to it, and the node before; it never changes.

    `dealt` are the cards of the deal that is under way.

    >>> setup = EpisodeSetup("deblockle")
    >>> node = StepNode(setup, 10, setup.start).after_move(setup.start.parse("pass"))
    >>> node.moves, node.steps()
    (1, [KnownStep(seat=0, text='pass', seen=None)])
    """

    __slots__ = ("before", "dealt", "max_moves", "moves", "position", "setup", "step")

    def __init__(
        self,
        setup: EpisodeSetup,
        max_moves: int,
        position: AnyPosition,
        before: StepNode | None = None,
        step: KnownStep | None = None,
        moves: int = 0,
        dealt: tuple[str, ...] = (),
    ) -> None:
        self.setup = setup
        self.max_moves = max_moves
        self.position = position
        self.before = before
        self.step = step
        self.moves = moves
        self.dealt = dealt

    def after_move(self, move: Any) -> StepNode:
        """The first actor has made that move."""
        position = self.position
        seat = position.actors[0]
        step = KnownStep(seat, str(move), (seat,) if move.secret else None)
        return StepNode(self.setup, self.max_moves, repeat(position, Step(seat, move)), self, step, self.moves + 1)

    def after_chance(self, outcome: str) -> StepNode:
        """That outcome has come; of a deal, its next card."""
        position = self.position
        chance = position.chance
        if isinstance(chance, Distribution):
            step = KnownStep(-1, outcome, chance.seen)
            return self._next(make(position, Step(None, outcome)), step)
        assert chance is not None, "an outcome comes at a chance node"
        dealt = (*self.dealt, outcome)
        step = KnownStep(-1, outcome, chance.part_at(len(self.dealt)).seen)
        if len(dealt) == len(chance.cards):
            return self._next(make(position, Step(None, chance.text(dealt))), step)
        return self._next(position, step, dealt)

    def _next(self, position: AnyPosition, step: KnownStep, dealt: tuple[str, ...] = ()) -> StepNode:
        return StepNode(self.setup, self.max_moves, position, self, step, self.moves, dealt)

    def steps(self) -> list[KnownStep]:
        """All steps from the start."""
        steps = []
        node: StepNode | None = self
        while node is not None and node.step is not None:
            steps.append(node.step)
            node = node.before
        return steps[::-1]

    def resampled(self, seat: int, rng: Rng) -> StepNode:
        """A random node that looks the same to that seat. What it cannot see of the past is left blank."""
        steps = [each if each.seen is None or seat in each.seen else each._replace(text=None) for each in self.steps()]
        return _rebuilt(self.setup, self.max_moves, resampled(self.position, seat, rng), steps, self.moves, self.dealt)

    def __deepcopy__(self, memo: dict[int, Any]) -> StepNode:
        return self

    def __reduce__(self) -> tuple[Callable[..., StepNode], tuple[Any, ...]]:
        """Flat, because a long list of nodes would be too deep to pickle."""
        return _rebuilt, (self.setup, self.max_moves, self.position, self.steps(), self.moves, self.dealt)


def _rebuilt(
    setup: EpisodeSetup,
    max_moves: int,
    position: AnyPosition,
    steps: list[KnownStep],
    moves: int,
    dealt: tuple[str, ...],
) -> StepNode:
    """A node with those steps; the nodes before it only hold theirs."""
    before: StepNode | None = None
    for step in steps[:-1]:
        before = StepNode(setup, max_moves, position, before, step)
    return StepNode(setup, max_moves, position, before, steps[-1] if steps else None, moves, dealt)
