"""What stands on the workbench: a setup and a line of steps. Everything shown is computed from it."""

from __future__ import annotations

from typing import Any

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.game import AnyGame
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import BoardwrightError
from boardwright.core.seed import read_seed
from boardwright.core.source import SeedSource


class Step(msgspec.Struct, frozen=True):
    """A move of a seat, or a chance outcome with seat None."""

    seat: int | None
    text: str


class Session(msgspec.Struct, frozen=True):
    """A line of steps from a start, of which the first `at` are shown.

    >>> Session(steps=(Step(0, "a1"), Step(1, "b2")), at=1).then(Step(1, "c3")).steps
    (Step(seat=0, text='a1'), Step(seat=1, text='c3'))
    """

    seats: int | None = None
    options: dict[str, Any] = {}
    seed: str = "1"
    start: JSON = None
    """The first position where it was set up by hand; None is the usual one."""
    steps: tuple[Step, ...] = ()
    at: int = 0
    is_by_hand: bool = False
    """Whether chance waits to be told its outcome; otherwise the seed decides."""

    def then(self, step: Step) -> Session:
        """The session after one more step; what came after it is gone."""
        return msgspec.structs.replace(self, steps=(*self.steps[: self.at], step), at=self.at + 1)


class Line(msgspec.Struct):
    """The positions of a session as far as the rules allow them. `problem` says why they go no further."""

    positions: list[AnyPosition]
    session: Session
    problem: str = ""

    @property
    def position(self) -> AnyPosition:
        """The position that is shown."""
        return self.positions[self.session.at]


class Replayer:
    """Computes the positions of sessions; the latest are kept, so that the next step costs one step."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._start: tuple[Any, ...] = ()
        self._steps: list[Step] = []
        self._positions: list[AnyPosition] = []

    def line(self, session: Session) -> Line:
        """The positions of a session; at its end, chance is drawn from the seed."""
        problem = self._begin(session)
        known = [step == old for step, old in zip(session.steps, self._steps, strict=False)]
        same = known.index(False) if False in known else len(known)
        del self._steps[same:], self._positions[same + 1 :]
        for number, step in enumerate(session.steps[same:], same):
            try:
                self._add(step, after(self._positions[-1], step))
            except Exception as error:  # whatever a changed rule raises
                left = len(session.steps) - number
                text = str(error) if isinstance(error, BoardwrightError) else f"{type(error).__name__}: {error}"
                problem = (
                    f"Step {number + 1}, {step.text}, is not possible any more: {text} "
                    f"The position before it is shown; the {left} steps from there are kept until you play on."
                )
                break
        at = min(session.at, len(self._positions) - 1)
        if not problem and at == len(session.steps):
            session = self._settled(session)
            at = session.at
        return Line(list(self._positions), msgspec.structs.replace(session, at=at), problem)

    def _begin(self, session: Session) -> str:
        start = (session.seats, session.options, session.start)
        if start == self._start and self._positions:
            return ""
        self._start, self._steps, problem = start, [], ""
        try:
            first = self._first(session)
        except BoardwrightError as error:
            if session.start is None:
                raise
            problem = f"The position that was set up does not fit the rules any more: {error} The usual start is shown."
            first = self._first(msgspec.structs.replace(session, start=None))
        self._positions = [first]
        return problem

    def _first(self, session: Session) -> AnyPosition:
        game = self.game
        first: AnyPosition = (
            game.begin(session.seats, game.read_options(session.options))
            if session.start is None
            else game.decode(session.start)
        )
        return first

    def _settled(self, session: Session) -> Session:
        """The session with the chance outcomes that follow its last step, as a match with that seed has them."""
        source = SeedSource(read_seed(session.seed))
        while not session.is_by_hand and self._positions[-1].outcome() is None and self._positions[-1].is_chance:
            ordinal = sum(step.seat is None for step in session.steps)
            drawn = source.draw(len(session.steps) + 1, ordinal, self._positions[-1].chances())
            step = Step(None, drawn.outcome)
            self._add(step, after(self._positions[-1], step))
            session = session.then(step)
        return session

    def _add(self, step: Step, position: AnyPosition) -> None:
        self._steps.append(step)
        self._positions.append(position)


def after(position: AnyPosition, step: Step) -> AnyPosition:
    """The position after a step; IllegalMove or Unreadable if it is not possible."""
    if step.seat is None:
        return position.take(step.text)
    return position.play(position.parse(step.text), step.seat)
