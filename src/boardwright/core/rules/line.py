"""A line: a position, and the steps that lead on from it.

A line never changes. One that grows out of another shares its positions, each computed once and when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from boardwright.core.chance.deal import Chances
from boardwright.core.chance.distribution import Rng
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.core.rules.position import AnyPosition
from boardwright.core.rules.timed import as_of

P = TypeVar("P", bound=AnyPosition)
Draw: TypeAlias = Callable[[Chances, int], str | None]
"""Returns an outcome, given what can come and how many outcomes came before; None if somebody else decides."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """A move of a seat, or a chance outcome with seat None. `at` is the time of the move if clocks are consulted."""

    seat: int | None
    move: Any
    """The move itself, or the text of the outcome."""
    at: int | None = None

    @property
    def text(self) -> str:
        """The step as text."""
        return str(self.move)

    @property
    def written(self) -> StepText:
        """The step as it is written down."""
        return StepText(self.seat, str(self.move))


class StepText(msgspec.Struct, frozen=True, gc=False):
    """A step as people and files write it: the text of a move with its seat, or of a chance outcome with seat None."""

    seat: int | None
    text: str


def make(position: P, step: Step) -> P:
    """Return the position after a step; IllegalMove says why it is not possible."""
    if step.seat is None:
        return position.take(step.move)
    return position.play(step.move, step.seat, step.at)


def repeat(position: P, step: Step) -> P:
    """Return the position after a step that is known to be possible: nothing is checked."""
    if step.seat is None:
        return position.after_chance(step.move)
    after: Any = (position if step.at is None else as_of(position, step.at)).apply(step.move, step.seat)
    found: P = after
    return found


def read(position: AnyPosition, seat: int | None, text: str, at: int | None = None) -> Step:
    """Return the step of that text, possible or not; Unreadable if it is not the text of a move.

    >>> from boardwright.core.game.registry import game
    >>> read(game("deblockle").begin(), 0, "c7-b7").written
    StepText(seat=0, text='c7-b7')
    """
    return Step(None, text) if seat is None else Step(seat, position.parse(text), at)


def by(rng: Rng) -> Draw:
    """Return a function that draws outcomes with a random generator."""
    return lambda chances, ordinal: chances.sample(rng)


def settled(position: P, draw: Draw) -> P:
    """Return the position after chance outcomes until somebody is to act, the game is over or nothing is drawn."""
    return Line(position).settle(draw).position if position.chance is not None else position


class Line(Generic[P]):
    """A position and the steps that lead on from it.

    >>> from boardwright.core.game.registry import game
    >>> line = Line(game("deblockle").begin()).play("c7-b7").play("pass")
    >>> [step.text for step in line.steps], line.back_to(0).position == line.before.before.position
    (['c7-b7', 'pass'], True)
    """

    __slots__ = ("_before", "_position", "chances", "number", "step")

    def __init__(self, start: P) -> None:
        self._before: Line[P] | None = None
        self._position: P | None = start
        self.step: Step | None = None
        """The last step; None where the line begins."""
        self.number = 0
        """The number of its steps."""
        self.chances = 0
        """The number of those that are chance outcomes."""

    def __repr__(self) -> str:
        return f"<Line of {self.number} steps: {' '.join(step.text for step in self.steps)}>"

    @property
    def position(self) -> P:
        """The position at the end."""
        if (position := self._position) is not None:
            return position
        missing, line = [self], self.before
        while (position := line._position) is None:
            missing.append(line)
            line = line.before
        for line in reversed(missing):
            assert line.step is not None
            position = line._position = repeat(position, line.step)
        return position

    @property
    def before(self) -> Line[P]:
        """The line without its last step; itself where it begins."""
        return self if self._before is None else self._before

    @property
    def steps(self) -> list[Step]:
        """The steps in order."""
        return [line.step for line in self._grown() if line.step is not None]

    @property
    def moves(self) -> list[Any]:
        """The moves in order, without chance outcomes."""
        return [step.move for step in self.steps if step.seat is not None]

    def positions(self) -> list[P]:
        """Return the positions from the start to the end; position `i` is the one after `i` steps."""
        return [line.position for line in self._grown()]

    def back_to(self, number: int) -> Line[P]:
        """Return the beginning of the line with that many steps."""
        line = self
        while line.number > number:
            line = line.before
        return line

    def then(self, step: Step, position: P | None = None) -> Line[P]:
        """Return the line with one more step, known to be possible, and the position after it if that is known."""
        line: Line[P] = Line.__new__(Line)
        line._before, line._position, line.step = self, position, step
        line.number, line.chances = self.number + 1, self.chances + (step.seat is None)
        return line

    def make(self, step: Step) -> Line[P]:
        """Return the line with one more step; IllegalMove says why it is not possible."""
        return self.then(step, make(self.position, step))

    def read(self, step: StepText) -> Line[P]:
        """Return the line with the step of a text; IllegalMove or Unreadable if it is not possible."""
        position = self.position
        done = read(position, step.seat, step.text)
        return self.then(done, make(position, done))

    def play(self, text: str) -> Line[P]:
        """Return the line with a chance outcome, or with a move of the first seat that is to act, given as text."""
        position = self.position
        if position.chance is not None:
            return self.read(StepText(None, text))
        if not position.actors:
            raise IllegalMove(Refusal("game_over", f"Nobody is to move before {text!r}: the game is over."))
        return self.read(StepText(position.actors[0], text))

    def settle(self, draw: Draw) -> Line[P]:
        """Return the line with chance outcomes until somebody is to act, the game is over or nothing is drawn."""
        line, position = self, self.position
        while (chance := position.chance) is not None and position.outcome() is None:
            outcome = draw(chance, line.chances)
            if outcome is None:
                break
            position = position.after_chance(outcome)
            line = line.then(Step(None, outcome), position)
        return line

    def _grown(self) -> list[Line[P]]:
        """Return all beginnings of the line, the shortest first."""
        found, line = [self], self
        while line._before is not None:
            line = line._before
            found.append(line)
        return found[::-1]
