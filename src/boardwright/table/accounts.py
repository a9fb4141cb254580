"""Who is who: guests by a name, accounts with a password, and tokens that stand for them."""

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
from boardwright.table.errors import Conflict, Unauthenticated

LONGEST_NAME = 24
LIFE_OF_TOKEN = 90 * 24 * 3600 * 1000
"""How long a token is good for, in milliseconds."""


def check_name(name: str) -> str:
    """The name without blanks around it; Unreadable says what a name is.

    >>> check_name("  Ann ")
    'Ann'
    >>> check_name("x" * 25)
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.Unreadable: A name has 1 to 24 printable characters.
    """
    name = " ".join(name.split())
    check_storable(name=name)
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Unreadable(f"A name has 1 to {LONGEST_NAME} printable characters.")
    return name


def check_password(password: str) -> str:
    """The password, if it is long enough and not absurd; Unreadable says what is asked."""
    check_storable(password=password)
    if not 8 <= len(password) <= 200:
        raise Unreadable("A password has 8 to 200 characters.")
    return password


def token_hash(token: str) -> str:
    """What the store knows of a token. Tokens are random, so a plain hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Accounts:
    """Makes accounts and tokens and tells whose a token is. Passwords are hashed beside the event loop."""

    def __init__(self, store: Store, now: Callable[[], int], hasher: PasswordHasher | None = None) -> None:
        self._store = store
        self._now = now
        self._hasher = hasher or PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex())

    async def guest(self, name: str) -> tuple[Account, str]:
        """A guest of that name, with a number behind it where the name is taken."""
        name = check_name(name)
        numbers = (*range(2, 10), *(secrets.randbelow(100_000) for _ in range(20)))
        for suffix in ("", *(f" {number}" for number in numbers)):
            account = self._new(name[: LONGEST_NAME - len(suffix)].rstrip() + suffix, "guest")
            if await self._store.add_account(account):
                return account, await self._token(account)
        raise Conflict("name_taken", f"Too many are called {name!r}; take another name.")

    async def register(self, name: str, password: str, *, bot: bool = False) -> tuple[Account, str]:
        """An account with a password, for a person or for a program that plays."""
        name, hashed = check_name(name), await self._hash(password)
        account = self._new(name, "bot" if bot else "player", hashed)
        if not await self._store.add_account(account):
            raise _taken(name)
        return account, await self._token(account)

    async def login(self, name: str, password: str) -> tuple[Account, str]:
        """A new token for an account. It takes as long for a name that nobody has as for a wrong password."""
        check_storable(name=name, password=password)
        account = await self._store.account_named(name)
        known = account.password if account is not None and account.password else self._nobody
        fits = await asyncio.to_thread(self._fits, known, password)
        if account is None or account.password is None or not fits:
            raise Unauthenticated("bad_password", "No account has this name and this password.")
        return account, await self._token(account)

    async def change(
        self, account: Account, *, name: str | None = None, password: str | None = None, token: str = ""
    ) -> Account:
        """Gives an account another name or password; a guest who sets a password has become a player.

        With a new password all tokens are worthless but the one that asked for it.
        """
        changed = account
        if name is not None:
            changed = msgspec.structs.replace(changed, name=check_name(name))
        if password is not None:
            role: Role = "player" if account.role == "guest" else account.role
            changed = msgspec.structs.replace(changed, role=role, password=await self._hash(password))
        if changed != account and not await self._store.change_account(changed):
            raise _taken(changed.name)
        if password is not None:
            await self._store.drop_tokens(account.id, token_hash(token))
        return changed

    async def is_good(self, hashed: str) -> bool:
        """Whether the token with that hash still stands for somebody."""
        found = await self._store.bearer(hashed)
        return found is not None and (found[1].expires is None or found[1].expires > self._now())

    async def who(self, token: str) -> Account:
        """Whose token that is; Unauthenticated when it is nobody's, revoked or too old."""
        found = await self._store.bearer(token_hash(token))
        if found is None or (found[1].expires is not None and found[1].expires <= self._now()):
            raise Unauthenticated("bad_token", "This token is not valid, or no longer.")
        return found[0]

    async def revoke(self, token: str) -> None:
        """Makes a token worthless."""
        await self._store.drop_token(token_hash(token))

    def _new(self, name: str, role: Role, password: str | None = None) -> Account:
        return Account(id=secrets.token_urlsafe(9), name=name, role=role, created=self._now(), password=password)

    async def _token(self, account: Account) -> str:
        token, now = secrets.token_urlsafe(32), self._now()
        kept = Token(hash=token_hash(token), account=account.id, created=now, expires=now + LIFE_OF_TOKEN)
        await self._store.add_token(kept)
        return token

    async def _hash(self, password: str) -> str:
        return await asyncio.to_thread(self._hasher.hash, check_password(password))

    def _fits(self, known: str, password: str) -> bool:
        try:
            return self._hasher.verify(known, password)
        except (Argon2Error, InvalidHashError):
            return False


def _taken(name: str) -> Conflict:
    return Conflict("name_taken", f"The name {name!r} is taken; take another one, or log in.")
