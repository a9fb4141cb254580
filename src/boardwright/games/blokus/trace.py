"""Recorded games: the trace's words for moves and states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardwright.core.trace import Tracer
from boardwright.games.blokus.board import Board
from boardwright.games.blokus.facts import NUMBER, TURNS, Turn
from boardwright.games.blokus.moves import PASS, Move, Placement
from boardwright.games.blokus.options import BlokusOptions, Scoring, variant
from boardwright.games.blokus.position import start
from boardwright.games.blokus.scoring import color_score
from boardwright.games.blokus.serialization import board_rows, hand_text, passed_colors

_SCHEMES: dict[str, Scoring] = {
    "advanced": "advanced", "basic": "basic", "seed": "difference", "tournament": "tournament",
}  # fmt: skip
"""The schemes of scoring by the names that traces give them."""

_REPORTED = ("advanced", "basic", "seed")


class BlokusTracer(Tracer):
    """A trace under way. Its moves name the color, so a move of the wrong color can be told from one too early."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self._variant = variant(header["rules"], header["players"])
        self._scoring: str = header["setup"]["scoring"]
        self.position = start(self._variant, BlokusOptions(scoring=_SCHEMES[self._scoring]))

    def header(self) -> dict[str, Any]:
        position = self.position
        colors = {str(one.number): {"start": list(one.start), "seat": one.seat} for one in self._variant.colors}
        setup = {
            "board_size": self._variant.board.size,
            "colors": colors,
            "first": self._variant.colors[0].number,
            "scoring": self._scoring,
        }
        return {
            "trace": 1,
            "game": "blokus",
            "rules": self._variant.name,
            "players": position.seats,
            "setup": setup,
            "legal": self._count(),
        }

    def step(self, actor: int, move: Any) -> dict[str, Any]:
        read = read_move(move, self._variant.board)
        why = read if isinstance(read, str) else self._refusal(read, move["player_id"], actor)
        if why is not None or isinstance(read, str):
            return {"accepted": False, "why": why}
        self.position = self.position.play(read, actor)
        return {"accepted": True, "state": self._state(), "legal": self._count()}

    def result(self) -> dict[str, Any] | None:
        outcome = self.position.outcome()
        if outcome is None:
            return None
        colors = {
            str(color.number): {name: color_score(side, _SCHEMES[name]).total for name in _REPORTED}
            for color, side in zip(self._variant.colors, self.position.sides, strict=True)
        }
        return {
            "scores": list(outcome.scores),
            "winners": list(outcome.winners),
            "reason": outcome.reason,
            "colors": colors,
        }

    def _refusal(self, move: Move, player_id: int, actor: int) -> str | None:
        color = self.position.color
        if color is not None and color.number != player_id:
            return "not_your_turn"
        refusal = self.position.refusal(move, actor)
        return None if refusal is None else refusal.code

    def _state(self) -> dict[str, Any]:
        position = self.position
        both = zip(self._variant.colors, position.sides, strict=True)
        return {
            "board": board_rows(position),
            "left": {str(color.number): hand_text(side.hand) for color, side in both},
            "passed": passed_colors(position),
            "next": None if position.color is None else position.color.number,
            "scores": list(position.scores()),
        }

    def _count(self) -> int:
        """How many placements there are; a forced pass is none."""
        moves = self.position.legal_moves()
        return 0 if PASS in moves else len(moves)


def read_move(data: Any, board: Board) -> Move | str:
    """A move of a trace, or the code of what is wrong with it whatever the position."""
    if not isinstance(data, dict) or not _is_well_formed(data):
        return "malformed"
    if not data["is_pass"]:
        if data["piece"] not in NUMBER:
            return "unknown_piece"
        if not board.has(tuple(data["position"])):
            return "bad_position"
    turn = str(Turn(data["flip"], data["rotation"]))
    if turn not in TURNS:
        return "bad_rotation"
    if data["player_id"] not in (1, 2, 3, 4):
        return "bad_player"
    if data["is_pass"]:
        return PASS
    row, col = data["position"]
    return Placement(data["piece"], row, col, turn)


def _is_well_formed(data: dict[str, Any]) -> bool:
    """Whether every field is there and of its type; a pass has neither piece nor position, a placement both."""
    if type(data.get("is_pass")) is not bool or type(data.get("flip")) is not bool:
        return False
    if type(data.get("rotation")) is not int or type(data.get("player_id")) is not int:
        return False
    piece, position = data.get("piece"), data.get("position")
    if data["is_pass"]:
        return piece is None and position is None
    pair = isinstance(position, list) and len(position) == 2 and all(type(number) is int for number in position)
    return isinstance(piece, str) and pair
