"""The feed of an open match: who follows it, who of them sees the same, and what they were sent last."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import astuple

from boardwright.core.layout.table import Table as Seen
from boardwright.store.rows import Account
from boardwright.table.accounts.accounts import Accounts
from boardwright.table.codes import Code
from boardwright.table.errors import Forbidden
from boardwright.table.live.offers import NO_NAMES, Names
from boardwright.table.live.render_cache import RenderCache
from boardwright.table.live.updates import Closed, Current, Presence, encode
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.viewer import Viewer
from boardwright.table.results.ratings import RatingView

Part: TypeAlias = Literal["table", "moves", "view", "text"]
"""A part of a state that a client may want besides the plain facts."""
PAGE: frozenset[Part] = frozenset({"table", "moves"})
"""The parts that the page wants."""
PRESENCE_INTERVAL = 0.25
"""Seconds between two presence messages of a match."""
_FIELDS = Current.__struct_fields__


class Subscriber(ABC):
    """The receiving end of a live connection: a browser, bot or other program that follows a match.

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
        """Send a message without blocking; messages keep their order and a client that does not read is cut off."""

    @abstractmethod
    def close(self) -> None:
        """End the subscriber's live connection after the messages sent so far."""


class Audience(NamedTuple):
    """Subscribers of a match who get the same messages, byte for byte: made and encoded once."""

    key: Hashable
    viewer: Viewer
    wants: frozenset[Part]
    members: list[Subscriber]


class SentState(msgspec.Struct):
    """The state that an audience was sent last: its last entry, its fields, the table that it saw and its names.

    Made anew for each message, so that a feed can go back if the message is not sent after all.
    """

    number: int
    state: Current | None = None
    seen: Seen | None = None
    names: Names = NO_NAMES

    def changes(self, state: Current) -> dict[str, Any]:
        """Return the fields of a new state that differ from what was sent, and the clocks in any case."""
        old = self.state
        if old is None:
            found = dict(zip(_FIELDS, astuple(state), strict=False))
        else:
            values = zip(_FIELDS, astuple(old), astuple(state), strict=False)  # a whole state has more than these
            found = {name: value for name, was, value in values if was is not value and was != value}
        return {**found, "clocks": state.clocks} if state.clocks else found


class Feed:
    """The subscribers of an open match, and all that is needed to show it to them.

    `ratings` are those of its players by account, for its game.
    """

    def __init__(
        self, table: OpenMatch, render_cache: RenderCache, ratings: Mapping[str, RatingView] | None = None
    ) -> None:
        self.table = table
        self.render_cache = render_cache
        self.ratings = ratings or {}
        self.subscribers: set[Subscriber] = set()
        self.sent: dict[Hashable, SentState] = {}
        """The last state of each audience, by its key."""
        self._announcing: asyncio.TimerHandle | None = None
        """The end of the interval after the last presence message."""
        self._has_news = False
        """Whether somebody came or went since that message."""

    def present(self) -> set[int]:
        """Return the seats whose players are connected."""
        here = {subscriber.account.id for subscriber in self.subscribers if subscriber.account is not None}
        return {number for number, seat in enumerate(self.table.row.lobby.seats) if seat.account in here}

    def spectators(self) -> int:
        """Return the number of connected spectators."""
        seated = {seat.account for seat in self.table.row.lobby.seats}
        accounts = [subscriber.account for subscriber in self.subscribers]
        return sum(account is None or account.id not in seated for account in accounts)

    def audience(self, subscriber: Subscriber) -> Audience:
        """Return the audience of a subscriber, with nobody else in it; raise Forbidden if it may not watch."""
        viewer, wants = self.table.viewer(subscriber.account), subscriber.wants
        return Audience(self._key(viewer, wants), viewer, wants, [subscriber])

    def audiences(self) -> list[Audience]:
        """Return all audiences; disconnect subscribers who may no longer watch."""
        found: dict[Hashable, Audience] = {}
        for subscriber in tuple(self.subscribers):
            try:
                viewer = self.table.viewer(subscriber.account)
            except Forbidden as error:
                self.disconnect(subscriber, error.code, str(error))
                continue
            key = self._key(viewer, subscriber.wants)
            if key in found:
                found[key].members.append(subscriber)
            else:
                found[key] = Audience(key, viewer, subscriber.wants, [subscriber])
        self.sent = {key: sent for key, sent in self.sent.items() if key in found}
        return list(found.values())

    def _key(self, viewer: Viewer, wants: frozenset[Part]) -> Hashable:
        """Return equal keys for subscribers who get the same messages; others once the match is set aside."""
        fault = self.table.fault
        if wants or fault is not None:
            return viewer.seats, viewer.delay, viewer.account == self.table.row.lobby.host, wants, fault
        return viewer.delay if not self.table.game.has_secrets else (viewer.seats, viewer.delay)

    def send_all(self, message: msgspec.Struct) -> None:
        """Send every subscriber the same message; it must not depend on what a viewer may see."""
        data = encode(message)
        for subscriber in tuple(self.subscribers):
            subscriber.send(data)

    def announce_presence(self) -> None:
        """Tell the subscribers who is connected, now or at the end of the interval."""
        self._has_news = self._announcing is not None
        if self._announcing is None:
            self.send_all(Presence(sorted(self.present()), self.spectators()))
            self._announcing = asyncio.get_running_loop().call_later(PRESENCE_INTERVAL, self._end_interval)

    def _end_interval(self) -> None:
        self._announcing = None
        if self._has_news:
            self.announce_presence()

    def disconnect(self, subscriber: Subscriber, code: Code, text: str) -> None:
        """Send a subscriber the reason and close its connection."""
        self.subscribers.discard(subscriber)
        subscriber.send(encode(Closed(code, text)))
        subscriber.close()


async def check_tokens(feeds: Collection[Feed], accounts: Accounts, account: str | None = None) -> None:
    """Disconnect subscribers whose token is no longer valid, and give the others their account as it is now.

    With `account` only those of that account.
    """
    used = {
        subscriber.token
        for feed in feeds
        for subscriber in feed.subscribers
        if subscriber.token and (account is None or (subscriber.account and subscriber.account.id == account))
    }
    for hashed in used:
        _refresh(feeds, hashed, await accounts.bearer(hashed))


def _refresh(feeds: Collection[Feed], hashed: str, account: Account | None) -> None:
    for feed in tuple(feeds):
        for subscriber in tuple(feed.subscribers):
            if subscriber.token == hashed and account is not None:
                subscriber.account = account
            elif subscriber.token == hashed:
                text = "The token of this connection was revoked or has expired."
                feed.disconnect(subscriber, Code.BAD_TOKEN, text)
