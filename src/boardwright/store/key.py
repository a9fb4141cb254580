"""The server key: 32 secret bytes outside the database, from which the seeds of all matches follow.

The database keeps only a fingerprint of the key, and a seed only after the end of its match. So nobody who reads the
database knows what will be drawn, and the seed of a match is fixed by its id before any player contributes to it.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from typing import Final

import msgspec

from boardwright.core.chance import distribution as chance
from boardwright.core.match.entry import Entry
from boardwright.store.rows import MatchRow, Saved

SIZE = 32
"""The length of a key in bytes."""
_TOKEN = 16
_TAG = 8
"""Number of characters of an id that are random, and that prove that it was issued."""
_ADDRESS, _DEVICE = 16, 32
"""Numbers of hexadecimal digits that tell addresses apart, and that prove that a device is known."""


class ServerKey:
    """The key of a server, or of several processes that share a database.

    >>> key = ServerKey(bytes(32))
    >>> match = key.new_id("ann")
    >>> key.has_issued(match, "ann"), key.has_issued(match, "bob"), key.has_issued("chosen", "ann")
    (True, False, False)
    >>> key.commitment(match) == chance.commitment(key.seed(match))
    True
    """

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if len(secret) != SIZE:
            raise ValueError(f"A server key has {SIZE} bytes, not {len(secret)}.")
        self._secret: Final = secret

    @classmethod
    def random(cls) -> ServerKey:
        """Return a new key."""
        return cls(secrets.token_bytes(SIZE))

    @property
    def text(self) -> str:
        """The content of a key file."""
        return self._secret.hex() + "\n"

    def _derive(self, text: str) -> bytes:
        return hmac.digest(self._secret, text.encode(), "sha256")

    @property
    def fingerprint(self) -> str:
        """The digest of the key that a database may hold."""
        return self._derive("fingerprint").hex()

    def seed(self, match: str) -> bytes:
        """Return the seed of the match with that id."""
        return self._derive(f"seed:{match}")

    def commitment(self, match: str) -> str:
        """Return what players may know of the seed before they contribute to it."""
        return chance.commitment(self.seed(match))

    def new_id(self, account: str) -> str:
        """Return an id for a match that the account creates.

        It cannot be guessed, because the id of a private match grants access to it. Commands take what begins with a
        hyphen for an option, so no id does.

        >>> any(ServerKey.random().new_id("ann").startswith("-") for _ in range(1000))
        False
        """
        token = secrets.token_urlsafe(_TOKEN * 3 // 4)
        while token.startswith("-"):
            token = secrets.token_urlsafe(_TOKEN * 3 // 4)
        return token + self._tag(token, account)

    def has_issued(self, match: str, account: str) -> bool:
        """Return whether `new_id` returned that id for that account, rather than a client chose it."""
        token, tag = match[:_TOKEN], match[_TOKEN:]
        return hmac.compare_digest(tag.encode(), self._tag(token, account).encode())

    def new_device(self, account: str) -> str:
        """Return what a device keeps that has signed in to an account.

        >>> key = ServerKey(bytes(32))
        >>> device = key.new_device("ann")
        >>> key.knows_device(device, "ann"), key.knows_device(device, "bob"), key.knows_device("", "ann")
        (True, False, False)
        """
        token = secrets.token_urlsafe(_TOKEN * 3 // 4)
        return token + self._device(token, account)

    def knows_device(self, device: str, account: str) -> bool:
        """Return whether `new_device` returned that text for that account."""
        token, tag = device[:_TOKEN], device[_TOKEN:]
        return hmac.compare_digest(tag.encode(), self._device(token, account).encode())

    def _device(self, token: str, account: str) -> str:
        return self._derive(f"device:{token}:{account}").hex()[:_DEVICE]

    def address_tag(self, match: str, address: str) -> str:
        """Return what may be stored of an address while a match waits: the same for the same address in it only."""
        return self._derive(f"address:{match}:{address}").hex()[:_ADDRESS]

    def _tag(self, token: str, account: str) -> str:
        return urlsafe_b64encode(self._derive(f"id:{token}:{account}")).decode()[:_TAG]

    def __repr__(self) -> str:
        return f"ServerKey({self.fingerprint[:8]}…)"


def saved(row: MatchRow, entries: list[Entry], seed: bytes | None, key: ServerKey) -> Saved:
    """Return a stored match with its seed: the published one, or before the end the one that follows from the key.

    If the header commits to neither, `row.fault` says so.
    """
    if seed is None and row.header is not None and row.header.commitment is not None:
        seed = key.seed(row.id)
        if chance.commitment(seed) != row.header.commitment:
            fault = row.fault or "The seed is not stored, and the header does not commit to the one of the server key."
            return Saved(msgspec.structs.replace(row, fault=fault), entries, None)
    return Saved(row, entries, seed)
