"""Time: undo returns the board and never time, pauses stop every clock, and rules may keep time of their own."""

from __future__ import annotations

from typing import Any, Self

import pytest

from boardwright.core.match.clock import Clock, Running
from boardwright.core.match.match import Match
from boardwright.core.moves import Move
from boardwright.core.records.record import dump, load
from boardwright.core.refusal import IllegalMove, UnknownGame
from boardwright.core.rules.timed import Timed
from boardwright.core.rules.view import Open
from tests.core.plays import Count, Counting, CountOptions, after, count, find, guess, refusal_code, rolled

BANK = Clock(bank=10_000, increment=1000)


def left(match: Match, at: int) -> tuple[int | None, ...]:
    return tuple(match.clocks.left(seat, match.played(at)) for seat in range(match.header.seats))


def same_again(match: Match) -> Match:
    """Return the match read back from its record, with the same clocks; and resumed from its entries too."""
    again = load(dump(match), find)
    resumed = Match.resume(match.game, match.header, match.entries, match.seed)
    for other in (again, resumed):
        assert dump(other) == dump(match)
        assert other.deadline() == match.deadline()
        assert left(other, match.now) == left(match, match.now)
    return again


# Undo and clocks


@pytest.mark.parametrize("clock", [BANK, Clock(per_turn=9000), Clock(bank=9000, per_turn=5000, increment=700)], ids=str)
@pytest.mark.parametrize("seats", [1, 2])
def test_six_rounds_of_move_and_undo_never_raise_a_clock(clock: Clock, seats: int) -> None:
    match = count(seats, clock=clock)
    others = [seat for seat in range(seats) if seat]
    time, before = 0, left(match, 0)
    for _ in range(6):
        time += 100
        match.play("1", 0, time)
        time += 50
        match.undo(0, time, agreed=others)
        now = left(match, time)
        assert all(one is not None and two is not None and one <= two for one, two in zip(now, before, strict=True))
        before = now
    assert before[0] is not None
    assert before[0] <= (clock.per_turn or clock.bank) - 600
    same_again(match)


AGREED = {"agreed": [0, 1]}


@pytest.mark.parametrize(
    ("match", "story"),
    [
        pytest.param(
            count(2, clock=BANK),
            [(("play", "1", 0, 4000), (7000, 10_000)), (("play", "1", 1, 6000), (7000, 9000))],
            id="a bank is spent and the increment added after each turn",
        ),
        pytest.param(
            count(2, clock=BANK),
            [
                (("play", "1", 0, 400), (10_600, 10_000)),
                (("undo", 0, 500, AGREED), (9600, 9900)),
                (("redo", 0, 600, AGREED), (10_500, 9900)),
            ],
            id="an increment goes with the move that earned it",
        ),
        pytest.param(
            guess(clock=BANK),
            [(("play", "guess 1", 0, 400), (10_600, 9600)), (("play", "guess 1", 1, 500), (10_600, 10_500))],
            id="only the player who moved earns an increment",
        ),
        pytest.param(
            count(2, clock=BANK),
            [
                (("play", "1", 0, 400), (10_600, 10_000)),
                (("pause", 500, 90_000), (10_600, 9900)),
                (("undo", 0, 90_100, AGREED), (9600, 9800)),
            ],
            id="undo over a pause gives no time back",
        ),
    ],
)
def test_banks_after_each_request(match: Match, story: list[tuple[tuple[Any, ...], tuple[int, ...]]]) -> None:
    for act, banks in story:
        assert left(after(match, act), match.now) == banks
        assert match.deadline() == min((match.now + banks[seat], seat) for seat in match.actors)
    same_again(match)


@pytest.mark.parametrize(
    "story",
    [
        pytest.param(
            [
                (("play", "1", 0, 3000), (8000, 1)),
                (("undo", 0, 4000, AGREED), (6000, 0)),
                (("redo", 0, 5000, AGREED), (9000, 1)),
                (("undo", 1, 5500, AGREED), (6500, 0)),
            ],
            id="time spent on a turn stays spent over undo and redo",
        ),
        pytest.param(
            [
                (("play", "1", 0, 1000), (6000, 1)),
                (("pause", 2000, 50_000), (54_000, 1)),
                (("play", "1", 1, 53_000), (58_000, 0)),
                (("pause", 53_500, 60_000), (64_500, 0)),
            ],
            id="a pause shifts every deadline",
        ),
        pytest.param([(("play", "2", 0, 3000), (8000, 1)), (("expire", 8000), (13_000, 0))], id="a turn has its limit"),
    ],
)
def test_deadlines_after_each_request(story: list[tuple[tuple[Any, ...], tuple[int, int]]]) -> None:
    match = count(2, clock=Clock(per_turn=5000))
    assert match.deadline() == (5000, 0)
    for act, deadline in story:
        assert after(match, act).deadline() == deadline
        assert match.expire(deadline[0] - 1) == []
    same_again(match)
    timeout, move = match.expire(deadline[0])
    assert (timeout.kind, timeout.seat, timeout.text) == ("timeout", deadline[1], "")
    assert (move.kind, move.seat, move.text) == ("move", deadline[1], "1")


def test_undo_that_would_leave_no_time_is_refused() -> None:
    match = count(1, clock=Clock(bank=2000, increment=1500))
    match.play("1", 0, 1900)
    assert left(match, 1900) == (1600,)
    assert match.undo_refusal(0) is None
    assert match.undo_refusal(0, at=2000) is not None
    assert refusal_code(match, "undo", 0, 2000) == "no_time_left"
    match.undo(0, 1950)
    assert left(match, 1950) == (50,)
    same_again(match)


def test_what_was_played_for_an_absent_player_is_not_undone_freely() -> None:
    match = count(3, clock=Clock(bank=1000, on_timeout="forfeit"))
    match.expire(1000)
    assert [entry.kind for entry in match.entries] == ["timeout", "move"]
    for seat in (1, 2):
        assert refusal_code(match, "undo", seat, 1100) == "no_time_left"
    match = count(3)
    match.resign(1)
    match.play("2", 0)
    assert refusal_code(match, "undo", 0, to=1) == "nothing_to_undo"
    assert refusal_code(match, "undo", 0, to=0) == "undo_needs_consent"
    match.undo(0, to=0, agreed=[2])


@pytest.mark.parametrize("leave", ["resign", "expire"])
def test_a_match_that_began_where_no_fallback_is_goes_on_without_its_first_player(leave: str) -> None:
    match = count(3, start=Counting(3, 30, 7), clock=Clock(bank=1000, on_timeout="forfeit"))
    match.resign(0) if leave == "resign" else match.expire(1000)
    assert [(entry.kind, entry.seat, entry.text) for entry in match.entries][1:] == [("move", 0, "1")]
    assert not match.is_over
    same_again(match)


# Consent


def test_the_log_names_only_others_who_are_left_as_agreeing() -> None:
    match = count(3)
    match.play("1", 0)
    match.resign(2)
    assert match.undo(0, to=0, agreed=[2, 1, 1, 0, 9])[0].content == {"to": 0, "agreed": [1]}
    same_again(match)


# Pauses


def test_a_pause_begins_after_the_last_entry_and_ends_after_it_began() -> None:
    match = count(2, clock=Clock(per_turn=5000))
    match.play("1", 0, 1000)
    assert match.pause(0, 3000)[0].content == {"since": 1000}
    assert refusal_code(match, "pause", 3000, 3000) == "no_pause"
    assert refusal_code(match, "pause", 9000, 8000) == "time_is_up"
    match.cancel()
    assert refusal_code(match, "pause", 9000, 9500) == "match_over"


def test_a_pause_is_an_entry_of_the_server() -> None:
    (entry,) = count(2, clock=Clock(per_turn=5000)).pause(2000, 50_000)
    assert (entry.kind, entry.seat, entry.content) == ("pause", None, {"since": 2000})


def test_a_branch_of_a_paused_match_has_whole_clocks_and_replays() -> None:
    match = count(2, clock=Clock(per_turn=5000))
    match.play("1", 0, 1000)
    match.pause(2000, 50_000)
    match.play("2", 1, 51_000)
    branch = match.branch()
    assert [entry.at for entry in branch.entries] == [1000, 3000]
    assert branch.deadline() == (56_000, 0)
    branch.pause(52_000, 60_000)
    branch.play("1", 0, 61_000)
    same_again(branch)
    same_again(branch.branch(1, at=70_000))
    same_again(branch.branch())


def test_nothing_in_a_branch_is_earlier_than_the_branch() -> None:
    match = count(2)
    match.play("1", 0, 1000)
    branch = match.branch(at=5000)
    assert branch.now == 5000
    assert branch.play("1", 1)[0].at == 5000
    assert branch.play("1", 0, 4000)[0].at == 5000


def test_a_running_clock_is_read_in_the_time_of_play() -> None:
    clocks = Running(Clock(bank=1000), 1)
    clocks.turn((0,), 0, 0)
    assert clocks.without_time((0,), 0, 1000, ()) == 0
    assert clocks.without_time((0,), 0, 999, ()) is None


# Games that keep time


class Patient(Timed[Move, Open], Counting, frozen=True):
    """Counting in which, a second after each move, anybody may go on."""

    since: int = 0
    now: int = 0

    @property
    def actors(self) -> tuple[int, ...]:
        usual = super().actors
        return tuple(range(self.seats)) if usual and self.now >= self.since + 1000 else usual

    def start_clock(self, at: int) -> Self:
        return self.replace(since=at, now=at)

    def as_of(self, at: int) -> Self:
        return self.replace(now=at)

    @property
    def next_deadline(self) -> int | None:
        return self.since + 1000 if self.now < self.since + 1000 else None

    def add(self, number: int) -> Self:
        return super().add(number).replace(since=self.now)


class PatientCount(Count):
    name = "timed"
    Position = Patient

    def start(self, seats: int, options: CountOptions) -> Patient:
        return Patient(seats, options.goal)


TIMED = PatientCount()


def find_timed(name: str) -> PatientCount:
    if name != "timed":
        raise UnknownGame(name)
    return TIMED


def test_time_alone_changes_who_may_act() -> None:
    match = Match.new(TIMED, at=100)
    assert match.next_change(200) == 1100
    assert match.now_position(1099).actors == (0,)
    assert match.now_position(1100).actors == (0, 1)
    assert match.next_change(1100) is None
    with pytest.raises(IllegalMove):
        match.play("1", 1, 1000)
    match.play("1", 1, 1200)
    assert match.next_change(1300) == 2200


def test_a_pause_shifts_the_deadlines_of_the_rules_too() -> None:
    match = Match.new(TIMED, at=100)
    match.pause(600, 5600)
    assert match.next_change(5600) == 6100
    assert match.now_position(6099).actors == (0,)
    with pytest.raises(IllegalMove):
        match.play("1", 1, 6099)
    match.play("1", 1, 6100)
    again = load(dump(match), find_timed)
    assert again.position == match.position
    assert again.next_change(6200) == match.next_change(6200) == 7100
    assert match.at(1) == again.at(1)
    branch = match.branch()
    assert branch.next_change(branch.now) == 7100
    assert load(dump(branch), find_timed).position == branch.position


def test_without_time_limits_nothing_changes_by_itself() -> None:
    match = rolled()
    assert match.next_change(10**9) is None
    assert match.now_position(10**9) == match.position
    match = count(2, clock=Clock(per_turn=5000))
    assert match.next_change(100) == 5000
    match.cancel()
    assert match.next_change(100) is None


def test_a_game_that_keeps_time_has_no_clock_beside() -> None:
    with pytest.raises(ValueError, match="keeps time by itself"):
        Match.new(TIMED, clock=Clock(per_turn=5000))
