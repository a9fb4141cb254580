"""Passwords: which are strong enough, and their hashes. Also codes that replace a lost one."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Sequence
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from zxcvbn import zxcvbn

from boardwright.core.refusal import Unreadable
from boardwright.store.validation import check_storable

MIN_GUESSES = 10**6
"""How many guesses of a program that knows common passwords, names and patterns a password has to withstand."""
_ESTIMATED = 32
"""How many characters are estimated; the time grows with their square."""
HASHES = 2
"""How many passwords are hashed at the same time: each takes 64 MB and a quarter of a second of processor time."""
RECOVERY_CODES = 8
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without characters that look alike."""

R = TypeVar("R")


def check_password(password: str, name: str = "") -> str:
    """Returns the password; raises Unreadable if its length is wrong or it is easy to guess.

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
    """Hashes and verifies passwords, off the event loop."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._dummy = self._hasher.hash(secrets.token_hex())
        self._turns = asyncio.Semaphore(HASHES)

    async def hash(self, password: str, name: str = "") -> str:
        """Returns the hash of a new password; raises Unreadable if it is not strong enough."""
        return await self._run(lambda: self._hasher.hash(check_password(password, name)))

    async def unusable(self) -> str:
        """Returns the hash of a password that nobody knows."""
        return await self._run(lambda: self._hasher.hash(secrets.token_hex()))

    async def matches(self, known: str | None, password: str) -> bool:
        """True if the password has that hash; False takes as long if there is no hash."""
        return await self._run(lambda: self._verify(known or self._dummy, password)) and known is not None

    async def _run(self, work: Callable[[], R]) -> R:
        async with self._turns:
            return await asyncio.to_thread(work)

    def _verify(self, known: str, password: str) -> bool:
        try:
            return self._hasher.verify(known, password)
        except (Argon2Error, InvalidHashError):
            return False


def new_codes(count: int = RECOVERY_CODES) -> tuple[str, ...]:
    """Returns recovery codes of 59 random bits."""
    return tuple("-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(3)) for _ in range(count))


def code_hashes(codes: Sequence[str]) -> list[str]:
    """Returns the hashes under which recovery codes are stored; they are random, so they need no salt.

    >>> code_hashes(["abcd-efgh-jkmn"]) == code_hashes([" ABCD EFGH JKMN "])
    True
    """
    plain = ("".join(each for each in code.lower() if each.isalnum()) for code in codes)
    return [hashlib.sha256(code.encode("utf-8", "replace")).hexdigest() for code in plain]
