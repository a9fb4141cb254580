"""How a match comes about: opened, joined, started, closed, played again, branched off another one."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

import msgspec

from boardwright.core.match import Match
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.store.change import Change, WriteConflict
from boardwright.store.rows import Account, Lobby, MatchRow
from boardwright.table import commands, seating
from boardwright.table.errors import Conflict, Forbidden, NotFound
from boardwright.table.table import Table, row_after

if TYPE_CHECKING:
    from boardwright.table.runtime import Server


def new_id() -> str:
    """A match's name: too many possibilities to guess, so the address of a private match is its key."""
    return secrets.token_urlsafe(12)


async def order(server: Server, host: Account, wish: seating.NewMatch) -> tuple[Table, bool]:
    """A table as the host wants it, and whether it is new: for a quick match a fitting open one will do."""
    lobby = seating.lobby(wish, host)
    if wish.quick:
        for row in await server.store.matches(status="open", game=lobby.game, quick=True):
            if _fits(row.lobby, lobby):
                try:
                    return await join(server, await server.table(row.id), host), False
                except Conflict:
                    continue
    return await _open(server, new_id(), lobby), True


def _fits(found: Lobby, wanted: Lobby) -> bool:
    """Whether joining the one table is as good as opening the other."""
    mine = (wanted.options, wanted.clock, wanted.spectators, wanted.delay, len(wanted.seats))
    return found.host != wanted.host and mine == (
        found.options, found.clock, found.spectators, found.delay, len(found.seats)
    )  # fmt: skip


async def join(server: Server, table: Table, account: Account, seat: int | None = None) -> Table:
    """Sits down; the match starts when the last seat is taken."""
    async with table.locked():
        _check_open(table)
        await _seat(server, table, seating.sit(table.row.lobby, account, seat))
    return table


async def leave(server: Server, table: Table, account: Account) -> None:
    """Stands up again; when the host does, the table is closed."""
    async with table.locked():
        _check_open(table)
        lobby = seating.stand_up(table.row.lobby, account.id)
        if account.id == lobby.host:
            await table.commit(at=server.now(), closed=True)
        else:
            await table.commit(at=server.now(), lobby=lobby)


async def start(server: Server, table: Table, account: Account, bot: str | None = None) -> None:
    """Begins without waiting for more people: free seats go to that bot."""
    async with table.locked():
        _check_open(table)
        _check_host(table, account)
        if bot is None and not seating.is_full(table.row.lobby):
            raise Conflict("seats_free", "Seats are free; wait for players, or name a bot to fill them.")
        await _seat(server, table, seating.fill(table.row.lobby, bot) if bot else table.row.lobby)


async def cancel(server: Server, table: Table, caller: commands.Caller) -> None:
    """Closes an open table, or ends a running match in which nobody else plays."""
    async with table.locked():
        if table.row.status == "open":
            _check_host(table, caller.account)
            await table.commit(at=server.now(), closed=True)
            return
    await commands.cancel(table, caller)


async def rematch(server: Server, table: Table, account: Account) -> Table:
    """The same again with seats turned by one. Whoever asks second sits down at what the first one opened."""
    async with table.locked():
        if table.match is None or not table.match.is_over:
            raise Conflict("not_over", "Play this match to its end first.")
        old = table.row.lobby
        if not seating.seats_of(old, account.id):
            raise Forbidden("not_seated", "You did not play in this match.")
        name = hashlib.sha256(f"rematch of {table.row.id}".encode()).hexdigest()[:16]
        if old.rematch is None:
            await _open(server, name, seating.again(old, table.row.id, account))
            await table.commit(at=server.now(), lobby=msgspec.structs.replace(old, rematch=name))
    again = await server.table(name)
    if again.row.status == "open" and not seating.seats_of(again.row.lobby, account.id):
        await join(server, again, account)
    return again


async def branch(server: Server, table: Table, account: Account, number: int, players: tuple[str, ...]) -> Table:
    """A new match that begins where this one stood after an entry the origin may see."""
    async with table.locked():
        match = commands.running(table)
        viewer = table.viewer(account)
        if match.game.has_secrets and not match.is_over:
            raise IllegalMove(Refusal("branch_sealed", "A match with secrets can be branched after its end."))
        if not 0 <= number <= viewer.number(match):
            raise NotFound("no_entry", f"There is no entry {number} in this match.")
        given = players or ("me",) * match.header.seats
        seats = seating.placed(given, match.header.seats, account)
        if any(seat.is_free for seat in seats):
            raise Conflict("seats_free", "A branch begins at once: every seat needs a player.")
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
    return await _add(server, row, _begun(server, lobby) if seating.is_full(lobby) else None)


async def _add(server: Server, row: MatchRow, match: Match | None) -> Table:
    at = server.now()
    new = row_after(row, match, at, row.lobby)
    entries, seed = ((), None) if match is None else (tuple(match.entries), match.seed)
    change = Change(old=None, new=new, entries=entries, seed=seed)
    answer = await server.store.append(change)
    table = await server.table(row.id)
    if isinstance(answer, WriteConflict):
        await table.catch_up(at)
    return table


async def _seat(server: Server, table: Table, lobby: Lobby) -> None:
    if not seating.is_full(lobby):
        await table.commit(at=server.now(), lobby=lobby)
        return
    lobby = msgspec.structs.replace(lobby, rated=seating.is_rated(lobby))
    match = _begun(server, lobby)
    await table.commit(match.entries, at=server.now(), lobby=lobby, started=match)


def _begun(server: Server, lobby: Lobby) -> Match:
    game = seating.game_of(lobby)
    return Match.new(
        game,
        seats=len(lobby.seats),
        options=game.read_options(lobby.options),
        players=[seat.name for seat in lobby.seats],
        seed=secrets.token_bytes(32),
        at=server.now(),
        clock=lobby.clock,
        adjudication=lobby.adjudication,
    )


def _check_open(table: Table) -> None:
    if table.row.status != "open":
        raise Conflict("not_open", "This match is not open any more.")


def _check_host(table: Table, account: Account) -> None:
    if account.id != table.row.lobby.host and account.role != "admin":
        raise Forbidden("not_host", "Only the host does that.")
