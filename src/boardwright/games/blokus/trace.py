"""Replays recorded games in the trace format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from boardwright.core.trace import Tracer
from boardwright.games.blokus.board import Board
from boardwright.games.blokus.facts import TURNS, Turn
from boardwright.games.blokus.moves import PASS, Move, Placement
from boardwright.games.blokus.options import BlokusOptions, Scoring
from boardwright.games.blokus.position import start
from boardwright.games.blokus.refusals import impossible
from boardwright.games.blokus.scoring import color_score
from boardwright.games.blokus.serialization import encode

_SCHEMES: dict[str, Scoring] = {
    "advanced": "advanced", "basic": "basic", "seed": "difference", "tournament": "tournament",
}  # fmt: skip
"""The schemes of scoring by the names that traces give them."""

_REPORTED = ("advanced", "basic", "seed")


def tracer(header: Mapping[str, Any]) -> Tracer:
    """Replays a recorded game."""
    return BlokusTracer(header)


class BlokusTracer(Tracer):
    """A trace in progress. Its moves name their color, so that a move of the wrong color is refused as such."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self._scoring: str = header["setup"]["scoring"]
        self.position = start(
            header["players"], BlokusOptions(variant=header["rules"], scoring=_SCHEMES[self._scoring])
        )

    def header(self) -> dict[str, Any]:
        variant = self.position.variant
        setup = {
            "board_size": variant.board.size,
            "colors": {str(color.number): {"start": list(color.start), "seat": color.seat} for color in variant.colors},
            "first": variant.colors[0].number,
            "scoring": self._scoring,
        }
        return {
            "trace": 1,
            "game": "blokus",
            "rules": variant.name,
            "players": variant.seats,
            "setup": setup,
            "legal": self._count(),
        }

    def step(self, actor: int, move: Any) -> dict[str, Any]:
        read = _read(move, self.position.variant.board)
        why = read if isinstance(read, str) else self._refusal(*read, actor)
        if why is not None or isinstance(read, str):
            return {"accepted": False, "why": why}
        self.position = self.position.play(read[0], actor)
        return {"accepted": True, "state": self._state(), "legal": self._count()}

    def result(self) -> dict[str, Any] | None:
        outcome = self.position.outcome()
        if outcome is None:
            return None
        colors = {
            str(color.number): {name: color_score(state, _SCHEMES[name]).total for name in _REPORTED}
            for color, state in self.position.colors
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
        state: dict[str, Any] = {"scores": list(self.position.scores())}
        data: Any = encode(self.position)
        return state | {key: data[key] for key in ("board", "left", "passed", "next")}

    def _count(self) -> int:
        """How many placements there are; a forced pass is none."""
        moves = self.position.legal_moves()
        return 0 if PASS in moves else len(moves)


class _Move(msgspec.Struct):
    """A move of a trace; a pass has neither piece nor position, a placement both."""

    is_pass: bool
    flip: bool
    rotation: int
    player_id: int
    piece: str | None = None
    position: tuple[int, int] | None = None


def _read(data: Any, board: Board) -> tuple[Move, int] | str:
    """A move of a trace and its color, or the code of what is wrong with it whatever the position."""
    try:
        read = msgspec.convert(data, _Move)
    except msgspec.ValidationError:
        return "malformed"
    if read.is_pass != (read.piece is None) or read.is_pass != (read.position is None):
        return "malformed"
    turn = str(Turn(read.flip, read.rotation))
    move: Move = PASS
    if read.piece is not None and read.position is not None:
        move = Placement(read.piece, *read.position, turn)
    refusal = impossible(move, board)
    if refusal is not None:
        return refusal.code
    if turn not in TURNS:
        return "bad_rotation"
    return (move, read.player_id) if read.player_id in (1, 2, 3, 4) else "bad_player"
