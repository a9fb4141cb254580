"""Taking back: freely only what showed nobody anything new; chance is never drawn again."""

from __future__ import annotations

import pytest

from boardwright.core.match.clock import Clock
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump, load
from tests.core.plays import after, count, find, guess, here, refusal_code, rolled

NOTHING, CONSENT = "nothing_to_undo", "undo_needs_consent"
LATE = after(count(2, clock=Clock(per_turn=1000)), ("expire", 1000))


@pytest.mark.parametrize(
    ("match", "act", "code"),
    [
        pytest.param(guess(), ("undo", 0), NOTHING, id="chance alone"),
        pytest.param(guess(), ("undo", 1), NOTHING, id="chance alone, the other seat"),
        pytest.param(
            after(guess(), "guess 2", ("undo", 0), "guess 3"), ("redo", 0), "nothing_to_redo", id="a move since"
        ),
        pytest.param(after(guess(), "guess 2"), ("undo", 7), "no_such_seat", id="undo of no seat"),
        pytest.param(after(guess(), "guess 2"), ("redo", -1), "no_such_seat", id="redo of no seat"),
        pytest.param(after(count(2, goal=1), "1"), ("undo", 0), "match_over", id="undo after the end"),
        pytest.param(after(count(2, goal=1), "1"), ("redo", 0), "match_over", id="redo after the end"),
        pytest.param(after(count(3), "1", "2"), ("undo", 0, {"to": 0, "agreed": [1]}), CONSENT, id="one of two agrees"),
        pytest.param(
            after(count(3), "1", "2"), ("undo", 0, {"to": 0, "agreed": [0]}), CONSENT, id="agrees with oneself"
        ),
        pytest.param(after(guess(), "guess 2", "guess 4"), ("undo", 1), CONSENT, id="the game does not let it go"),
        pytest.param(after(count(2), "1"), ("undo", 0), CONSENT, id="in turns, the next is to act"),
        pytest.param(
            after(guess(), "guess 1", "guess 1"), ("undo", 0, {"to": 2}), CONSENT, id="at once, all have moved"
        ),
        pytest.param(LATE, ("undo", 0, 1100, {"agreed": [1]}), "no_time_left", id="a turn that timed out"),
        pytest.param(LATE, ("undo", 1, 1100, {"agreed": [0]}), "no_time_left", id="a turn of the other that timed out"),
        pytest.param(after(count(2).branch(), "1").branch(), ("undo", 0, {"agreed": [1]}), NOTHING, id="branched off"),
    ]
    + [
        pytest.param(after(guess(), "guess 2"), ("undo", 0, {"to": to, "agreed": [1]}), NOTHING, id=f"to step {to}")
        for to in (-1, -3, 0, 1, 3, 99)
    ],
)
def test_undo_or_redo_is_refused(match: Match, act: tuple[object, ...], code: str) -> None:
    assert refusal_code(match, *act) == code


@pytest.mark.parametrize(
    ("match", "act", "to"),
    [
        pytest.param(after(count(3), "1", "2"), ("undo", 0, {"to": 0, "agreed": [1, 2]}), 0, id="all others agree"),
        pytest.param(after(count(3), "1", ("resign", 2), "2"), ("undo", 0, {"to": 0, "agreed": [1]}), 0, id="one left"),
        pytest.param(after(count(2), "1"), ("undo", 0, {"agreed": [1]}), 0, id="the next agrees"),
        pytest.param(after(count(1), "1"), ("undo", 0), 0, id="there are no others"),
        pytest.param(after(guess(), "guess 1"), ("undo", 0), 2, id="others have yet to move at the same time"),
        pytest.param(after(guess(), "guess 2", "guess 4"), ("undo", 1, {"agreed": [0]}), 3, id="not let go"),
    ],
)
def test_what_is_free_or_has_the_consent_of_all_who_are_left_is_taken_back(
    match: Match, act: tuple[object, ...], to: int
) -> None:
    assert after(match, act).position == match.at(to)


def test_a_branch_of_a_branch_takes_back_its_own_moves_only() -> None:
    later = after(count(2).branch(), "1").branch()
    after(later, "2", ("undo", 1, {"agreed": [0]}))
    assert refusal_code(later, "undo", 0, {"agreed": [1]}) == NOTHING


def test_an_own_move_that_showed_nothing_is_taken_back_freely() -> None:
    match = guess()
    before = match.position
    match.play("guess 2", 0)
    assert match.undo_refusal(0) is None
    (entry,) = match.undo(0)
    assert (entry.kind, entry.seat, entry.content) == ("undo", 0, {"to": 2})
    assert match.position == before
    assert [entry.kind for entry in match.entries] == ["chance", "chance", "move", "undo"]


def test_redo_brings_it_back() -> None:
    match = after(guess(), "guess 2")
    there = match.position
    after(match, ("undo", 0), ("redo", 0))
    assert match.position == there
    assert match.redo_refusal(0) is not None


def test_several_undos_are_redone_in_reverse_order() -> None:
    match = count(1)
    places = [match.position]
    for text in "121":
        match.play(text)
        places.append(match.position)
    for place in (places[2], places[1], places[0]):
        match.undo(0)
        assert match.position == place
    for place in places[1:]:
        match.redo(0)
        assert match.position == place
    assert refusal_code(match, "redo", 0) == "nothing_to_redo"


def test_others_moves_need_the_others_consent() -> None:
    match = guess()
    match.play("guess 2", 0)
    assert refusal_code(match, "undo", 1) == "undo_needs_consent"
    assert match.undo(1, agreed=[0])[0].content == {"to": 2, "agreed": [0]}
    assert refusal_code(match, "redo", 1) == "redo_needs_consent"
    match.redo(1, agreed=[0])
    assert load(dump(match), find).position == match.position


def test_chance_cannot_be_taken_back_without_consent() -> None:
    match = rolled()
    assert refusal_code(match, "undo", 0) == "undo_needs_consent"
    match.undo(0, agreed=[1])
    assert here(match).die == 0


def test_chance_met_again_is_the_same() -> None:
    match = rolled()
    die = here(match).die
    for _ in range(5):
        match.undo(0, agreed=[1])
        match.play("roll", 0)
        assert here(match).die == die
    match.undo(0, agreed=[1])
    match.redo(0, agreed=[1])
    assert here(match).die == die


def test_a_longer_way_does_not_change_what_chance_gives() -> None:
    direct, detour = guess(), guess()
    after(detour, "guess 1", ("undo", 0), "guess 5", ("undo", 0))
    for match in (direct, detour):
        after(match, "guess 3", "guess 3", "roll", "roll", "roll")
    assert direct.position == detour.position


def test_undo_never_ends_before_chance() -> None:
    match = rolled()
    allowed = [to for to in range(match.number) if match.undo_refusal(0, to, agreed=[1]) is None]
    assert allowed == [2, 3, 4]
    assert all(match.at(to).chance is None for to in allowed)


def test_a_late_player_without_fallback_loses_the_last_step_first() -> None:
    match = after(count(2, clock=Clock(per_turn=1000)), *"2221")
    assert here(match).total == 7
    entries = match.expire(1000)
    assert [(entry.kind, entry.seat, entry.content) for entry in entries] == [
        ("timeout", 0, ""),
        ("undo", 0, {"to": 3, "forced": True}),
    ]
    assert here(match).total == 6
    match.play("2", 1)
    assert [entry.text for entry in match.entries[-2:]] == ["2", "1"]
    assert load(dump(match), find).position == match.position


def test_a_player_gone_who_cannot_be_played_for_at_the_start_just_stays_gone() -> None:
    match = after(count(3, goal=30), ("resign", 0))
    assert match.entries[-1].text == "1"
    assert match.position.actors == (1,)


# Branches


def test_a_branch_begins_where_the_other_match_stood_and_leaves_it_alone() -> None:
    match = rolled()
    before = dump(match)
    for number in range(match.number + 1):
        branch = match.branch(number, seed=bytes(32))
        assert branch.header.branch is not None
        assert branch.header.branch.match == match.header.hash
        assert branch.header.branch.entry == number
        assert branch.at(branch.header.branch.inherited) == match.at(number)
        assert dump(load(dump(branch), find)) == dump(branch)
    assert dump(match) == before


def test_a_branch_draws_its_own_chance() -> None:
    match = rolled()
    dice = {here(match.branch(5, seed=bytes([number] * 32))).die for number in range(40)}
    assert dice == {1, 2, 3, 4, 5, 6}


def test_a_branch_leaves_out_what_was_taken_back() -> None:
    match = after(guess(), "guess 2", ("undo", 0), "guess 3")
    assert [entry.text for entry in match.branch(seed=None).entries][2:] == ["guess 3"]
    assert [entry.text for entry in match.branch(3, seed=None).entries][2:] == ["guess 2"]


def test_a_branch_of_a_branch_of_a_finished_match() -> None:
    match = after(count(2, goal=3), "1", "2")
    assert match.is_over
    again = match.branch(1).branch()
    assert not again.is_over
    again.play("1", 1)
    assert match.branch().outcome == match.outcome
    assert load(dump(again), find).position == again.position


def test_a_number_beyond_the_log_is_an_index_error() -> None:
    with pytest.raises(IndexError):
        rolled().branch(99)
    with pytest.raises(IndexError):
        rolled().at(99)


def test_undone_steps_are_those_not_in_force_after_an_entry() -> None:
    match = after(count(1), "1", "2", ("undo", 0), ("undo", 0))
    assert [match.undone(number) for number in range(5)] == [set(), set(), set(), {2}, {1, 2}]
    match.redo(0)
    assert match.undone() == {2}
    match.play("1", 0)
    assert (match.undone(), match.undone(4)) == ({2}, {1, 2})


def test_a_log_shows_where_undo_and_redo_lead() -> None:
    match = after(count(1), "1", ("undo", 0), ("redo", 0), ("pause", 0, 90_500))
    assert [entry.detail for entry in match.entries] == ["1", "to entry 0", "to entry 1", "90 s"]
    assert match.entries[0].seal().detail is None


def test_undone_steps_are_the_same_when_the_match_has_gone_on() -> None:
    match, seen = count(1), []
    for act in ["play", "play", "play", "undo", "undo", "play", "undo", "redo", "play", "undo", "undo", "redo", "play"]:
        getattr(match, act)(*("1", 0) if act == "play" else (0,))
        seen.append(match.undone())
    assert [match.undone(number) for number in range(1, match.number + 1)] == seen
    assert seen[-1] == {2, 3, 9}


def test_a_move_number_names_the_entry_on_the_line_in_force() -> None:
    match = after(count(1), *"121", ("undo", 0, {"to": 1, "agreed": [1]}), "2")
    assert [entry.kind for entry in match.entries] == ["move", "move", "move", "undo", "move"]
    assert [match.entry_of_move(moves) for moves in range(3)] == [0, 1, 5]
    assert [match.entry_of_move(moves, 3) for moves in range(4)] == [0, 1, 2, 3]
    for moves, number in ((3, -1), (4, 3), (-1, 3)):
        with pytest.raises(IndexError, match="There is no move"):
            match.entry_of_move(moves, number)


def test_a_move_number_includes_the_chance_that_follows_the_move() -> None:
    match = guess()
    assert [entry.kind for entry in match.entries] == ["chance", "chance"]
    assert match.entry_of_move(0) == 2
    match.play("guess 2", 0)
    assert (match.entry_of_move(0), match.entry_of_move(1)) == (2, 3)
