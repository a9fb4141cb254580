"""Replaying recorded duels: the trace's numbers on one side, positions on the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.core.trace import Tracer
from boardwright.games.mage_duel import GAME
from boardwright.games.mage_duel.border import read_border
from boardwright.games.mage_duel.facts import CITY, FACE_NAMES, NO_TILE, ROAD, TILES
from boardwright.games.mage_duel.grid import SIZE
from boardwright.games.mage_duel.moves import CLAIM, SKIP, Move, Place
from boardwright.games.mage_duel.options import VARIANTS
from boardwright.games.mage_duel.position import MageDuelPosition

_BORDER = "CRM"
_INVALID = ("bad_tile", "bad_rotation", "out_of_bounds", "occupied", "edge_mismatch", "not_connected")
_WHY = {"game_over": "finished", "late": "not_your_turn"}


class MageDuelTracer(Tracer):
    """One recorded duel. A trace names what chance gave before the request that needs it."""

    notes: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.given = dict(header)
        self.setup: dict[str, Any] = dict(header["setup"])
        self.position = _start(self.setup, header["rules"])
        self.drawn: int | None = None
        self.canceled = False

    def header(self) -> dict[str, Any]:
        position = self.position
        setup: dict[str, Any] = {
            "initial_edge_state": [_BORDER.index(letter) for letter in position.view(None).border],
            "deck": _counts(position.deck),
            "top_tile": position.top,
            "jokers": list(position.jokers),
            "joker_price": position.options.joker_price,
            "move_time": position.options.move_time,
            "start_at": position.updated,
        }
        if "cells" in self.setup:
            setup["cells"] = _cells(position)
            setup["moves_done"] = position.moves_done
            setup["last_side"] = position.last_side
            setup["last_was_skip"] = position.last_skipped
            setup["scores"] = _scores(position)
        return {**self.given, "game": GAME.name, "players": 2, "setup": setup, "legal": len(position.legal_moves())}

    def chance(self, outcome: dict[str, Any]) -> None:
        self.drawn = outcome["draw"]

    def step(self, actor: int, move: Any) -> dict[str, Any]:
        if self.canceled:
            return {"accepted": False, "why": "not_in_game"}
        if move["kind"] == "cancel":
            self.canceled = True
            return {"accepted": True, "state": self._state([]), "legal": 0}
        try:
            position = self.position.play(self._move(move), actor, move["at"] * 1000)
        except IllegalMove as illegal:
            return {"accepted": False, **_why(illegal.refusal)}
        contests = list(_contests(position))
        if self.drawn is not None:
            position = position.take(TILES[self.drawn])
            contests += _contests(position)
            self.drawn = None
        self.position = position
        return {"accepted": True, "state": self._state(contests), "legal": len(position.legal_moves())}

    def result(self) -> dict[str, Any] | None:
        if self.canceled:
            return {"scores": None, "winners": [], "reason": "canceled"}
        outcome = self.position.outcome()
        if outcome is None:
            return None
        return {
            "scores": list(outcome.scores),
            "winners": list(outcome.winners),
            "reason": outcome.reason,
            "joker_bonus": outcome.detail["joker_bonus"],
        }

    def _move(self, move: Mapping[str, Any]) -> Move:
        if move["kind"] != "place":
            return SKIP if move["kind"] == "skip" else CLAIM
        joker = move["joker"] is not None
        tile = move["joker"] if joker else self.position.top
        return Place(tile, move["rotation"], move["col"], move["row"], joker)

    def _state(self, contests: list[dict[str, Any]]) -> dict[str, Any]:
        position = self.position
        over = self.canceled or position.outcome() is not None
        contests.sort(key=lambda contest: (contest["at_end"], contest["kind"], contest["nodes"]))
        return {
            "cells": _cells(position),
            "scores": _scores(position),
            "jokers": list(position.jokers),
            "top_tile": None if position.top == NO_TILE else position.top,
            "deck": _counts(position.deck),
            "deck_left": len(position.deck),
            "turn": None if over else position.actors[0],
            "moves_done": position.moves_done,
            "last_update": position.updated,
            "game_state": "Finished" if over else "InProgress",
            "legal_tile": 0 if over else len(position.placements()),
            "contests": contests,
        }


def _start(setup: dict[str, Any], rules: str) -> MageDuelPosition:
    """Chance gives what the set-up says; a snapshot is restored like any stored position."""
    deck = list(setup["deck"])
    deck[setup["top_tile"]] += 1
    letters = "".join(_BORDER[code] for code in setup["initial_edge_state"])
    options = {
        "variant": rules if rules in VARIANTS else "standard",
        "deck": deck,
        "edges": [letters[:8].count("C"), letters[:8].count("R")],
        "joker_number": setup["jokers"][0],
        "red_joker_number": setup["jokers"][1],
        "joker_price": setup["joker_price"],
        "move_time": setup["move_time"],
    }
    if "cells" in setup:
        return _snapshot(setup, letters, options)
    position = GAME.begin(options=GAME.read_options(options)).start_clock(setup["start_at"] * 1000)
    border = read_border(letters)
    for first in range(0, len(border), SIZE):
        for face in (CITY, ROAD):
            for slot in range(first, first + SIZE):
                if border[slot] == face:
                    position = position.take(f"{letters[slot]}{slot}")
    return position.take(TILES[setup["top_tile"]])


def _snapshot(setup: dict[str, Any], letters: str, options: dict[str, Any]) -> MageDuelPosition:
    return GAME.decode(
        {
            "options": options,
            "border": letters,
            "laid": setup["cells"],
            "deck": [tile for tile, count in enumerate(setup["deck"]) for _ in range(count)],
            "top": setup["top_tile"],
            "jokers": setup["jokers"],
            "last_side": setup["last_side"],
            "last_skipped": setup["last_was_skip"],
            "moves_done": setup["moves_done"],
            "updated": setup["start_at"],
            "drawing": False,
            "reason": "",
        }
    )


def _counts(deck: bytes) -> list[int]:
    return [deck.count(tile) for tile in range(NO_TILE)]


def _cells(position: MageDuelPosition) -> list[list[int]]:
    return [[cell, lay >> 2, lay & 3, side] for cell, lay, side in sorted(position.board.laid())]


def _scores(position: MageDuelPosition) -> dict[str, list[int]]:
    blue, red = position.board.scores
    return {"blue": list(blue), "red": list(red)}


def _contests(position: MageDuelPosition) -> list[dict[str, Any]]:
    nodes = position.board.nodes()
    return [
        {
            "kind": FACE_NAMES[contest.kind],
            "nodes": nodes[contest.root],
            "blue": contest.blue,
            "red": contest.red,
            "winner": contest.winner,
            "delta": contest.delta,
            "at_end": contest.at_end,
        }
        for contest in position.story.contests
    ]


def _why(refusal: Refusal) -> dict[str, str]:
    code = refusal.code
    if code in _INVALID:
        return {"why": "invalid_move", "detail": code}
    why = {"why": _WHY.get(code, code)}
    return {**why, "detail": "late"} if code == "late" else why
