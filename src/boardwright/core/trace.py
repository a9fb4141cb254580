"""What a game brings to replay recorded traces: a small adapter between the trace's words and its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from boardwright.core.outcome import Outcome
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import IllegalMove, Refusal


class Tracer(ABC):
    """One trace in progress. It is made from the header and fed line by line.

    Every key that a line carries is compared with what `header`, `step` and `result` return, so they return everything
    the trace format of the game defines. `notes` are the keys that only comment.
    """

    notes: ClassVar[frozenset[str]] = frozenset()
    position: AnyPosition

    def __init__(self, header: Mapping[str, Any]) -> None:
        self._given = {key: header[key] for key in ("trace", "game", "rules") if key in header}

    def header(self) -> dict[str, Any]:
        """Our own answer to the header's keys."""
        return self._given | {"players": self.position.seats, "setup": self.setup(), "legal": self.legal()}

    @abstractmethod
    def setup(self) -> dict[str, Any]:
        """What the header calls `setup`."""

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

    @abstractmethod
    def play(self, actor: int, move: Any) -> None:
        """Makes a move of the trace; IllegalMove if it is refused."""

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
