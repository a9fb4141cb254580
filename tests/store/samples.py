"""Accounts and matches to store. The matches are real ones of the small game in `tests.toys`."""

from __future__ import annotations

from typing import Any

import msgspec

from boardwright.core.match.clock import Clock
from boardwright.core.match.entry import Entry, broken_link
from boardwright.core.match.match import Match
from boardwright.core.records import replay
from boardwright.store.change import Appended, Change, WriteConflict
from boardwright.store.port import Store
from boardwright.store.rows import Account, MatchRow, MatchSettings, Saved, Seat
from tests.toys import GUESS, Roll, Stop

SEED = bytes(range(32))
_NO_CLOCK = Clock()


def account(key: str, **other: Any) -> Account:
    """Return an account; by default its name is its id."""
    facts: dict[str, Any] = {"id": key, "name": key, "role": "player", "created": 1}
    return Account(**facts | other)


class Table:
    """One match as a server holds it: its row and its log in memory. Each method returns the change to store."""

    def __init__(self, name: str, created: int = 1, **lobby: Any) -> None:
        seats = (Seat(name="Anna", account="anna"), Seat(name="Ben", account="ben"))
        facts: dict[str, Any] = {"game": "guess", "host": "anna", "seats": seats}
        self.row = MatchRow(id=name, created=created, changed=created, lobby=MatchSettings(**facts | lobby))
        self.playing: Match | None = None

    @classmethod
    def resume(cls, saved: Saved) -> Table:
        """Return a stored match; loading it checks every entry."""
        table = cls(saved.row.id)
        table.row = saved.row
        if saved.row.header is not None:
            table.playing = replay.load(GUESS, saved.row.header, saved.entries, saved.seed)
        return table

    @property
    def match(self) -> Match:
        assert self.playing is not None
        return self.playing

    def create(self, request: str | None = None) -> Change:
        return Change(old=None, new=self.row, request=request)

    def agree(self, **lobby: Any) -> Change:
        """Change the lobby."""
        new = msgspec.structs.replace(self.row, lobby=msgspec.structs.replace(self.row.lobby, **lobby))
        return Change(old=self.row, new=new)

    def start(
        self, at: int = 2, clock: Clock = _NO_CLOCK, request: str | None = None, secret: bytes | None = None
    ) -> Change:
        """Start the match with a published seed, or with one that stays secret until the end."""
        self.playing = Match.new(GUESS, players=("Anna", "Ben"), seed=secret or SEED, at=at, clock=clock)
        public = SEED if secret is None else None
        return self._change(self.playing.entries, request, seed=public, header=self.playing.header)

    def play(self, move: str, request: str | None = None, later: int = 1) -> Change:
        return self._change(self.match.play(move, at=self.match.now + later), request)

    def roll(self, request: str | None = None, later: int = 1) -> Change:
        """Play the next move of a match that never has to end."""
        return self.play("roll" if Roll() in self.match.position.legal_moves(0) else "guess 3", request, later)

    def stop(self) -> list[Change]:
        """Return the changes that end the match."""
        changes = []
        while Stop() not in self.match.position.legal_moves(0):
            changes.append(self.take(self.roll()))
        return [*changes, self.take(self.play("stop"))]

    def take(self, change: Change) -> Change:
        """Continue as if the change were stored already."""
        self.row = change.new
        return change

    def _change(self, entries: list[Entry], request: str | None, seed: bytes | None = None, **more: Any) -> Change:
        deadline, over = self.match.deadline(), self.match.outcome
        new = msgspec.structs.replace(
            self.row,
            number=self.match.number,
            hash=self.match.head,
            changed=self.match.now,
            deadline=None if deadline is None else deadline[0],
            status="running" if over is None else "over",
            outcome=over,
            **more,
        )
        published = seed if over is None else self.match.seed
        return Change(old=self.row, new=new, entries=tuple(entries), request=request, seed=published)


async def put(store: Store, table: Table, change: Change) -> Appended:
    """Store a change that must succeed, and continue from its row."""
    answer = await store.append(change)
    assert isinstance(answer, Appended), answer
    assert answer.row is not None
    table.row = answer.row
    return answer


async def running(store: Store, name: str, created: int = 1, **lobby: Any) -> Table:
    """Store and start a match."""
    table = Table(name, created, **lobby)
    await put(store, table, table.create())
    await put(store, table, table.start(at=created + 1))
    return table


async def ended(store: Store, name: str, created: int = 1, **lobby: Any) -> Table:
    """Store a match that is over."""
    table = await running(store, name, created, **lobby)
    await finish(store, table)
    return table


async def finish(store: Store, table: Table) -> None:
    """Play a match to its end."""
    for change in table.stop():
        assert isinstance(await store.append(change), Appended)


async def stored_entries(store: Store, name: str, after: int = 0) -> list[Entry]:
    """Return the stored entries of a match after that number; none if there is no such match."""
    saved = await store.load(name, after)
    return [] if saved is None else saved.entries


async def check_log(store: Store, name: str) -> Saved:
    """Return the stored match after checking its chain, its numbers and all its moves."""
    saved = await store.load(name)
    assert saved is not None
    assert saved.row.header is not None
    assert broken_link(saved.row.header.hash, saved.entries) is None
    assert saved.row.number == len(saved.entries)
    Table.resume(saved)
    return saved


def split(answers: list[Appended | WriteConflict]) -> tuple[list[Appended], list[WriteConflict]]:
    """Split results into successes and conflicts."""
    return [a for a in answers if isinstance(a, Appended)], [a for a in answers if isinstance(a, WriteConflict)]
