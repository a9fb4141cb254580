"""Audiences: subscribers who see the same are sent the same message, made and encoded once."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import astuple

from boardwright.core.layout.table import Table as Seen
from boardwright.store.rows import Account
from boardwright.table.accounts.accounts import Accounts
from boardwright.table.codes import Code
from boardwright.table.errors import Forbidden
from boardwright.table.live.offers import NO_NAMES, Names
from boardwright.table.live.state import Current, encode
from boardwright.table.live.updates import Closed
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.subscriber import Part, Subscriber
from boardwright.table.matches.viewer import Viewer

_FIELDS = Current.__struct_fields__


class Audience(NamedTuple):
    """Subscribers of a table who get the same messages, byte for byte."""

    key: Hashable
    viewer: Viewer
    wants: frozenset[Part]
    members: list[Subscriber]


class SentState(msgspec.Struct):
    """What an audience was sent last: the number of the last entry, the state, the table that it saw and its names.

    Made anew for each message, so that a table can go back if the message is not sent after all.
    """

    number: int
    state: Current | None = None
    seen: Seen | None = None
    names: Names = NO_NAMES

    def changes(self, state: Current) -> dict[str, Any]:
        """Returns the fields of a new state that differ from what was sent, and the clocks in any case."""
        old = self.state
        if old is None:
            found = dict(zip(_FIELDS, astuple(state), strict=False))
        else:
            values = zip(_FIELDS, astuple(old), astuple(state), strict=False)  # a whole state has more than these
            found = {name: value for name, was, value in values if was is not value and was != value}
        return {**found, "clocks": state.clocks} if state.clocks else found


def audiences(table: OpenMatch) -> list[Audience]:
    """Returns the audiences of a table; disconnects subscribers who may no longer watch."""
    found: dict[Hashable, Audience] = {}
    for subscriber in tuple(table.subscribers):
        try:
            viewer = table.viewer(subscriber.account)
        except Forbidden as error:
            disconnect(table, subscriber, error.code, str(error))
            continue
        key = audience_key(table, viewer, subscriber.wants)
        audience = found.get(key)
        if audience is None:
            found[key] = Audience(key, viewer, subscriber.wants, [subscriber])
        else:
            audience.members.append(subscriber)
    table.shown = {key: shown for key, shown in table.shown.items() if key in found}
    return list(found.values())


def audience_key(table: OpenMatch, viewer: Viewer, wants: frozenset[Part]) -> Hashable:
    """Returns equal keys for subscribers who get the same messages."""
    if wants or table.fault is not None:
        return viewer.seats, viewer.delay, viewer.account == table.row.lobby.host, wants
    return viewer.delay if not table.game.has_secrets else (viewer.seats, viewer.delay)


def disconnect(table: OpenMatch, subscriber: Subscriber, code: Code, text: str) -> None:
    """Sends a subscriber the reason and closes its connection."""
    table.subscribers.discard(subscriber)
    subscriber.send(encode(Closed(code, text)))
    subscriber.close()


async def check_tokens(tables: Collection[OpenMatch], accounts: Accounts, account: str | None = None) -> None:
    """Disconnects subscribers whose token is no longer valid, and gives the others their account as it is now.

    With `account` only those of that account.
    """
    used = {
        subscriber.token
        for table in tables
        for subscriber in table.subscribers
        if subscriber.token and (account is None or (subscriber.account and subscriber.account.id == account))
    }
    for hashed in used:
        _refresh(tables, hashed, await accounts.bearer(hashed))


def _refresh(tables: Collection[OpenMatch], hashed: str, account: Account | None) -> None:
    for table in tuple(tables):
        for subscriber in tuple(table.subscribers):
            if subscriber.token == hashed and account is not None:
                subscriber.account = account
            elif subscriber.token == hashed:
                text = "The token of this connection was revoked or has expired."
                disconnect(table, subscriber, Code.BAD_TOKEN, text)
