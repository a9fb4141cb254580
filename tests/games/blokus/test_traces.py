"""The golden games hold all that can happen, and numbers of moves inside of recorded games."""

from __future__ import annotations

import pytest

from boardwright.core.rules.position import applied
from boardwright.games.blokus import GAME
from boardwright.games.blokus.position import BlokusPosition
from tests.traces.blokus import BlokusTracer
from tests.traces.tracer import golden, lines_of, shared

GOLDEN, SHARED = golden("blokus"), shared("blokus")

PERFT = [
    ("classic_02", 12, 478, 101_808),
    ("classic_02", 24, 261, 41_030),
    ("classic_02", 36, 23, 1_239),
    ("classic_06", 20, 334, 183_132),
    ("classic_06", 56, 10, 240),
    ("duo_01", 12, 287, 45_622),
    ("opposite_01", 34, 58, 3_415),
]


def perft(position: BlokusPosition, depth: int) -> int:
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(applied(position, move, position.actors[0]), depth - 1) for move in moves)


def test_there_are_golden_games_of_every_kind_of_table() -> None:
    rules = {lines_of(path)[0]["rules"] for path in GOLDEN}
    assert rules >= {"classic", "classic2", "classic3", "opposite", "duo", "neighbors"}


def test_golden_games_hold_every_reason_of_refusal() -> None:
    reasons = {line.get("why") for path in GOLDEN for line in lines_of(path)} - {None}
    assert reasons == {
        "malformed", "unknown_piece", "bad_position", "bad_rotation", "bad_player", "game_over", "not_your_turn",
        "must_move", "piece_already_placed", "out_of_bounds", "overlap", "edge_contact", "first_move_corner",
        "no_corner_contact",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("variant", "seats", "one", "two"),
    [
        ("classic", 4, 58, 3_364),
        ("classic2", 2, 58, 3_364),
        ("classic3", 3, 58, 3_364),
        ("opposite", 2, 58, 3_364),
        ("duo", 2, 414, 171_396),
    ],
)
def test_perft_from_the_start(variant: str, seats: int, one: int, two: int) -> None:
    position = GAME.begin(seats, GAME.read_options({"variant": variant}))
    assert (perft(position, 1), perft(position, 2)) == (one, two)


@pytest.mark.skipif(not SHARED, reason="the recorded games are not beside this checkout")
@pytest.mark.parametrize(("trace", "accepted", "one", "two"), PERFT)
def test_perft_inside_recorded_games(trace: str, accepted: int, one: int, two: int) -> None:
    header, *steps, _ = lines_of(SHARED[0].with_name(f"{trace}.jsonl"))
    tracer = BlokusTracer(header)
    for line in [line for line in steps if line["accepted"]][:accepted]:
        tracer.step(line["actor"], line["move"])
    assert (perft(tracer.position, 1), perft(tracer.position, 2)) == (one, two)


def test_a_trace_scored_by_the_difference_calls_that_scheme_by_its_own_name() -> None:
    setup = {"board_size": 14, "first": 1, "scoring": "seed"}
    tracer = BlokusTracer({"rules": "duo", "players": 2, "setup": setup})
    assert tracer.position.options.scoring == "difference"
