"""Draws that a match declares because nobody makes progress."""

from __future__ import annotations

import random

import boardwright as bw
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump
from tests.core.plays import after


def deblockle(**options: int) -> Match:
    return Match.new("deblockle", options=options, seed=1)


def until_over(match: Match, texts: tuple[str, ...], most: int = 100) -> int:
    """Play the moves over and over, and return after how many the match was over."""
    for number in range(most):
        if match.is_over:
            return number
        match.play(texts[number % len(texts)])
    return most


def reason(match: Match) -> str:
    assert match.outcome is not None
    assert match.outcome.winners == ()
    return match.outcome.reason


def test_the_founding_rules_know_no_draw() -> None:
    assert until_over(deblockle(), ("pass",)) == 100


def test_passing_in_a_row_draws_and_a_move_between_starts_again() -> None:
    match = deblockle(passes=4)
    for text in ("pass", "pass", "c7-d7", "pass", "pass", "pass", "pass"):
        assert not match.is_over
        match.play(text)
    assert not match.is_over, "the first of these passes only ended the turn of the cube that may hop"
    match.play("pass")
    assert reason(match) == "passes"


def test_the_third_time_a_position_comes_up_draws() -> None:
    match = deblockle(repetition=3)
    assert until_over(match, ("pass",)) == 4
    assert reason(match) == "repetition"


def test_repetition_counts_positions_on_the_line_not_undone_ones() -> None:
    match = deblockle(repetition=3)
    for _ in range(3):
        after(match, "pass", ("undo", {"agreed": (1,)}))
    match.play("pass")
    assert not match.is_over
    assert match.repetitions.count(match.current) == 1


def test_a_record_of_a_drawn_match_is_verified_and_resumes_the_same() -> None:
    match = after(deblockle(repetition=3, passes=0), "pass", "pass", "pass")
    again = Match.resume(match.game, match.header, match.entries, match.seed)
    again.play("pass")
    assert reason(again) == "repetition"
    assert bw.verify(dump(again)).startswith("5 entries, chain intact")


def test_options_without_draws_are_written_as_before() -> None:
    assert deblockle(repetition=0, passes=0).header.options == {"variant": "standard", "cubes": 4, "slide": "full"}
    assert deblockle(passes=4).header.options["passes"] == 4


def test_positions_of_undone_lines_do_not_count() -> None:
    match, dice = deblockle(cubes=1, repetition=9), random.Random(3)
    for _ in range(300):
        if match.is_over:
            break
        if match.number and dice.random() < 0.3:
            match.undo(0, agreed=(0, 1))
        else:
            seat = match.position.actors[0]
            match.play(dice.choice(list(match.position.legal_moves(seat))), seat)
        line = [0, *match.tree.path(match.current)]
        wanted = sum(match.tree.position(step) == match.position for step in line)
        assert match.repetitions.count(match.current) == wanted


def test_a_start_position_brings_its_own_rules_of_draws() -> None:
    start = deblockle(passes=2).position
    match = Match.new("deblockle", start=start, seed=1)
    assert until_over(match, ("pass",)) == 2
    assert reason(match) == "passes"
    assert until_over(Match.new("deblockle", options={"passes": 2}, start=deblockle().position, seed=1), ("pass",)) > 2
