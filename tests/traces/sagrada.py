"""Traces of Sagrada: every line is an action in a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from boardwright.core.match.clock import Clock
from boardwright.core.match.match import Match
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.core.rules.outcome import Outcome
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.facts import LINES
from boardwright.games.sagrada.moves import RETURN, refuse
from boardwright.games.sagrada.position import SagradaPosition, play_position
from boardwright.games.sagrada.rulebook import rulebook
from tests.traces.tracer import Tracer


class SagradaTracer(Tracer[SagradaPosition]):
    """A trace of two to four players in progress, from the first pool on."""

    notes: ClassVar[frozenset[str]] = frozenset({"decision"})
    given: ClassVar[frozenset[str]] = frozenset({"frames", "private", "public", "tools", "pool"})

    def begin(self, setup: Mapping[str, Any], header: Mapping[str, Any]) -> SagradaPosition:
        self._outcomes: list[str] = list(setup["pool"])
        chosen = tuple(rulebook().windows[name] for name in setup["frames"])
        private = tuple((card,) for card in setup["private"])
        position = play_position(chosen, private, tuple(setup["public"]), tuple(setup["tools"]))
        self._match = Match.new(GAME, start=position, seed=None, clock=Clock(per_turn=60_000))
        return self._settled()

    def _settled(self) -> SagradaPosition:
        while (position := self._match.position).chance is not None:
            self._match.take(self._outcomes.pop(0))
        return position

    def setup(self) -> dict[str, Any]:
        return {"first": self.position.state.current}

    def chance(self, outcome: dict[str, Any]) -> None:
        for value in outcome.values():
            self._outcomes += map(str, value) if isinstance(value, list) else [str(value)]

    def play(self, actor: int, move: str) -> None:
        match, deadline = self._match, self._match.deadline()
        if deadline is None:
            raise IllegalMove(refuse("game_over"))
        if move in ("undo", "redo", "timeout") and actor != deadline[1]:
            raise IllegalMove(refuse("not_your_turn"))
        if move == "timeout":
            match.expire(deadline[0])
        elif move in ("undo", "redo"):
            try:
                (match.undo if move == "undo" else match.redo)(actor)
            except IllegalMove as refused:
                raise IllegalMove(Refusal(f"no_{move}", refused.refusal.text)) from None
        elif move == str(RETURN) or self.position.moves.parse(move, self.position) is None:
            raise IllegalMove(refuse("no_such_command"))
        else:
            match.play(move, actor)
        self.position = self._settled()

    def legal(self) -> int:
        moves = self.position.legal_moves()
        return len(moves) - (RETURN in moves)

    def state(self) -> dict[str, Any]:
        position, view = self.position, self.position.view(None)
        state, seat = position.state, view.current
        return {
            "round": view.round,
            "turn": state.turn,
            "order": state.order,
            "current": seat,
            "second": view.is_second_turn,
            "pool": view.pool,
            "picked": view.picked or None,
            "placed": state.placed,
            "track": view.track,
            "active_tool": state.active,
            "passive_tool": state.passive,
            "tool_used": state.used,
            "moved": view.moved,
            "tools": [[card.id, card.points] for card in view.tools],
            "favor": state.favor,
            "frames": [_rows(player.frame) for player in view.players],
            "scores": position.scores(),
            "undo": seat is not None and self._match.undo_refusal(seat) is None,
            "redo": seat is not None and self._match.redo_refusal(seat) is None,
            "ended": seat is None,
        }

    def detail(self, outcome: Outcome) -> Mapping[str, Any]:
        return outcome.detail


def _rows(frame: tuple[str, ...]) -> list[str]:
    return [" ".join(frame[cell] or "--" for cell in line) for line in LINES["rows"]]
