"""Feats are counted from logs: what was taken back, inherited or called off does not count."""

from __future__ import annotations

from collections import Counter

from boardwright.core.game.achievement import earned
from boardwright.core.match.match import Match
from boardwright.games.mage_duel import GAME

SEED = bytes(32)


def duel() -> Match:
    match = Match.new(GAME, seed=SEED)
    city = match.position.view(None).border.index("C")
    match.play(f"joker CCCC@{'abcdefgh'[city]}8 r0", 1)
    match.play("skip", 0)
    return match


def test_feats_are_those_of_the_line_in_force_in_order() -> None:
    match = duel()
    assert list(match.progress()) == [(1, "first_move"), (1, "joker_used"), (0, "strategic_skip")]
    match.undo(0, agreed=(1,))
    assert list(match.progress()) == [(1, "first_move"), (1, "joker_used")]


def test_a_branch_does_not_count_what_it_inherits() -> None:
    branch = duel().branch(seed=SEED)
    assert list(branch.progress()) == []
    branch.play("skip", 1)
    assert [task for _, task in branch.progress()] == ["strategic_skip", "Seasoned", "Seasoned", "Winner"]


def test_a_canceled_match_counts_for_nothing() -> None:
    match = duel()
    match.cancel(0)
    assert list(match.progress()) == []


def test_a_player_collects_over_all_matches_and_seats() -> None:
    counts = Counter(task for mine in (0, 1, 1) for seat, task in duel().progress() if seat == mine)
    assert counts == {"strategic_skip": 1, "first_move": 2, "joker_used": 2}
    assert [each.name for each in earned(GAME.achievements(), counts)] == ["opening", "wild_magic", "patience"]
