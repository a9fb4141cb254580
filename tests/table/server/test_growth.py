"""The cost of one entry does not depend on how long the match is: work is counted, not timed."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, SupportsIndex, overload
from unittest import mock

import msgspec
import pytest

from boardwright.core.game.registry import game
from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.core.match.step_tree import follow
from boardwright.store.change import Appended, Change
from boardwright.store.rows import MatchRow, MatchSettings, Seat
from boardwright.table.live.feed import Part
from boardwright.table.matches import commands
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.step_events import StepEvents
from tests.core.rules.test_line import counted_parses
from tests.table.case import EVERYTHING, Recorder, ServerCase

GAMES = ("blokus", "deblockle", "mage_duel", "sagrada")
SHORT, LONG = 100, 1500


class Counted(list[Entry]):
    """A log that counts the entries that are read from it."""

    visits = 0

    @overload
    def __getitem__(self, place: SupportsIndex) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> list[Entry]: ...
    def __getitem__(self, place: SupportsIndex | slice) -> Entry | list[Entry]:
        found = super().__getitem__(place)
        self.visits += len(found) if isinstance(found, list) else 1
        return found

    def __iter__(self) -> Iterator[Entry]:
        self.visits += len(self)
        return super().__iter__()


class CountedSteps(array):  # type: ignore[type-arg]
    """The parents of all steps; counts how many are asked for."""

    visits = 0

    def __getitem__(self, place: Any) -> Any:
        self.visits += 1
        return super().__getitem__(place)


def long_match(name: str, entries: int) -> Match:
    """Return a match with that many entries that goes back and forth between its 10th and its 12th move."""
    match, dice, is_back = Match.new(game(name), seed=bytes(32), at=1), Random(1), False
    while match.number < entries or match.moves_done < 11:
        is_back = match.moves_done >= 12 or (is_back and match.moves_done > 10)
        if is_back:
            match.undo(0, agreed=range(match.header.seats))
        else:
            seat = match.position.actors[0]
            match.play(dice.choice(list(match.position.legal_moves(seat))), seat)
    assert not match.is_over
    return match


class TestWork(ServerCase):
    async def test_a_move_costs_the_same_in_a_long_match(self) -> None:
        for name in GAMES:
            short, long = await self._work(name, SHORT), await self._work(name, LONG)
            with self.subTest(game=name):
                assert 0 < long <= short + 40, (short, long)

    async def _work(self, name: str, entries: int) -> int:
        """Return how many entries and steps a move visits, with players and spectators connected."""
        table = await self._open(name, long_match(name, entries))
        for account in (self.ann, self.bob, self.cy, None):
            for wants in (EVERYTHING, frozenset[Part]()):
                await self.server.subscribe(table.row.id, Recorder(account, wants=wants), table.row.number)
        match = commands.running(table)
        log, steps = Counted(match.entries), CountedSteps("i", match.tree._parent)
        match.entries, match.tree._entries, match.tree._parent = log, log, steps
        await self.play(table, 1)
        assert match.number > entries
        return log.visits + steps.visits

    async def test_a_move_that_is_stored_and_shown_is_read_once(self) -> None:
        for name in GAMES:
            table = await self._open(name, long_match(name, 20))
            for account in (self.ann, self.bob, None):
                await self.server.subscribe(table.row.id, Recorder(account, wants=EVERYTHING), table.row.number)
            with self.subTest(game=name), counted_parses() as texts:
                await self.play(table, 1)
                assert texts == [str(commands.running(table).moves[-1])]

    async def _open(self, name: str, match: Match) -> OpenMatch:
        seats = (Seat(name="Ann", account=self.ann.id), Seat(name="Bob", account=self.bob.id))
        lobby = MatchSettings(game=name, host=self.ann.id, seats=seats)
        header = match.header
        row = MatchRow(
            id=f"{name}{match.number}", created=1, lobby=lobby, status="running", header=header, hash=header.hash
        )
        created = await self.store.append(Change(old=None, new=row, seed=match.seed))
        assert isinstance(created, Appended)
        assert created.row is not None
        new = msgspec.structs.replace(created.row, number=match.number, changed=match.now, hash=match.head)
        grown = await self.store.append(Change(old=created.row, new=new, entries=tuple(match.entries)))
        assert isinstance(grown, Appended)
        return await self.server.table(row.id)


@pytest.mark.parametrize("name", GAMES)
def test_events_of_the_last_entry_need_no_others(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = long_match(name, SHORT)
    events, asked = mock.Mock(side_effect=match.events), [mock.call(match.number)]
    monkeypatch.setattr(match, "events", events)
    steps = StepEvents(match)
    assert steps.visible(match.number, 0) == steps.visible(match.number, 0)
    assert events.call_args_list == asked


@pytest.mark.parametrize("name", GAMES)
def test_reading_a_part_seals_that_part_only(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = long_match(name, SHORT)
    for seat in (None, 0, 1):
        everything = match.read(seat)
        assert match.read(seat, 30, 35) == everything[30:35]
        assert match.read(seat, match.number - 1) == everything[-1:]
    seal = mock.Mock(side_effect=AssertionError)
    monkeypatch.setattr(Entry, "seal", seal)
    with suppress(AssertionError):
        match.read(None)
    is_sealed = seal.called
    seal.reset_mock()
    match.read(None, match.number)
    assert not seal.called
    assert is_sealed == (name == "sagrada")


@pytest.mark.parametrize("name", GAMES)
def test_the_last_move_and_the_undone_steps_of_a_part_are_those_of_the_whole(name: str) -> None:
    match = long_match(name, 60)
    for number in range(match.number + 1):
        moves = [entry for entry in match.line(number) if entry.kind == "move"]
        assert match.last_move(number) == (moves[-1] if moves else None)
        for seats in ((0,), (1,), ()):
            own = [entry for entry in moves if entry.seat in seats]
            assert match.last_move(number, seats) == (own[-1] if own else None)
        in_force = {entry.number for entry in match.line(number)}
        undone = {entry.number for entry in match.entries[:number] if entry.is_step} - in_force
        for after in (0, 1, number // 2, number):
            assert match.undone(number, after) == {step for step in undone if step > after}


@pytest.mark.parametrize("name", GAMES)
def test_opening_replays_what_is_in_force_and_nothing_else(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, replayed = long_match(name, 400), []

    def counted(*given: Any) -> Any:
        replayed.append(given[1].number)
        return follow(*given)

    monkeypatch.setattr("boardwright.core.match.step_tree.follow", counted)
    opened = Match.resume(match.game, match.header, match.entries, match.seed)
    assert replayed == [entry.number for entry in match.line()]
    for number in range(match.number + 1):
        assert opened.at(number) == match.at(number)
    for seat in (None, 0, 1):
        assert opened.read(seat) == match.read(seat)
