"""Tokens and recovery codes in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.store.rows import Account, Notice, Token
from boardwright.store.sql.accounts import ACCOUNT, read_account
from boardwright.store.sql.base import Batch, Sql
from boardwright.store.sql.columns import Values
from boardwright.store.text_checks import is_storable

_TOKEN = "t.hash, t.account, t.created, t.expires, t.seen, t.agent"
_ACCOUNT_COLUMNS = ACCOUNT.count(",") + 1


class SqlTokens(Sql):
    """The part of the port about tokens and recovery codes."""

    async def add_token(self, token: Token) -> None:
        sql = """
            insert into tokens (hash, account, created, expires, seen, agent)
            select cast($1 as text), a.id, cast($3 as bigint), cast($4 as bigint), cast($5 as bigint), cast($6 as text)
            from accounts a where a.id = $2 returning hash
        """
        values = (token.hash, token.account, token.created, token.expires, token.seen, token.agent)
        if not await self._execute(sql, *values):
            raise LookupError(f"There is no account {token.account!r}.")

    async def bearer(self, token_hash: str) -> tuple[Account, Token] | None:
        sql = f"select {ACCOUNT}, {_TOKEN} from tokens t join accounts a on a.id = t.account where t.hash = $1"
        for row in await self._query(sql, token_hash):
            return read_account(row[:_ACCOUNT_COLUMNS]), _read_token(row[_ACCOUNT_COLUMNS:])
        return None

    async def tokens(self, account: str) -> list[Token]:
        sql = f"select {_TOKEN} from tokens t where t.account = $1 order by t.created desc, t.hash"
        return [_read_token(row) for row in await self._query(sql, account)]

    async def touch_token(self, token_hash: str, at: int) -> None:
        await self._execute("update tokens set seen = $2 where hash = $1 and seen < $2 returning hash", token_hash, at)

    async def drop_token(self, account: str, token_hash: str) -> bool:
        if not is_storable(account + token_hash):
            return False
        drop = "delete from tokens where account = $1 and hash = $2 returning hash"
        return bool(await self._write((drop, (account, token_hash)), notice=Notice("account", account=account)))

    async def drop_tokens(self, account: str, keep: str = "") -> int:
        if not is_storable(account):
            return 0
        drop = "delete from tokens where account = $1 and hash <> $2 returning hash"
        return len(await self._write((drop, (account, keep)), notice=Notice("account", account=account)))

    async def set_recovery(self, account: str, hashes: Sequence[str]) -> None:
        batches: list[Batch] = [
            ("delete from recovery where account = $1", [(account,)]),
            ("insert into recovery (account, hash) values ($1, $2)", [(account, each) for each in hashes]),
        ]
        if not await self._write(("select id from accounts where id = $1", (account,)), batches):
            raise LookupError(f"There is no account {account!r}.")

    async def use_recovery(self, account: str, code_hash: str) -> bool:
        sql = "delete from recovery where account = $1 and hash = $2 returning hash"
        return await self._execute(sql, account, code_hash)


def _read_token(values: Values) -> Token:
    token_hash, account, created, expires, seen, agent = values
    return Token(hash=token_hash, account=account, created=created, expires=expires, seen=seen, agent=agent)


_BIND = "insert into server_key (id, fingerprint) values (1, $1) on conflict (id) do {otherwise} returning id"


class SqlServerKey(Sql):
    """The part of the port about the server key."""

    async def key_fingerprint(self) -> str | None:
        rows = await self._query("select fingerprint from server_key")
        return str(rows[0][0]) if rows else None

    async def bind_key(self, fingerprint: str, *, replace: bool = False) -> None:
        otherwise = "update set fingerprint = excluded.fingerprint" if replace else "nothing"
        await self._execute(_BIND.format(otherwise=otherwise), fingerprint)
