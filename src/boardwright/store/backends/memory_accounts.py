"""The accounts of the in-memory store."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

import msgspec

from boardwright.store.name_keys import name_key, skeleton
from boardwright.store.port import Store
from boardwright.store.rows import Account, AuditEntry, Role, Token


class MemoryAccounts(Store):
    """The part of the port about accounts, in dictionaries."""

    def __init__(self) -> None:
        self._accounts: dict[str, Account] = {}
        self._names: dict[str, str] = {}
        self._skeletons: dict[str, str] = {}
        self._tokens: dict[str, Token] = {}
        self._recovery: dict[str, set[str]] = {}
        self._audit: list[AuditEntry] = []

    # Accounts

    async def add_account(self, account: Account) -> bool:
        if account.id in self._accounts or not self._is_free(account):
            return False
        self._put_account(account)
        return True

    async def change_account(
        self, account: Account, audit: AuditEntry | None = None, old: Account | None = None
    ) -> bool:
        found = self._accounts.get(account.id)
        if found is None or found != (old or found) or not self._is_free(account):
            return False
        self._drop_name(found)
        self._put_account(account)
        if audit is not None:
            await self.add_audit(audit)
        return True

    async def account(self, account: str) -> Account | None:
        return self._accounts.get(account)

    async def account_named(self, name: str) -> Account | None:
        return self._accounts.get(self._names.get(name_key(name), ""))

    async def accounts(
        self, role: Role | None = None, after: str | None = None, limit: int = 100, search: str = ""
    ) -> list[Account]:
        rows = sorted(self._accounts.values(), key=attrgetter("id"))
        found = [row for row in rows if role in (None, row.role) and (after is None or row.id > after)]
        return [row for row in found if name_key(search) in name_key(row.name)][:limit]

    def _is_free(self, account: Account) -> bool:
        """True if no other account has the name."""
        owners = (self._names.get(name_key(account.name)), self._skeletons.get(skeleton(account.name)))
        return all(owner in (None, account.id) for owner in owners)

    def _put_account(self, account: Account) -> None:
        self._accounts[account.id] = account
        self._names[name_key(account.name)] = self._skeletons[skeleton(account.name)] = account.id

    def _drop_name(self, account: Account) -> None:
        del self._names[name_key(account.name)], self._skeletons[skeleton(account.name)]

    def _forget(self, account: str) -> None:
        """Deletes an account with everything that belongs to it."""
        self._drop_name(self._accounts.pop(account))
        self._recovery.pop(account, None)
        self._drop([token.hash for token in self._tokens.values() if token.account == account])

    # Tokens and recovery codes

    async def add_token(self, token: Token) -> None:
        if token.account not in self._accounts:
            raise LookupError(f"There is no account {token.account!r}.")
        self._tokens[token.hash] = token

    async def bearer(self, token_hash: str) -> tuple[Account, Token] | None:
        token = self._tokens.get(token_hash)
        return None if token is None else (self._accounts[token.account], token)

    async def tokens(self, account: str) -> list[Token]:
        owned = [token for token in self._tokens.values() if token.account == account]
        return sorted(owned, key=lambda token: (-token.created, token.hash))

    async def touch_token(self, token_hash: str, at: int) -> None:
        token = self._tokens.get(token_hash)
        if token is not None and token.seen < at:
            self._tokens[token_hash] = msgspec.structs.replace(token, seen=at)

    async def drop_token(self, account: str, token_hash: str) -> bool:
        token = self._tokens.get(token_hash)
        return token is not None and token.account == account and self._drop([token_hash]) == 1

    async def drop_tokens(self, account: str, keep: str = "") -> int:
        return self._drop([token.hash for token in await self.tokens(account) if token.hash != keep])

    async def drop_expired(self, now: int, limit: int = 1000) -> int:
        ended = [token for token in self._tokens.values() if token.expires is not None and token.expires <= now]
        return self._drop([token.hash for token in ended[:limit]])

    def _drop(self, hashes: list[str]) -> int:
        for token_hash in hashes:
            del self._tokens[token_hash]
        return len(hashes)

    async def set_recovery(self, account: str, hashes: Sequence[str]) -> None:
        if account not in self._accounts:
            raise LookupError(f"There is no account {account!r}.")
        self._recovery[account] = set(hashes)

    async def use_recovery(self, account: str, code_hash: str) -> bool:
        known = self._recovery.get(account, set())
        if code_hash not in known:
            return False
        known.remove(code_hash)
        return True

    # Acts of admins

    async def add_audit(self, entry: AuditEntry) -> None:
        self._audit.append(msgspec.structs.replace(entry, number=len(self._audit) + 1))

    async def audit(self, before: int | None = None, limit: int = 100) -> list[AuditEntry]:
        return [entry for entry in reversed(self._audit) if before is None or entry.number < before][:limit]
