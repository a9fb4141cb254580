"""Lobby use cases: creating, joining, leaving, starting, canceling, and rematches."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from boardwright.core.game import registry
from boardwright.core.match.match import Match
from boardwright.core.records.branch_point import BranchPoint
from boardwright.core.records.rules_diff import entry_digests
from boardwright.store.change import Change, WriteConflict
from boardwright.store.rows import Account, AuditEntry, MatchRow, MatchSettings
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict, Forbidden, StaleCommitment, StaleState
from boardwright.table.lobby.new_match import find_start
from boardwright.table.matches import commands, seating
from boardwright.table.matches.fair_play import guarded
from boardwright.table.matches.match_row import check_consequences, public_seed, row_after
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.reading import UnreadableMatch
from boardwright.table.server.runtime import Server

_ATTEMPTS = 8
"""The number of times that a request for a seat gives way to other processes that change the same match."""


async def create(
    server: Server, host: Account, wanted: seating.NewMatch, *, address: str = ""
) -> tuple[OpenMatch, bool]:
    """Create a match, or for a quick match join a compatible open one; return the table and whether it is new.

    `address` is that of the host, as limits count it; "" if it is not known, as in `join` and `rematch`.
    Raises StaleCommitment if `wanted.match` is neither an id issued to the host nor the match to join.
    """
    start = await find_start(server, host, wanted)
    new = await server.work.run(seating.new_lobby, wanted, host, start)
    lobby = seating.with_share(new, host.id, wanted.share)
    waiting = await waiting_matches(server, lobby) if wanted.quick else []
    for match in waiting:
        if wanted.match in (None, match):
            try:
                table = await server.table(match)
                return await join(server, table, host, share=wanted.share, address=address), False
            except Conflict:
                continue
    if waiting and wanted.match is not None:
        raise StaleCommitment
    name = _issued_id(server, host, wanted.match)
    return await _open(server, name, _with_address(server, name, lobby, host, address), start), True


async def waiting_matches(server: Server, wanted: MatchSettings) -> list[str]:
    """Return the open matches that a quick match with that lobby can join."""
    rows = await server.store.matches(status="open", game=wanted.game, quick=True)
    return [row.id for row in rows if _is_compatible(row.lobby, wanted)]


def rematch_id(match: str) -> str:
    """Return the id of the rematch of a match, the same in every process."""
    return hashlib.sha256(f"rematch of {match}".encode()).hexdigest()[:16]


def _issued_id(server: Server, account: Account, match: str | None) -> str:
    """Return the id if it was issued to the account, or a new one for None; raise StaleCommitment."""
    key = server.store.key
    if match is not None and not key.has_issued(match, account.id):
        raise StaleCommitment
    return match or key.new_id(account.id)


def _is_compatible(found: MatchSettings, wanted: MatchSettings) -> bool:
    """Return whether joining the found match is as good as creating the wanted one."""
    mine = (wanted.options, wanted.clock, wanted.spectators, wanted.delay, wanted.rated, len(wanted.seats))
    return found.host != wanted.host and mine == (
        found.options, found.clock, found.spectators, found.delay, found.rated, len(found.seats)
    )  # fmt: skip


async def join(
    server: Server,
    table: OpenMatch,
    account: Account,
    seat: int | None = None,
    share: str = "",
    *,
    address: str = "",
) -> OpenMatch:
    """Take a seat and contribute a share of the seed; the match starts when the last seat is taken."""

    async def take() -> OpenMatch:
        async with table.locked():
            _check_open(table)
            lobby = seating.take_seat(table.row.lobby, account, seat)
            lobby = _with_address(server, table.row.id, lobby, account, address)
            await _apply(server, table, seating.with_share(lobby, account.id, share))
        return table

    return await _until_current(take)


def _with_address(server: Server, match: str, lobby: MatchSettings, account: Account, address: str) -> MatchSettings:
    if not address:
        return lobby
    return seating.with_address(lobby, account.id, server.store.key.address_tag(match, address))


async def _until_current(act: Callable[[], Awaitable[OpenMatch]]) -> OpenMatch:
    """Act again if another process was faster, so that what it has written decides."""
    for _ in range(_ATTEMPTS):
        with suppress(StaleState):
            return await act()
    return await act()


async def leave(server: Server, table: OpenMatch, account: Account) -> None:
    """Leave an open match, also one that cannot be read, or decline it for whom a seat is kept.

    If the host leaves, or the only one for whom the host waits declines, the match is closed.
    """
    async with table.locked():
        if table.row.status != "open":
            _check_open(table)
        before = table.row.lobby
        lobby = seating.leave_seats(before, account.id)
        if account.id == lobby.host or (seating.seats_kept(before, account.id) and not _has_company(lobby)):
            await table.commit(at=server.now(), closed=True)
        else:
            await table.commit(at=server.now(), lobby=lobby)


def _has_company(lobby: MatchSettings) -> bool:
    """Return whether anybody beside the host sits there or is expected by name."""
    return any({seat.account, seat.reserved_for} - {None, lobby.host} for seat in lobby.seats)


async def start(server: Server, table: OpenMatch, account: Account, bot: str | None = None) -> None:
    """Start the match without waiting for more people; that bot takes the free seats."""
    async with table.locked():
        _check_open(table)
        _check_host(table, account)
        if bot is None and not seating.is_full(table.row.lobby):
            raise Conflict(Code.SEATS_FREE, "Some seats are free; wait for players, or name a bot to fill them.")
        lobby = table.row.lobby
        filled = seating.fill_with_bot(lobby, bot) if bot else lobby
        async with server.host_limit.check(filled, before=lobby):
            await _apply(server, table, filled)


async def cancel(server: Server, table: OpenMatch, caller: commands.Caller) -> None:
    """Close a match that is open or cannot be read, or end a running match in which nobody else plays.

    Admins may cancel every match; if they neither host nor play it, the audit log says so.
    """
    account, lobby = caller.account, table.row.lobby
    async with table.locked():
        is_closed = table.row.status == "open" or (table.fault is not None and table.row.status == "running")
        if is_closed:
            _check_host(table, account)
            await table.commit(at=server.now(), closed=True)
    if not is_closed:
        await commands.cancel(table, caller)
    if account.id != lobby.host and not seating.seats_of(lobby, account.id):
        act = AuditEntry(at=server.now(), actor=account.id, act="cancel", subject=table.row.id, detail=lobby.title)
        await server.store.add_audit(act)


async def rematch(
    server: Server, table: OpenMatch, account: Account, share: str = "", *, address: str = ""
) -> OpenMatch:
    """Return a rematch with rotated seats; later requests join the match that the first one created."""
    return await _until_current(lambda: _rematch(server, table, account, share, address))


async def _rematch(server: Server, table: OpenMatch, account: Account, share: str, address: str) -> OpenMatch:
    async with table.locked():
        if table.row.status == "open" or not (match := commands.running(table)).is_over:
            raise Conflict(Code.NOT_OVER, "Finish this match first.")
        old = table.row.lobby
        if not seating.seats_of(old, account.id) and not old.is_watched_by(account.id):
            raise Forbidden(Code.NOT_SEATED, "You did not play in this match.")
        name = rematch_id(table.row.id)
        if old.rematch is None or await server.store.match(name) is None:
            start = None if match.header.branch is None else BranchPoint(match, match.inherited)
            lobby = seating.rematch_lobby(old, table.row.id, account, None if start is None else start.entry)
            lobby = _with_address(server, name, lobby, account, address)
            try:
                await _open(server, name, seating.with_share(lobby, account.id, share), start)
            except StaleCommitment:  # another process was faster
                await (await server.table(name)).catch_up(server.now())
            await table.commit(at=server.now(), lobby=msgspec.structs.replace(old, rematch=name))
    again = await server.table(name)
    if again.row.status == "over" and again.match is None:
        raise Conflict(Code.NOT_OPEN, "The rematch was called off; open a new match instead.")
    if again.row.status == "open" and not seating.seats_of(again.row.lobby, account.id):
        await join(server, again, account, share=share, address=address)
    return again


async def _open(server: Server, name: str, lobby: MatchSettings, start: BranchPoint | None) -> OpenMatch:
    if not seating.is_full(lobby):
        return await _add(server, MatchRow(id=name, created=server.now(), lobby=lobby), None)
    lobby = seating.at_start(lobby, rate_one_address=server.rate_one_address)
    row = MatchRow(id=name, created=server.now(), lobby=lobby)
    return await _add(server, row, _new_match(server, name, lobby, start))


async def _add(server: Server, row: MatchRow, match: Match | None) -> OpenMatch:
    at = server.now()
    if match is not None:
        check_consequences(match, at)
    new = row_after(row, match, at, row.lobby)
    entries, seed = ((), None) if match is None else (tuple(match.entries), public_seed(match))
    notes = () if match is None else entry_digests(match, entries)
    secret = () if match is None else guarded(match, entries, row.lobby, is_new=True)
    change = Change(old=None, new=new, entries=entries, notes=notes, seed=seed, guarded=secret)
    async with server.host_limit.check(row.lobby):
        result = await server.store.append(change)
    if isinstance(result, WriteConflict):
        raise StaleCommitment
    return await server.table(row.id)


async def _apply(server: Server, table: OpenMatch, lobby: MatchSettings) -> None:
    """Commit the lobby, and start the match if every seat is taken."""
    if not seating.is_full(lobby):
        await table.commit(at=server.now(), lobby=lobby)
        return
    lobby = seating.at_start(lobby, rate_one_address=server.rate_one_address)
    match = _new_match(server, table.row.id, lobby, table.start)
    await table.commit(match.entries, at=server.now(), lobby=lobby, started=match)


def _new_match(server: Server, name: str, lobby: MatchSettings, start: BranchPoint | None) -> Match:
    game, players = registry.game(lobby.game), [seat.name for seat in lobby.seats]
    seed, shares, at = server.store.key.seed(name), seating.shares_of(lobby), server.now()
    if start is not None:
        return start.match.branch(start.entry, players=players, seed=seed, shares=shares, at=at, clock=lobby.clock)
    return Match.new(
        game,
        seats=len(lobby.seats),
        options=game.read_options(lobby.options),
        players=players,
        seed=seed,
        shares=shares,
        at=at,
        clock=lobby.clock,
        adjudication=lobby.adjudication,
    )


def _check_open(table: OpenMatch) -> None:
    if table.fault is not None:
        raise UnreadableMatch(table.fault)
    if table.row.status != "open":
        raise Conflict(Code.NOT_OPEN, "This match is no longer open.")


def _check_host(table: OpenMatch, account: Account) -> None:
    if account.id != table.row.lobby.host and account.role != "admin":
        raise Forbidden(Code.NOT_HOST, "Only the host may do this.")


class Commitment(msgspec.Struct, frozen=True):
    """The id of a match, and the SHA-256 hash of its seed."""

    match: str
    commitment: str


async def commit(server: Server, account: Account, quick: seating.NewMatch | None = None) -> Commitment:
    """Commit to a match that the account may create, or to the one that its quick match can join."""
    wanted = None if quick is None else await server.work.run(seating.new_lobby, quick, account)
    waiting = [] if wanted is None else await waiting_matches(server, wanted)
    return _commitment(server, waiting[0] if waiting else server.store.key.new_id(account.id))


def commit_to_rematch(server: Server, table: OpenMatch) -> Commitment:
    """Commit to the rematch of a match, whether somebody has asked for it already or not."""
    return _commitment(server, rematch_id(table.row.id))


def _commitment(server: Server, match: str) -> Commitment:
    return Commitment(match, server.store.key.commitment(match))
