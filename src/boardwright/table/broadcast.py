"""What subscribers are told: one message for each change, made from the subscriber's own view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from boardwright.core.outcome import Outcome
from boardwright.core.refusal import Refusal
from boardwright.store.rows import ChatLine, MatchRow
from boardwright.table.consent import RequestView, asking
from boardwright.table.errors import Forbidden
from boardwright.table.state import ClockView, Line, State, clock_views, encode, lines, state
from boardwright.table.subscriber import Subscriber
from boardwright.table.viewer import Viewer

if TYPE_CHECKING:
    from boardwright.table.table import Table


class Entries(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="entries"):
    """The log has grown. The one whose request this answers gets its `id` at the end."""

    number: int
    entries: list[Line]
    actors: tuple[int, ...]
    outcome: Outcome | None
    state: State | None = None


class Whole(msgspec.Struct, frozen=True, tag_field="type", tag="state", omit_defaults=True):
    """The whole state."""

    state: State
    id: str = ""


class Ok(msgspec.Struct, frozen=True, tag_field="type", tag="ok"):
    """A request was done and brought no entry, or had been done already."""

    id: str
    number: int


class Refusing(msgspec.Struct, frozen=True, tag_field="type", tag="refused", omit_defaults=True):
    """A request was not done."""

    id: str
    status: int
    error: Refusal
    state: State | None = None


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Who is connected."""

    players: list[int]
    spectators: int


class Clocks(msgspec.Struct, frozen=True, tag_field="type", tag="clocks"):
    """What the clocks show."""

    now: int
    clocks: list[ClockView]


class Asks(msgspec.Struct, frozen=True, tag_field="type", tag="ask"):
    """What is asked of whom, and who offers a draw."""

    asks: list[RequestView]
    draw: list[int]


class ChatMessage(msgspec.Struct, frozen=True):
    """A line of the chat as it is shown."""

    number: int
    at: int
    name: str
    text: str


class Chat(msgspec.Struct, frozen=True, tag_field="type", tag="chat"):
    """Somebody said something."""

    chat: ChatMessage


class Rematch(msgspec.Struct, frozen=True, tag_field="type", tag="rematch"):
    """The match that those at the table go on to."""

    match: str


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to a ping."""

    id: str


class Bye(msgspec.Struct, frozen=True, tag_field="type", tag="bye"):
    """The connection is closed, and why."""

    code: str
    text: str


def publish(table: Table, before: MatchRow, at: int, origin: Subscriber | None = None, answers: str = "") -> None:
    """Tells everybody at the table what has changed since the row `before`."""
    row = table.row
    if (row.status != before.status and before.status == "open") or row.lobby.seats != before.lobby.seats:
        _everybody(table, lambda viewer, subscriber: Whole(_state(table, viewer, subscriber, at)))
        return
    if row.number != before.number:
        _grown(table, at, origin, answers)
    if row.lobby.asks != before.lobby.asks and table.match is not None:
        asks = Asks(asking(table.match, row.lobby), sorted(table.match.draw_agreed))
        _everybody(table, lambda viewer, _: None if viewer.delay else asks)
    if row.lobby.rematch != before.lobby.rematch and row.lobby.rematch is not None:
        to_all(table, Rematch(row.lobby.rematch))


def _grown(table: Table, at: int, origin: Subscriber | None, answers: str) -> None:
    match = table.match
    if match is None:
        return
    opened = match.is_over and table.game.has_secrets
    made: dict[tuple[object, ...], bytes] = {}
    for subscriber in tuple(table.subscribers):
        viewer = _eyes(table, subscriber)
        if viewer is None:
            continue
        number, id = viewer.number(match), answers if subscriber is origin else ""
        if number <= subscriber.seen and not id:
            continue
        key = (_alike(table, viewer, subscriber), subscriber.seen)
        message = made.get(key)
        if message is None:
            message = made[key] = encode(_entries(table, viewer, subscriber, number, at))
        subscriber.seen = number
        subscriber.send(message if not id else b'%b,"id":%b}' % (message[:-1], encode(id)))
        if opened and subscriber.wants_state:
            subscriber.send(encode(Whole(state(table, viewer, at))))


def _entries(table: Table, viewer: Viewer, subscriber: Subscriber, number: int, at: int) -> Entries:
    full = subscriber.wants_state
    shown = state(table, viewer, at, first=number, log=False) if full else None
    position = table.position(number)
    actors = position.actors if table.row.status == "running" else ()
    log = lines(table, viewer, subscriber.seen, number, told=full)
    return Entries(number, log, actors, table.row.outcome, shown)


def _alike(table: Table, viewer: Viewer, subscriber: Subscriber) -> object:
    """What two subscribers share who get the same message, byte for byte."""
    if subscriber.wants_state:
        return viewer
    return viewer.delay if not table.game.has_secrets else (viewer.seats, viewer.delay)


def full_state(table: Table, subscriber: Subscriber, at: int, first: int = 0, id: str = "") -> bytes:
    """The whole state for a subscriber who has just come, or asks for it."""
    viewer = table.viewer(subscriber.account)
    subscriber.seen = viewer.number(table.match)
    return encode(Whole(_state(table, viewer, subscriber, at, min(first, subscriber.seen)), id))


def _state(table: Table, viewer: Viewer, subscriber: Subscriber, at: int, first: int = 0) -> State:
    return state(table, viewer, at, first=first, drawn=subscriber.wants_state)


def presence(table: Table) -> None:
    """Tells everybody who is connected."""
    to_all(table, Presence(sorted(table.present()), table.audience()))


def clocks(table: Table, at: int) -> None:
    """Tells everybody what the clocks show, if they run."""
    match = table.match
    if match is None or match.is_over or not match.header.clock.is_running:
        return
    shown = Clocks(at, clock_views(match, at))
    _everybody(table, lambda viewer, _: None if viewer.delay else shown)


def chat(table: Table, line: ChatLine) -> None:
    """Tells everybody what was said."""
    to_all(table, Chat(said(line)))


def said(line: ChatLine) -> ChatMessage:
    """A line of the chat as it is shown: without the account behind the name."""
    return ChatMessage(line.number, line.at, line.name, line.text)


def close(table: Table) -> None:
    """Tells everybody that the server stops, and lets them go."""
    to_all(table, Bye("stopping", "The server stops; come back in a moment."))
    for subscriber in tuple(table.subscribers):
        subscriber.close()


def disconnect(table: Table, subscriber: Subscriber, code: str, text: str) -> None:
    """Tells a subscriber why it has to go, and lets it go."""
    table.subscribers.discard(subscriber)
    subscriber.send(encode(Bye(code, text)))
    subscriber.close()


def to_all(table: Table, message: msgspec.Struct) -> None:
    """The same message for everybody at the table: nothing that depends on who may see it."""
    data = encode(message)
    for subscriber in tuple(table.subscribers):
        subscriber.send(data)


def _everybody(table: Table, make: Callable[[Viewer, Subscriber], msgspec.Struct | None]) -> None:
    for subscriber in tuple(table.subscribers):
        viewer = _eyes(table, subscriber)
        message = None if viewer is None else make(viewer, subscriber)
        if viewer is not None and message is not None:
            subscriber.seen = viewer.number(table.match)
            subscriber.send(encode(message))


def _eyes(table: Table, subscriber: Subscriber) -> Viewer | None:
    """The subscriber's viewer now; None for one who may not look any more, such as a visitor when play starts."""
    try:
        return table.viewer(subscriber.account)
    except Forbidden as refused:
        disconnect(table, subscriber, refused.refusal.code, refused.refusal.text)
        return None
