"""Administer a server: accounts, matches, the audit log.

The acts are written to the database and, with PostgreSQL, take effect in running servers at once. With SQLite a ban
takes effect with the next request and on open connections within a minute; a server that has a canceled match in memory
notices it with the next command in that match, so cancel it by the API (docs/api.md).
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from boardwright.cli.arguments import whole
from boardwright.cli.errors import print_error
from boardwright.cli.server.configuration import add_settings, database

if TYPE_CHECKING:
    from boardwright.store.rows import Account
    from boardwright.table.lobby.administration import Administration
    from boardwright.table.server.runtime import Server

LIMIT = 50


def parser(parser: argparse.ArgumentParser) -> None:
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)

    def add(
        name: str, help: str, run: Callable[[Server, argparse.Namespace], Awaitable[int]]
    ) -> argparse.ArgumentParser:
        act = acts.add_parser(name, help=help, description=help, allow_abbrev=False)
        act.set_defaults(do=run)
        add_settings(act, "storage")
        return act

    def add_act(
        name: str, help: str, run: Callable[[Administration, Account, argparse.Namespace], Awaitable[str]]
    ) -> argparse.ArgumentParser:
        act = add(name, help, lambda server, args: _on_account(server, args, run))
        act.add_argument("name", metavar="NAME", help="account name")
        act.add_argument("--reason", default="", help="reason, for the audit log")
        return act

    add("accounts", "List accounts whose name contains a text", _accounts).add_argument("search", nargs="?", default="")
    matches = add("matches", "List matches, private ones included", _matches)
    matches.add_argument("--player", metavar="NAME", help="only matches of this account")
    matches.add_argument("--status", choices=("open", "running", "over"))
    add("cancel", "Cancel a match", _cancel).add_argument("match", metavar="MATCH", help="id of the match")
    add("audit", "List the acts of admins, newest first", _audit)
    mute = add_act("mute", "Keep an account from chatting for some minutes; 0 ends it", _mute)
    mute.add_argument("minutes", type=whole(0, 10_000_000))
    add_act("ban", "Keep an account from using the server, and end its sessions", _ban)
    add_act("unban", "Let an account use the server again", _unban)
    add_act("rename", "Change the name of an account", _rename).add_argument("new", metavar="NEW-NAME")
    role = add_act("role", "Make an account an admin, or take the rights away", _role)
    role.add_argument("role", choices=("admin", "player", "bot"))
    add_act("reset", "Make a password useless and print a recovery code for the owner", _reset)
    parser.epilog = "example: boardwright admin role Ann admin"


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    from boardwright.table.server.runtime import Server

    async with await database(args).open() as store:
        server = Server(store)
        try:
            code: int = await args.do(server, args)
            return code
        finally:
            await server.close()


async def _on_account(
    server: Server,
    args: argparse.Namespace,
    act: Callable[[Administration, Account, argparse.Namespace], Awaitable[str]],
) -> int:
    from boardwright.table.lobby.administration import Administration

    account = await server.store.account_named(args.name)
    if account is None:
        return print_error(f"no account is named {args.name!r}; `boardwright admin accounts` lists them")
    print(await act(Administration(server, None), account, args))
    return 0


async def _mute(admin: Administration, account: Account, args: argparse.Namespace) -> str:
    changed = await admin.mute(account.id, args.minutes, args.reason)
    return (
        f"{account.name} may chat."
        if changed.muted is None
        else f"{account.name} is muted until {_time(changed.muted)}."
    )


async def _ban(admin: Administration, account: Account, args: argparse.Namespace) -> str:
    await admin.ban(account.id, args.reason)
    return f"{account.name} is banned."


async def _unban(admin: Administration, account: Account, args: argparse.Namespace) -> str:
    await admin.unban(account.id, args.reason)
    return f"{account.name} is no longer banned."


async def _rename(admin: Administration, account: Account, args: argparse.Namespace) -> str:
    changed = await admin.rename(account.id, args.new, args.reason)
    return f"{account.name} is now called {changed.name}."


async def _role(admin: Administration, account: Account, args: argparse.Namespace) -> str:
    changed = await admin.set_role(account.id, args.role, args.reason)
    return f"{changed.name} now has the role {changed.role}."


async def _reset(admin: Administration, account: Account, args: argparse.Namespace) -> str:
    _, code = await admin.reset_password(account.id, args.reason)
    return f"{account.name} sets a new password with the recovery code {code}"


async def _accounts(server: Server, args: argparse.Namespace) -> int:
    for account in await server.store.accounts(search=args.search, limit=LIMIT):
        flags = [f"banned {_time(account.banned)}"] if account.banned is not None else []
        flags += [f"muted until {_time(account.muted)}"] if account.muted is not None else []
        print(f"{account.id}  {account.role:6}  {_time(account.created)}  {account.name}", *flags, sep="  ")
    return 0


async def _matches(server: Server, args: argparse.Namespace) -> int:
    player = None if args.player is None else await server.store.account_named(args.player)
    if args.player is not None and player is None:
        return print_error(f"no account is named {args.player!r}")
    account = None if player is None else player.id
    for row in await server.store.matches(status=args.status, account=account, limit=LIMIT, hidden=True):
        names = ", ".join(seat.name or "open" for seat in row.lobby.seats)
        private = "  private" if row.lobby.private else ""
        print(f"{row.id}  {row.status:7}  {_time(row.created)}  {row.lobby.game}  {names}{private}")
    return 0


async def _cancel(server: Server, args: argparse.Namespace) -> int:
    from boardwright.store.rows import Account
    from boardwright.table.lobby import lobby
    from boardwright.table.matches.commands import Caller

    await server.start_uptime()
    table = await server.table(args.match)
    operator = Account(id="", name="command line", role="admin", created=0)
    await lobby.cancel(server, table, Caller(operator, server.now()))
    print(f"Match {args.match} is canceled.")
    return 0


async def _audit(server: Server, args: argparse.Namespace) -> int:
    for entry in await server.store.audit(limit=LIMIT):
        actor, subject = [await _named(server, account) for account in (entry.actor, entry.subject)]
        print(f"{_time(entry.at)}  {actor or 'command line'}  {entry.act}  {subject}  {entry.detail}".rstrip())
    return 0


async def _named(server: Server, account: str) -> str:
    found = await server.store.account(account)
    return account if found is None else found.name


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
