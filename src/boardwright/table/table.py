"""A table: one open match in memory, with its subscribers.

The store is the source of truth. A change is made in memory, appended to the store, and published once it is
durable. The table stays locked meanwhile, so that no viewer sees anything that might be lost. After any error
in between, memory is discarded and loaded again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from boardwright.core.entry import Entry
from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.note import notes_of
from boardwright.core.position import AnyPosition
from boardwright.core.starting import Start
from boardwright.store.change import Appended, Change, WriteConflict
from boardwright.store.port import Store, StoreError
from boardwright.store.rows import Account, Lobby, MatchRow, Saved
from boardwright.table.codes import Code
from boardwright.table.errors import NotFound, RequestUsed, StaleState
from boardwright.table.ratings import RatingView
from boardwright.table.reading import Fault, UnreadableMatch, load, read, read_start_of
from boardwright.table.render_cache import RenderCache
from boardwright.table.seating import seats_of
from boardwright.table.step_events import StepEvents
from boardwright.table.subscriber import Subscriber
from boardwright.table.uptime import Uptime
from boardwright.table.viewer import Viewer, viewer_for

if TYPE_CHECKING:
    from boardwright.table.audience import Shown

BOT_PATIENCE = 5000
"""Milliseconds after which every process may wake a bot that has not moved: its process may have ended."""


WEIGHT = 4096
"""Characters in a host's texts that count like a table."""


@dataclass(frozen=True, slots=True)
class Update:
    """A durable change of a table: the row before it, its time, and the request that caused it."""

    before: MatchRow
    at: int
    origin: Subscriber | None = None
    request_id: str = ""


class _Held:
    """Holds a lock, after a check; an object because a generator costs more than what most commands do."""

    __slots__ = ("_check", "_lock")

    def __init__(self, lock: asyncio.Lock, check: Callable[[], Awaitable[None]]) -> None:
        self._lock = lock
        self._check = check

    async def __aenter__(self) -> None:
        await self._lock.acquire()
        try:
            await self._check()
        except BaseException:
            self._lock.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()


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
        self.shown: dict[Hashable, Shown] = {}
        """What each audience was sent last."""
        self.ratings: dict[str, RatingView] = {}
        """Ratings by account, for this game."""
        self.touched = 0
        """When somebody last asked for the table."""
        self.is_stale = False
        """True if memory may differ from the store."""
        self.is_behind = False
        """True if memory may lack entries that other processes have written."""
        self._on_update = on_update
        self._uptime = uptime
        self._viewers: dict[tuple[str | None, bool], Viewer] = {}
        self._viewers_of: tuple[Lobby, str] | None = None
        self._lock = asyncio.Lock()
        self._take(saved)

    def _take(self, saved: Saved) -> None:
        self.row = saved.row
        self.fault: Fault | None = None
        """Why the match cannot be read; None if it can."""
        self.start: Start | None = None
        """Where a match that waits for players will start; None for the beginning of the game."""
        match = None
        try:
            self._game, match = read(saved)
            self.start = read_start_of(saved)
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
        return self._game if self.start is None else self.start.match.game

    @property
    def weight(self) -> int:
        """How many ordinary tables it counts for: long texts of a host, such as own cards, need more memory."""
        return 1 + self.row.lobby.length // WEIGHT

    @property
    def is_locked(self) -> bool:
        """True while a change is in progress."""
        return self._lock.locked()

    def locked(self) -> AbstractAsyncContextManager[None]:
        """Holds the table exclusively, after loading it again if memory is stale and pausing it for outages."""
        return _Held(self._lock, self._refresh)

    async def _refresh(self) -> None:
        if self.is_stale:
            await self._reload()
        elif self.is_behind:
            await self._catch_up()
        if self._uptime.is_due:
            with suppress(StoreError):  # memory can still be read; a write fails by itself
                await self._uptime.refresh()
        while self.match is not None and (paused := self._uptime.pause(self.match)):
            with suppress(StaleState):  # another process was faster
                await self.commit(paused, at=paused[-1].at)

    def position(self, number: int, at: int | None = None) -> AnyPosition:
        """Returns the position after that entry, the last one as it is at that time; the start of an open match."""
        if self.start is not None:
            return self.start.position
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
        key = (None, False) if account is None else (account.id, account.role == "admin")
        found = self._viewers.get(key)
        if found is None:
            found = self._viewers[key] = viewer_for(self.row, key[0], is_admin=key[1])
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
        command: str = "",
        origin: Subscriber | None = None,
        request_id: str = "",
    ) -> Appended:
        """Makes a change of the match or the lobby durable, then publishes it.

        The caller holds the lock. `closed` ends a match that never started or cannot be read. Raises StaleState if
        another process was faster, RequestUsed if `request` stands for another `command`.
        """
        match = started or self.match
        new = row_after(self.row, match, at, self.row.lobby if lobby is None else lobby)
        change = Change(
            old=self.row,
            new=msgspec.structs.replace(new, status="over", deadline=None) if closed else new,
            entries=(added := tuple(entries)),
            notes=() if match is None else notes_of(match, added),
            request=request,
            command=command,
            seed=None if match is None else public_seed(match),
        )
        self.is_stale = True
        result = await self.store.append(change)
        if isinstance(result, WriteConflict):
            await self._reload()
            raise StaleState
        if result.repeated or result.row is None:
            await self._reload()
            return same_command(result, command)
        before, self.row, self.is_stale = self.row, result.row, False
        if started is not None:
            self.start = None
            self._begin(started)
        self._on_update(self, Update(before, at, origin, request_id))
        return result

    async def catch_up(self, at: int) -> None:
        """Loads and publishes what other processes have written."""
        async with self._lock:
            await self._catch_up(at)

    async def _catch_up(self, at: int | None = None) -> None:
        self.is_behind = False  # before the query: what is written during it may be missing from its result
        try:
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
        except StoreError:
            self.is_behind = True
            raise
        self._publish_since(before, self.row.changed if at is None else at)

    async def _reload(self) -> None:
        before = self.row
        self._take(await self._load())
        self._publish_since(before, self.row.changed)

    async def _load(self, after: int = 0) -> Saved:
        saved = await load(self.store, self.row.id, after)
        if saved is None:
            raise NotFound(Code.NO_MATCH, "There is no such match.")
        return saved

    def _publish_since(self, before: MatchRow, at: int) -> None:
        if (self.row.number, self.row.revision) != (before.number, before.revision):
            self._on_update(self, Update(before, at))


def same_command(done: Appended, command: str) -> Appended:
    """Returns the result of a repeated request; raises RequestUsed if its id was used for another command."""
    if done.repeated and done.command and done.command != command:
        raise RequestUsed
    return done


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
        hash=match.head,
        # The time of the end stays: ratings are computed, and computed again, in its order.
        changed=row.changed if row.status == "over" else max(at, match.now),
        deadline=_deadline(match, lobby),
        outcome=match.outcome,
    )


def public_seed(match: Match) -> bytes | None:
    """Returns the seed once it may be known: not before the end."""
    return match.seed if match.is_over else None


def _deadline(match: Match, lobby: Lobby) -> int | None:
    """Returns when a process has to look after the match, even if nobody has opened it.

    A bot that is to act gets some time before, so that other processes do not choose its move too.
    """
    if match.is_over:
        return None
    clock = match.deadline()
    times = [] if clock is None else [clock[0]]
    if not lobby.has_bots:
        return min(times, default=None)
    if any(lobby.seats[seat].bot is not None for seat in match.position.actors):
        times.append(match.now + BOT_PATIENCE)
    elif (change := match.next_change(match.now)) is not None:
        times.append(change)
    return min(times, default=None)
