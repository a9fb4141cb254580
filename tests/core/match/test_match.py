"""Matches: playing, leaving, drawing, clocks, and how all of it ends."""

from __future__ import annotations

import msgspec
import pytest

from boardwright.core.match.clock import Clock, Running
from boardwright.core.match.header import Adjudication
from boardwright.core.match.match import Match
from boardwright.core.moves import Move
from boardwright.core.records.record import dump, load
from boardwright.core.refusal import BadOptions, BadRecord, Refusal, Unreadable
from boardwright.core.rules.line import make, read
from tests.core.match.test_undo import refusal_code
from tests.core.plays import SEED, Counting, count, ended, find, guess, here, rolled
from tests.toys import GUESS


def kinds(match: Match) -> list[str]:
    return [entry.kind for entry in match.entries]


def reason(match: Match) -> tuple[tuple[int, ...], str]:
    assert match.outcome is not None
    assert load(dump(match), find).outcome == match.outcome
    return match.outcome.winners, match.outcome.reason


# Playing


def test_a_match_takes_in_what_another_process_wrote() -> None:
    whole = ended()
    match = Match.resume(GUESS, whole.header, whole.entries[:4], SEED)
    match.extend(whole.entries[4:])
    assert dump(match) == dump(whole)
    assert match.outcome == whole.outcome


def test_a_stored_match_of_other_rules_is_not_resumed() -> None:
    match = rolled()
    header = msgspec.structs.replace(match.header, version=match.header.version + 1)
    with pytest.raises(BadRecord, match="version"):
        Match.resume(GUESS, header, match.entries, SEED)


def test_an_entry_that_the_rules_cannot_follow_is_named() -> None:
    match = rolled()
    wrong = msgspec.structs.replace(match.entries[2], content="dance")
    with pytest.raises(BadRecord, match="Entry 3 cannot be") as caught:
        Match.resume(GUESS, match.header, [*match.entries[:2], wrong], SEED)
    assert caught.value.entry == 3


def test_chance_acts_by_itself_and_lands_in_the_log() -> None:
    assert kinds(guess()) == ["chance", "chance"]
    assert kinds(rolled()) == ["chance", "chance", "move", "move", "move", "chance"]


def test_a_refused_move_changes_nothing() -> None:
    match = guess()
    assert refusal_code(match, "play", "roll", 0) == "illegal"
    assert refusal_code(match, "play", "guess 1", 5) == "no_such_seat"
    match.play("guess 1", 0)
    assert refusal_code(match, "play", "guess 1", 0) == "not_your_turn"
    with pytest.raises(Unreadable):
        match.play("xyzzy", 1)


def test_a_match_without_seed_is_given_its_chance() -> None:
    match = guess(seed=None)
    assert refusal_code(match, "play", "guess 1", 0) == "chance_first"
    match.take("4")
    match.take("2")
    assert here(match).cards == (4, 2)
    assert refusal_code(match, "take", "3") == "no_chance"
    assert refusal_code(guess(), "take", "3") == "chance_is_sealed"


def test_a_copy_without_the_seed_cannot_be_given_other_chance() -> None:
    match = Match(GUESS, guess().header)
    assert refusal_code(match, "take", "3") == "chance_is_sealed"


def test_time_never_runs_backwards() -> None:
    match = guess(at=500)
    match.play("guess 1", 0, 400)
    match.play("guess 1", 1, 900)
    match.play("roll", 0, 100)
    assert [entry.at for entry in match.entries] == [500, 500, 500, 900, 900, 900]


def test_seats_need_names() -> None:
    with pytest.raises(BadOptions, match="2 seats need 2 names, not 1"):
        guess(players=["Ann"])
    with pytest.raises(BadOptions, match="not 3"):
        guess(seats=3)
    with pytest.raises(BadOptions):
        Match.new(GUESS, seats=3, start=guess().position)


def test_any_position_can_be_rebuilt_and_equals_the_plain_fold() -> None:
    match = count(2, goal=200)
    seen = [match.position]
    for number in range(90):
        match.play("12"[number % 3 == 0])
        seen.append(match.position)
    for _ in range(40):
        match.undo(1, to=match.line()[-2].number, agreed=[0])
        seen.append(match.position)
    for _ in range(10):
        match.redo(0, agreed=[1])
        seen.append(match.position)
    match.play("2")
    seen.append(match.position)
    again = load(dump(match), find)
    for number, position in enumerate(seen):
        assert match.at(number) == position
        assert again.at(number) == position
        fold = match.at(0)
        for entry in match.line(number):
            fold = make(fold, read(fold, entry.seat, entry.text, entry.at))
        assert fold == position


def test_an_old_position_costs_a_few_steps_and_not_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    match = count(2)
    at = [match.position]
    for number in range(2000):
        match.play("12"[number % 2])
        at.append(match.position)
    played: list[Move] = []
    apply = Counting.apply

    def counted(position: Counting, move: Move, seat: int) -> Counting | Refusal:
        played.append(move)
        return apply(position, move, seat)

    monkeypatch.setattr(Counting, "apply", counted)
    for number in (1, 15, 999, 1000, 1999):
        played.clear()
        assert match.at(number) == at[number]
        assert len(played) < 16


# Leaving


def test_in_two_seats_the_other_wins_by_resignation() -> None:
    match = count(2)
    match.resign(0)
    assert reason(match) == ((1,), "resignation")
    assert refusal_code(match, "play", "1", 1) == "match_over"
    assert refusal_code(match, "resign", 1) == "match_over"


def test_a_player_resigns_out_of_turn_too() -> None:
    match = count(2)
    match.resign(1)
    assert reason(match) == ((0,), "resignation")


def test_with_more_left_the_match_plays_for_the_seat() -> None:
    match = count(3)
    match.resign(1)
    match.play("2", 0)
    assert [(entry.seat, entry.text) for entry in match.entries[1:]] == [(0, "2"), (1, "1")]
    assert refusal_code(match, "resign", 1) == "seat_left"
    assert refusal_code(match, "agree_draw", 1) == "seat_left"
    assert refusal_code(match, "cancel", 1) == "seat_left"
    match.resign(2)
    assert reason(match) == ((0,), "resignation")


def test_who_left_cannot_win() -> None:
    match = count(3, goal=4)
    match.resign(2)
    match.play("1", 0)
    match.play("2", 1)
    assert here(match).outcome().winners == (2,)
    assert reason(match) == ((1,), "goal")


def test_alone_one_resigns_and_nobody_wins() -> None:
    match = count(1)
    match.resign(0)
    assert reason(match) == ((), "resignation")


# Drawing and canceling


def test_a_draw_needs_all_who_are_left() -> None:
    match = count(3)
    match.agree_draw(0)
    match.agree_draw(2)
    assert refusal_code(match, "agree_draw", 0) == "draw_offered"
    assert [entry.text for entry in match.entries] == ["offer", "accept"]
    match.agree_draw(1)
    assert reason(match) == ((), "agreement")


def test_a_draw_can_be_declined() -> None:
    match = count(2)
    assert refusal_code(match, "decline_draw", 1) == "no_draw_offer"
    match.agree_draw(0)
    match.decline_draw(1)
    match.agree_draw(1)
    assert not match.is_over
    assert match.draw_agreed == {1}


def test_an_answer_by_moving_takes_the_offer_away() -> None:
    match = count(2)
    match.agree_draw(0)
    match.play("1", 0)
    assert match.draw_agreed == {0}
    match.play("1", 1)
    assert match.draw_agreed == set()


def test_the_last_to_disagree_leaving_makes_the_draw() -> None:
    match = count(3)
    match.agree_draw(0)
    match.agree_draw(1)
    match.resign(2)
    assert reason(match) == ((), "agreement")


def test_between_two_a_resignation_is_no_yes_to_the_draw_offered() -> None:
    match = count(2)
    match.agree_draw(0)
    match.resign(1)
    assert reason(match) == ((0,), "resignation")


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_canceled_match_has_no_winner(seat: int | None) -> None:
    match = guess()
    match.cancel(seat)
    assert reason(match) == ((), "canceled")


def test_nobody_outside_cancels() -> None:
    assert refusal_code(guess(), "cancel", 9) == "no_such_seat"


def test_a_move_limit_and_a_dead_position_are_draws_where_asked_for() -> None:
    match = count(2, adjudication=Adjudication(max_moves=3))
    for _ in range(3):
        match.play("1")
    assert reason(match) == ((), "move_limit")
    match = count(2, adjudication=Adjudication(dead_position=True))
    for text in "2222221":
        match.play(text)
    assert reason(match) == ((), "dead_position")
    match = count(2)
    for text in "2222221":
        match.play(text)
    assert not match.is_over


def test_moves_taken_back_do_not_count_towards_the_limit() -> None:
    match = count(1, adjudication=Adjudication(max_moves=2))
    for _ in range(5):
        match.play("1")
        match.undo(0)
    match.play("1")
    assert not match.is_over
    match.play("1")
    assert match.is_over


def test_the_end_is_an_entry_and_nothing_follows_it() -> None:
    match = ended()
    assert match.entries[-1].kind == "end"
    for act in ("play", "resign", "agree_draw", "undo"):
        args = ("stop", 0) if act == "play" else (0,)
        assert refusal_code(match, act, *args) == "match_over"
    assert match.deadline() is None
    assert match.expire(10**9) == []


# Clocks


def test_a_turn_has_its_limit() -> None:
    match = count(2, clock=Clock(per_turn=5000))
    assert match.deadline() == (5000, 0)
    match.play("2", 0, 3000)
    assert match.deadline() == (8000, 1)
    assert match.expire(7999) == []
    assert [(entry.kind, entry.seat, entry.text) for entry in match.expire(8000)] == [
        ("timeout", 1, ""),
        ("move", 1, "1"),
    ]
    assert match.deadline() == (13_000, 0)


def test_a_bank_is_spent_and_the_increment_added_after_each_turn() -> None:
    match = count(2, clock=Clock(bank=10_000, increment=1000))
    match.play("1", 0, 4000)
    assert (match.clocks.left(0, 4000), match.clocks.left(1, 4000)) == (7000, 10_000)
    match.play("1", 1, 6000)
    assert (match.clocks.left(0, 6500), match.clocks.left(1, 6500)) == (6500, 9000)
    assert match.deadline() == (13_000, 0)


def test_bank_and_turn_limit_together_the_sooner_counts() -> None:
    clocks = Running(Clock(bank=10_000, per_turn=3000), 1)
    clocks.turn((0,), 0, 0)
    assert clocks.deadline(0) == 3000
    clocks.turn((0,), 1, 3000)
    clocks.turn((0,), 2, 6000)
    clocks.turn((0,), 3, 9000)
    assert clocks.deadline(0) == 10_000


def test_the_same_turn_going_on_does_not_restart_the_clock() -> None:
    clocks = Running(Clock(per_turn=3000), 2)
    clocks.turn((0, 1), 0, 0)
    clocks.turn((1,), 0, 1000)
    assert (clocks.deadline(0), clocks.deadline(1)) == (None, 3000)


def test_of_several_late_actors_the_first_is_played_for_and_a_new_turn_gives_new_time() -> None:
    match = guess(clock=Clock(per_turn=5000))
    assert match.deadline() == (5000, 0)
    assert [(entry.kind, entry.seat, entry.text) for entry in match.expire(5000)] == [
        ("timeout", 0, ""),
        ("move", 0, "guess 1"),
    ]
    assert match.deadline() == (10_000, 1)


def test_forfeit_loses_on_time() -> None:
    match = count(2, clock=Clock(per_turn=5000, on_timeout="forfeit"))
    match.play("1", 0, 1000)
    match.expire(6000)
    assert kinds(match) == ["move", "timeout", "end"]
    assert reason(match) == ((0,), "time")


def test_forfeit_with_more_left_plays_for_the_seat() -> None:
    match = count(3, clock=Clock(per_turn=5000, on_timeout="forfeit"))
    match.expire(5000)
    assert match.gone == {0: "time"}
    assert [(entry.kind, entry.seat) for entry in match.entries] == [("timeout", 0), ("move", 0)]


def test_banks_that_are_all_empty_end_the_match_instead_of_playing_on_for_ever() -> None:
    match = count(2, clock=Clock(bank=1000))
    match.expire(1000)
    match.expire(2000)
    assert reason(match) == ((), "canceled")
    assert match.number < 10


def test_an_empty_bank_does_not_end_the_match_of_those_who_have_time() -> None:
    match = count(2, clock=Clock(bank=1000))
    match.expire(1000)
    for number in range(5):
        match.play("2", 1, 1000 + number)
        match.expire(1000 + number)
    assert not match.is_over
    assert here(match).made == 11


def test_no_clock_no_deadline() -> None:
    match = count(2)
    assert match.deadline() is None
    assert match.clocks.left(0, 99) is None
    assert match.expire(10**12) == []


@pytest.mark.parametrize("text", ["", "0", "-5", "5+", "+5", "x", "1+x", "1.5", "٣+x"])
def test_a_clock_that_cannot_be_read_says_how_one_looks(text: str) -> None:
    with pytest.raises(ValueError, match="is not a clock"):
        Clock.read(text)


# What seats read


def test_each_seat_reads_the_log_without_the_others_secrets() -> None:
    match = rolled()
    assert match.read(0)[1].content is None
    assert match.read(1)[0].content is None
    assert [entry.content for entry in match.read(None)][:4] == [None] * 4
    assert match.read(None)[4:] == match.entries[4:]
    assert [match.read(0, after, until) for after, until in ((1, 2), (0, 4), (3, None))] == [
        match.read(0)[1:2],
        match.read(0)[:4],
        match.read(0)[3:],
    ]
    assert match.read(0)[2] == match.entries[2]


def test_two_deals_look_the_same_in_sealed_logs_apart_from_seals() -> None:
    shown = [
        [(entry.number, entry.at, entry.kind, entry.seat, entry.content) for entry in guess(seed=seed).read(None)]
        for seed in (SEED, bytes(32))
    ]
    assert shown[0] == shown[1]
