"""Broadcasting: one message to every subscriber for each change, made from the subscriber's own view."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from boardwright.store.rows import ChatLine
from boardwright.table import updates
from boardwright.table.codes import Code
from boardwright.table.consent import request_views
from boardwright.table.errors import Forbidden
from boardwright.table.state import State, clock_views, encode, log_lines, state_for
from boardwright.table.subscriber import Subscriber
from boardwright.table.table import Table, Update
from boardwright.table.viewer import Viewer


def publish(table: Table, update: Update) -> None:
    """Sends every subscriber what has changed by the update."""
    row, before = table.row, update.before
    is_new_status = row.status != before.status and (before.status == "open" or table.fault is not None)
    if is_new_status or row.lobby.seats != before.lobby.seats:
        _to_each(table, lambda viewer, subscriber: updates.FullState(_state(table, viewer, subscriber, update.at)))
        return
    if row.number != before.number:
        _publish_entries(table, update)
    if row.lobby.asks != before.lobby.asks and table.match is not None:
        requests = updates.Requests(request_views(table.match, row.lobby), sorted(table.match.draw_agreed))
        _to_each(table, lambda viewer, _: None if viewer.delay else requests)
    if row.lobby.rematch != before.lobby.rematch and row.lobby.rematch is not None:
        to_all(table, updates.Rematch(row.lobby.rematch))


def _publish_entries(table: Table, update: Update) -> None:
    match = table.match
    if match is None:
        return
    revealed = match.is_over and table.game.has_secrets
    encoded: dict[tuple[object, ...], bytes] = {}
    for subscriber in tuple(table.subscribers):
        viewer = _viewer(table, subscriber)
        if viewer is None:
            continue
        number, id = viewer.last_entry(match), update.request_id if subscriber is update.origin else ""
        if number <= subscriber.seen and not id:
            continue
        key = (_audience_key(table, viewer, subscriber), subscriber.seen)
        message = encoded.get(key)
        if message is None:
            message = encoded[key] = encode(_entries(table, viewer, subscriber, number, update.at))
        subscriber.seen = number
        subscriber.send(message if not id else b'%b,"id":%b}' % (message[:-1], encode(id)))
        if revealed and subscriber.wants_state:
            subscriber.send(encode(updates.FullState(state_for(table, viewer, update.at))))


def refresh(table: Table, at: int) -> None:
    """Sends every subscriber what time alone has changed: an update without entries."""

    def update(viewer: Viewer, subscriber: Subscriber) -> msgspec.Struct | None:
        return None if viewer.delay else _entries(table, viewer, subscriber, viewer.last_entry(table.match), at)

    _to_each(table, update)


def _entries(table: Table, viewer: Viewer, subscriber: Subscriber, number: int, at: int) -> updates.Entries:
    full = subscriber.wants_state
    state = state_for(table, viewer, at, first=number, with_log=False) if full else None
    actors = table.position(number, at).actors if table.row.status == "running" else ()
    log = log_lines(table, viewer, subscriber.seen, number, with_events=full)
    has_moved_back = table.match is not None and any(line.kind in ("undo", "redo") for line in log)
    undone = sorted(table.match.undone(number)) if table.match is not None and has_moved_back else None
    return updates.Entries(number, log, actors, table.row.outcome, undone, state)


def _audience_key(table: Table, viewer: Viewer, subscriber: Subscriber) -> object:
    """Returns equal keys for subscribers who get the same message, byte for byte."""
    if subscriber.wants_state:
        return viewer
    return viewer.delay if not table.game.has_secrets else (viewer.seats, viewer.delay)


def full_state(table: Table, subscriber: Subscriber, at: int, first: int = 0, id: str = "") -> bytes:
    """Returns the complete state for a subscriber who has just connected, or asks for it."""
    viewer = table.viewer(subscriber.account)
    subscriber.seen = viewer.last_entry(table.match)
    return encode(updates.FullState(_state(table, viewer, subscriber, at, min(first, subscriber.seen)), id))


def _state(table: Table, viewer: Viewer, subscriber: Subscriber, at: int, first: int = 0) -> State:
    return state_for(table, viewer, at, first=first, rendered=subscriber.wants_state)


def presence(table: Table) -> None:
    """Sends every subscriber who is connected."""
    to_all(table, updates.Presence(sorted(table.present()), table.audience()))


def clocks(table: Table, at: int) -> None:
    """Sends every subscriber the clocks, if they are running."""
    match = table.match
    if match is None or match.is_over or not match.header.clock.is_running:
        return
    message = updates.Clocks(at, clock_views(match, at))
    _to_each(table, lambda viewer, _: None if viewer.delay else message)


def chat(table: Table, line: ChatLine) -> None:
    """Sends every subscriber a chat message."""
    to_all(table, updates.Chat(updates.ChatMessage.of(line)))


def close(table: Table) -> None:
    """Tells every subscriber that the server is shutting down, and closes the connections."""
    to_all(table, updates.Bye(Code.STOPPING, "The server is shutting down; reconnect in a moment."))
    for subscriber in tuple(table.subscribers):
        subscriber.close()


def disconnect(table: Table, subscriber: Subscriber, code: Code, text: str) -> None:
    """Sends a subscriber the reason and closes its connection."""
    table.subscribers.discard(subscriber)
    subscriber.send(encode(updates.Bye(code, text)))
    subscriber.close()


def to_all(table: Table, message: msgspec.Struct) -> None:
    """Sends every subscriber the same message; it must not depend on what a viewer may see."""
    data = encode(message)
    for subscriber in tuple(table.subscribers):
        subscriber.send(data)


def _to_each(table: Table, make: Callable[[Viewer, Subscriber], msgspec.Struct | None]) -> None:
    for subscriber in tuple(table.subscribers):
        viewer = _viewer(table, subscriber)
        message = None if viewer is None else make(viewer, subscriber)
        if viewer is not None and message is not None:
            subscriber.seen = viewer.last_entry(table.match)
            subscriber.send(encode(message))


def _viewer(table: Table, subscriber: Subscriber) -> Viewer | None:
    """Returns the subscriber's viewer; disconnects it and returns None if it may no longer watch."""
    try:
        return table.viewer(subscriber.account)
    except Forbidden as error:
        disconnect(table, subscriber, error.code, str(error))
        return None
