"""Hypothesis strategies draw random play that the rules allow and that shrinks to the start."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump, load
from boardwright.core.rules.line import Line
from boardwright.kit.strategies import matches, plays, positions
from tests.core.plays import find as find_toy
from tests.dealing import FLOCK
from tests.toys import GUESS, Guessing


@given(plays(GUESS) | plays(FLOCK))
def test_plays_can_be_played(play: Line[Any]) -> None:
    again = Line(play.back_to(0).position)
    for step in play.steps:
        assert again.position.outcome() is None
        again = again.make(step)
    assert again.positions() == play.positions()


@given(positions(GUESS), st.sampled_from([None, 0, 1]))
def test_positions_can_be_seen(position: Guessing, seat: int | None) -> None:
    assert GUESS.text(position.view(seat))


@given(matches(GUESS, max_steps=8) | matches(FLOCK, max_steps=8))
def test_matches_can_be_kept(match: Match) -> None:
    assert dump(load(dump(match), find_toy)) == dump(match)


def test_what_is_drawn_shrinks_to_the_simplest() -> None:
    assert find(plays(GUESS), lambda play: True).steps == []
    assert [step.text for step in find(plays(GUESS), lambda play: play.number == 3).steps] == ["1", "1", "guess 1"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_table_of_a_game_is_drawn(seats: int) -> None:
    assert find(positions(game("blokus"), 0), lambda position: bool(position.seats == seats)).seats == seats
