"""Replays recorded traces: their words for set-up, moves and states beside ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from boardwright.core.refusal import BadOptions, Unreadable
from boardwright.core.trace import Tracer
from boardwright.games.deblockle.cube import Cube
from boardwright.games.deblockle.facts import SQUARES
from boardwright.games.deblockle.log_lines import accepted_line, refused_line
from boardwright.games.deblockle.moves import PASS, Move, Place, Step
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import DeblocklePosition, start
from boardwright.games.deblockle.setup import arrange
from boardwright.games.deblockle.text import board_text

_VARIANTS = {"seed": "standard", "contract": "contract", "original": "original"}
"""The variants by what a trace calls their rules."""


class DeblockleTracer(Tracer):
    """One trace of Deblockle under way."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        super().__init__(header)
        try:
            self.rules, self.num_cubes = header["rules"], header["setup"]["num_cubes"]
            self.position: DeblocklePosition = _first_position(self.rules, header["setup"])
        except (KeyError, TypeError, msgspec.ValidationError, BadOptions) as error:
            raise Unreadable(f"The header does not set up a Deblockle game: {error}") from None

    def setup(self) -> dict[str, Any]:
        state = self.state()
        setup = {"num_cubes": self.num_cubes} | {key: state[key] for key in ("phase", "active_player", "board")}
        if self.rules == "original":
            setup["slide"] = self.position.options.slide
        return setup

    def chance(self, outcome: dict[str, Any]) -> None:
        """A thrown cube: `{"face": "S"}`."""
        self.position = self.position.take(outcome["face"])

    def step(self, actor: int, move: Any) -> dict[str, Any]:
        before, tried = self.position, read_move(move)
        answer, has_log = super().step(actor, tried), self.rules != "original"
        if answer["accepted"]:
            answer["ascii"] = board_text(self.position.cubes)
        if answer["accepted"] and has_log:
            answer["log"] = accepted_line(before, tried, self.position)
        elif has_log and answer["why"] not in ("not_your_turn", "off_board"):
            answer["log"] = refused_line(before, tried, answer["why"])
        return answer

    def play(self, actor: int, move: Any) -> None:
        self.position = self.position.play(move, actor)

    def state(self) -> dict[str, Any]:
        position = self.position
        return {
            "phase": position.phase,
            "active_player": position.active + 1,
            "rolled": None if position.rolled is None else list(SQUARES[position.rolled]),
            "board": [msgspec.to_builtins(cube) for cube in position.cubes],
            "is_finished": position.phase == "End",
        }


tracer = DeblockleTracer


def _first_position(rules: str, setup: Mapping[str, Any]) -> DeblocklePosition:
    given = {"variant": _VARIANTS[rules], "cubes": setup["num_cubes"] or 4, "slide": setup.get("slide", "full")}
    options = msgspec.convert(given, DeblockleOptions)
    if setup["num_cubes"] is not None:
        return start(2, options)
    cubes = [msgspec.convert(cube, Cube) for cube in setup["board"]]
    return arrange(cubes, active_player=setup["active_player"], phase=setup["phase"], options=options)


def read_move(move: Any) -> Move:
    """A trace's move: `{"kind": "move", "from": [x, y], "to": [x, y]}`, `{"kind": "pass"}`, or a placing.

    >>> print(read_move({"kind": "place", "square": [3, 5], "facing": [1, 3, 2]}))
    place c5 S-L-X
    """
    try:
        if move["kind"] == "pass":
            return PASS
        if move["kind"] == "place":
            return msgspec.convert({"type": "place", "square": move["square"], "facing": move["facing"]}, Place)
        return msgspec.convert({"type": "step", "start": move["from"], "end": move["to"]}, Step)
    except (KeyError, TypeError, msgspec.ValidationError) as error:
        raise Unreadable(f"{move!r} is not a Deblockle move: {error}.") from None
