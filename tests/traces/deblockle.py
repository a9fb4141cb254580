"""Traces of Deblockle: their words for set-up, moves and states beside ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from boardwright.games.deblockle.compat.log_lines import accepted_line, board_text, refused_line
from boardwright.games.deblockle.cube import Cube
from boardwright.games.deblockle.facts import SQUARES
from boardwright.games.deblockle.moves import PASS, CubeMove, DeblockleMove, Place
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import DeblocklePosition, arrange, start
from tests.traces.tracer import Tracer

_VARIANTS = {"seed": "standard", "contract": "contract", "original": "original"}
"""The variants by what a trace calls their rules."""


class DeblockleTracer(Tracer[DeblocklePosition]):
    """A trace of Deblockle in progress."""

    sparse: ClassVar[frozenset[str]] = frozenset({"ascii"})
    given: ClassVar[frozenset[str]] = frozenset({"num_cubes", "slide"})

    def begin(self, setup: Mapping[str, Any], header: Mapping[str, Any]) -> DeblocklePosition:
        cubes, slide = setup["num_cubes"], setup.get("slide", "full")
        given = {"variant": _VARIANTS[header["rules"]], "cubes": cubes or 4, "slide": slide}
        options = msgspec.convert(given, DeblockleOptions)
        if cubes is not None:
            return start(2, options)
        board = [msgspec.convert(cube, Cube) for cube in setup["board"]]
        return arrange(board, active_player=setup["active_player"], phase=setup["phase"], options=options)

    def setup(self) -> dict[str, Any]:
        return self.state()

    def chance(self, outcome: dict[str, Any]) -> None:
        self.position = self.position.take(outcome["face"])

    def step(self, actor: int, move: Any) -> dict[str, Any]:
        before, tried = self.position, _move(move)
        answer, has_log = super().step(actor, tried), not before.is_original
        if answer["accepted"]:
            answer["ascii"] = board_text(self.position.cubes)
        if answer["accepted"] and has_log:
            answer["log"] = accepted_line(before, tried, self.position)
        elif has_log and answer["why"] not in ("not_your_turn", "off_board"):
            answer["log"] = refused_line(before, tried, answer["why"])
        return answer

    def state(self) -> dict[str, Any]:
        position = self.position
        return {
            "phase": position.phase,
            "active_player": position.active + 1,
            "rolled": None if position.rolled is None else list(SQUARES[position.rolled]),
            "board": [msgspec.to_builtins(cube) for cube in position.cubes],
            "is_finished": position.phase == "End",
        }


def _move(move: Any) -> DeblockleMove:
    """Read `{"kind": "move", "from": [x, y], "to": [x, y]}`, `{"kind": "pass"}`, or a placing."""
    if move["kind"] == "pass":
        return PASS
    if move["kind"] == "place":
        return msgspec.convert({"type": "place", "square": move["square"], "facing": move["facing"]}, Place)
    return msgspec.convert({"type": "cubemove", "start": move["from"], "end": move["to"]}, CubeMove)
