"""Broadcasting: one message to every audience for each change, made from what that audience may see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from boardwright.core.match import Match
from boardwright.store.rows import ChatLine
from boardwright.table import updates
from boardwright.table.audience import Audience, Shown, audience_key, audiences
from boardwright.table.codes import Code
from boardwright.table.consent import request_views
from boardwright.table.offers import NO_NAMES, names_of
from boardwright.table.state import State, clock_views, current_for, encode, log_lines, rendered, state_for
from boardwright.table.subscriber import Subscriber
from boardwright.table.table import Table, Update
from boardwright.table.viewer import chat_rooms

_VOLATILE = frozenset({"now", "clocks", "players", "spectators"})
"""What changes all the time and has messages of its own."""


class Delivery(NamedTuple):
    """A message that is ready for an audience."""

    audience: Audience
    message: bytes
    update: Update | None = None

    def send(self) -> None:
        """Send it."""
        _send(self.audience, self.message, self.update)


def prepare(table: Table, update: Update) -> list[Delivery]:
    """Return what every audience is to be sent about the update; it counts as sent from now on."""
    row, before = table.row, update.before
    is_new_status = row.status != before.status and (before.status == "open" or table.fault is not None)
    if is_new_status or row.lobby.seats != before.lobby.seats or row.lobby.failed != before.lobby.failed:
        table.shown = {}
        return [Delivery(each, _full_state(table, each, update.at), update) for each in audiences(table)]
    found: list[Delivery] = []
    if row.number != before.number and table.match is not None:
        found += _entries(table, table.match, update)
    if row.lobby.asks != before.lobby.asks and table.match is not None:
        found += _requests(table, table.match)
    if row.lobby.rematch != before.lobby.rematch and row.lobby.rematch is not None:
        rematch = encode(updates.Rematch(row.lobby.rematch))
        found += [Delivery(audience, rematch) for audience in audiences(table)]
    return found


def _entries(table: Table, match: Match, update: Update) -> Iterator[Delivery]:
    is_revealed = match.is_over and table.game.has_secrets
    for audience in audiences(table):
        shown = table.shown.get(audience.key)
        if shown is not None and audience.viewer.last_entry(match) <= shown.number:
            audience = audience._replace(members=[one for one in audience.members if one is update.origin])
            if not audience.members:
                continue
        yield Delivery(audience, _changes(table, audience, update.at), update)
        if is_revealed and audience.wants:
            yield Delivery(audience, _full_state(table, audience, update.at))


def _requests(table: Table, match: Match) -> Iterator[Delivery]:
    asks, draw = request_views(match, table.row.lobby), sorted(match.draw_agreed)
    message = encode(updates.Requests(asks, draw))
    for audience in audiences(table):
        if audience.viewer.delay:
            continue
        yield Delivery(audience, message)
        shown = table.shown.get(audience.key)
        if shown is not None and shown.state is not None:
            state = msgspec.structs.replace(shown.state, asks=asks, draw=draw)
            table.shown[audience.key] = msgspec.structs.replace(shown, state=state)


def refresh(table: Table, at: int) -> None:
    """Sends every audience what time alone has changed: an update without entries."""
    for audience in audiences(table):
        if not audience.viewer.delay:
            _send(audience, _changes(table, audience, at))


def _send(audience: Audience, message: bytes, update: Update | None = None) -> None:
    """Sends all members the message; the one whose request caused it finds the request's id at the end."""
    for subscriber in audience.members:
        is_origin = update is not None and update.request_id and subscriber is update.origin
        subscriber.send(b'%b,"id":%b}' % (message[:-1], encode(update.request_id)) if update and is_origin else message)


def _changes(table: Table, audience: Audience, at: int) -> bytes:
    """Returns the update that leads an audience from what it was sent last to what it sees now."""
    match, viewer, wants = table.match, audience.viewer, audience.wants
    shown = table.shown.get(audience.key)
    if shown is None or match is None:
        return _full_state(table, audience, at)
    number = viewer.last_entry(match)
    actors = table.position(number, at).actors if table.row.status == "running" else ()
    log = log_lines(table, viewer, shown.number, number, with_events=bool(wants))
    has_moved_back = any(line.kind in ("undo", "redo") for line in log)
    undone = sorted(match.undone(number)) if has_moved_back else None
    shown = table.shown[audience.key] = msgspec.structs.replace(shown, number=number)
    message = updates.Entries(number, log, actors, table.row.outcome, undone)
    return encode(_with_state(message, table, audience, shown, at) if wants else message)


def _with_state(message: updates.Entries, table: Table, audience: Audience, shown: Shown, at: int) -> updates.Entries:
    """Returns the message with the changes of the state and of the picture, which count as sent from now on."""
    seen = rendered(table, audience.viewer, at)
    state = current_for(table, audience.viewer, at, seen, audience.wants, shown.names)
    picture, patch = shown.picture, None
    if picture is not None:
        shown.picture = seen.picture
        patch = table.render_cache.patch(picture, seen.picture)
    changes = msgspec.Raw(encode(shown.changes(state)))
    shown.state = state
    return msgspec.structs.replace(message, patch=patch, changes=changes)


def _full_state(table: Table, audience: Audience, at: int) -> bytes:
    return encode(updates.FullState(_take_state(table, audience, at)))


def _take_state(table: Table, audience: Audience, at: int, first: int | None = None) -> State:
    """Returns the complete state of an audience, which counts as sent from now on."""
    viewer, wants = audience.viewer, audience.wants
    shown = table.shown.get(audience.key)
    names = None if shown is None or shown.names is NO_NAMES else shown.names
    state = state_for(table, viewer, at, wants=wants, first=first, names=names)
    shown = table.shown[audience.key] = Shown(state.number)
    if wants and table.fault is None:
        shown.state = msgspec.structs.replace(state, svg=msgspec.Raw(), log=[])
        shown.names = names_of(state.names)
        shown.picture = rendered(table, viewer, at).picture if "picture" in wants else None
    return state


def full_state(table: Table, subscriber: Subscriber, at: int, first: int | None = None, id: str = "") -> bytes:
    """Returns the complete state for a subscriber who has just connected, or asks for it.

    The others of its audience are sent what has changed for them meanwhile, so that all have the same again.
    """
    viewer = table.viewer(subscriber.account)
    audience = Audience(audience_key(table, viewer, subscriber.wants), viewer, subscriber.wants, [subscriber])
    if _is_outdated(table, audience, at):
        others = [one for each in audiences(table) if each.key == audience.key for one in each.members]
        rest = audience._replace(members=[one for one in others if one is not subscriber])
        _send(rest, _changes(table, rest, at))
    return encode(updates.FullState(_take_state(table, audience, at, first), id))


def _is_outdated(table: Table, audience: Audience, at: int) -> bool:
    """True if time has changed more than the clocks since the audience was sent its state."""
    shown = table.shown.get(audience.key)
    if shown is None or shown.state is None or table.fault is not None:
        return False
    seen = rendered(table, audience.viewer, at)
    state = current_for(table, audience.viewer, at, seen, audience.wants, shown.names)
    if shown.changes(state).keys() - _VOLATILE:
        return True
    return shown.picture is not None and seen.picture != shown.picture


def clocks(table: Table, at: int) -> None:
    """Sends every subscriber the clocks, if they are running."""
    match = table.match
    if match is None or match.is_over or not match.header.clock.is_running:
        return
    message = encode(updates.Clocks(at, clock_views(match, at)))
    for audience in audiences(table):
        if not audience.viewer.delay:
            _send(audience, message)


def chat(table: Table, line: ChatLine) -> None:
    """Sends a chat message to every subscriber who may read it."""
    message = encode(updates.Chat(updates.ChatMessage.of(line)))
    for audience in audiences(table):
        # Players and spectators who want entries only may be one audience.
        for subscriber in audience.members:
            if line.room in chat_rooms(table.row, table.viewer(subscriber.account)):
                subscriber.send(message)


def close(table: Table) -> None:
    """Tells every subscriber that the server is shutting down, and closes the connections."""
    to_all(table, updates.Bye(Code.STOPPING, "The server is shutting down; reconnect in a moment."))
    for subscriber in tuple(table.subscribers):
        subscriber.close()


def to_all(table: Table, message: msgspec.Struct) -> None:
    """Sends every subscriber the same message; it must not depend on what a viewer may see."""
    data = encode(message)
    for subscriber in tuple(table.subscribers):
        subscriber.send(data)
