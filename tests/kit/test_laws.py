"""The kit lets a correct game pass and catches each broken one by the right law, with the cure."""

from __future__ import annotations

import pytest

from boardwright.core import record
from boardwright.kit import LAWS, Failure, check
from tests.kit.broken import BROKEN, BrokenGuess, LogShowsTheDeal, MiscountedPerft, NeverEnds, PlayChangesItsPosition
from tests.scale import scaled
from tests.toys import GUESS


@pytest.fixture(autouse=True)
def step_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Endless games are cut sooner than in real checks."""
    monkeypatch.setattr("boardwright.kit.walk.STEP_LIMIT", 3000)


def broken_by(kind: type[BrokenGuess], seed: int = 0, games: int = 40) -> Failure:
    report = check(kind(), games=games, seed=seed, laws=(kind.law,))
    assert not report.is_clean, f"{kind.__name__} passes"
    return report.failures[0]


def test_a_correct_game_keeps_all_laws() -> None:
    report = check(GUESS, games=scaled(200), seed=5)
    assert report.is_clean, str(report)
    assert (report.games, report.seed, report.failures) == (scaled(200), 5, [])
    assert "all laws hold" in str(report)


@pytest.mark.parametrize("kind", BROKEN, ids=lambda kind: f"{kind.law}-{kind.__name__}")
def test_a_broken_game_is_caught(kind: type[BrokenGuess]) -> None:
    failure = broken_by(kind)
    assert failure.law == kind.law
    assert kind.finding in failure.text
    assert kind.cure in failure.cure
    text = str(failure)
    assert failure.cure in text
    assert f"boardwright check guess --games 1 --seed {failure.seed}" in text


def test_every_law_has_a_broken_game() -> None:
    assert {kind.law for kind in BROKEN} == set(LAWS)


@pytest.mark.parametrize("kind", BROKEN, ids=lambda kind: kind.__name__)
def test_the_seed_shows_the_failure_again(kind: type[BrokenGuess]) -> None:
    failure = broken_by(kind)
    again = broken_by(kind, failure.seed, games=1)
    assert (again.law, again.cure) == (failure.law, failure.cure)


def test_a_failure_shows_the_position_and_brings_a_record() -> None:
    failure = broken_by(LogShowsTheDeal)
    assert failure.step is not None
    assert '"cards"' in failure.encoded
    assert "GuessView" in failure.board
    assert failure.setup == "2 seats, options {}"
    assert failure.record is not None
    assert record.load(failure.record, lambda name: LogShowsTheDeal()).number == failure.step
    assert failure.filename == f"guess-no-leaks-{failure.seed}.jsonl"
    assert "record: here.jsonl" in failure.report("here.jsonl")


def test_a_law_is_reported_once_and_the_others_are_still_checked() -> None:
    report = check(PlayChangesItsPosition(), games=40, seed=0)
    laws = [failure.law for failure in report.failures]
    assert laws.count("pure") == 1
    assert len(laws) == len(set(laws))
    assert report.games == 40


def test_a_stated_bound_excuses_endless_play() -> None:
    class Bounded(NeverEnds):
        bound = 30

    assert check(Bounded(), games=3, laws=["ends"]).is_clean


def test_a_wrong_count_shows_the_numbers_by_first_move() -> None:
    assert "guess 1 5" in broken_by(MiscountedPerft).text


def test_only_the_laws_asked_for_are_checked() -> None:
    assert check(MiscountedPerft(), games=1, laws=["pure", "ends"]).is_clean
