"""A subscriber: the receiving end of a live connection to a match."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Literal, TypeAlias

from boardwright.store.rows import Account

Part: TypeAlias = Literal["table", "moves", "view", "text"]
"""What a client may want of a state besides the plain facts."""
PAGE: frozenset[Part] = frozenset({"table", "moves"})
"""What the page wants."""


class Subscriber(ABC):
    """A browser, bot or other program that follows a match.

    `wants` are the parts of the state that it is sent; none for programs that need only the entries.
    `token` is the hash of the token it connected with; when that token is revoked, it is disconnected.
    `known` are the keys of the drawings that it has.
    """

    def __init__(
        self,
        account: Account | None,
        *,
        wants: frozenset[Part] = PAGE,
        token: str = "",
        known: Iterable[str] = (),
    ) -> None:
        self.account = account
        self.known = set(known)
        self.token = token
        self.wants = wants

    @abstractmethod
    def send(self, message: bytes) -> None:
        """Sends a message without blocking; messages keep their order and a client that does not read is cut off."""

    @abstractmethod
    def close(self) -> None:
        """Ends the connection after the messages sent so far."""
