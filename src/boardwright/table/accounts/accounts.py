"""Accounts: guests with a name, players with a password, and the tokens that authenticate them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import NamedTuple

import msgspec
from argon2 import PasswordHasher

from boardwright.store.name_keys import name_key
from boardwright.store.port import Store
from boardwright.store.rows import Account, Role, Token
from boardwright.store.text_checks import check_storable
from boardwright.table.accounts.names import MAX_NAME_LENGTH, check_name
from boardwright.table.accounts.passwords import Passwords, code_hashes, new_codes
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict, Forbidden, NotFound, RateLimited, Unauthenticated
from boardwright.table.limits.bucket_memory import BucketMemory
from boardwright.table.limits.limits import Buckets

TOKEN_LIFETIME = 90 * 24 * 3600 * 1000
"""The usual lifetime of a token, in milliseconds."""
SEEN_PRECISION = 3600 * 1000
"""The interval at which the use of a token is recorded, in milliseconds."""
GUESSES, GUESS_INTERVAL = 10, 60
"""Wrong passwords per account, of strangers and of known devices each: so many at once, then one in so many seconds."""
_SESSION_ID = 16
_GRACE = 60_000
"""Milliseconds for which a new guest keeps the name while its first token is on its way."""


class SignedIn(NamedTuple):
    """An account with a new token, and its recovery codes if they are new."""

    account: Account
    token: str
    codes: tuple[str, ...] = ()


def token_hash(token: str) -> str:
    """Return the hash under which a token is stored. Tokens are random, so it needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def session_id(hashed: str) -> str:
    """Return the public id of the session with that token hash."""
    return hashed[:_SESSION_ID]


class Accounts:
    """All accounts and tokens: their creation, their changes, and the authentication of callers."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        hasher: PasswordHasher | None = None,
        *,
        memory: BucketMemory | None = None,
        lifetime: int = TOKEN_LIFETIME,
    ) -> None:
        self._store = store
        self._now = now
        self._lifetime = lifetime
        self.passwords = Passwords(hasher)
        self._guesses = Buckets(1 / GUESS_INTERVAL, GUESSES, name="guess ", memory=memory, clock=lambda: now() / 1000)

    # Signing up and in

    async def guest(self, name: str, agent: str = "") -> SignedIn:
        """Create a guest and a token; if the name is taken, the guest's name gets a number."""
        name = check_name(name)
        numbers = (*range(2, 10), *(secrets.randbelow(100_000) for _ in range(20)))
        for suffix in ("", *(f" {number}" for number in numbers)):
            account = self._new(name[: MAX_NAME_LENGTH - len(suffix)].rstrip() + suffix, "guest")
            if await self._write(account):
                return SignedIn(account, await self._new_token(account, agent))
        raise Conflict(Code.NAME_TAKEN, f"Too many guests are called {name!r}; choose another name.")

    async def register(
        self, name: str, password: str, *, bot: bool = False, agent: str = "", address: str = ""
    ) -> SignedIn:
        """Create an account with a password, for a person or a bot program.

        `address` is that of the caller, here and below: addresses take turns where passwords are hashed.
        """
        name = check_name(name)
        account = self._new(name, "bot" if bot else "player", await self.passwords.hash(password, name, address))
        if not await self._write(account):
            raise _name_taken(name)
        return SignedIn(account, await self._new_token(account, agent), await self._new_codes(account))

    async def login(
        self, name: str, password: str, agent: str = "", *, device: str = "", address: str = ""
    ) -> SignedIn:
        """Return an account and a new token; raise Unauthenticated, Forbidden or RateLimited.

        An unknown name takes as long as a wrong password, so that the time does not reveal which names exist. With a
        `device` of the account (`device_for`) the guesses of strangers do not matter.
        """
        check_storable(name=name, password=password)
        account = await self._store.account_named(name)
        is_known = account is not None and self._store.key.knows_device(device, account.id)
        if not await self._guess(name, account, password, address, is_known=is_known) or account is None:
            raise Unauthenticated(Code.BAD_PASSWORD, "No account has this name and password.")
        _check_not_banned(account)
        return SignedIn(account, await self._new_token(account, agent))

    def device_for(self, account: Account) -> str:
        """Return what proves later that a device has signed in to the account; "" for a guest."""
        return "" if account.password is None else self._store.key.new_device(account.id)

    async def recover(self, name: str, code: str, password: str, agent: str = "", *, address: str = "") -> SignedIn:
        """Set a new password by a recovery code, which then is used up, and revoke all tokens.

        Guesses of a code are not counted by name: that would let strangers lock out the owner, and with 59 random bits
        the cost of a request is limit enough.
        """
        check_storable(name=name, code=code)
        account, (hashed,) = await self._store.account_named(name), code_hashes([code])
        new = await self.passwords.hash(password, name, address)
        if account is None or not await self._store.use_recovery(account.id, hashed):
            raise Unauthenticated(Code.BAD_CODE, "No account has this name and recovery code; each code works once.")
        _check_not_banned(account)
        changed = msgspec.structs.replace(account, password=new)
        if not await self._store.change_account(changed, old=account):
            raise account_changed()
        await self._store.drop_tokens(account.id)
        return SignedIn(changed, await self._new_token(changed, agent))

    # Changing an account

    async def change(
        self,
        account: Account,
        *,
        name: str | None = None,
        password: str | None = None,
        old: str = "",
        token: str = "",
        address: str = "",
    ) -> tuple[Account, tuple[str, ...]]:
        """Change the name or password of an account; return it with its new recovery codes, if any.

        A new password revokes all tokens of the account except `token`. A guest becomes a player by it and gets
        recovery codes; an account that has a password needs the old one: raises Forbidden.
        """
        changed, is_guest = account, account.password is None
        if name is not None:
            changed = msgspec.structs.replace(changed, name=check_name(name))
        if password is not None:
            await self.confirm(account, old, address)
            role: Role = "player" if account.role == "guest" else account.role
            hashed = await self.passwords.hash(password, changed.name, address)
            changed = msgspec.structs.replace(changed, role=role, password=hashed)
        if changed != account and not await self._write(changed, account):
            raise account_changed() if await self._store.account(account.id) != account else _name_taken(changed.name)
        if password is None:
            return changed, ()
        await self._store.drop_tokens(account.id, token_hash(token))
        return changed, await self._new_codes(changed) if is_guest else ()

    async def new_codes(self, account: Account, password: str, address: str = "") -> tuple[str, ...]:
        """Replace the recovery codes of an account; raise Forbidden if the password is wrong."""
        if account.password is None:
            raise Conflict(Code.NOT_REGISTERED, "A guest has no password to recover; set one first.")
        await self.confirm(account, password, address)
        return await self._new_codes(account)

    async def confirm(self, account: Account, password: str, address: str = "") -> None:
        """Raise Forbidden if the account has a password and this is not it."""
        if account.password is None:
            return
        if not await self._guess(account.name, account, password, address, is_known=True):
            raise Forbidden(Code.WRONG_PASSWORD, "This is not the current password of the account.")

    async def reset_code(self, account: Account) -> tuple[Account, str]:
        """Return the account with a password that nobody knows, not yet stored, and its only recovery code."""
        (code,) = new_codes(1)
        await self._store.set_recovery(account.id, code_hashes([code]))
        return msgspec.structs.replace(account, password=await self.passwords.unusable()), code

    # Tokens

    async def bearer(self, hashed: str) -> Account | None:
        """Return the account of the token with that hash; None if it is unknown, expired or banned."""
        found = await self._store.bearer(hashed)
        if found is None:
            return None
        account, token = found
        now = self._now()
        if (token.expires is not None and token.expires <= now) or account.banned is not None:
            return None
        if now - token.seen >= SEEN_PRECISION:
            await self._store.touch_token(hashed, now)
        return account

    async def authenticate(self, token: str) -> Account:
        """Return the account of a token; raise Unauthenticated if it is unknown, revoked or expired."""
        account = await self.bearer(token_hash(token))
        if account is None:
            raise Unauthenticated(Code.BAD_TOKEN, "This token is not valid, or no longer.")
        return account

    async def sessions(self, account: Account) -> list[Token]:
        """Return the sessions of an account that are still valid, newest first."""
        now = self._now()
        return [each for each in await self._store.tokens(account.id) if each.expires is None or each.expires > now]

    async def revoke(self, account: Account, session: str) -> None:
        """Revoke the token of a session; a guest without tokens is gone. Raises NotFound."""
        for token in await self._store.tokens(account.id):
            if session_id(token.hash) == session and await self._store.drop_token(account.id, token.hash):
                await self._drop_if_gone(account)
                return
        raise NotFound(Code.NO_SESSION, "You have no session with this id.")

    async def revoke_all(self, account: Account, keep: str = "") -> None:
        """Revoke all tokens of an account except `keep`."""
        await self._store.drop_tokens(account.id, token_hash(keep) if keep else "")
        await self._drop_if_gone(account)

    # Parts

    async def _guess(
        self, name: str, account: Account | None, password: str, address: str, *, is_known: bool = False
    ) -> bool:
        """Return whether the password is right. Wrong guesses are limited by the name, whoever makes them.

        Those of known devices and of sessions are counted apart, so that nobody else can use them up.
        """
        key = name_key(name) + (" known" if is_known else "")
        # Taken first, so that many guesses at once count, too.
        self._guesses.take(key)
        try:
            is_right = await self.passwords.matches(None if account is None else account.password, password, address)
        except RateLimited:
            self._guesses.give_back(key)  # nothing was tried
            raise
        if is_right:
            self._guesses.give_back(key)
        return is_right

    async def _write(self, account: Account, old: Account | None = None) -> bool:
        """Add or change an account, if necessary after deleting a guest who has gone and still has its name."""
        for _ in range(2):
            written = self._store.add_account(account) if old is None else self._store.change_account(account, old=old)
            if await written:
                return True
            holder = await self._store.account_named(account.name)
            if holder is None or holder.id == account.id or not await self._drop_if_gone(holder, _GRACE):
                return False
        return False

    async def _drop_if_gone(self, account: Account, grace: int = -1) -> bool:
        """Delete an account if it is a guest without valid tokens for `grace` milliseconds; return whether it did."""
        if account.role != "guest" or await self.sessions(account):
            return False
        return await self._store.drop_guests(self._now() - grace, account=account.id) == 1

    def _new(self, name: str, role: Role, password: str | None = None) -> Account:
        return Account(id=secrets.token_urlsafe(9), name=name, role=role, created=self._now(), password=password)

    async def _new_token(self, account: Account, agent: str) -> str:
        token, now = secrets.token_urlsafe(32), self._now()
        await self._store.add_token(
            Token(
                hash=token_hash(token),
                account=account.id,
                created=now,
                expires=now + self._lifetime,
                seen=now,
                agent=agent,
            )
        )
        return token

    async def _new_codes(self, account: Account) -> tuple[str, ...]:
        codes = new_codes()
        await self._store.set_recovery(account.id, code_hashes(codes))
        return codes


def _check_not_banned(account: Account) -> None:
    if account.banned is not None:
        raise Forbidden(Code.BANNED, "This account is banned from this server.")


def account_changed() -> Conflict:
    """Return the error for an account that somebody else has changed since it was read."""
    return Conflict(Code.ACCOUNT_CHANGED, "The account has changed since; try again.")


def _name_taken(name: str) -> Conflict:
    return Conflict(
        Code.NAME_TAKEN, f"The name {name!r} is taken or looks like one that is; choose another, or log in."
    )
