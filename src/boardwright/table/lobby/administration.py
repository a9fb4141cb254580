"""Acts of admins on accounts. Each is written to the audit log in the same transaction as its effect."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from boardwright.store.rows import Account, AuditEntry, Role
from boardwright.table.accounts.accounts import account_changed
from boardwright.table.accounts.names import check_name
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict, Forbidden, NotFound
from boardwright.table.server.runtime import Server

MINUTE = 60_000
Actor: TypeAlias = Account | None
"""The admin who acts; None for the command line, whose user can write to the database anyway."""


class Administration:
    """The acts of one admin on a server."""

    def __init__(self, server: Server, actor: Actor) -> None:
        if actor is not None and actor.role != "admin":
            raise Forbidden(Code.NOT_ADMIN, "Only admins may do this.")
        self._server = server
        self._actor = actor

    async def mute(self, account: str, minutes: int, reason: str = "") -> Account:
        """Keep an account from writing chat messages for some minutes; 0 ends it."""
        found = await self._find(account)
        muted = self._server.now() + minutes * MINUTE if minutes else None
        changed = msgspec.structs.replace(found, muted=muted)
        return await self._change(found, changed, "mute", _detail(f"{minutes} minutes" if minutes else "ended", reason))

    async def ban(self, account: str, reason: str = "") -> Account:
        """Keep an account from using the server, and end all its sessions at once."""
        found = await self._find(account, is_harmful=True)
        changed = msgspec.structs.replace(found, banned=self._server.now())
        return await self._change(found, changed, "ban", reason)

    async def unban(self, account: str, reason: str = "") -> Account:
        """Let an account use the server again."""
        found = await self._find(account)
        return await self._change(found, msgspec.structs.replace(found, banned=None), "unban", reason)

    async def rename(self, account: str, name: str, reason: str = "") -> Account:
        """Change the name of an account; in matches that it plays or has played, the old one stays."""
        found = await self._find(account)
        changed = msgspec.structs.replace(found, name=check_name(name))
        return await self._change(found, changed, "rename", _detail(f"{found.name} to {changed.name}", reason))

    async def set_role(self, account: str, role: Role, reason: str = "") -> Account:
        """Make an account an admin, a player or a bot program."""
        found = await self._find(account, is_harmful=True)
        if found.password is None or role == "guest":
            raise Conflict(Code.NOT_REGISTERED, "Only an account with a password has another role than guest.")
        changed = msgspec.structs.replace(found, role=role)
        return await self._change(found, changed, "role", _detail(f"{found.role} to {role}", reason))

    async def reset_password(self, account: str, reason: str = "") -> tuple[Account, str]:
        """Make the password useless, end all sessions, and return the only recovery code that works now."""
        found = await self._find(account)
        if found.password is None:
            raise Conflict(Code.NOT_REGISTERED, "A guest has no password to reset.")
        changed, code = await self._server.accounts.reset_code(found)
        await self._change(found, changed, "reset password", reason)
        await self._server.accounts.revoke_all(changed)
        await self._server.check_tokens(changed.id)
        return changed, code

    async def _find(self, account: str, *, is_harmful: bool = False) -> Account:
        found = await self._server.store.account(account)
        if found is None:
            raise NotFound(Code.NO_PLAYER, f"There is no account with the id {account!r}.")
        if is_harmful and self._actor is not None and self._actor.id == found.id:
            raise Forbidden(Code.OWN_ACCOUNT, "You cannot do this to your own account; ask another admin.")
        return found

    async def _change(self, found: Account, changed: Account, act: str, detail: str) -> Account:
        actor = "" if self._actor is None else self._actor.id
        audit = AuditEntry(at=self._server.now(), actor=actor, act=act, subject=changed.id, detail=detail)
        if not await self._server.store.change_account(changed, audit, found):
            if await self._server.store.account(found.id) != found:
                raise account_changed()
            raise Conflict(Code.NAME_TAKEN, f"The name {changed.name!r} is taken or looks like one that is.")
        if changed.banned is not None:
            await self._server.store.drop_tokens(changed.id)
        await self._server.check_tokens(changed.id)
        return changed


def _detail(fact: str, reason: str) -> str:
    return f"{fact}: {reason}" if reason else fact
