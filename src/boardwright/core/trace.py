"""What a game brings to replay recorded traces: a small adapter between the trace's words and its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from boardwright.core.outcome import Outcome
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import BadOptions, IllegalMove, Refusal, Unreadable

P = TypeVar("P", bound=AnyPosition)


class Tracer(ABC, Generic[P]):
    """One trace in progress. It is made from the header, which says where play begins, and fed line by line.

    Every key that a line carries is compared with what `header`, `step` and `result` return, so they return everything
    the trace format of the game defines.

    >>> from typing import Annotated
    >>> from boardwright.core.moves import Move, OneOf, move, require
    >>> from boardwright.core.position import Position
    >>> from boardwright.core.view import Open
    >>> class Pile(Position[Move, Open], frozen=True):
    ...     left: int
    ...     seats = 1
    ...     actors = property(lambda self: (0,) if self.left else ())
    ...     @move("{how_many}")
    ...     def take_some(self, how_many: Annotated[str, OneOf(("one", "two"))]):
    ...         count = ("one", "two").index(how_many) + 1
    ...         require(count <= self.left, "too_many", "There are not {how_many} left.")
    ...         return self.replace(left=self.left - count)
    ...     def outcome(self): return None if self.left else Outcome.highest((1,), "empty")
    >>> class PileTracer(Tracer[Pile]):
    ...     given = frozenset({"left"})
    ...     def begin(self, setup, header): return Pile(setup["left"])
    ...     def state(self): return {"left": self.position.left}
    >>> tracer = PileTracer({"trace": 1, "game": "pile", "setup": {"left": 3}})
    >>> tracer.step(0, "two"), tracer.step(0, "two")
    ({'accepted': True, 'state': {'left': 1}, 'legal': 1}, {'accepted': False, 'why': 'too_many'})
    """

    notes: ClassVar[frozenset[str]] = frozenset()
    """The keys of lines that only comment."""
    given: ClassVar[frozenset[str]] = frozenset()
    """The keys of the header's `setup` that are taken as they stand."""
    position: P

    def __init__(self, header: Mapping[str, Any]) -> None:
        self._header = header
        try:
            self.position = self.begin(header["setup"], header)
        except (LookupError, TypeError, ValueError, msgspec.ValidationError, BadOptions) as error:
            raise Unreadable(f"The header does not set up a game: {error}") from None

    @abstractmethod
    def begin(self, setup: Mapping[str, Any], header: Mapping[str, Any]) -> P:
        """The position that the header sets up."""

    def header(self) -> dict[str, Any]:
        """Our own answer to the header's keys, and to those of its `setup`."""
        setup: Mapping[str, Any] = self._header["setup"]
        found = {key: setup[key] for key in self.given & setup.keys()} | self.setup()
        answer = {key: self._header[key] for key in ("trace", "game", "rules") if key in self._header}
        answer["setup"] = {key: value for key, value in found.items() if key in setup}
        return answer | {"players": self.position.seats, "legal": self.legal()}

    def setup(self) -> dict[str, Any]:
        """What follows from the rules in the header's `setup`, such as the board; the rest is `given`."""
        return {}

    def chance(self, outcome: dict[str, Any]) -> None:
        """An outcome of chance that the next move must take instead of drawing its own."""
        raise NotImplementedError(f"{type(self).__name__}: this game has no chance, but the trace brings {outcome}.")

    def step(self, actor: int, move: Any) -> dict[str, Any]:
        """Tries a move: `accepted` with `state` and `legal`, or not accepted with `why`."""
        try:
            self.play(actor, move)
        except IllegalMove as illegal:
            return {"accepted": False, **self.why(illegal.refusal)}
        return {"accepted": True, "state": self.state(), "legal": self.legal()}

    def play(self, actor: int, move: Any) -> None:
        """Makes a move of the trace; IllegalMove if it is refused."""
        self.position = self.position.play(move, actor)

    def why(self, refusal: Refusal) -> dict[str, str]:
        """A refusal in the trace's words."""
        return {"why": refusal.code}

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """The position after an accepted move, in the trace's words."""

    def legal(self) -> int:
        """How many moves are possible now."""
        return len(self.position.legal_moves())

    def result(self) -> dict[str, Any] | None:
        """The result line's content, None while the game goes on."""
        outcome = self.position.outcome()
        if outcome is None:
            return None
        scores, winners = list(outcome.scores), list(outcome.winners)
        return {"scores": scores, "winners": winners, "reason": outcome.reason, **self.detail(outcome)}

    def detail(self, outcome: Outcome) -> Mapping[str, Any]:
        """What the result has beyond scores, winners and reason."""
        return {}
