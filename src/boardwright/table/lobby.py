"""Lobby use cases: creating, joining, leaving, starting, canceling, rematches and branches."""

from __future__ import annotations

import hashlib
import secrets

import msgspec

from boardwright.core.match import Match
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.core.starting import read_start
from boardwright.store.change import Change, WriteConflict
from boardwright.store.rows import Account, Lobby, MatchRow
from boardwright.table import commands, seating
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict, Forbidden, NotFound
from boardwright.table.reading import UnreadableMatch
from boardwright.table.runtime import Server
from boardwright.table.table import Table, row_after


def new_id() -> str:
    """Returns a match id that cannot be guessed, because the id of a private match grants access to it."""
    return secrets.token_urlsafe(12)


async def create(server: Server, host: Account, wanted: seating.NewMatch) -> tuple[Table, bool]:
    """Creates a match, or for a quick match joins a compatible open one; returns the table and whether it is new."""
    lobby = seating.new_lobby(wanted, host)
    if wanted.quick:
        for row in await server.store.matches(status="open", game=lobby.game, quick=True):
            if _is_compatible(row.lobby, lobby):
                try:
                    return await join(server, await server.table(row.id), host), False
                except Conflict:
                    continue
    return await _open(server, new_id(), lobby), True


def _is_compatible(found: Lobby, wanted: Lobby) -> bool:
    """True if joining the found match is as good as creating the wanted one."""
    mine = (wanted.options, wanted.clock, wanted.spectators, wanted.delay, len(wanted.seats))
    return found.host != wanted.host and mine == (
        found.options, found.clock, found.spectators, found.delay, len(found.seats)
    )  # fmt: skip


async def join(server: Server, table: Table, account: Account, seat: int | None = None) -> Table:
    """Takes a seat; the match starts when the last seat is taken."""
    async with table.locked():
        _check_open(table)
        await _apply(server, table, seating.take_seat(table.row.lobby, account, seat))
    return table


async def leave(server: Server, table: Table, account: Account) -> None:
    """Leaves an open match; if the host leaves, the match is closed."""
    async with table.locked():
        _check_open(table)
        lobby = seating.leave_seats(table.row.lobby, account.id)
        if account.id == lobby.host:
            await table.commit(at=server.now(), closed=True)
        else:
            await table.commit(at=server.now(), lobby=lobby)


async def start(server: Server, table: Table, account: Account, bot: str | None = None) -> None:
    """Starts the match without waiting for more people; that bot takes the free seats."""
    async with table.locked():
        _check_open(table)
        _check_host(table, account)
        if bot is None and not seating.is_full(table.row.lobby):
            raise Conflict(Code.SEATS_FREE, "Some seats are free; wait for players, or name a bot to fill them.")
        await _apply(server, table, seating.fill_with_bot(table.row.lobby, bot) if bot else table.row.lobby)


async def cancel(server: Server, table: Table, caller: commands.Caller) -> None:
    """Closes a match that is open or cannot be read, or ends a running match in which nobody else plays."""
    async with table.locked():
        if table.row.status == "open" or (table.fault is not None and table.row.status == "running"):
            _check_host(table, caller.account)
            await table.commit(at=server.now(), closed=True)
            return
    await commands.cancel(table, caller)


async def rematch(server: Server, table: Table, account: Account) -> Table:
    """Returns a rematch with rotated seats; later requests join the match that the first one created."""
    async with table.locked():
        if table.row.status == "open" or not commands.running(table).is_over:
            raise Conflict(Code.NOT_OVER, "Finish this match first.")
        old = table.row.lobby
        if not seating.seats_of(old, account.id):
            raise Forbidden(Code.NOT_SEATED, "You did not play in this match.")
        name = hashlib.sha256(f"rematch of {table.row.id}".encode()).hexdigest()[:16]
        if old.rematch is None:
            await _open(server, name, seating.rematch_lobby(old, table.row.id, account))
            await table.commit(at=server.now(), lobby=msgspec.structs.replace(old, rematch=name))
    again = await server.table(name)
    if again.row.status == "open" and not seating.seats_of(again.row.lobby, account.id):
        await join(server, again, account)
    return again


async def branch(server: Server, table: Table, account: Account, number: int, players: tuple[str, ...]) -> Table:
    """Creates a match that starts from the position after entry `number`, if the account may see it."""
    async with table.locked():
        match = commands.running(table)
        viewer = table.viewer(account)
        if match.game.has_secrets and not match.is_over:
            text = "A match with secrets can be branched only after its end."
            raise IllegalMove(Refusal(Code.BRANCH_SEALED, text))
        if not 0 <= number <= viewer.last_entry(match):
            raise NotFound(Code.NO_ENTRY, f"There is no entry {number} in this match.")
        seats = seating.assign_seats(players or ("me",) * match.header.seats, match.game, match.header.seats, account)
        if any(seat.is_free for seat in seats):
            raise Conflict(Code.SEATS_FREE, "A branch starts at once: every seat needs a player.")
        names = tuple(seat.name for seat in seats)
        made = match.branch(number, players=names, seed=secrets.token_bytes(32), at=server.now())
        lobby = msgspec.structs.replace(
            table.row.lobby, host=account.id, seats=seats, asks=(), origin=table.row.id, rematch=None,
            private=True, quick=False, rated=False,
        )  # fmt: skip
    return await _add(server, MatchRow(id=new_id(), created=server.now(), lobby=lobby), made)


async def _open(server: Server, name: str, lobby: Lobby) -> Table:
    lobby = msgspec.structs.replace(lobby, rated=seating.is_rated(lobby))
    row = MatchRow(id=name, created=server.now(), lobby=lobby)
    return await _add(server, row, _new_match(server, lobby) if seating.is_full(lobby) else None)


async def _add(server: Server, row: MatchRow, match: Match | None) -> Table:
    at = server.now()
    new = row_after(row, match, at, row.lobby)
    entries, seed = ((), None) if match is None else (tuple(match.entries), match.seed)
    result = await server.store.append(Change(old=None, new=new, entries=entries, seed=seed))
    table = await server.table(row.id)
    if isinstance(result, WriteConflict):
        await table.catch_up(at)
    return table


async def _apply(server: Server, table: Table, lobby: Lobby) -> None:
    """Commits the lobby, and starts the match if every seat is taken."""
    if not seating.is_full(lobby):
        await table.commit(at=server.now(), lobby=lobby)
        return
    lobby = msgspec.structs.replace(lobby, rated=seating.is_rated(lobby))
    match = _new_match(server, lobby)
    await table.commit(match.entries, at=server.now(), lobby=lobby, started=match)


def _new_match(server: Server, lobby: Lobby) -> Match:
    game, players = seating.game_of(lobby), [seat.name for seat in lobby.seats]
    seed, at = secrets.token_bytes(32), server.now()
    if lobby.start:
        return read_start(game, lobby.start).branch(players=players, seed=seed, at=at, clock=lobby.clock)
    return Match.new(
        game,
        seats=len(lobby.seats),
        options=game.read_options(lobby.options),
        players=players,
        seed=seed,
        at=at,
        clock=lobby.clock,
        adjudication=lobby.adjudication,
    )


def _check_open(table: Table) -> None:
    if table.fault is not None:
        raise UnreadableMatch(table.fault)
    if table.row.status != "open":
        raise Conflict(Code.NOT_OPEN, "This match is no longer open.")


def _check_host(table: Table, account: Account) -> None:
    if account.id != table.row.lobby.host and account.role != "admin":
        raise Forbidden(Code.NOT_HOST, "Only the host may do this.")
