"""What listeners are told: one message for each change, made from the listener's own view."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from boardwright.core.outcome import Outcome
from boardwright.core.refusal import Refusal
from boardwright.store.rows import ChatLine, MatchRow
from boardwright.table.consent import Asking, asking
from boardwright.table.eyes import Eyes
from boardwright.table.listener import Listener
from boardwright.table.refused import NotAllowed
from boardwright.table.state import ClockFace, Line, State, clock_faces, encode, lines, state

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
    clocks: list[ClockFace]


class Asks(msgspec.Struct, frozen=True, tag_field="type", tag="ask"):
    """What is asked of whom, and who offers a draw."""

    asks: list[Asking]
    draw: list[int]


class Said(msgspec.Struct, frozen=True):
    """A line of the chat as it is shown."""

    number: int
    at: int
    name: str
    text: str


class Chat(msgspec.Struct, frozen=True, tag_field="type", tag="chat"):
    """Somebody said something."""

    chat: Said


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


def change(table: Table, before: MatchRow, at: int, asker: Listener | None = None, answers: str = "") -> None:
    """Tells everybody at the table what has changed since the row `before`."""
    row = table.row
    if (row.status != before.status and before.status == "open") or row.lobby.seats != before.lobby.seats:
        _everybody(table, lambda eyes, listener: Whole(_state(table, eyes, listener, at)))
        return
    if row.number != before.number:
        _grown(table, at, asker, answers)
    if row.lobby.asks != before.lobby.asks and table.match is not None:
        asks = Asks(asking(table.match, row.lobby), sorted(table.match.draw_agreed))
        _everybody(table, lambda eyes, _: None if eyes.delay else asks)
    if row.lobby.rematch != before.lobby.rematch and row.lobby.rematch is not None:
        shout(table, Rematch(row.lobby.rematch))


def _grown(table: Table, at: int, asker: Listener | None, answers: str) -> None:
    match = table.match
    if match is None:
        return
    opened = match.is_over and table.game.has_secrets
    made: dict[tuple[object, ...], bytes] = {}
    for listener in tuple(table.listeners):
        eyes = _eyes(table, listener)
        if eyes is None:
            continue
        number, id = eyes.number(match), answers if listener is asker else ""
        if number <= listener.seen and not id:
            continue
        key = (_alike(table, eyes, listener), listener.seen)
        message = made.get(key)
        if message is None:
            message = made[key] = encode(_entries(table, eyes, listener, number, at))
        listener.seen = number
        listener.send(message if not id else b'%b,"id":%b}' % (message[:-1], encode(id)))
        if opened and listener.wants_state:
            listener.send(encode(Whole(state(table, eyes, at))))


def _entries(table: Table, eyes: Eyes, listener: Listener, number: int, at: int) -> Entries:
    full = listener.wants_state
    shown = state(table, eyes, at, first=number, log=False) if full else None
    position = table.position(number)
    actors = position.actors if table.row.status == "running" else ()
    log = lines(table, eyes, listener.seen, number, told=full)
    return Entries(number, log, actors, table.row.outcome, shown)


def _alike(table: Table, eyes: Eyes, listener: Listener) -> object:
    """What two listeners share who get the same message, byte for byte."""
    if listener.wants_state:
        return eyes
    return eyes.delay if not table.game.has_secrets else (eyes.seats, eyes.delay)


def greeting(table: Table, listener: Listener, at: int, first: int = 0, id: str = "") -> bytes:
    """The whole state for a listener who has just come, or asks for it."""
    eyes = table.eyes(listener.account)
    listener.seen = eyes.number(table.match)
    return encode(Whole(_state(table, eyes, listener, at, min(first, listener.seen)), id))


def _state(table: Table, eyes: Eyes, listener: Listener, at: int, first: int = 0) -> State:
    return state(table, eyes, at, first=first, drawn=listener.wants_state)


def presence(table: Table) -> None:
    """Tells everybody who is connected."""
    shout(table, Presence(sorted(table.present()), table.audience()))


def clocks(table: Table, at: int) -> None:
    """Tells everybody what the clocks show, if they run."""
    match = table.match
    if match is None or match.is_over or not match.header.clock.is_running:
        return
    shown = Clocks(at, clock_faces(match, at))
    _everybody(table, lambda eyes, _: None if eyes.delay else shown)


def chat(table: Table, line: ChatLine) -> None:
    """Tells everybody what was said."""
    shout(table, Chat(said(line)))


def said(line: ChatLine) -> Said:
    """A line of the chat as it is shown: without the account behind the name."""
    return Said(line.number, line.at, line.name, line.text)


def bye(table: Table) -> None:
    """Tells everybody that the house stops, and lets them go."""
    shout(table, Bye("stopping", "The server stops; come back in a moment."))
    for listener in tuple(table.listeners):
        listener.close()


def dismiss(table: Table, listener: Listener, code: str, text: str) -> None:
    """Tells a listener why it has to go, and lets it go."""
    table.listeners.discard(listener)
    listener.send(encode(Bye(code, text)))
    listener.close()


def shout(table: Table, message: msgspec.Struct) -> None:
    """The same message for everybody at the table: nothing that depends on who may see it."""
    data = encode(message)
    for listener in tuple(table.listeners):
        listener.send(data)


def _everybody(table: Table, make: Callable[[Eyes, Listener], msgspec.Struct | None]) -> None:
    for listener in tuple(table.listeners):
        eyes = _eyes(table, listener)
        message = None if eyes is None else make(eyes, listener)
        if eyes is not None and message is not None:
            listener.seen = eyes.number(table.match)
            listener.send(encode(message))


def _eyes(table: Table, listener: Listener) -> Eyes | None:
    """The listener's eyes now; None for one who may not look any more, such as a visitor when play starts."""
    try:
        return table.eyes(listener.account)
    except NotAllowed as refused:
        dismiss(table, listener, refused.refusal.code, refused.refusal.text)
        return None
