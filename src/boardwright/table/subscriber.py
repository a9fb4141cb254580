"""A subscriber: the receiving end of a live connection to a match."""

from __future__ import annotations

from abc import ABC, abstractmethod

from boardwright.store.rows import Account


class Subscriber(ABC):
    """A browser, bot or other program that follows a match.

    `seen` is the last entry it was sent. `wants_state` is False for programs that need only the entries.
    `token` is the hash of the token it connected with; when that token is revoked, it is disconnected.
    """

    def __init__(self, account: Account | None, *, wants_state: bool = True, token: str = "") -> None:
        self.account = account
        self.token = token
        self.wants_state = wants_state
        self.seen = 0

    @abstractmethod
    def send(self, message: bytes) -> None:
        """Queues a message without blocking; messages keep their order and a slow client is disconnected."""

    @abstractmethod
    def close(self) -> None:
        """Ends the connection after the messages already queued."""
