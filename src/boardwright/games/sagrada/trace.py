"""Replays recorded games: the trace's words on the command manager."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from boardwright.core.refusal import Unreadable
from boardwright.core.trace import Tracer
from boardwright.games.sagrada.compat.manager import CommandManager, IllegalCommand
from boardwright.games.sagrada.facts import COLUMNS, LINES_ACROSS, TEXT_OF, Die, Frame
from boardwright.games.sagrada.moves import RETURN
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.rulebook import rulebook
from boardwright.games.sagrada.setup import play_position
from boardwright.games.sagrada.view import slots


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
        self._manager = CommandManager(position, self._draw)

    def _draw(self, position: SagradaPosition) -> str:
        if not self._outcomes:
            raise Unreadable(f"The trace brings no outcome where one is due ({position.state.waiting}).")
        return self._outcomes.pop(0)

    def header(self) -> dict[str, Any]:
        state = self._manager.position.state
        setup = {
            "frames": [window.name for window in state.windows if window],
            "private": [cards[0] for cards in state.privates],
            "public": list(state.public),
            "tools": list(state.tools),
            "pool": _texts(state.pool),
            "first": state.current,
        }
        game = {"trace": 1, "game": "sagrada", "rules": "base", "players": state.seats}
        return {**game, "setup": setup, "legal": self._legal()}

    def chance(self, outcome: dict[str, Any]) -> None:
        for value in outcome.values():
            self._outcomes += map(str, value) if isinstance(value, list) else [str(value)]

    def step(self, actor: int, move: Any) -> dict[str, Any]:
        try:
            self._do(actor, move)
        except IllegalCommand as refused:
            return {"accepted": False, "why": refused.code}
        return {"accepted": True, "state": self._state(), "legal": self._legal()}

    def _do(self, actor: int, move: str) -> None:
        manager = self._manager
        if move == "timeout":
            manager.run_out()
        elif move in ("undo", "redo"):
            self._check(actor, move)
            (manager.undo if move == "undo" else manager.redo)()
        else:
            manager.execute(actor, move)

    def _check(self, actor: int, word: str) -> None:
        """Only the player on turn, and only what is available."""
        manager = self._manager
        state = manager.position.state
        if state.is_over:
            raise IllegalCommand(word, ("game_over",))
        if actor != state.current:
            raise IllegalCommand(word, ("not_your_turn",))
        if not (manager.is_undo_available if word == "undo" else manager.is_redo_available):
            raise IllegalCommand(word, (f"no_{word}",))

    def _legal(self) -> int:
        moves = self._manager.position.legal_moves()
        return len(moves) - (RETURN in moves)

    def _state(self) -> dict[str, Any]:
        position = self._manager.position
        state = position.state
        over = state.is_over
        return {
            "round": min(state.round, 10),
            "turn": state.turn,
            "order": list(state.order),
            "current": None if over else state.current,
            "second": not over and state.is_second_turn,
            "pool": _texts(state.pool),
            "picked": TEXT_OF[state.picked] if state.picked else None,
            "placed": state.placed,
            "track": [_texts(dice) for dice in slots(state)],
            "active_tool": state.active,
            "passive_tool": state.passive,
            "tool_used": state.used,
            "moved": _texts(state.moved),
            "tools": [list(pair) for pair in zip(state.tools, state.points, strict=True)],
            "favor": list(state.favor),
            "frames": [_rows(frame) for frame in state.frames],
            "scores": list(position.scores()),
            "undo": self._manager.is_undo_available,
            "redo": self._manager.is_redo_available,
            "ended": over,
        }

    def result(self) -> dict[str, Any] | None:
        outcome = self._manager.position.outcome()
        if outcome is None:
            return None
        return {
            "scores": list(outcome.scores),
            "winners": list(outcome.winners),
            "reason": outcome.reason,
            **outcome.detail,
        }


def _texts(dice: tuple[Die, ...]) -> list[str]:
    return [TEXT_OF[die] for die in dice]


def _rows(frame: Frame) -> list[str]:
    texts = [TEXT_OF[die] if die else "--" for die in frame]
    return [" ".join(texts[line[0] : line[0] + COLUMNS]) for line in LINES_ACROSS]
