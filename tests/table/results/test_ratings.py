"""Ratings are shown on one scale around 1500, never negative, and provisional until enough matches are played."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boardwright.core.rules.outcome import Outcome
from boardwright.store.rows import MatchRow, MatchSettings, Rating, Saved, Seat
from boardwright.table.results.ratings import ESTABLISHED, LOWEST, MAX_SIGMA, START, Met, rating_view, ratings_after

SEATS = (Seat(name="Ann", account="a"), Seat(name="Bob", account="b"))


def never(_account: str, _other: str) -> int:
    """Return the number of recent matches of players who meet once in a while."""
    return 0


def played(results: list[int], met: Met = never) -> list[dict[str, Rating]]:
    """Return the ratings after each match; a result is the seat that won it."""
    found: list[dict[str, Rating]] = [{}]
    for number, winner in enumerate(results):
        lobby = MatchSettings(game="deblockle", host="a", seats=SEATS, rated=True)
        scores = (1, 0) if winner == 0 else (0, 1)
        row = MatchRow(id=f"m{number}", created=0, lobby=lobby, outcome=Outcome(scores, (winner,), "home"))
        after = {rating.account: rating for rating in ratings_after(Saved(row, [], None), found[-1], met)}
        found.append(after)
    return found[1:]


@given(st.lists(st.integers(0, 1), min_size=1, max_size=40))
def test_no_series_of_results_leaves_the_scale(results: list[int]) -> None:
    for after in played(results):
        assert all(LOWEST <= rating_view(rating).value < 4000 for rating in after.values())


def test_the_winner_is_above_the_start_and_the_loser_below() -> None:
    (after,) = played([0])
    assert rating_view(after["a"]).value > START > rating_view(after["b"]).value


def test_a_rating_is_provisional_until_ten_matches() -> None:
    marks = [rating_view(after["a"]).provisional for after in played([0, 1] * 6)]
    assert marks == [True] * (ESTABLISHED - 1) + [False] * 3


def test_a_rating_by_one_opponent_stays_provisional_and_near_the_start() -> None:
    meetings = iter(range(100))
    after = played([0] * 12, lambda *_: next(meetings) // 2)[-1]["a"]
    assert (rating_view(after).provisional, after.number) == (True, 12)
    assert after.sigma > MAX_SIGMA
    assert rating_view(after).value < 1700


def test_a_lead_of_200_points_means_three_wins_in_four() -> None:
    results = ([0] * 3 + [1]) * 60
    after = played(results)[-1]
    assert 120 < rating_view(after["a"]).value - rating_view(after["b"]).value < 280
