"""Versions of rules side by side: a match is bound to the version it began with."""

from __future__ import annotations

import msgspec
import pytest

from boardwright.core.game.game import AnyGame
from boardwright.core.match.match import Match
from boardwright.core.records import record, replay
from boardwright.core.refusal import BadOptions, BadRecord, IllegalMove, UnknownVersion
from boardwright.kit import check
from tests.core.plays import after
from tests.toys import Guess
from tests.versions import SEVEN, Counting, Seven


def played(game: AnyGame, *moves: str) -> Match:
    return after(Match.new(game, seed=bytes(32)), *moves)


OLD = SEVEN.with_version(2)


def test_a_game_bound_to_a_version_has_that_version_and_its_own_defaults() -> None:
    assert (SEVEN.version, OLD.version) == (3, 2)
    assert OLD.with_version(3) is SEVEN
    assert SEVEN.with_version(2) is OLD
    assert [game.prompt.__self__ for game in (SEVEN, OLD)] == [SEVEN, OLD]  # type: ignore[attr-defined]
    assert len(OLD.actions(2, OLD.read_options()).moves) == 3


def test_each_version_keeps_its_own_rules() -> None:
    assert played(OLD, "add 3").position == Counting(version=2, chips=5, total=3, turns=1)
    with pytest.raises(IllegalMove):
        played(SEVEN, "add 3")


def test_an_unknown_version_names_those_there_are() -> None:
    with pytest.raises(UnknownVersion, match="Seven version 4 is not installed; installed are versions 2 to 3"):
        SEVEN.with_version(4)
    with pytest.raises(UnknownVersion, match="Guess version 2 is not installed; installed is version 1"):
        Guess().with_version(2)


def test_the_header_selects_the_version_whatever_game_object_is_given() -> None:
    match = played(OLD, "add 3", "add 3")
    for game in (SEVEN, OLD):
        resumed = Match.resume(game, match.header, match.entries, match.seed)
        loaded = replay.load(game, match.header, match.entries, match.seed)
        assert resumed.game is loaded.game is OLD
        assert resumed.position == loaded.position == match.position
    assert match.branch(1).game is OLD


def test_records_of_every_kept_version_verify() -> None:
    for match in (played(OLD, "add 3", "add 3", "add 1"), played(SEVEN, "add 2")):
        data = record.dump(match)
        assert "all moves legal" in record.verify(data, lambda name: SEVEN)
        assert record.load(data, lambda name: SEVEN).game.version == match.header.version


@pytest.mark.parametrize("version", [1, 4])
def test_a_record_of_a_version_that_is_not_kept_says_so(version: int) -> None:
    match = played(SEVEN, "add 2")
    header = msgspec.structs.replace(match.header, version=version)
    words = f"Header: Seven version {version} is not installed; installed are versions 2 to 3."
    for read in (Match.resume, replay.load):
        with pytest.raises(BadRecord, match=words) as bad:
            read(SEVEN, header, match.entries, match.seed)
        assert bad.value.entry == 0


def test_a_position_of_one_version_cannot_start_a_match_of_another() -> None:
    with pytest.raises(BadOptions, match="A position of version 2 cannot be in a match of version 3"):
        Match.new(SEVEN, start=OLD.begin())


def test_a_game_that_keeps_versions_needs_a_field_for_them() -> None:
    class Forgetful(Guess):
        version = 2
        oldest = 1

    with pytest.raises(TypeError, match="Guessing needs a field `version: int`"):
        Forgetful()


@pytest.mark.parametrize("version", [2, 3])
def test_every_kept_version_keeps_the_laws(version: int) -> None:
    report = check(Seven().with_version(version), games=3)
    assert report.is_clean, report
