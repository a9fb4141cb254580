"""Passwords: which are strong enough, and their hashes. Also codes that replace a lost one."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from zxcvbn import zxcvbn

from boardwright.core.refusal import Unreadable
from boardwright.store.text_checks import check_storable
from boardwright.table.errors import RateLimited
from boardwright.table.limits.fair_queue import FairQueue

MIN_GUESSES = 10**6
"""The guesses that a password has to withstand, of a program that knows common passwords, names and patterns."""
_ESTIMATED = 32
"""The number of characters that are estimated; the time grows with their square."""
HASHES = 2
"""The number of passwords that are hashed at the same time; each takes 64 MB and a quarter of a second of a core."""
SHARE, MOST = 8, 256
"""The most passwords of one address, and of all, that wait for their turn."""
_SECONDS = 0.25
"""The time that a hash takes, for those who are told to wait."""
RECOVERY_CODES = 8
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without characters that look alike."""

R = TypeVar("R")


def check_password(password: str, name: str = "") -> str:
    """Return the password; raise Unreadable if its length is wrong or it is easy to guess.

    >>> check_password("correct horse")
    'correct horse'
    >>> check_password("password")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.Unreadable: This password is easy to guess. This is a top-10 common password.
    """
    check_storable(password=password)
    if not 8 <= len(password) <= 200:
        raise Unreadable("A password has 8 to 200 characters.")
    estimate = zxcvbn(password[:_ESTIMATED], [name, "boardwright"])
    if estimate["guesses"] < MIN_GUESSES:
        reason = estimate["feedback"]["warning"] or "Add a word or two that nobody would expect."
        raise Unreadable(f"This password is easy to guess. {reason}")
    return password


class Passwords:
    """Hashes of passwords, computed and compared off the event loop.

    Addresses take turns: one that sends many passwords waits for itself, and is refused (RateLimited) when its share of
    the queue is full.
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._queue = FairQueue[asyncio.Future[None]]()
        self._waiting = Counter[str]()
        self._free = HASHES

    @property
    def waiting(self) -> int:
        """The number of passwords that wait for their turn."""
        return len(self._queue)

    @cached_property
    def _dummy(self) -> str:
        """A hash that stands for those of accounts that are not there; found at its first use, which is slow."""
        return self._hasher.hash(secrets.token_hex())

    async def hash(self, password: str, name: str = "", address: str = "") -> str:
        """Return the hash of a new password; raise Unreadable if it is not strong enough."""
        return await self._run(address, lambda: self._hasher.hash(check_password(password, name)))

    async def unusable(self) -> str:
        """Return the hash of a password that nobody knows."""
        return await self._run("", lambda: self._hasher.hash(secrets.token_hex()))

    async def matches(self, known: str | None, password: str, address: str = "") -> bool:
        """Return whether the password has that hash; False takes as long if there is no hash."""
        is_right = await self._run(address, lambda: self._verify(known or self._dummy, password))
        return is_right and known is not None

    async def _run(self, address: str, work: Callable[[], R]) -> R:
        await self._turn(address)
        try:
            return await asyncio.to_thread(work)
        finally:
            self._free += 1
            self._serve()

    async def _turn(self, address: str) -> None:
        """Wait for the turn of an address; raises RateLimited if too many wait already."""
        if self._waiting[address] >= SHARE or len(self._queue) >= MOST:
            wait = 1 + self._waiting[address] * _SECONDS
            raise RateLimited(wait, "Too many passwords are being checked")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(address, 1, turn)
        self._waiting[address] += 1
        self._serve()
        try:
            await turn
        except asyncio.CancelledError:
            if not self._queue.remove(address, turn) and not turn.cancelled():  # it has come, and nobody takes it
                self._free += 1
                self._serve()
            raise
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    def _serve(self) -> None:
        """Give free turns to those who are next."""
        while self._free and (turn := self._queue.take()) is not None:
            if not turn.cancelled():
                self._free -= 1
                turn.set_result(None)

    def _verify(self, known: str, password: str) -> bool:
        try:
            return self._hasher.verify(known, password)
        except (Argon2Error, InvalidHashError):
            return False


def new_codes(count: int = RECOVERY_CODES) -> tuple[str, ...]:
    """Return recovery codes of 59 random bits."""
    return tuple("-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(3)) for _ in range(count))


def code_hashes(codes: Sequence[str]) -> list[str]:
    """Return the hashes under which recovery codes are stored; they are random, so they need no salt.

    >>> code_hashes(["abcd-efgh-jkmn"]) == code_hashes([" ABCD EFGH JKMN "])
    True
    """
    plain = ("".join(each for each in code.lower() if each.isalnum()) for code in codes)
    return [hashlib.sha256(code.encode("utf-8", "replace")).hexdigest() for code in plain]
