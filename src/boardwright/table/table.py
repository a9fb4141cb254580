"""A table: one match of the server, open_requests in memory, with those who listen to it.

The store is the truth. A change is made in memory, handed to the store, and told to the subscribers once it
is durable. While that lasts the table is held, so nobody sees what might not be kept. Whatever goes wrong in
between, memory is thrown away and read again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Self

import msgspec

from boardwright.core.entry import Entry
from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.position import AnyPosition
from boardwright.store.change import Appended, Change, WriteConflict
from boardwright.store.port import Store
from boardwright.store.rows import Account, Lobby, MatchRow, Saved
from boardwright.table import broadcast
from boardwright.table.errors import NotFound, StaleState
from boardwright.table.render_cache import RenderCache
from boardwright.table.seating import game_of, seats_of
from boardwright.table.step_events import StepEvents
from boardwright.table.subscriber import Subscriber
from boardwright.table.viewer import Viewer, viewer_for


class Table:
    """One live match. `changed` is called after every change, for clocks and bots."""

    def __init__(self, store: Store, render_cache: RenderCache, saved: Saved, changed: Callable[[Table], None]) -> None:
        self.store = store
        self.render_cache = render_cache
        self.subscribers: set[Subscriber] = set()
        self.ratings: dict[str, float] = {}
        """Caller account, for this game."""
        self.is_stale = False
        """Whether memory may differ from the store."""
        self._changed = changed
        self._eyes: dict[str | None, Viewer] = {}
        self._seen_by: Lobby | None = None
        self._seen_when = ""
        self._lock = asyncio.Lock()
        self._take(saved)

    def _take(self, saved: Saved) -> None:
        self.row = saved.row
        self.game: AnyGame = game_of(saved.row.lobby)
        header = saved.row.header
        self._begin(None if header is None else Match.load(self.game, header, saved.entries, saved.seed))
        self.is_stale = False

    def _begin(self, match: Match | None) -> None:
        self.match = match
        self.story = None if match is None else StepEvents(match)

    # Reading

    @property
    def is_locked(self) -> bool:
        """Whether a change is under way."""
        return self._lock.locked()

    def locked(self) -> Self:
        """`async with table.locked():` is the table with nobody else at it, and as the store has it."""
        return self

    async def __aenter__(self) -> Self:
        await self._lock.acquire()
        if self.is_stale:
            try:
                await self._read_again()
            except BaseException:
                self._lock.release()
                raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()

    def position(self, number: int) -> AnyPosition:
        """The position after that entry; while the match is open, the one it will start from."""
        if self.match is None:
            lobby = self.row.lobby
            start: AnyPosition = self.game.begin(len(lobby.seats), self.game.read_options(lobby.options))
            return start
        return self.match.at(number)

    def own(self, account: Account) -> tuple[int, ...]:
        """The seats that account holds here."""
        return seats_of(self.row.lobby, account.id)

    def viewer(self, account: Account | None) -> Viewer:
        """The viewer of that account here; Forbidden where spectators are not. Remembered while nothing changes."""
        key = (self.row.lobby, self.row.status)
        if self._seen_by is not key[0] or self._seen_when != key[1]:
            self._eyes.clear()
            self._seen_by, self._seen_when = key
        origin = None if account is None else account.id
        found = self._eyes.get(origin)
        if found is None:
            found = self._eyes[origin] = viewer_for(self.row, origin)
        return found

    def present(self) -> set[int]:
        """The seats whose players listen."""
        here = {subscriber.account.id for subscriber in self.subscribers if subscriber.account is not None}
        return {number for number, seat in enumerate(self.row.lobby.seats) if seat.account in here}

    def audience(self) -> int:
        """How many listen without a seat."""
        seated = {seat.account for seat in self.row.lobby.seats}
        return sum(subscriber.account is None or subscriber.account.id not in seated for subscriber in self.subscribers)

    # Changing

    async def commit(
        self,
        entries: Iterable[Entry] = (),
        *,
        at: int,
        lobby: Lobby | None = None,
        started: Match | None = None,
        closed: bool = False,
        request: str | None = None,
        origin: Subscriber | None = None,
        answers: str = "",
    ) -> Appended:
        """Makes durable what was done to the match or what is agreed at the table, then tells everybody.

        To be called while the table is held. StaleState when another process was faster. `closed` ends a match
        that never began.
        """
        new = row_after(self.row, started or self.match, at, self.row.lobby if lobby is None else lobby)
        change = Change(
            old=self.row,
            new=msgspec.structs.replace(new, status="over") if closed else new,
            entries=tuple(entries),
            request=request,
            seed=None if started is None else started.seed,
        )
        self.is_stale = True
        answer = await self.store.append(change)
        if isinstance(answer, WriteConflict):
            await self._read_again()
            raise StaleState
        if answer.repeated or answer.row is None:
            await self._read_again()
            return answer
        before, self.row, self.is_stale = self.row, answer.row, False
        if started is not None:
            self._begin(started)
        broadcast.publish(self, before, at, origin, answers)
        self._changed(self)
        return answer

    async def catch_up(self, at: int) -> None:
        """Reads what other processes have written since, and tells it."""
        async with self._lock:
            before, match = self.row, None if self.is_stale else self.match
            saved = await self.store.load(before.id, 0 if match is None else before.number)
            if saved is None:
                raise _vanished(before.id)
            if match is None:
                self._take(saved)
            else:
                self.is_stale = True
                for entry in saved.entries:
                    match.append(entry)
                self.row, self.is_stale = saved.row, False
            self._tell_since(before, at)

    async def _read_again(self) -> None:
        before = self.row
        saved = await self.store.load(before.id)
        if saved is None:
            raise _vanished(before.id)
        self._take(saved)
        self._tell_since(before, self.row.changed)

    def _tell_since(self, before: MatchRow, at: int) -> None:
        if (self.row.number, self.row.revision) != (before.number, before.revision):
            broadcast.publish(self, before, at)
            self._changed(self)


def row_after(row: MatchRow, match: Match | None, at: int, lobby: Lobby) -> MatchRow:
    """The row of a match as its log and what is agreed at the table make it."""
    if match is None:
        return msgspec.structs.replace(row, lobby=lobby, changed=at)
    deadline = match.deadline() if match.header.clock.is_running else None
    return msgspec.structs.replace(
        row,
        lobby=lobby,
        status="over" if match.is_over else "running",
        header=match.header,
        number=match.number,
        changed=max(at, match.now),
        deadline=None if deadline is None else deadline[0],
        outcome=match.outcome,
    )


def _vanished(match: str) -> NotFound:
    return NotFound("no_match", f"There is no match {match!r}.")
