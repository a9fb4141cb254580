"""The kit lets a correct game pass and catches each broken one by the right law, with the fix."""

from __future__ import annotations

from typing import Any

import pytest

from boardwright.core.game.game import AnyGame
from boardwright.core.records import record
from boardwright.core.rules.outcome import Outcome
from boardwright.kit import LAWS, Failure, check
from tests.dealing import FLOCK
from tests.kit.broken import BROKEN, Broken, NeverEnds
from tests.kit.broken_tables import Laying, SetsInFields, SlowFirstStep, TwoPools
from tests.scale import scaled
from tests.toys import GUESS, Guess, Guessing


@pytest.fixture(autouse=True)
def step_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Endless games are cut, and slow steps found, sooner than in real checks."""
    monkeypatch.setattr("boardwright.kit.walks.walk.STEP_LIMIT", 3000)
    monkeypatch.setattr("boardwright.kit.checks.sane.SLOW", 0.2)


def broken_by(kind: Broken, seed: int = 0, games: int = 40) -> Failure:
    report = check(kind.game(), games=games, seed=seed, laws=(kind.law,))
    assert not report.is_clean, f"{kind} passes"
    return report.failures[0]


@pytest.mark.parametrize("game", [GUESS, FLOCK], ids=lambda game: game.name)
def test_a_correct_game_keeps_all_laws(game: AnyGame) -> None:
    report = check(game, games=scaled(200), seed=5)
    assert report.is_clean, str(report)
    assert (report.games, report.seed, report.failures) == (scaled(200), 5, [])
    assert "all laws hold" in str(report)


@pytest.mark.parametrize("kind", BROKEN.values(), ids=repr)
def test_a_broken_game_is_caught_and_its_seed_shows_it_again(kind: Broken) -> None:
    failure = broken_by(kind)
    assert failure.law == kind.law
    assert kind.finding in failure.text
    assert kind.fix in failure.fix
    text = str(failure)
    assert failure.fix in text
    assert f"boardwright check {kind.game.name} --games 1 --seed {failure.seed}" in text
    if kind is not BROKEN["SlowStep"]:
        again = broken_by(kind, failure.seed, games=1)
        assert (again.law, again.fix) == (failure.law, failure.fix)


def test_every_law_has_a_broken_game() -> None:
    assert {kind.law for kind in BROKEN.values()} == set(LAWS)


def test_a_failure_shows_the_position_and_brings_a_record() -> None:
    failure = broken_by(BROKEN["LogShowsTheDeal"])
    assert failure.step is not None
    assert '"dealt"' in failure.encoded
    assert "GuessView" in failure.board
    assert failure.setup == "2 seats, options {}"
    assert failure.record is not None
    assert record.load(failure.record, lambda name: BROKEN["LogShowsTheDeal"].game()).number == failure.step
    assert failure.filename == f"guess-no-leaks-{failure.seed}.jsonl"
    assert "record: here.jsonl" in failure.report("here.jsonl")


def test_a_law_is_reported_once_and_the_others_are_still_checked() -> None:
    report = check(BROKEN["ItemShowsNothing"].game(), games=10, seed=0)
    assert [failure.law for failure in report.failures] == ["display"]
    assert report.games == 10


def test_rules_that_are_not_pure_are_reported_alone() -> None:
    report = check(BROKEN["PlayChangesItsPosition"].game(), games=10, seed=1, laws=("pure", "no leaks", "round trips"))
    assert [failure.law for failure in report.failures] == ["pure"]


def test_a_stated_bound_excuses_endless_play() -> None:
    class Bounded(Guess):
        Position: Any = NeverEnds
        bound = 30

    assert check(Bounded(), games=3, laws=["ends"]).is_clean


def test_a_wrong_count_shows_the_numbers_by_first_move() -> None:
    assert "guess 1 5" in broken_by(BROKEN["MiscountedPerft"]).text


def test_only_the_laws_asked_for_are_checked() -> None:
    assert check(BROKEN["MiscountedPerft"].game(), games=1, laws=["pure", "ends"]).is_clean


@pytest.mark.parametrize(
    ("kind", "games", "laws"), [(SetsInFields, 5, LAWS), (TwoPools, 5, LAWS), (SlowFirstStep, 1, ("sane",))]
)
def test_sets_pools_of_cards_and_slow_first_steps_break_no_law(
    kind: type[Laying], games: int, laws: tuple[str, ...]
) -> None:
    report = check(kind(), games=games, laws=laws)
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
    report = check(BROKEN["LegalInTheOrderOfASet"].game(), seconds=60, laws=["pure"])
    assert [failure.law for failure in report.failures] == ["pure"], str(report)
    assert (report.games, report.unchecked) == (1, [])


def test_an_outcome_that_fails_where_the_time_ends_a_game_is_reported() -> None:
    class Undecided(Guessing, frozen=True):
        def outcome(self) -> Outcome | None:
            if self.cards:
                raise LookupError("no winner is found")
            return None

    class OutcomeCrashes(Guess):
        Position: Any = Undecided

    report = check(OutcomeCrashes(), seconds=0, laws=["sane"])
    assert [failure.law for failure in report.failures] == ["sane"]
    assert "LookupError: no winner is found" in report.failures[0].text


def test_one_cause_is_reported_once() -> None:
    report = check(BROKEN["NothingCanBeDrawn"].game(), games=10, laws=("round trips", "no leaks", "display"))
    assert [failure.law for failure in report.failures] == ["round trips"]
    assert set(report.failures[0].also) == {"no leaks", "display"}
    assert "also breaks, for the same cause: " in str(report)


def test_the_time_ends_a_check_and_a_game_that_is_too_long() -> None:
    seen = list[str]()
    report = check(
        BROKEN["NeverEnds"].game(), seconds=0.005, laws=["ends", "pure"], watch=lambda _, what: seen.append(what)
    )
    assert (report.games, report.is_clean, report.wanted) == (1, True, None)
    assert seen[:3] == ["setups", "play", "pure"]
