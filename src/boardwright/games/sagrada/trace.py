"""Replays recorded games: every line of a trace is an action in a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from boardwright.core.clock import Clock
from boardwright.core.match import Match
from boardwright.core.refusal import IllegalMove, Unreadable
from boardwright.core.trace import Tracer
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.facts import LINES_ACROSS
from boardwright.games.sagrada.moves import RETURN
from boardwright.games.sagrada.position import SagradaPosition, play_position
from boardwright.games.sagrada.rulebook import rulebook


class SagradaTracer(Tracer):
    """One recorded game of two to four players, from the first pool on."""

    notes: ClassVar[frozenset[str]] = frozenset({"decision"})

    def __init__(self, header: Mapping[str, Any]) -> None:
        setup = header["setup"]
        self._outcomes: list[str] = list(setup["pool"])
        windows = rulebook().windows
        try:
            chosen = tuple(windows[name] for name in setup["frames"])
        except KeyError as name:
            raise Unreadable(f"There is no window called {name}.") from None
        position = play_position(
            chosen, tuple((card,) for card in setup["private"]), tuple(setup["public"]), tuple(setup["tools"])
        )
        self._match = Match.new(GAME, start=position, clock=Clock(per_turn=60_000))
        self._settle()

    @property
    def _position(self) -> SagradaPosition:
        position = self._match.position
        assert isinstance(position, SagradaPosition)
        return position

    def _settle(self) -> None:
        while self._position.is_chance:
            if not self._outcomes:
                raise Unreadable(
                    f"The trace has no outcome of chance where one is due ({self._position.state.waiting})."
                )
            self._match.take(self._outcomes.pop(0))

    def header(self) -> dict[str, Any]:
        state = self._position.state
        setup = {
            "frames": [window.name for window in state.windows if window],
            "private": [cards[0] for cards in state.privates],
            "public": list(state.public),
            "tools": list(state.tools),
            "pool": list(self._position.view(None).pool),
            "first": state.current,
        }
        game = {"trace": 1, "game": "sagrada", "rules": "base", "players": state.seats}
        return {**game, "setup": setup, "legal": self._legal()}

    def chance(self, outcome: dict[str, Any]) -> None:
        for value in outcome.values():
            self._outcomes += map(str, value) if isinstance(value, list) else [str(value)]

    def step(self, actor: int, move: Any) -> dict[str, Any]:
        why = self._do(actor, move)
        if why:
            return {"accepted": False, "why": why}
        self._settle()
        return {"accepted": True, "state": self._state(), "legal": self._legal()}

    def _do(self, actor: int, move: str) -> str:
        """Act in the match; returns the code of the refusal, "" when there is none."""
        match, deadline = self._match, self._match.deadline()
        if deadline is None:
            return "game_over"
        if move in ("undo", "redo", "timeout") and actor != deadline[1]:
            return "not_your_turn"
        try:
            if move == "timeout":
                match.expire(deadline[0])
            elif move == "undo":
                match.undo(actor)
            elif move == "redo":
                match.redo(actor)
            elif move == str(RETURN):
                return "no_such_command"
            else:
                match.play(move, actor)
        except Unreadable:
            return "no_such_command"
        except IllegalMove as refused:
            return f"no_{move}" if move in ("undo", "redo") else refused.refusal.code
        return ""

    def _legal(self) -> int:
        moves = self._position.legal_moves()
        return len(moves) - (RETURN in moves)

    def _state(self) -> dict[str, Any]:
        position, view = self._position, self._position.view(None)
        state, seat = position.state, view.current
        return {
            "round": view.round,
            "turn": state.turn,
            "order": list(state.order),
            "current": seat,
            "second": view.is_second_turn,
            "pool": list(view.pool),
            "picked": view.picked or None,
            "placed": state.placed,
            "track": [list(slot) for slot in view.track],
            "active_tool": state.active,
            "passive_tool": state.passive,
            "tool_used": state.used,
            "moved": list(view.moved),
            "tools": [[card.id, card.points] for card in view.tools],
            "favor": list(state.favor),
            "frames": [_rows(player.frame) for player in view.players],
            "scores": list(position.scores()),
            "undo": seat is not None and self._match.undo_refusal(seat) is None,
            "redo": seat is not None and self._match.redo_refusal(seat) is None,
            "ended": seat is None,
        }

    def result(self) -> dict[str, Any] | None:
        outcome = self._position.outcome()
        if outcome is None:
            return None
        return {
            "scores": list(outcome.scores),
            "winners": list(outcome.winners),
            "reason": outcome.reason,
            **outcome.detail,
        }


def tracer(header: Mapping[str, Any]) -> Tracer:
    """Replays traces of the base game."""
    return SagradaTracer(header)


def _rows(frame: tuple[str, ...]) -> list[str]:
    return [" ".join(frame[cell] or "--" for cell in line) for line in LINES_ACROSS]
