"""Accounts, tokens, recovery codes and the acts of admins in SQL."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boardwright.store.name_keys import name_key, skeleton
from boardwright.store.rows import Account, AuditEntry, Notice, Role, Token
from boardwright.store.sql.base import Batch, Sql, UniqueViolation
from boardwright.store.sql.columns import Values, columns, read
from boardwright.store.sql.query import Query

_ACCOUNT = columns(Account, "a")
_ACCOUNT_WIDTH = len(Account.__struct_fields__)
_TOKEN = columns(Token, "t")
_UNCHANGED = """
    and name = $10 and role = $11 and coalesce(password, '') = $12 and coalesce(muted, 0) = $13
    and coalesce(banned, 0) = $14
"""
_AUDIT = columns(AuditEntry)
_ADD_AUDIT = f"""
    insert into audit ({_AUDIT})
    select cast($1 as bigint), cast($2 as text), cast($3 as text), cast($4 as text), cast($5 as text),
        coalesce(max(number), 0) + 1
    from audit
"""


class SqlAccounts(Sql):
    """The part of the port about accounts."""

    # Accounts

    async def add_account(self, account: Account) -> bool:
        sql = """
            insert into accounts (id, name, key, skeleton, role, created, password, muted, banned)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id
        """
        return bool(await self._execute(sql, *_account_values(account)))

    async def change_account(
        self, account: Account, audit: AuditEntry | None = None, old: Account | None = None
    ) -> bool:
        sql = """
            update accounts set name = $2, key = $3, skeleton = $4, role = $5, created = $6, password = $7,
                muted = $8, banned = $9
            where id = $1
        """
        values = _account_values(account)
        if old is not None:
            sql += _UNCHANGED
            values = (*values, old.name, old.role, old.password or "", old.muted or 0, old.banned or 0)
        batches = [] if audit is None else [(_ADD_AUDIT, [_audit_values(audit)])]
        try:
            notice = Notice("account", account=account.id)
            return bool(await self._write((f"{sql} returning id", values), batches, notice))
        except UniqueViolation:
            if audit is not None and not await self._is_taken(account):
                return await self.change_account(account, audit, old)  # another process has taken the audit number
            return False

    async def account(self, account: str) -> Account | None:
        rows = await self._query(f"select {_ACCOUNT} from accounts a where a.id = $1", account)
        return read(Account, rows[0]) if rows else None

    async def account_named(self, name: str) -> Account | None:
        rows = await self._query(f"select {_ACCOUNT} from accounts a where a.key = $1", name_key(name))
        return read(Account, rows[0]) if rows else None

    async def accounts(
        self, role: Role | None = None, after: str | None = None, limit: int = 100, search: str = ""
    ) -> list[Account]:
        query = Query("a.id > $", after or "")
        query.where("a.role = $", role)
        query.where("a.key like $ escape '!'", _containing(name_key(search)) if search else None)
        sql = f"select {_ACCOUNT} from accounts a where {query} order by a.id limit ${len(query.values) + 1}"
        return [read(Account, row) for row in await self._query(sql, *query.values, limit)]

    async def fill_skeletons(self) -> None:
        """Compute the skeletons of accounts that an older Boardwright created.

        Of accounts that look alike the oldest gets it; the others have none until they are renamed.
        """
        for account, name in await self._query("select id, name from accounts where skeleton is null order by created"):
            sql = """
                update accounts set skeleton = $2 where id = $1
                and not exists (select 1 from accounts where skeleton = $2) returning id
            """
            await self._execute(sql, account, skeleton(name))

    async def _is_taken(self, account: Account) -> bool:
        """Return whether another account has the name."""
        sql = "select id from accounts where id <> $1 and (key = $2 or skeleton = $3)"
        return bool(await self._query(sql, account.id, name_key(account.name), skeleton(account.name)))

    # Tokens and recovery codes

    async def add_token(self, token: Token) -> None:
        sql = """
            insert into tokens (hash, account, created, expires, seen, agent)
            select cast($1 as text), a.id, cast($3 as bigint), cast($4 as bigint), cast($5 as bigint), cast($6 as text)
            from accounts a where a.id = $2 returning hash
        """
        if not await self._execute(sql, *msgspec.structs.astuple(token)):
            raise LookupError(f"There is no account {token.account!r}.")

    async def bearer(self, token_hash: str) -> tuple[Account, Token] | None:
        sql = f"select {_ACCOUNT}, {_TOKEN} from tokens t join accounts a on a.id = t.account where t.hash = $1"
        for row in await self._query(sql, token_hash):
            return read(Account, row[:_ACCOUNT_WIDTH]), read(Token, row[_ACCOUNT_WIDTH:])
        return None

    async def tokens(self, account: str) -> list[Token]:
        sql = f"select {_TOKEN} from tokens t where t.account = $1 order by t.created desc, t.hash"
        return [read(Token, row) for row in await self._query(sql, account)]

    async def touch_token(self, token_hash: str, at: int) -> None:
        await self._execute("update tokens set seen = $2 where hash = $1 and seen < $2 returning hash", token_hash, at)

    async def drop_token(self, account: str, token_hash: str) -> bool:
        drop = "delete from tokens where account = $1 and hash = $2 returning hash"
        return bool(await self._execute(drop, account, token_hash, notice=Notice("account", account=account)))

    async def drop_tokens(self, account: str, keep: str = "") -> int:
        drop = "delete from tokens where account = $1 and hash <> $2 returning hash"
        return await self._execute(drop, account, keep, notice=Notice("account", account=account))

    async def set_recovery(self, account: str, hashes: Sequence[str]) -> None:
        batches: list[Batch] = [
            ("delete from recovery where account = $1", [(account,)]),
            ("insert into recovery (account, hash) values ($1, $2)", [(account, each) for each in hashes]),
        ]
        if not await self._write(("select id from accounts where id = $1", (account,)), batches):
            raise LookupError(f"There is no account {account!r}.")

    async def use_recovery(self, account: str, code_hash: str) -> bool:
        sql = "delete from recovery where account = $1 and hash = $2 returning hash"
        return bool(await self._execute(sql, account, code_hash))

    # Acts of admins

    async def add_audit(self, entry: AuditEntry) -> None:
        while not await self._execute(f"{_ADD_AUDIT} returning number", *_audit_values(entry)):
            pass  # another process has taken the number

    async def audit(self, before: int | None = None, limit: int = 100) -> list[AuditEntry]:
        query = Query("number > $", 0)
        query.where("number < $", before)
        sql = f"select {_AUDIT} from audit where {query} order by number desc limit ${len(query.values) + 1}"
        return [read(AuditEntry, row) for row in await self._query(sql, *query.values, limit)]


def _account_values(account: Account) -> Values:
    names = (account.name, name_key(account.name), skeleton(account.name))
    return (account.id, *names, account.role, account.created, account.password, account.muted, account.banned)


def _containing(text: str) -> str:
    for special in "!%_":
        text = text.replace(special, f"!{special}")
    return f"%{text}%"


def _audit_values(entry: AuditEntry) -> Values:
    return msgspec.structs.astuple(entry)[:-1]  # the number is counted by the database
