"""Accounts and tokens in SQL."""

from __future__ import annotations

from boardwright.store.rows import Account, Role, Token
from boardwright.store.sql.base import Sql
from boardwright.store.sql.columns import Values
from boardwright.store.sql.query import Query
from boardwright.store.validation import is_storable, name_key

_ACCOUNT = "a.id, a.name, a.role, a.created, a.password"


class SqlAccounts(Sql):
    """The part of the port about accounts."""

    async def add_account(self, account: Account) -> bool:
        sql = """
            insert into accounts (id, name, key, role, created, password) values ($1, $2, $3, $4, $5, $6)
            on conflict do nothing returning id
        """
        return await self._execute(sql, *_account_values(account))

    async def change_account(self, account: Account) -> bool:
        sql = """
            update accounts set name = $2, key = $3, role = $4, created = $5, password = $6
            where id = $1 returning id
        """
        return await self._execute(sql, *_account_values(account))

    async def account(self, account: str) -> Account | None:
        rows = await self._query(f"select {_ACCOUNT} from accounts a where a.id = $1", account)
        return _read_account(rows[0]) if rows else None

    async def account_named(self, name: str) -> Account | None:
        rows = await self._query(f"select {_ACCOUNT} from accounts a where a.key = $1", name_key(name))
        return _read_account(rows[0]) if rows else None

    async def accounts(self, role: Role | None = None, after: str | None = None, limit: int = 100) -> list[Account]:
        query = Query("a.id > $", after or "")
        query.where("a.role = $", role)
        sql = f"select {_ACCOUNT} from accounts a where {query} order by a.id limit ${len(query.values) + 1}"
        return [_read_account(row) for row in await self._query(sql, *query.values, limit)]

    async def add_token(self, token: Token) -> None:
        sql = """
            insert into tokens (hash, account, created, expires)
            select cast($1 as text), a.id, cast($3 as bigint), cast($4 as bigint)
            from accounts a where a.id = $2 returning hash
        """
        if not await self._execute(sql, token.hash, token.account, token.created, token.expires):
            raise LookupError(f"There is no account {token.account!r}.")

    async def bearer(self, token_hash: str) -> tuple[Account, Token] | None:
        sql = f"""
            select {_ACCOUNT}, t.created, t.expires from tokens t join accounts a on a.id = t.account
            where t.hash = $1
        """
        for row in await self._query(sql, token_hash):
            account = _read_account(row[:5])
            return account, Token(hash=token_hash, account=account.id, created=row[5], expires=row[6])
        return None

    async def drop_token(self, token_hash: str) -> bool:
        return await self._execute("delete from tokens where hash = $1 returning hash", token_hash)

    async def drop_tokens(self, account: str, keep: str = "") -> int:
        if not is_storable(account):
            return 0
        drop = "delete from tokens where account = $1 and hash <> $2 returning hash"
        return len(await self._write([(drop, (account, keep))]))

    async def drop_expired(self, now: int) -> int:
        return len(await self._write([("delete from tokens where expires <= $1 returning hash", (now,))]))


def _account_values(account: Account) -> Values:
    return (account.id, account.name, name_key(account.name), account.role, account.created, account.password)


def _read_account(values: Values) -> Account:
    account, name, role, created, password = values
    return Account(id=account, name=name, role=role, created=created, password=password)
