"""One open match in memory.

The store is the source of truth. A change is made in memory, appended to the store, and published once it is
durable. The match stays locked meanwhile, so that no viewer sees anything that might be lost. After any error
in between, memory is discarded and loaded again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from functools import partial

import msgspec

from boardwright.core.game.game import AnyGame
from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.core.records.branch_point import BranchPoint
from boardwright.core.records.rules_diff import entry_digests
from boardwright.core.rules.position import AnyPosition
from boardwright.core.rules.timed import keeps_time
from boardwright.store.change import Appended, Change, WriteConflict
from boardwright.store.port import Store, StoreError
from boardwright.store.rows import Account, MatchRow, MatchSettings, Saved, log_id
from boardwright.table.codes import Code
from boardwright.table.errors import NotFound, RequestUsed, StaleState
from boardwright.table.matches.fair_play import guarded
from boardwright.table.matches.match_row import check_consequences, public_seed, row_after
from boardwright.table.matches.reading import Fault, UnreadableMatch, failure, load, read, read_start_of
from boardwright.table.matches.seating import seats_of
from boardwright.table.matches.step_events import StepEvents
from boardwright.table.matches.uptime import Uptime
from boardwright.table.matches.viewer import Viewer, viewer_for
from boardwright.table.rules_watch import RulesTimeout, is_rules_error

log = logging.getLogger("boardwright.table")

WEIGHT = 4096
"""Characters in a host's texts that count like a match."""


@dataclass(frozen=True, slots=True)
class Update:
    """A durable change of a match: the row before it, its time, and the request that caused it.

    `origin` is the subscriber that sent the request.
    """

    before: MatchRow
    at: int
    origin: object = None
    request_id: str = ""


class _Held:
    """A held match; an object because a generator costs more than what most commands do."""

    __slots__ = ("_sets_aside", "_table")

    def __init__(self, table: OpenMatch, sets_aside: bool) -> None:
        self._table = table
        self._sets_aside = sets_aside

    async def __aenter__(self) -> None:
        await self._table.hold()

    async def __aexit__(self, _: object, error: BaseException | None, __: object) -> None:
        await self._table.release(error, sets_aside=self._sets_aside)


class OpenMatch:
    """One open match. `prepare` is called before every change is stored; what it returns is called after that."""

    def __init__(
        self,
        store: Store,
        saved: Saved,
        prepare: Callable[[OpenMatch, Update], Callable[[], None]],
        uptime: Uptime,
    ) -> None:
        self.store = store
        self.touched = 0
        """The time at which somebody last asked for the match."""
        self.is_stale = False
        """True if memory may differ from the store."""
        self.is_behind = False
        """True if memory may lack entries that other processes have written."""
        self._prepare = prepare
        self._uptime = uptime
        self._viewers: dict[tuple[str | None, bool], Viewer] = {}
        self._viewers_of: tuple[MatchSettings, str] | None = None
        self._lock = asyncio.Lock()
        self._take(saved)

    def _take(self, saved: Saved) -> None:
        self.row = saved.row
        self.fault: Fault | None = None
        """Why the match cannot be read; None if it can."""
        self.start: BranchPoint | None = None
        """The point where a match that waits for players will start; None for the beginning of the game."""
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
        """The number of ordinary matches it counts for: long texts, such as custom cards, need more memory."""
        return 1 + self.row.lobby.length // WEIGHT

    @property
    def is_locked(self) -> bool:
        """True while a change is in progress."""
        return self._lock.locked()

    def locked(self, *, sets_aside: bool = True) -> AbstractAsyncContextManager[None]:
        """Hold the match exclusively, after loading it again if memory is stale and pausing it for outages.

        If the rules of its game fail meanwhile, the match is set aside, and UnreadableMatch is raised instead; not with
        `sets_aside=False`, for what the match can go on without.
        """
        return _Held(self, sets_aside)

    async def hold(self, begin: Callable[[], Awaitable[None]] | None = None) -> None:
        """Begin to hold the match, by `begin` or by refreshing it; `locked` does."""
        await self._lock.acquire()
        try:
            await (begin or self._refresh)()
        except BaseException as error:
            await self.release(error)
            raise

    async def release(self, error: BaseException | None = None, *, sets_aside: bool = True) -> None:
        """End holding the match, after an error perhaps; `locked` does."""
        try:
            if error is not None:
                self.is_stale |= self.match is not None and self.match.number != self.row.number
                if sets_aside and is_rules_error(error):
                    raise UnreadableMatch(await self._set_aside(error)) from error
        finally:
            self._lock.release()

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
        """Return the position after that entry, the last one as it is at that time; the start of an open match."""
        if self.start is not None:
            return self.start.position
        if self.match is None:
            lobby = self.row.lobby
            start: AnyPosition = self.game.begin(len(lobby.seats), self.game.read_options(lobby.options))
            return start
        is_last = number == self.match.number and not self.match.is_over
        return self.match.at(number) if at is None or not is_last else self.match.now_position(at)

    def next_change(self, at: int) -> int | None:
        """Return when the rules next change what may be done by time alone; None if they never do."""
        match = self.match
        return match.next_change(at) if match is not None and keeps_time(match.position) else None

    def own_seats(self, account: Account) -> tuple[int, ...]:
        """Return the seats that the account holds."""
        return seats_of(self.row.lobby, account.id)

    def viewer(self, account: Account | None) -> Viewer:
        """Return the viewer for an account, cached until the lobby or status changes.

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

    # Changing

    async def commit(
        self,
        entries: Iterable[Entry] = (),
        *,
        at: int,
        lobby: MatchSettings | None = None,
        started: Match | None = None,
        closed: bool = False,
        request: str | None = None,
        command: str = "",
        origin: object = None,
        request_id: str = "",
    ) -> Appended:
        """Make a change of the match or the lobby durable, then publish it.

        The caller holds the lock. `closed` ends a match that never started or cannot be read. Raises StaleState if
        another process was faster, RequestUsed if `request` stands for another `command`.
        """
        self.is_stale = True
        if started is not None:
            self.start = None
            self._begin(started)
        update = Update(self.row, at, origin, request_id)
        try:
            new = row_after(self.row, self.match, at, self.row.lobby if lobby is None else lobby)
            change = Change(
                old=self.row,
                new=msgspec.structs.replace(new, status="over", deadline=None) if closed else new,
                entries=(added := tuple(entries)),
                notes=() if self.match is None else entry_digests(self.match, added),
                request=request,
                command=command,
                seed=None if self.match is None else public_seed(self.match),
                guarded=() if self.match is None else guarded(self.match, added, new.lobby, is_new=started is not None),
            )
            publish = self._follow(change, update)
        except (Exception, RulesTimeout) as error:
            raise UnreadableMatch(await self._set_aside(error)) from error
        return await self._append(change, publish)

    def _follow(self, change: Change, update: Update) -> Callable[[], None]:
        """Compute all that has to follow from a change, before it is stored; return what publishes it."""
        if self.match is not None and change.entries:
            check_consequences(self.match, update.at)
        self.row = change.new
        try:
            return self._prepare(self, update)
        finally:
            self.row = update.before

    async def _append(self, change: Change, publish: Callable[[], None]) -> Appended:
        result = await self.store.append(change)
        if isinstance(result, WriteConflict):
            await self._reload()
            raise StaleState
        if result.repeated or result.row is None:
            await self._reload()
            return same_command(result, change.command)
        self.row, self.is_stale = result.row, False
        publish()
        return result

    # Setting aside

    def fail(self, error: BaseException) -> Fault:
        """Discard the match because its rules have failed, and log why; the fault is its state from now on."""
        fault = failure(error, self.row, self.match)
        row, version = self.row, None if self.row.header is None else self.row.header.version
        log.error(
            "%s (version %s) failed in match %s after entry %s; the match is set aside",
            row.lobby.game, version, log_id(row.id), row.number, exc_info=error,
        )  # fmt: skip
        self.fault, self.start, self.is_stale = fault, None, False
        self._begin(None)
        return fault

    async def _set_aside(self, error: BaseException) -> Fault:
        """Set the match aside for good: its host can close it. The caller holds the lock."""
        fault, before = self.fail(error), self.row
        new = msgspec.structs.replace(
            before, lobby=msgspec.structs.replace(before.lobby, failed=fault.text), deadline=None
        )
        try:
            result = await self.store.append(Change(old=before, new=new))
        except StoreError:  # this process remembers, and finds it again after a restart
            return fault
        if isinstance(result, WriteConflict) or result.row is None:  # another process went on meanwhile
            await self._reload()
        else:
            self.row = result.row
            self._prepare(self, Update(before, before.changed))()
        return fault

    async def catch_up(self, at: int) -> None:
        """Load and publish what other processes have written."""
        await self.hold(partial(self._catch_up, at))
        await self.release()

    async def _catch_up(self, at: int | None = None) -> None:
        self.is_behind = False  # before the query: what is written during it may be missing from its result
        try:
            before, match = self.row, None if self.is_stale else self.match
            saved = await self._load(0 if match is None else before.number)
            if match is not None and (saved.row.header != match.header or saved.row.lobby.failed):
                match, saved = None, await self._load()  # moved to another version of its rules, or set aside
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
            self._prepare(self, Update(before, at))()


def same_command(done: Appended, command: str) -> Appended:
    """Return the result of a repeated request; raise RequestUsed if its id was used for another command."""
    if done.repeated and done.command and done.command != command:
        raise RequestUsed
    return done
