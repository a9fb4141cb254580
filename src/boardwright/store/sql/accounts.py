"""Accounts and the acts of admins in SQL."""

from __future__ import annotations

from boardwright.store.name_keys import name_key, skeleton
from boardwright.store.rows import Account, AuditEntry, Notice, Role
from boardwright.store.sql.base import Sql, UniqueViolation
from boardwright.store.sql.columns import Values
from boardwright.store.sql.query import Query

ACCOUNT = "a.id, a.name, a.role, a.created, a.password, a.muted, a.banned"
_UNCHANGED = """
    and name = $10 and role = $11 and coalesce(password, '') = $12 and coalesce(muted, 0) = $13
    and coalesce(banned, 0) = $14
"""
_AUDIT = "number, at, actor, act, subject, detail"
_ADD_AUDIT = f"""
    insert into audit ({_AUDIT})
    select coalesce(max(number), 0) + 1, cast($1 as bigint), cast($2 as text), cast($3 as text),
        cast($4 as text), cast($5 as text)
    from audit
"""


class SqlAccounts(Sql):
    """The part of the port about accounts."""

    async def add_account(self, account: Account) -> bool:
        sql = """
            insert into accounts (id, name, key, skeleton, role, created, password, muted, banned)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id
        """
        return await self._execute(sql, *_account_values(account))

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
        rows = await self._query(f"select {ACCOUNT} from accounts a where a.id = $1", account)
        return read_account(rows[0]) if rows else None

    async def account_named(self, name: str) -> Account | None:
        rows = await self._query(f"select {ACCOUNT} from accounts a where a.key = $1", name_key(name))
        return read_account(rows[0]) if rows else None

    async def accounts(
        self, role: Role | None = None, after: str | None = None, limit: int = 100, search: str = ""
    ) -> list[Account]:
        query = Query("a.id > $", after or "")
        query.where("a.role = $", role)
        query.where("a.key like $ escape '!'", _containing(name_key(search)) if search else None)
        sql = f"select {ACCOUNT} from accounts a where {query} order by a.id limit ${len(query.values) + 1}"
        return [read_account(row) for row in await self._query(sql, *query.values, limit)]

    async def fill_skeletons(self) -> None:
        """Computes the skeletons of accounts that an older Boardwright created.

        Of accounts that look alike the oldest gets it; the others have none until they are renamed.
        """
        for account, name in await self._query("select id, name from accounts where skeleton is null order by created"):
            sql = """
                update accounts set skeleton = $2 where id = $1
                and not exists (select 1 from accounts where skeleton = $2) returning id
            """
            await self._execute(sql, account, skeleton(name))

    async def _is_taken(self, account: Account) -> bool:
        """True if another account has the name."""
        sql = "select id from accounts where id <> $1 and (key = $2 or skeleton = $3)"
        return bool(await self._query(sql, account.id, name_key(account.name), skeleton(account.name)))

    async def add_audit(self, entry: AuditEntry) -> None:
        while not await self._execute(f"{_ADD_AUDIT} returning number", *_audit_values(entry)):
            pass  # another process has taken the number

    async def audit(self, before: int | None = None, limit: int = 100) -> list[AuditEntry]:
        query = Query("number > $", 0)
        query.where("number < $", before)
        sql = f"select {_AUDIT} from audit where {query} order by number desc limit ${len(query.values) + 1}"
        return [
            AuditEntry(number=number, at=at, actor=actor, act=act, subject=subject, detail=detail)
            for number, at, actor, act, subject, detail in await self._query(sql, *query.values, limit)
        ]


def read_account(values: Values) -> Account:
    """Returns the account in the columns `ACCOUNT`."""
    account, name, role, created, password, muted, banned = values
    return Account(id=account, name=name, role=role, created=created, password=password, muted=muted, banned=banned)


def _account_values(account: Account) -> Values:
    names = (account.name, name_key(account.name), skeleton(account.name))
    return (account.id, *names, account.role, account.created, account.password, account.muted, account.banned)


def _containing(text: str) -> str:
    for special in "!%_":
        text = text.replace(special, f"!{special}")
    return f"%{text}%"


def _audit_values(entry: AuditEntry) -> Values:
    return (entry.at, entry.actor, entry.act, entry.subject, entry.detail)
