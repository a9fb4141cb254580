"""Every entry is hashed once on the way in, and once where it is verified."""

from __future__ import annotations

import pytest

from boardwright.core.match import entry, writer
from boardwright.core.match.match import Match
from boardwright.core.records import replay
from boardwright.core.records.record import dump, dump_for, verify
from tests.core.plays import count, ended, find, play_out, rolled
from tests.dealing import finished


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the numbers of the entries that were hashed, in order."""
    numbers: list[int] = []
    chain = entry.chain

    def counted(previous: str, number: int, *rest: object) -> entry.Entry:
        numbers.append(number)
        return chain(previous, number, *rest)  # type: ignore[arg-type]  # handed on as they came

    for module in (entry, writer, replay):
        monkeypatch.setattr(module, "chain", counted)
    return numbers


def test_an_entry_is_hashed_once_when_it_is_written(hashed: list[int]) -> None:
    found = ended()
    assert hashed == list(range(1, found.number + 1))


def test_an_entry_is_hashed_once_when_it_is_verified(hashed: list[int]) -> None:
    played = count(2, goal=300)
    play_out(played)
    branch = rolled().branch(4, seed=bytes(32), shares=("a", ""))
    for data in (dump(played), dump(ended()), dump_for(rolled(), 0), dump(finished()), dump(branch)):
        hashed.clear()
        verify(data, find)
        assert hashed == list(range(1, data.count(b"\n") - 1))


def test_a_stored_log_is_resumed_without_hashing(hashed: list[int]) -> None:
    played = rolled()
    hashed.clear()
    again = Match.resume(played.game, played.header, played.entries, played.seed)
    assert hashed == []
    assert dump(again) == dump(played)
