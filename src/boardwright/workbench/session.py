"""The session on the workbench: a setup and a line of steps. Everything shown is computed from it."""

from __future__ import annotations

from functools import reduce
from itertools import takewhile
from typing import Any

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.game.game import AnyGame
from boardwright.core.match.writer import SeedSource
from boardwright.core.refusal import BoardwrightError
from boardwright.core.rules.line import Draw, Line, StepText
from boardwright.core.rules.position import AnyPosition
from boardwright.core.seed import read_seed


class BenchSession(msgspec.Struct, frozen=True):
    """A line of steps from a start, of which the first `at` are shown.

    >>> BenchSession(steps=(StepText(0, "a1"), StepText(1, "b2")), at=1).then(StepText(1, "c3")).steps
    (StepText(seat=0, text='a1'), StepText(seat=1, text='c3'))
    """

    seats: int | None = None
    options: dict[str, Any] = {}
    seed: str = "1"
    start: JSON = None
    """The first position where it was set up by hand; None is the usual one."""
    steps: tuple[StepText, ...] = ()
    at: int = 0
    is_by_hand: bool = False
    """Whether chance waits to be told its outcome; otherwise the seed decides."""

    def then(self, step: StepText) -> BenchSession:
        """Return the session after one more step; what came after it is gone."""
        return msgspec.structs.replace(self, steps=(*self.steps[: self.at], step), at=self.at + 1)


class Replayed(msgspec.Struct):
    """A session as far as the rules allow it. `problem` says why they go no further."""

    line: Line[AnyPosition]
    session: BenchSession
    problem: str = ""

    @property
    def position(self) -> AnyPosition:
        """The position that is shown."""
        return self.line.back_to(self.session.at).position


class Replayer:
    """The positions of sessions, computed; the latest are kept, so that the next step costs one step."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._start: tuple[Any, ...] = ()
        self._line: Line[AnyPosition] | None = None

    def replay(self, session: BenchSession) -> Replayed:
        """Return the line of a session; at its end, chance is drawn from the seed."""
        line, problem = self._begin(session)
        for number, step in enumerate(session.steps[line.number :], line.number):
            try:
                line = line.read(step)
            except Exception as error:  # whatever a changed rule raises
                left = len(session.steps) - number
                text = str(error) if isinstance(error, BoardwrightError) else f"{type(error).__name__}: {error}"
                problem = (
                    f"Step {number + 1}, {step.text}, is not possible any more: {text} "
                    f"The position before it is shown; the {left} steps from there are kept until you play on."
                )
                break
        at = min(session.at, line.number)
        if not problem and at == len(session.steps) and not session.is_by_hand:
            line = line.settle(_from_seed(session))
            session = reduce(BenchSession.then, [step.written for step in line.steps[at:]], session)
            at = session.at
        self._line = line
        return Replayed(line, msgspec.structs.replace(session, at=at), problem)

    def _begin(self, session: BenchSession) -> tuple[Line[AnyPosition], str]:
        """Return what is known of the line of a session, and what is wrong with its start."""
        start, problem = (session.seats, session.options, session.start), ""
        if start == self._start and self._line is not None:
            pairs = zip(session.steps, self._line.steps, strict=False)
            same = list(takewhile(lambda pair: pair[0] == pair[1].written, pairs))
            return self._line.back_to(len(same)), ""
        self._start, self._line = start, None
        try:
            first = self._first(session)
        except BoardwrightError as error:
            if session.start is None:
                raise
            problem = f"The position that was set up does not fit the rules any more: {error} The usual start is shown."
            first = self._first(msgspec.structs.replace(session, start=None))
        return Line(first), problem

    def _first(self, session: BenchSession) -> AnyPosition:
        game = self.game
        first: AnyPosition = (
            game.begin(session.seats, game.read_options(session.options))
            if session.start is None
            else game.decode(session.start)
        )
        return first


def _from_seed(session: BenchSession) -> Draw:
    """Draw chance as a match with the seed of the session does."""
    source = SeedSource(read_seed(session.seed))
    return lambda chances, ordinal: source.draw(0, ordinal, chances).outcome
