"""Traces of Mage Duel: their numbers on one side, positions on the other."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Any, ClassVar

from boardwright.core.canonical import JSON
from boardwright.core.moves import require
from boardwright.core.refusal import Refusal
from boardwright.core.rules.options import read_options
from boardwright.core.rules.outcome import Outcome
from boardwright.games.mage_duel.events import events
from boardwright.games.mage_duel.facts import NO_TILE, SIZE, TILES
from boardwright.games.mage_duel.moves import CLAIM, SKIP, MageDuelMove, Place
from boardwright.games.mage_duel.options import VARIANTS, MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition, start
from tests.traces.tracer import Tracer

_BORDER = "CRM"
_INVALID = ("bad_tile", "bad_rotation", "out_of_bounds", "occupied", "edge_mismatch", "not_connected")
_WHY = {"game_over": "finished", "late": "not_your_turn"}


class MageDuelTracer(Tracer[MageDuelPosition]):
    """A trace of a duel in progress; it names a chance outcome before the request that needs it."""

    given: ClassVar[frozenset[str]] = frozenset({
        "initial_edge_state", "deck", "top_tile", "jokers", "joker_price", "move_time", "start_at", "cells",
        "moves_done", "last_side", "last_was_skip",
    })  # fmt: skip
    drawn: int | None = None
    canceled = False
    contests: tuple[dict[str, Any], ...] = ()

    def begin(self, setup: Mapping[str, Any], header: Mapping[str, Any]) -> MageDuelPosition:
        """Return the position of the set-up; a snapshot has tiles on the board."""
        deck = list(setup["deck"])
        deck[setup["top_tile"]] += 1
        letters = "".join(_BORDER[code] for code in setup["initial_edge_state"])
        options: dict[str, JSON] = {
            "variant": header["rules"] if header["rules"] in VARIANTS else "standard",
            "deck": deck,
            "edges": [letters[:SIZE].count("C"), letters[:SIZE].count("R")],
            "joker_number": setup["jokers"][0],
            "red_joker_number": setup["jokers"][1],
            "joker_price": setup["joker_price"],
            "move_time": setup["move_time"],
        }
        position = start(2, read_options(MageDuelOptions, options)).replace(
            border=letters,
            laid=tuple(map(tuple, setup.get("cells", ()))),
            deck=tuple(tile for tile, count in enumerate(setup["deck"]) for _ in range(count)),
            top=setup["top_tile"],
            last_side=setup.get("last_side"),
            last_skipped=setup.get("last_was_skip", False),
            moves_done=setup.get("moves_done", 0),
            updated=setup["start_at"],
            drawing=False,
        )
        assert not list(position.problems())
        return position

    def setup(self) -> dict[str, Any]:
        return {"scores": self.state()["scores"]}

    def chance(self, outcome: dict[str, Any]) -> None:
        self.drawn = outcome["draw"]

    def play(self, actor: int, move: Any) -> None:
        require(not self.canceled, "not_in_game", "The duel was canceled.")
        self.contests = ()
        if move["kind"] == "cancel":
            self.canceled = True
            return
        tried = self._move(move)
        self._go_on(tried, actor, self.position.play(tried, actor, move["at"] * 1000))
        if self.drawn is not None:
            tile, self.drawn = TILES[self.drawn], None
            self._go_on(tile, None, self.position.take(tile))

    def _go_on(self, step: MageDuelMove | str, seat: int | None, after: MageDuelPosition) -> None:
        """Keep the facts of contest events; a trace names a structure by its nodes, not by its root."""
        found = [dict(event.facts) for event in events(self.position, step, seat, after) if "root" in event.facts]
        self.contests += tuple({name: value for name, value in facts.items() if name != "root"} for facts in found)
        self.position = after

    def why(self, refusal: Refusal) -> dict[str, str]:
        code = refusal.code
        if code in _INVALID:
            return {"why": "invalid_move", "detail": code}
        return {"why": _WHY.get(code, code)} | ({"detail": "late"} if code == "late" else {})

    def legal(self) -> int:
        return 0 if self.canceled else super().legal()

    def result(self) -> dict[str, Any] | None:
        return {"scores": None, "winners": [], "reason": "canceled"} if self.canceled else super().result()

    def detail(self, outcome: Outcome) -> dict[str, Any]:
        return {"joker_bonus": outcome.detail["joker_bonus"]}

    def _move(self, move: Mapping[str, Any]) -> MageDuelMove:
        if move["kind"] != "place":
            return SKIP if move["kind"] == "skip" else CLAIM
        joker = move["joker"] is not None
        tile = move["joker"] if joker else self.position.top
        return Place(tile, move["rotation"], move["col"], move["row"], joker)

    def state(self) -> dict[str, Any]:
        position = self.position
        over = self.canceled or position.outcome() is not None
        return {
            "cells": sorted(position.laid),
            "scores": dict(zip(("blue", "red"), position.board.scores, strict=True)),
            "jokers": position.jokers,
            "top_tile": None if position.top == NO_TILE else position.top,
            "deck": [position.deck.count(tile) for tile in range(NO_TILE)],
            "deck_left": len(position.deck),
            "turn": None if over else position.actors[0],
            "moves_done": position.moves_done,
            "last_update": position.updated,
            "game_state": "Finished" if over else "InProgress",
            "legal_tile": 0 if over else len(position.placements()),
            "contests": sorted(self.contests, key=itemgetter("at_end", "kind", "nodes")),
        }
