"""Recorded games in the trace format: each line is answered anew by the rules, in the words of the trace.

A trace is JSON lines: a header, then one line for each step (a chance outcome, or a move that was accepted or
refused), last the result.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import AnyPosition

P = TypeVar("P", bound=AnyPosition)

_TESTS = Path(__file__).parents[1]


def golden(game: str) -> list[Path]:
    """Return the project's own recorded games."""
    return sorted((_TESTS / "games" / game / "golden").glob("*.jsonl"))


def shared(game: str) -> list[Path]:
    """Return the recorded games beside the checkout; there may be none."""
    return sorted((_TESTS.parents[1] / "shared" / "traces" / game).glob("*.jsonl"))


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def canonical(line: object) -> str:
    """Return the line as JSON in one form, in which true and 1 differ."""
    return msgspec.json.encode(line, order="sorted").decode()


class Tracer(ABC, Generic[P]):
    """One trace in progress: it is made from the header, which says where play begins."""

    notes: ClassVar[frozenset[str]] = frozenset()
    """The keys of lines that only comment."""
    sparse: ClassVar[frozenset[str]] = frozenset()
    """The keys that only some lines carry."""
    given: ClassVar[frozenset[str]] = frozenset()
    """The keys of the header's `setup` that are taken as they stand."""
    position: P

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.position = self.begin(header["setup"], header)

    @abstractmethod
    def begin(self, setup: Mapping[str, Any], header: Mapping[str, Any]) -> P:
        """Return the position that the header sets up."""

    def setup(self) -> dict[str, Any]:
        """Return what follows from the rules in the header's `setup`, such as the board; the rest is `given`."""
        return {}

    def chance(self, outcome: dict[str, Any]) -> None:
        """Keep or take an outcome of chance."""
        raise NotImplementedError

    def step(self, actor: int, move: Any) -> dict[str, Any]:
        """Try a move: `accepted` with `state` and `legal`, or not accepted with `why`."""
        try:
            self.play(actor, move)
        except IllegalMove as illegal:
            return {"accepted": False, **self.why(illegal.refusal)}
        return {"accepted": True, "state": self.state(), "legal": self.legal()}

    def play(self, actor: int, move: Any) -> None:
        """Make a move of the trace; raise IllegalMove if it is refused."""
        self.position = self.position.play(move, actor)

    def why(self, refusal: Refusal) -> dict[str, str]:
        """Return a refusal in the trace's words."""
        return {"why": refusal.code}

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Return the position after an accepted move, in the trace's words."""

    def legal(self) -> int:
        """Return how many moves are possible now."""
        return len(self.position.legal_moves())

    def result(self) -> dict[str, Any] | None:
        """Return the result line's content, None while the game goes on."""
        outcome = self.position.outcome()
        if outcome is None:
            return None
        scores, winners = list(outcome.scores), list(outcome.winners)
        return {"scores": scores, "winners": winners, "reason": outcome.reason, **self.detail(outcome)}

    def detail(self, outcome: Outcome) -> Mapping[str, Any]:
        """Return what the result has beyond scores, winners and reason."""
        return {}


def answers(kind: type[Tracer[Any]], lines: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Replay a trace; yield each of its lines as the rules would have recorded it."""
    header, *steps, _ = lines
    tracer = kind(header)
    told = header["setup"]
    setup = {key: told[key] for key in tracer.given & told.keys()} | tracer.setup()
    yield {
        **{key: header[key] for key in ("trace", "game", "rules")},
        "players": tracer.position.seats,
        "setup": {key: value for key, value in setup.items() if key in told},
        "legal": tracer.legal(),
    }
    for number, line in enumerate(steps, 1):
        notes = {key: line[key] for key in tracer.notes & line.keys()}
        if "chance" in line:
            tracer.chance(line["chance"])
            yield {"step": number, "chance": line["chance"], **notes}
        else:
            asked = {"actor": line["actor"], "move": line["move"]}
            answer = {"step": number, **asked, **tracer.step(**asked), **notes}
            yield {key: value for key, value in answer.items() if key in line or key not in tracer.sparse}
    yield {"result": tracer.result()}
