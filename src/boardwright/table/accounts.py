"""Accounts: guests with a name, players with a password, and the tokens that authenticate them."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from boardwright.core.refusal import Unreadable
from boardwright.store.port import Store
from boardwright.store.rows import Account, Role, Token
from boardwright.store.validation import check_storable
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict, Unauthenticated

MAX_NAME_LENGTH = 24
TOKEN_LIFETIME = 90 * 24 * 3600 * 1000
"""How long a token is valid, in milliseconds."""


def check_name(name: str) -> str:
    """Returns the name with its whitespace normalized; raises Unreadable if it is not valid.

    >>> check_name("  Ann ")
    'Ann'
    >>> check_name("x" * 25)
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.Unreadable: A name has 1 to 24 printable characters.
    """
    name = " ".join(name.split())
    check_storable(name=name)
    if not 1 <= len(name) <= MAX_NAME_LENGTH or not name.isprintable():
        raise Unreadable(f"A name has 1 to {MAX_NAME_LENGTH} printable characters.")
    return name


def check_password(password: str) -> str:
    """Returns the password; raises Unreadable if it is too short or too long."""
    check_storable(password=password)
    if not 8 <= len(password) <= 200:
        raise Unreadable("A password has 8 to 200 characters.")
    return password


def token_hash(token: str) -> str:
    """Returns the hash under which a token is stored. Tokens are random, so it needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Accounts:
    """Creates accounts and tokens and authenticates callers. Passwords are hashed off the event loop."""

    def __init__(self, store: Store, now: Callable[[], int], hasher: PasswordHasher | None = None) -> None:
        self._store = store
        self._now = now
        self._hasher = hasher or PasswordHasher()
        self._dummy_hash = self._hasher.hash(secrets.token_hex())

    async def guest(self, name: str) -> tuple[Account, str]:
        """Creates a guest and a token; if the name is taken, the guest's name gets a number."""
        name = check_name(name)
        numbers = (*range(2, 10), *(secrets.randbelow(100_000) for _ in range(20)))
        for suffix in ("", *(f" {number}" for number in numbers)):
            account = self._new(name[: MAX_NAME_LENGTH - len(suffix)].rstrip() + suffix, "guest")
            if await self._store.add_account(account):
                return account, await self._new_token(account)
        raise Conflict(Code.NAME_TAKEN, f"Too many guests are called {name!r}; choose another name.")

    async def register(self, name: str, password: str, *, bot: bool = False) -> tuple[Account, str]:
        """Creates an account with a password, for a person or a bot program, and a token."""
        name, hashed = check_name(name), await self._hash(password)
        account = self._new(name, "bot" if bot else "player", hashed)
        if not await self._store.add_account(account):
            raise _name_taken(name)
        return account, await self._new_token(account)

    async def login(self, name: str, password: str) -> tuple[Account, str]:
        """Returns an account and a new token; raises Unauthenticated.

        An unknown name takes as long as a wrong password, so that the time does not reveal which names exist.
        """
        check_storable(name=name, password=password)
        account = await self._store.account_named(name)
        known = account.password if account is not None and account.password else self._dummy_hash
        matches = await asyncio.to_thread(self._verify, known, password)
        if account is None or account.password is None or not matches:
            raise Unauthenticated(Code.BAD_PASSWORD, "No account has this name and password.")
        return account, await self._new_token(account)

    async def change(
        self, account: Account, *, name: str | None = None, password: str | None = None, token: str = ""
    ) -> Account:
        """Changes the name or password of an account; a guest who sets a password becomes a player.

        A new password revokes all tokens of the account except `token`.
        """
        changed = account
        if name is not None:
            changed = msgspec.structs.replace(changed, name=check_name(name))
        if password is not None:
            role: Role = "player" if account.role == "guest" else account.role
            changed = msgspec.structs.replace(changed, role=role, password=await self._hash(password))
        if changed != account and not await self._store.change_account(changed):
            raise _name_taken(changed.name)
        if password is not None:
            await self._store.drop_tokens(account.id, token_hash(token))
        return changed

    async def is_valid(self, hashed: str) -> bool:
        """True if the token with that hash exists and has not expired."""
        return await self._bearer(hashed) is not None

    async def authenticate(self, token: str) -> Account:
        """Returns the account of a token; raises Unauthenticated if it is unknown, revoked or expired."""
        account = await self._bearer(token_hash(token))
        if account is None:
            raise Unauthenticated(Code.BAD_TOKEN, "This token is not valid, or no longer.")
        return account

    async def revoke(self, token: str) -> None:
        """Revokes a token."""
        await self._store.drop_token(token_hash(token))

    async def _bearer(self, hashed: str) -> Account | None:
        found = await self._store.bearer(hashed)
        if found is None:
            return None
        account, token = found
        return account if token.expires is None or token.expires > self._now() else None

    def _new(self, name: str, role: Role, password: str | None = None) -> Account:
        return Account(id=secrets.token_urlsafe(9), name=name, role=role, created=self._now(), password=password)

    async def _new_token(self, account: Account) -> str:
        token, now = secrets.token_urlsafe(32), self._now()
        stored = Token(hash=token_hash(token), account=account.id, created=now, expires=now + TOKEN_LIFETIME)
        await self._store.add_token(stored)
        return token

    async def _hash(self, password: str) -> str:
        return await asyncio.to_thread(self._hasher.hash, check_password(password))

    def _verify(self, known: str, password: str) -> bool:
        try:
            return self._hasher.verify(known, password)
        except (Argon2Error, InvalidHashError):
            return False


def _name_taken(name: str) -> Conflict:
    return Conflict(Code.NAME_TAKEN, f"The name {name!r} is taken; choose another one, or log in.")
