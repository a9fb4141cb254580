"""Moving a match to another version of its rules."""

from __future__ import annotations

import msgspec
import pytest

from boardwright.core.match.header import Migration
from boardwright.core.match.match import Match
from boardwright.core.records import record, replay
from boardwright.core.records.migration import migrate, migration_fault, original
from boardwright.core.records.rules_diff import difference
from boardwright.core.refusal import BadRecord, UnknownVersion
from tests.core.game.test_versions import OLD, played
from tests.core.plays import after
from tests.versions import SAME, SEVEN


def test_versions_that_replay_the_same_do_not_differ() -> None:
    match = played(SAME.with_version(2), "add 1", "add 2", "add 2")
    match.undo(0, agreed=[1])
    assert difference(match, 3) is None
    assert difference(match, 2) is None


def test_a_field_that_no_move_depends_on_is_a_difference() -> None:
    found = difference(played(OLD, "add 1", "add 2"), 3)
    assert str(found) == "differs at the start in field chips: 6 instead of 5"


def test_a_move_that_is_illegal_there_is_a_difference_at_its_entry() -> None:
    match = played(SAME.with_version(2), "add 1", "add 3")
    found = difference(match, 3)
    assert found is not None
    assert (found.entry, found.field) == (2, "content")


def test_a_version_that_is_not_installed_cannot_be_compared() -> None:
    with pytest.raises(UnknownVersion):
        difference(played(SEVEN), 4)


def test_a_moved_match_has_a_new_chain_that_names_the_old_one_and_goes_on() -> None:
    match = played(SAME.with_version(2), "add 1", "add 2")
    header, entries = migrate(match.header, match.entries, 3)
    assert header.hash != match.header.hash
    moved = replay.load(SAME, header, entries, match.seed)
    assert (moved.game.version, moved.number) == (3, 2)
    moved.play("add 2")
    data = record.dump(moved)
    assert "all moves legal" in record.verify(data, lambda name: SAME)
    assert original(moved.header, moved.entries) == (match.header, match.entries)
    assert moved.branch(1).header.migrated is msgspec.UNSET


def test_a_match_can_be_moved_more_than_once() -> None:
    match = played(SAME.with_version(2), "add 1")
    header, entries = migrate(*migrate(match.header, match.entries, 3), 2)
    assert migration_fault(header, entries) is None
    assert replay.load(SAME, header, entries, match.seed).game.version == 2
    assert original(*original(header, entries)) == (match.header, match.entries)


@pytest.mark.parametrize("change", [{"hash": "0" * 64}, {"entry": 1}, {"entry": 3}, {"version": 1}])
def test_a_chain_that_never_was_is_found(change: dict[str, object]) -> None:
    match = played(SAME.with_version(2), "add 1", "add 2")
    header, _ = migrate(match.header, match.entries, 3)
    assert isinstance(header.migrated, Migration)
    forged = msgspec.structs.replace(header, migrated=msgspec.structs.replace(header.migrated, **change))
    fresh = after(Match(SAME, forged, match.seed), "add 1", "add 2")
    with pytest.raises(BadRecord, match=r"Header: the chain of version \d does not end in the hash"):
        replay.load(SAME, forged, fresh.entries, match.seed)


def test_the_header_of_a_match_that_was_never_moved_does_not_mention_it() -> None:
    assert b"migrated" not in record.dump(played(SEVEN))
