"""What notebooks show of positions, matches and records."""

from __future__ import annotations

from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.core.records import record
from tests.toys import GUESS


def test_position_match_and_record_show_the_same_picture() -> None:
    match = Match.new(game("deblockle"), seed=bytes(32))
    match.play("c7-b7")
    picture = match._repr_svg_()
    assert picture.startswith("<svg")
    assert match.position._repr_svg_() == picture
    assert record.parse(record.dump(match))._repr_svg_() == picture


def test_a_record_with_sealed_entries_shows_nothing() -> None:
    match = Match.new(GUESS, seed=bytes(32))
    assert record.parse(record.dump_for(match, 0))._repr_svg_() is None


def test_a_position_shows_itself_with_its_own_game_even_if_that_is_not_installed() -> None:
    assert (GUESS.begin()._repr_svg_() or "").startswith("<svg")
