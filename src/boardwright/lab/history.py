"""A game's steps as a linked list: copying it costs nothing, however long it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from boardwright.core.chance import Rng
from boardwright.core.deal import Deal
from boardwright.core.position import AnyPosition
from boardwright.lab.setup import Setup


class Step(NamedTuple):
    """A move with its seat, or a chance outcome with seat -1; `text` is None where a resampled past is unknown."""

    seat: int
    text: str | None
    seen: tuple[int, ...] | None
    """The seats that may see it; None is everybody."""


class Node:
    """A position, the step that led to it, and the node before; it never changes.

    `dealt` are the cards of the deal that is under way.

    >>> setup = Setup("deblockle")
    >>> node = Node(setup, 10, setup.start).after_move(setup.start.parse("pass"))
    >>> node.moves, node.steps()
    (1, [Step(seat=0, text='pass', seen=None)])
    """

    __slots__ = ("before", "dealt", "max_moves", "moves", "position", "setup", "step")

    def __init__(
        self,
        setup: Setup,
        max_moves: int,
        position: AnyPosition,
        before: Node | None = None,
        step: Step | None = None,
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

    def after_move(self, move: Any) -> Node:
        """The first actor has made that move."""
        position = self.position
        seat, seen = position.actors[0], position.visible_to(move)
        step = Step(seat, str(move), None if seen is None else (*seen, seat))
        return Node(self.setup, self.max_moves, position.after(move, seat), self, step, self.moves + 1)

    def after_chance(self, outcome: str) -> Node:
        """That outcome has come; of a deal, its next card."""
        position = self.position
        chances = position.chances()
        if not isinstance(chances, Deal):
            step = Step(-1, outcome, position.visible_to(outcome))
            return self._next(position.take(outcome), step)
        dealt = (*self.dealt, outcome)
        step = Step(-1, outcome, chances.part_at(len(self.dealt)).seen)
        if len(dealt) == len(chances.cards):
            return self._next(position.take(chances.text(dealt)), step)
        return self._next(position, step, dealt)

    def _next(self, position: AnyPosition, step: Step, dealt: tuple[str, ...] = ()) -> Node:
        return Node(self.setup, self.max_moves, position, self, step, self.moves, dealt)

    def steps(self) -> list[Step]:
        """All steps from the start."""
        steps = []
        node: Node | None = self
        while node is not None and node.step is not None:
            steps.append(node.step)
            node = node.before
        return steps[::-1]

    def resampled(self, seat: int, rng: Rng) -> Node:
        """A random node that looks the same to that seat. What it cannot see of the past is left blank."""
        steps = [each if each.seen is None or seat in each.seen else each._replace(text=None) for each in self.steps()]
        return _rebuilt(self.setup, self.max_moves, self.position.resample(seat, rng), steps, self.moves, self.dealt)

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self

    def __reduce__(self) -> tuple[Callable[..., Node], tuple[Any, ...]]:
        """Flat, because a long list of nodes would be too deep to pickle."""
        return _rebuilt, (self.setup, self.max_moves, self.position, self.steps(), self.moves, self.dealt)


def _rebuilt(
    setup: Setup, max_moves: int, position: AnyPosition, steps: list[Step], moves: int, dealt: tuple[str, ...]
) -> Node:
    """A node with those steps; the nodes before it only hold theirs."""
    before: Node | None = None
    for step in steps[:-1]:
        before = Node(setup, max_moves, position, before, step)
    return Node(setup, max_moves, position, before, steps[-1] if steps else None, moves, dealt)
