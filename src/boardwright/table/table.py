"""A table: one open match in memory, with its subscribers.

The store is the source of truth. A change is made in memory, appended to the store, and published once it is
durable. The table stays locked meanwhile, so that no viewer sees anything that might be lost. After any error
in between, memory is discarded and loaded again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import msgspec

from boardwright.core.entry import Entry
from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.position import AnyPosition
from boardwright.store.change import Appended, Change, WriteConflict
from boardwright.store.port import Store, StoreError
from boardwright.store.rows import Account, Lobby, MatchRow, Saved
from boardwright.table.codes import Code
from boardwright.table.errors import NotFound, StaleState
from boardwright.table.reading import Fault, UnreadableMatch, read
from boardwright.table.render_cache import RenderCache
from boardwright.table.seating import seats_of
from boardwright.table.step_events import StepEvents
from boardwright.table.subscriber import Subscriber
from boardwright.table.uptime import Uptime
from boardwright.table.viewer import Viewer, viewer_for

BOT_PATIENCE = 5000
"""Milliseconds after which every process may wake a bot that has not moved: its process may have ended."""


@dataclass(frozen=True, slots=True)
class Update:
    """A durable change of a table: the row before it, its time, and the request that caused it."""

    before: MatchRow
    at: int
    origin: Subscriber | None = None
    request_id: str = ""


class Table:
    """One open match. `on_update` is called after every durable change."""

    def __init__(
        self,
        store: Store,
        render_cache: RenderCache,
        saved: Saved,
        on_update: Callable[[Table, Update], None],
        uptime: Uptime,
    ) -> None:
        self.store = store
        self.render_cache = render_cache
        self.subscribers: set[Subscriber] = set()
        self.ratings: dict[str, float] = {}
        """Displayed ratings by account, for this game."""
        self.is_stale = False
        """True if memory may differ from the store."""
        self._on_update = on_update
        self._uptime = uptime
        self._viewers: dict[str | None, Viewer] = {}
        self._viewers_of: tuple[Lobby, str] | None = None
        self._lock = asyncio.Lock()
        self._take(saved)

    def _take(self, saved: Saved) -> None:
        self.row = saved.row
        self.fault: Fault | None = None
        """Why the match cannot be read; None if it can."""
        match = None
        try:
            self._game, match = read(saved)
        except UnreadableMatch as error:
            self.fault = error.fault
        self._begin(match)
        self.is_stale = False

    def _begin(self, match: Match | None) -> None:
        self.match = match
        self.step_events = None if match is None else StepEvents(match)

    # Reading

    @property
    def game(self) -> AnyGame:
        """The game, in the version of its rules that the match began with; raises UnreadableMatch."""
        if self.fault is not None:
            raise UnreadableMatch(self.fault)
        return self._game

    @property
    def is_locked(self) -> bool:
        """True while a change is in progress."""
        return self._lock.locked()

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Holds the table exclusively, after loading it again if memory is stale and pausing it for outages."""
        async with self._lock:
            if self.is_stale:
                await self._reload()
            await self._pause_for_outages()
            yield

    async def _pause_for_outages(self) -> None:
        with suppress(StoreError):  # memory can still be read; a write fails by itself
            await self._uptime.refresh()
        while self.match is not None and (paused := self._uptime.pause(self.match)):
            with suppress(StaleState):  # another process was faster
                await self.commit(paused, at=paused[-1].at)

    def position(self, number: int, at: int | None = None) -> AnyPosition:
        """Returns the position after that entry, the last one as it is at that time; the start of an open match."""
        if self.match is None:
            lobby = self.row.lobby
            start: AnyPosition = self.game.begin(len(lobby.seats), self.game.read_options(lobby.options))
            return start
        is_last = number == self.match.number and not self.match.is_over
        return self.match.at(number) if at is None or not is_last else self.match.now_position(at)

    def next_change(self, at: int) -> int | None:
        """Returns when the rules next change what may be done by time alone; None if they never do."""
        match = self.match
        return match.next_change(at) if match is not None and match.position.keeps_time else None

    def own_seats(self, account: Account) -> tuple[int, ...]:
        """Returns the seats that the account holds."""
        return seats_of(self.row.lobby, account.id)

    def viewer(self, account: Account | None) -> Viewer:
        """Returns the viewer for an account, cached until the lobby or status changes.

        Raises Forbidden if the match does not allow spectators.
        """
        lobby, status = self.row.lobby, self.row.status
        if self._viewers_of is None or self._viewers_of[0] is not lobby or self._viewers_of[1] != status:
            self._viewers.clear()
            self._viewers_of = (lobby, status)
        key = None if account is None else account.id
        found = self._viewers.get(key)
        if found is None:
            found = self._viewers[key] = viewer_for(self.row, key)
        return found

    def present(self) -> set[int]:
        """Returns the seats whose players are connected."""
        here = {subscriber.account.id for subscriber in self.subscribers if subscriber.account is not None}
        return {number for number, seat in enumerate(self.row.lobby.seats) if seat.account in here}

    def audience(self) -> int:
        """Returns the number of connected spectators."""
        seated = {seat.account for seat in self.row.lobby.seats}
        accounts = [subscriber.account for subscriber in self.subscribers]
        return sum(account is None or account.id not in seated for account in accounts)

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
        request_id: str = "",
    ) -> Appended:
        """Makes a change of the match or the lobby durable, then publishes it.

        The caller holds the lock. `closed` ends a match that never started or cannot be read. Raises StaleState if
        another process was faster.
        """
        new = row_after(self.row, started or self.match, at, self.row.lobby if lobby is None else lobby)
        change = Change(
            old=self.row,
            new=msgspec.structs.replace(new, status="over", deadline=None) if closed else new,
            entries=tuple(entries),
            request=request,
            seed=None if started is None else started.seed,
        )
        self.is_stale = True
        result = await self.store.append(change)
        if isinstance(result, WriteConflict):
            await self._reload()
            raise StaleState
        if result.repeated or result.row is None:
            await self._reload()
            return result
        before, self.row, self.is_stale = self.row, result.row, False
        if started is not None:
            self._begin(started)
        self._on_update(self, Update(before, at, origin, request_id))
        return result

    async def catch_up(self, at: int) -> None:
        """Loads and publishes what other processes have written."""
        async with self._lock:
            before, match = self.row, None if self.is_stale else self.match
            saved = await self._load(0 if match is None else before.number)
            if match is not None and saved.row.header != match.header:  # moved to another version of its rules
                match, saved = None, await self._load()
            if match is None:
                self._take(saved)
            else:
                self.is_stale = True
                match.extend(saved.entries)
                self.row, self.is_stale = saved.row, False
            self._publish_since(before, at)

    async def _reload(self) -> None:
        before = self.row
        self._take(await self._load())
        self._publish_since(before, self.row.changed)

    async def _load(self, after: int = 0) -> Saved:
        saved = await self.store.load(self.row.id, after)
        if saved is None:
            raise NotFound(Code.NO_MATCH, f"There is no match {self.row.id!r}.")
        return saved

    def _publish_since(self, before: MatchRow, at: int) -> None:
        if (self.row.number, self.row.revision) != (before.number, before.revision):
            self._on_update(self, Update(before, at))


def row_after(row: MatchRow, match: Match | None, at: int, lobby: Lobby) -> MatchRow:
    """Returns the row that follows from the log of the match and the lobby."""
    if match is None:
        return msgspec.structs.replace(row, lobby=lobby, changed=at)
    return msgspec.structs.replace(
        row,
        lobby=lobby,
        status="over" if match.is_over else "running",
        header=match.header,
        number=match.number,
        changed=max(at, match.now),
        deadline=_deadline(match, lobby),
        outcome=match.outcome,
    )


def _deadline(match: Match, lobby: Lobby) -> int | None:
    """Returns when a process has to look after the match, even if nobody has opened it.

    A bot that is to act gets some time before, so that other processes do not choose its move too.
    """
    if match.is_over:
        return None
    clock = match.deadline()
    times = [] if clock is None else [clock[0]]
    if any(lobby.seats[seat].bot is not None for seat in match.position.actors):
        times.append(match.now + BOT_PATIENCE)
    elif any(seat.bot is not None for seat in lobby.seats) and (change := match.next_change(match.now)) is not None:
        times.append(change)
    return min(times, default=None)
