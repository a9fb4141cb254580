"""Replaying recorded duels: the trace's numbers on one side, positions on the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from boardwright.core.canonical import JSON
from boardwright.core.options import read_options
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.core.trace import Tracer
from boardwright.games.mage_duel.events import contests
from boardwright.games.mage_duel.facts import FACE_NAMES, NO_TILE, TILES
from boardwright.games.mage_duel.grid import SIZE
from boardwright.games.mage_duel.moves import CLAIM, SKIP, Move, Place
from boardwright.games.mage_duel.options import VARIANTS, MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition, start

_BORDER = "CRM"
_INVALID = ("bad_tile", "bad_rotation", "out_of_bounds", "occupied", "edge_mismatch", "not_connected")
_WHY = {"game_over": "finished", "late": "not_your_turn"}


def tracer(header: Mapping[str, Any]) -> Tracer:
    """Returns what replays the trace with that header."""
    return MageDuelTracer(header)


class MageDuelTracer(Tracer):
    """One recorded duel. A trace names a chance outcome before the request that needs it."""

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
            "initial_edge_state": [_BORDER.index(letter) for letter in position.border],
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
        return {**self.given, "game": "mage_duel", "players": 2, "setup": setup, "legal": len(position.legal_moves())}

    def chance(self, outcome: dict[str, Any]) -> None:
        self.drawn = outcome["draw"]

    def step(self, actor: int, move: Any) -> dict[str, Any]:
        if self.canceled:
            return {"accepted": False, "why": "not_in_game"}
        if move["kind"] == "cancel":
            self.canceled = True
            return {"accepted": True, "state": self._state([]), "legal": 0}
        before, tried = self.position, self._move(move)
        try:
            position = before.play(tried, actor, move["at"] * 1000)
        except IllegalMove as illegal:
            return {"accepted": False, **_why(illegal.refusal)}
        settled = _contests(before, tried, actor, position)
        if self.drawn is not None:
            drawn = position.take(TILES[self.drawn])
            settled += _contests(position, TILES[self.drawn], None, drawn)
            position, self.drawn = drawn, None
        self.position = position
        return {"accepted": True, "state": self._state(settled), "legal": len(position.legal_moves())}

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
    """Chance outcomes are those of the set-up; a snapshot is read like any stored position."""
    deck = list(setup["deck"])
    deck[setup["top_tile"]] += 1
    letters = "".join(_BORDER[code] for code in setup["initial_edge_state"])
    given: dict[str, JSON] = {
        "variant": rules if rules in VARIANTS else "standard",
        "deck": deck,
        "edges": [letters[:SIZE].count("C"), letters[:SIZE].count("R")],
        "joker_number": setup["jokers"][0],
        "red_joker_number": setup["jokers"][1],
        "joker_price": setup["joker_price"],
        "move_time": setup["move_time"],
    }
    options = read_options(MageDuelOptions, given)
    if "cells" in setup:
        return _snapshot(setup, letters, options)
    position = start(2, options).start_clock(setup["start_at"] * 1000)
    for first in range(0, len(letters), SIZE):
        for letter in "CR":
            slots = range(first, first + SIZE)
            for slot in (slot for slot in slots if letters[slot] == letter):
                position = position.take(f"{letter}{slot}")
    return position.take(TILES[setup["top_tile"]])


def _snapshot(setup: dict[str, Any], letters: str, options: MageDuelOptions) -> MageDuelPosition:
    position = MageDuelPosition(
        options=options,
        border=letters,
        laid=tuple(map(tuple, setup["cells"])),
        deck=tuple(tile for tile, count in enumerate(setup["deck"]) for _ in range(count)),
        top=setup["top_tile"],
        jokers=tuple(setup["jokers"]),
        last_side=setup["last_side"],
        last_skipped=setup["last_was_skip"],
        moves_done=setup["moves_done"],
        updated=setup["start_at"],
        drawing=False,
        reason="",
    )
    position.validate()
    return position


def _counts(deck: tuple[int, ...]) -> list[int]:
    return [deck.count(tile) for tile in range(NO_TILE)]


def _cells(position: MageDuelPosition) -> list[list[int]]:
    return [list(laid) for laid in sorted(position.laid)]


def _scores(position: MageDuelPosition) -> dict[str, list[int]]:
    blue, red = position.board.scores
    return {"blue": list(blue), "red": list(red)}


def _contests(
    before: MageDuelPosition, step: Move | str, seat: int | None, after: MageDuelPosition
) -> list[dict[str, Any]]:
    nodes = after.board.nodes()
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
        for contest in contests(before, step, seat, after)
    ]


def _why(refusal: Refusal) -> dict[str, str]:
    code = refusal.code
    if code in _INVALID:
        return {"why": "invalid_move", "detail": code}
    why = {"why": _WHY.get(code, code)}
    return {**why, "detail": "late"} if code == "late" else why
