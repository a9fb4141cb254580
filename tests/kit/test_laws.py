"""The kit lets a correct game pass and catches each broken one by the right law, with the fix."""

from __future__ import annotations

import pytest

from boardwright.core.game.game import AnyGame
from boardwright.core.records import record
from boardwright.core.rules.outcome import Outcome
from boardwright.kit import LAWS, Failure, check
from tests.dealing import FLOCK
from tests.kit.broken import (
    BROKEN,
    BrokenGuess,
    LogShowsTheDeal,
    MiscountedPerft,
    NeverEnds,
    PlayChangesItsPosition,
    WordsAllAlike,
)
from tests.kit.broken_deals import BROKEN_DEALS, BrokenFlock
from tests.kit.broken_tables import (
    BROKEN_TABLES,
    BrokenTable,
    LegalInTheOrderOfASet,
    NothingCanBeDrawn,
    SetsInFields,
    SlowFirstStep,
    SlowStep,
    TwoPools,
)
from tests.scale import scaled
from tests.toys import GUESS, Guessing

ALL_BROKEN: tuple[type[BrokenGuess | BrokenFlock | BrokenTable], ...] = (*BROKEN, *BROKEN_DEALS, *BROKEN_TABLES)


@pytest.fixture(autouse=True)
def step_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Endless games are cut, and slow steps found, sooner than in real checks."""
    monkeypatch.setattr("boardwright.kit.walks.walk.STEP_LIMIT", 3000)
    monkeypatch.setattr("boardwright.kit.checks.sane.SLOW", 0.2)


def broken_by(kind: type[BrokenGuess | BrokenFlock | BrokenTable], seed: int = 0, games: int = 40) -> Failure:
    report = check(kind(), games=games, seed=seed, laws=(kind.law,))
    assert not report.is_clean, f"{kind.__name__} passes"
    return report.failures[0]


@pytest.mark.parametrize("game", [GUESS, FLOCK], ids=lambda game: game.name)
def test_a_correct_game_keeps_all_laws(game: AnyGame) -> None:
    report = check(game, games=scaled(200), seed=5)
    assert report.is_clean, str(report)
    assert (report.games, report.seed, report.failures) == (scaled(200), 5, [])
    assert "all laws hold" in str(report)


@pytest.mark.parametrize("kind", ALL_BROKEN, ids=lambda kind: f"{kind.law}-{kind.__name__}")
def test_a_broken_game_is_caught(kind: type[BrokenGuess | BrokenFlock | BrokenTable]) -> None:
    failure = broken_by(kind)
    assert failure.law == kind.law
    assert kind.finding in failure.text
    assert kind.fix in failure.fix
    text = str(failure)
    assert failure.fix in text
    assert f"boardwright check {kind.name} --games 1 --seed {failure.seed}" in text


def test_every_law_has_a_broken_game() -> None:
    assert {kind.law for kind in ALL_BROKEN} == set(LAWS)


@pytest.mark.parametrize("kind", sorted({*ALL_BROKEN} - {SlowStep}, key=str), ids=lambda kind: kind.__name__)
def test_the_seed_shows_the_failure_again(kind: type[BrokenGuess | BrokenFlock | BrokenTable]) -> None:
    failure = broken_by(kind)
    again = broken_by(kind, failure.seed, games=1)
    assert (again.law, again.fix) == (failure.law, failure.fix)


def test_a_failure_shows_the_position_and_brings_a_record() -> None:
    failure = broken_by(LogShowsTheDeal)
    assert failure.step is not None
    assert '"dealt"' in failure.encoded
    assert "GuessView" in failure.board
    assert failure.setup == "2 seats, options {}"
    assert failure.record is not None
    assert record.load(failure.record, lambda name: LogShowsTheDeal()).number == failure.step
    assert failure.filename == f"guess-no-leaks-{failure.seed}.jsonl"
    assert "record: here.jsonl" in failure.report("here.jsonl")


def test_a_law_is_reported_once_and_the_others_are_still_checked() -> None:
    report = check(WordsAllAlike(), games=10, seed=0)
    assert [failure.law for failure in report.failures] == ["display"]
    assert report.games == 10


def test_rules_that_are_not_pure_are_reported_alone() -> None:
    report = check(PlayChangesItsPosition(), games=10, seed=1, laws=("pure", "no leaks", "round trips"))
    assert [failure.law for failure in report.failures] == ["pure"]


def test_a_stated_bound_excuses_endless_play() -> None:
    class Bounded(NeverEnds):
        bound = 30

    assert check(Bounded(), games=3, laws=["ends"]).is_clean


def test_a_wrong_count_shows_the_numbers_by_first_move() -> None:
    assert "guess 1 5" in broken_by(MiscountedPerft).text


def test_only_the_laws_asked_for_are_checked() -> None:
    assert check(MiscountedPerft(), games=1, laws=["pure", "ends"]).is_clean


def test_sets_are_values_like_any_other() -> None:
    report = check(SetsInFields(), games=5)
    assert report.is_clean, str(report)


def test_cards_are_counted_by_pool() -> None:
    report = check(TwoPools(), games=5)
    assert report.is_clean, str(report)


def test_a_step_is_slow_only_if_it_is_slow_again() -> None:
    report = check(SlowFirstStep(), games=1, laws=["sane"])
    assert report.is_clean, str(report)


def test_an_order_of_sets_that_another_process_is_too_slow_for_is_not_a_broken_law(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("boardwright.kit.checks.set_order._LIMIT", 0.001)
    report = check(SetsInFields(), games=1, laws=["pure"])
    assert report.is_clean, str(report)
    told = "not checked: the order of sets, which another process did not find out within 0 s: all laws hold"
    assert str(report).endswith(told)


def test_the_order_of_sets_is_compared_before_the_time_is_used_up() -> None:
    report = check(LegalInTheOrderOfASet(), seconds=60, laws=["pure"])
    assert [failure.law for failure in report.failures] == ["pure"], str(report)
    assert (report.games, report.unchecked) == (1, [])


def test_an_outcome_that_fails_where_the_time_ends_a_game_is_reported() -> None:
    class Undecided(Guessing, frozen=True):
        def outcome(self) -> Outcome | None:
            if self.cards:
                raise LookupError("no winner is found")
            return None

    class OutcomeCrashes(BrokenGuess):
        Position = Undecided

    report = check(OutcomeCrashes(), seconds=0, laws=["sane"])
    assert [failure.law for failure in report.failures] == ["sane"]
    assert "LookupError: no winner is found" in report.failures[0].text


def test_one_cause_is_reported_once() -> None:
    report = check(NothingCanBeDrawn(), games=10, laws=("round trips", "no leaks", "display"))
    assert [failure.law for failure in report.failures] == ["round trips"]
    assert set(report.failures[0].also) == {"no leaks", "display"}
    assert "also breaks, for the same cause: " in str(report)


def test_the_time_ends_a_check_and_a_game_that_is_too_long() -> None:
    seen = list[str]()
    report = check(NeverEnds(), seconds=0.005, laws=["ends", "pure"], watch=lambda _, what: seen.append(what))
    assert (report.games, report.is_clean, report.wanted) == (1, True, None)
    assert seen[:3] == ["setups", "play", "pure"]
