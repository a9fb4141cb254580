"""Traces of Blokus: their moves name a color, so that a move of the wrong color is refused as such."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from boardwright.core.moves import require
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.core.rules.outcome import Outcome
from boardwright.games.blokus.color_state import color_score
from boardwright.games.blokus.facts import TURNS, Turn
from boardwright.games.blokus.moves import PASS, BlokusMove, Placement
from boardwright.games.blokus.options import BlokusOptions, Scoring
from boardwright.games.blokus.position import BlokusPosition, impossible, start
from boardwright.games.blokus.serialization import encode
from tests.traces.tracer import Tracer

_SCHEMES: dict[str, Scoring] = {
    "advanced": "advanced", "basic": "basic", "seed": "difference", "tournament": "tournament",
}  # fmt: skip
"""The schemes of scoring by the names that traces give them."""

_REPORTED = ("advanced", "basic", "seed")


class BlokusTracer(Tracer[BlokusPosition]):
    """A trace of Blokus in progress."""

    given: ClassVar[frozenset[str]] = frozenset({"scoring"})

    def begin(self, setup: Mapping[str, Any], header: Mapping[str, Any]) -> BlokusPosition:
        return start(header["players"], BlokusOptions(variant=header["rules"], scoring=_SCHEMES[setup["scoring"]]))

    def setup(self) -> dict[str, Any]:
        variant = self.position.variant
        return {
            "board_size": variant.board.size,
            "colors": {str(color.number): {"start": list(color.start), "seat": color.seat} for color in variant.colors},
            "first": variant.colors[0].number,
        }

    def play(self, actor: int, move: Any) -> None:
        self.position = _played(self.position, actor, move)

    def state(self) -> dict[str, Any]:
        data: Any = encode(self.position)
        state = {key: data[key] for key in ("board", "left", "passed", "next")}
        return {**state, "scores": list(self.position.scores())}

    def detail(self, outcome: Outcome) -> dict[str, Any]:
        colors = {
            str(color.number): {name: color_score(state, _SCHEMES[name]).total for name in _REPORTED}
            for color, state in self.position.colors
        }
        return {"colors": colors}

    def legal(self) -> int:
        """Return the number of placements, 0 if the color must pass."""
        return 0 if PASS in self.position.listed else len(self.position.listed)


class _Move(msgspec.Struct):
    """A move of a trace; a pass has neither piece nor position, a placement both."""

    is_pass: bool
    flip: bool
    rotation: int
    player_id: int
    piece: str | None = None
    position: tuple[int, int] | None = None


def _played(before: BlokusPosition, actor: int, data: Any) -> BlokusPosition:
    """Return the position after a move of a trace; raise IllegalMove with the code of the first fault."""
    try:
        read = msgspec.convert(data, _Move)
    except msgspec.ValidationError as error:
        raise IllegalMove(Refusal("malformed", str(error))) from None
    is_whole = read.is_pass == (read.piece is None) == (read.position is None)
    require(is_whole, "malformed", "A pass has neither piece nor position, a placement has both.")
    turn = str(Turn(read.flip, read.rotation))
    move: BlokusMove = PASS
    if read.piece is not None and read.position is not None:
        move = Placement(read.piece, *read.position, turn)
    refusal = impossible(move, before.variant.board)
    if refusal is not None:
        raise IllegalMove(refusal)
    require(turn in TURNS, "bad_rotation", f"There is no rotation {read.rotation}.")
    require(read.player_id in (1, 2, 3, 4), "bad_player", f"There is no player {read.player_id}.")
    if before.color is not None:
        is_next = before.color.number == read.player_id
        require(is_next, "not_your_turn", f"It is player {before.color.number}'s turn.")
    return before.play(move, actor)
