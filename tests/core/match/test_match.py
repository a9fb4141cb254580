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
from tests.core.plays import SEED, Counting, after, count, ended, find, guess, here, refusal_code, rolled
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
    assert refusal_code(match, "play", "guess 1", 5) == refusal_code(match, "cancel", 9) == "no_such_seat"
    match.play("guess 1", 0)
    assert refusal_code(match, "play", "guess 1", 0) == "not_your_turn"
    with pytest.raises(Unreadable):
        match.play("xyzzy", 1)


def test_a_match_without_seed_is_given_its_chance() -> None:
    match = guess(seed=None)
    assert refusal_code(match, "play", "guess 1", 0) == "chance_first"
    after(match, ("take", "4"), ("take", "2"))
    assert here(match).cards == (4, 2)
    assert refusal_code(match, "take", "3") == "no_chance"
    assert refusal_code(guess(), "take", "3") == "chance_is_sealed"
    assert refusal_code(Match(GUESS, guess().header), "take", "3") == "chance_is_sealed", "without the seed too"


def test_time_never_runs_backwards() -> None:
    match = after(guess(at=500), ("play", "guess 1", 0, 400), ("play", "guess 1", 1, 900), ("play", "roll", 0, 100))
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


LIMITED, DEAD = Adjudication(max_moves=3), Adjudication(dead_position=True)


@pytest.mark.parametrize(
    ("match", "acts", "winners", "why"),
    [
        pytest.param(count(2), [("resign", 0)], (1,), "resignation", id="one of two resigns"),
        pytest.param(count(2), [("resign", 1)], (0,), "resignation", id="out of turn too"),
        pytest.param(count(1), [("resign", 0)], (), "resignation", id="alone nobody wins"),
        pytest.param(
            count(3), [("agree_draw", 0), ("agree_draw", 1), ("resign", 2)], (), "agreement", id="last to agree"
        ),
        pytest.param(count(2), [("agree_draw", 0), ("resign", 1)], (0,), "resignation", id="leaving does not agree"),
        pytest.param(guess(), [("cancel", None)], (), "canceled", id="canceled by the server"),
        pytest.param(guess(), [("cancel", 0)], (), "canceled", id="canceled by a player"),
        pytest.param(guess(), [("cancel", 1)], (), "canceled", id="canceled by the other"),
        pytest.param(count(2, adjudication=LIMITED), ["1", "1", "1"], (), "move_limit", id="a move limit"),
        pytest.param(count(2, adjudication=DEAD), list("2222221"), (), "dead_position", id="a dead position"),
    ],
)
def test_a_match_ends_before_the_rules_say_so(
    match: Match, acts: list[str | tuple[object, ...]], winners: tuple[int, ...], why: str
) -> None:
    after(match, *acts)
    assert reason(match) == (winners, why)
    assert refusal_code(match, "play", "1", 1) == refusal_code(match, "resign", 1) == "match_over"


def test_a_dead_position_goes_on_unless_the_match_adjudicates_it() -> None:
    assert not after(count(2), *"2222221").is_over


# Leaving


def test_with_more_left_the_match_plays_for_the_seat() -> None:
    match = after(count(3), ("resign", 1), "2")
    assert [(entry.seat, entry.text) for entry in match.entries[1:]] == [(0, "2"), (1, "1")]
    assert refusal_code(match, "resign", 1) == "seat_left"
    assert refusal_code(match, "agree_draw", 1) == "seat_left"
    assert refusal_code(match, "cancel", 1) == "seat_left"
    match.resign(2)
    assert reason(match) == ((0,), "resignation")


def test_who_left_cannot_win() -> None:
    match = after(count(3, goal=4), ("resign", 2), "1", "2")
    assert here(match).outcome().winners == (2,)
    assert reason(match) == ((1,), "goal")


# Drawing and canceling


def test_a_draw_needs_all_who_are_left() -> None:
    match = after(count(3), ("agree_draw", 0), ("agree_draw", 2))
    assert refusal_code(match, "agree_draw", 0) == "draw_offered"
    assert [entry.text for entry in match.entries] == ["offer", "accept"]
    match.agree_draw(1)
    assert reason(match) == ((), "agreement")


def test_a_draw_can_be_declined() -> None:
    match = count(2)
    assert refusal_code(match, "decline_draw", 1) == "no_draw_offer"
    after(match, ("agree_draw", 0), ("decline_draw", 1), ("agree_draw", 1))
    assert not match.is_over
    assert match.draw_agreed == {1}


def test_an_answer_by_moving_takes_the_offer_away() -> None:
    match = after(count(2), ("agree_draw", 0), "1")
    assert match.draw_agreed == {0}
    match.play("1", 1)
    assert match.draw_agreed == set()


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
    for act in (("play", "stop", 0), ("resign", 0), ("agree_draw", 0), ("undo", 0)):
        assert refusal_code(match, *act) == "match_over"
    assert match.deadline() is None
    assert match.expire(10**9) == []


# Clocks


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
