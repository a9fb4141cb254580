"""Live connections of accounts: they end with the token that opened them, and follow changes of the account."""

from __future__ import annotations

from collections.abc import Collection

from boardwright.store.rows import Account
from boardwright.table.accounts import Accounts
from boardwright.table.audience import disconnect
from boardwright.table.codes import Code
from boardwright.table.table import Table


async def check_tokens(tables: Collection[Table], accounts: Accounts, account: str | None = None) -> None:
    """Disconnects subscribers whose token is no longer valid, and gives the others their account as it is now.

    With `account` only those of that account.
    """
    used = {
        subscriber.token
        for table in tables
        for subscriber in table.subscribers
        if subscriber.token and (account is None or (subscriber.account and subscriber.account.id == account))
    }
    for hashed in used:
        _refresh(tables, hashed, await accounts.bearer(hashed))


def _refresh(tables: Collection[Table], hashed: str, account: Account | None) -> None:
    for table in tuple(tables):
        for subscriber in tuple(table.subscribers):
            if subscriber.token == hashed and account is not None:
                subscriber.account = account
            elif subscriber.token == hashed:
                text = "The token of this connection was revoked or has expired."
                disconnect(table, subscriber, Code.BAD_TOKEN, text)
