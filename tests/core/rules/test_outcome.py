"""Outcomes: places, payoffs and the reason in words."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardwright.core.canonical import canonical
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump, load
from boardwright.core.rules.outcome import Outcome, ranking
from tests.core.plays import Count, Counting, CountOptions, count, play_out, result

SCORES = st.lists(st.integers(-5, 5), min_size=1, max_size=6).map(tuple)


@given(SCORES)
def test_a_place_is_one_more_than_how_many_are_ahead(scores: tuple[int, ...]) -> None:
    most, fewest = Outcome.highest(scores), Outcome.lowest(scores)
    assert most.places == tuple(1 + sum(other > score for other in scores) for score in scores)
    assert fewest.places == tuple(1 + sum(other < score for other in scores) for score in scores)
    for outcome in (most, fewest):
        assert outcome.winners == tuple(seat for seat, place in enumerate(outcome.places) if place == 1)


@given(SCORES, st.data())
def test_by_default_winners_come_first_and_the_others_by_their_points(
    scores: tuple[int, ...], data: st.DataObject
) -> None:
    winners = tuple(sorted(data.draw(st.sets(st.integers(0, len(scores) - 1)))))
    places = Outcome(scores, winners, "test").places
    if not winners:
        assert set(places) == {1}
        return
    losers = [seat for seat in range(len(scores)) if seat not in winners]
    assert all(places[one] < places[two] for one in winners for two in losers)
    assert all((places[one] < places[two]) == (scores[one] > scores[two]) for one in losers for two in losers)


def test_the_second_of_five_is_not_the_last() -> None:
    outcome = Outcome((50, 40, 30, 20, 40), (0,), "points")
    assert outcome.places == (1, 2, 4, 5, 2)
    assert outcome.payoffs() == (1.0, -0.25, -0.25, -0.25, -0.25)


def test_places_can_be_given() -> None:
    assert Outcome((0, 0, 0), (2,), "first_out", places=(3, 2, 1)).places == (3, 2, 1)
    assert ranking(()) == ()


def test_a_reason_has_words() -> None:
    assert Outcome((1, 0), (0,), "all_cubes_removed").text == "All cubes removed."
    assert Outcome.highest((1, 0), "goal", "Ann has reached the goal.").text == "Ann has reached the goal."


@given(SCORES)
def test_an_outcome_reads_back_from_what_the_log_keeps(scores: tuple[int, ...]) -> None:
    for outcome in (Outcome.highest(scores), Outcome.lowest(scores), Outcome(scores, (), "agreement", {"a": [1]})):
        again = msgspec.json.decode(canonical(outcome.content()), type=Outcome)
        assert again == outcome
        assert canonical(again.content()) == canonical(outcome.content())


class Golf(Counting, frozen=True):
    """Counting in which the fewest points win, and a seat's points are its number doubled."""

    def outcome(self) -> Outcome | None:
        if self.total < self.goal:
            return None
        return Outcome.lowest(tuple(2 * seat for seat in range(self.seats)), "hole", "The ball is in the hole.")


class GolfGame(Count):
    name = "golf"
    Position = Golf

    def start(self, seats: int, options: CountOptions) -> Golf:
        return Golf(seats, options.goal)


GOLF = GolfGame()


def golf(seats: int) -> Match:
    return Match.new(GOLF, seats=seats, options=CountOptions(goal=3))


@pytest.mark.parametrize(
    ("gone", "places", "winners"),
    [((), (1, 2, 3, 4), (0,)), ((0,), (4, 1, 2, 3), (1,)), ((2,), (1, 2, 4, 3), (0,)), ((0, 1), (3, 4, 1, 2), (2,))],
    ids=str,
)
def test_seats_that_left_are_behind_all_others(
    gone: tuple[int, ...], places: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    match = golf(4)
    for seat in gone:
        match.resign(seat)
    play_out(match)
    assert (result(match).places, result(match).winners) == (places, winners)


def test_the_log_keeps_details_as_they_read_back() -> None:
    content = Outcome((1, 0), (0,), "goal", {"roads": (1, 2), "cities": ({"a": (3,)},)}).content()
    assert content["detail"] == {"cities": [{"a": [3]}], "roads": [1, 2]}


def test_rewording_a_reason_changes_no_record() -> None:
    match = golf(2)
    play_out(match)
    assert result(match).text == "The ball is in the hole."
    assert b"The ball" not in dump(match)
    again = load(dump(match), lambda name: GOLF)
    assert again.outcome == match.outcome
    assert Match.resume(GOLF, match.header, match.entries).outcome == match.outcome


def test_the_match_has_words_for_its_own_reasons() -> None:
    match = count(2)
    match.resign(0)
    assert (result(match).text, result(match).places) == ("Player 1 resigned.", (2, 1))


def test_equal_outcomes_have_the_same_hash_whatever_their_breakdown_holds() -> None:
    one, other = (Outcome((3, 1), (0,), "points", {"rows": [1, 2]}) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one != Outcome((3, 1), (0,), "points")
