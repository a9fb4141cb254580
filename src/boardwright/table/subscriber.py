"""Somebody who listens to a match: a browser, a bot, a program that only watches."""

from __future__ import annotations

from abc import ABC, abstractmethod

from boardwright.store.rows import Account


class Subscriber(ABC):
    """The far end of a live connection.

    `seen` is the last entry it was told of. `wants_state` is False for programs that need only the entries.
    `token` is the hash of the token it came with; when that is revoked, the subscriber has to go.
    """

    def __init__(self, account: Account | None, *, wants_state: bool = True, token: str = "") -> None:
        self.account = account
        self.token = token
        self.wants_state = wants_state
        self.seen = 0

    @abstractmethod
    def send(self, message: bytes) -> None:
        """Driver over a message, in order and without waiting; a subscriber too slow to keep up is cut off."""

    @abstractmethod
    def close(self) -> None:
        """Nothing more will come: what was handed over is still sent, then the connection ends."""
