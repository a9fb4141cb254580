"""Broadcasting: one message to every audience for each change, made from what that audience may see."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from boardwright.core.drawing.symbol import Art
from boardwright.core.layout.message import art_json
from boardwright.core.match.match import Match
from boardwright.store.rows import ChatLine
from boardwright.table.codes import Code
from boardwright.table.live import broadcast, updates
from boardwright.table.live.audience import Audience, SentState, audience_key, audiences
from boardwright.table.live.offers import NO_NAMES, names_of
from boardwright.table.live.state import State, clock_views, current_for, encode, log_lines, rendered, state_for
from boardwright.table.matches.consent import request_views
from boardwright.table.matches.open_match import OpenMatch, Update
from boardwright.table.matches.subscriber import Subscriber
from boardwright.table.matches.viewer import chat_rooms

_VOLATILE = frozenset({"now", "clocks", "players", "spectators"})
"""What changes all the time and has messages of its own."""


class Delivery(NamedTuple):
    """A message that is ready for an audience."""

    audience: Audience
    message: bytes
    update: Update | None = None
    arts: tuple[Art, ...] = ()

    def send(self) -> None:
        """Send all members the message, with the drawings that each does not have yet.

        The one whose request caused it finds the request's id at the end.
        """
        made: dict[tuple[Art, ...], bytes] = {
            (): self.message
        }  # members who lack the same get the same bytes, which are compressed once
        for subscriber in self.audience.members:
            missing = _missing(self.arts, subscriber)
            message = made.get(missing)
            if message is None:
                message = made[missing] = _with_art(self.message, missing)
            if self.update is not None and self.update.request_id and subscriber is self.update.origin:
                message = b'%b,"id":%b}' % (message[:-1], encode(self.update.request_id))
            subscriber.send(message)


def _missing(arts: Iterable[Art], subscriber: Subscriber) -> tuple[Art, ...]:
    """Return the drawings that the subscriber does not have; it has them from now on."""
    missing = tuple([art for art in dict.fromkeys(arts) if art.key not in subscriber.known])
    subscriber.known.update([art.key for art in missing])
    return missing


def _with_art(message: bytes, arts: tuple[Art, ...]) -> bytes:
    """Return a message with drawings beside it."""
    return b'%b,"art":%b}' % (message[:-1], art_json(arts)) if arts else message


def prepare(table: OpenMatch, update: Update) -> list[Delivery]:
    """Return what every audience is to be sent about the update; it counts as sent from now on."""
    row, before = table.row, update.before
    is_new_status = row.status != before.status and (before.status == "open" or table.fault is not None)
    if is_new_status or row.lobby.seats != before.lobby.seats or row.lobby.failed != before.lobby.failed:
        table.shown = {}
        return [_full_state(table, each, update.at, update) for each in audiences(table)]
    found: list[Delivery] = []
    if row.number != before.number and table.match is not None:
        found += _entries(table, table.match, update)
    if row.lobby.consent_requests != before.lobby.consent_requests and table.match is not None:
        found += _requests(table, table.match)
    if row.lobby.rematch != before.lobby.rematch and row.lobby.rematch is not None:
        rematch = encode(updates.RematchUpdate(row.lobby.rematch))
        found += [Delivery(audience, rematch) for audience in audiences(table)]
    return found


def _entries(table: OpenMatch, match: Match, update: Update) -> Iterator[Delivery]:
    is_revealed = match.is_over and table.game.has_secrets
    for audience in audiences(table):
        shown = table.shown.get(audience.key)
        if shown is not None and audience.viewer.last_entry(match) <= shown.number:
            audience = audience._replace(members=[one for one in audience.members if one is update.origin])
            if not audience.members:
                continue
        yield _changes(table, audience, update.at, update)
        if is_revealed and audience.wants:
            yield _full_state(table, audience, update.at)


def _requests(table: OpenMatch, match: Match) -> Iterator[Delivery]:
    consent_requests, draw = request_views(match, table.row.lobby), sorted(match.draw_agreed)
    message = encode(updates.Requests(consent_requests, draw))
    for audience in audiences(table):
        if audience.viewer.delay:
            continue
        yield Delivery(audience, message)
        shown = table.shown.get(audience.key)
        if shown is not None and shown.state is not None:
            state = msgspec.structs.replace(shown.state, consent_requests=consent_requests, draw=draw)
            table.shown[audience.key] = msgspec.structs.replace(shown, state=state)


def refresh(table: OpenMatch, at: int) -> None:
    """Sends every audience what time alone has changed: an update without entries."""
    for audience in audiences(table):
        if not audience.viewer.delay:
            _changes(table, audience, at).send()


def _changes(table: OpenMatch, audience: Audience, at: int, update: Update | None = None) -> Delivery:
    """Returns the update that leads an audience from what it was sent last to what it sees now."""
    match, viewer, wants = table.match, audience.viewer, audience.wants
    shown = table.shown.get(audience.key)
    if shown is None or match is None:
        return _full_state(table, audience, at, update)
    number = viewer.last_entry(match)
    actors = table.position(number, at).actors if table.row.status == "running" else ()
    log = log_lines(table, viewer, shown.number, number, with_events=bool(wants))
    has_moved_back = any(line.kind in ("undo", "redo") for line in log)
    undone = sorted(match.undone(number)) if has_moved_back else None
    shown = table.shown[audience.key] = msgspec.structs.replace(shown, number=number)
    message = updates.Entries(number, log, actors, table.row.outcome, undone)
    if not wants:
        return Delivery(audience, encode(message), update)
    return _with_state(message, table, audience, shown, at, update)


def _with_state(
    message: updates.Entries, table: OpenMatch, audience: Audience, shown: SentState, at: int, update: Update | None
) -> Delivery:
    """Returns the message with the changes of the state and of the zones, which count as sent from now on."""
    seen = rendered(table, audience.viewer, at)
    state = current_for(table, audience.viewer, at, seen, audience.wants, shown.names)
    zones: msgspec.Raw | None = None
    arts: tuple[Art, ...] = ()
    if shown.seen is not None:
        compared = table.render_cache.changes(shown.seen, seen.table)
        shown.seen, zones, arts = seen.table, compared.changes, compared.arts
    changes = msgspec.Raw(encode(shown.changes(state)))
    shown.state = state
    return Delivery(audience, encode(msgspec.structs.replace(message, zones=zones, changes=changes)), update, arts)


def _full_state(table: OpenMatch, audience: Audience, at: int, update: Update | None = None) -> Delivery:
    state = _take_state(table, audience, at)
    return Delivery(audience, encode(updates.FullState(state)), update, _arts(table, audience))


def _arts(table: OpenMatch, audience: Audience) -> tuple[Art, ...]:
    """Returns everything drawn on the table that an audience was sent last."""
    shown = table.shown.get(audience.key)
    return () if shown is None or shown.seen is None else tuple(shown.seen.arts.values())


def _take_state(table: OpenMatch, audience: Audience, at: int, first: int | None = None) -> State:
    """Returns the complete state of an audience, which counts as sent from now on."""
    viewer, wants = audience.viewer, audience.wants
    shown = table.shown.get(audience.key)
    names = None if shown is None or shown.names is NO_NAMES else shown.names
    state = state_for(table, viewer, at, wants=wants, first=first, names=names)
    shown = table.shown[audience.key] = SentState(state.number)
    if wants and table.fault is None:
        shown.state = msgspec.structs.replace(state, table=msgspec.Raw(), log=[])
        shown.names = names_of(state.names)
        shown.seen = rendered(table, viewer, at).table if "table" in wants else None
    return state


def full_state(table: OpenMatch, subscriber: Subscriber, at: int, first: int | None = None, id: str = "") -> bytes:
    """Returns the complete state for a subscriber who has just connected, or asks for it.

    The others of its audience are sent what has changed for them meanwhile, so that all have the same again.
    """
    viewer = table.viewer(subscriber.account)
    audience = Audience(audience_key(table, viewer, subscriber.wants), viewer, subscriber.wants, [subscriber])
    if _is_outdated(table, audience, at):
        others = [one for each in audiences(table) if each.key == audience.key for one in each.members]
        rest = audience._replace(members=[one for one in others if one is not subscriber])
        _changes(table, rest, at).send()
    message = encode(updates.FullState(_take_state(table, audience, at, first), id))
    return _with_art(message, _missing(_arts(table, audience), subscriber))


def _is_outdated(table: OpenMatch, audience: Audience, at: int) -> bool:
    """True if time has changed more than the clocks since the audience was sent its state."""
    shown = table.shown.get(audience.key)
    if shown is None or shown.state is None or table.fault is not None:
        return False
    seen = rendered(table, audience.viewer, at)
    state = current_for(table, audience.viewer, at, seen, audience.wants, shown.names)
    if shown.changes(state).keys() - _VOLATILE:
        return True
    return shown.seen is not None and seen.table.shown != shown.seen.shown


def clocks(table: OpenMatch, at: int) -> None:
    """Sends every subscriber the clocks, if they are running."""
    match = table.match
    if match is None or match.is_over or not match.header.clock.is_running:
        return
    message = encode(updates.Clocks(at, clock_views(match, at)))
    for audience in audiences(table):
        if not audience.viewer.delay:
            Delivery(audience, message).send()


def chat(table: OpenMatch, line: ChatLine) -> None:
    """Sends a chat message to every subscriber who may read it."""
    message = encode(updates.ChatUpdate(updates.ChatMessage.of(line)))
    for audience in audiences(table):
        # Players and spectators who want entries only may be one audience.
        for subscriber in audience.members:
            if line.room in chat_rooms(table.row, table.viewer(subscriber.account)):
                subscriber.send(message)


def close(table: OpenMatch) -> None:
    """Tells every subscriber that the server is shutting down, and closes the connections."""
    to_all(table, updates.Closed(Code.STOPPING, "The server is shutting down; reconnect in a moment."))
    for subscriber in tuple(table.subscribers):
        subscriber.close()


def to_all(table: OpenMatch, message: msgspec.Struct) -> None:
    """Sends every subscriber the same message; it must not depend on what a viewer may see."""
    data = encode(message)
    for subscriber in tuple(table.subscribers):
        subscriber.send(data)


INTERVAL = 0.25
"""Seconds between two presence messages of a table."""


class PresenceAnnouncer:
    """Tells the subscribers of each table who is connected."""

    def __init__(self) -> None:
        self._waiting: dict[str, OpenMatch | None] = {}
        """The tables that were told within the interval, by match; None if nobody came or went since."""

    def announce(self, table: OpenMatch) -> None:
        """Sends the presence now, or at the end of the interval."""
        match = table.row.id
        if match in self._waiting:
            self._waiting[match] = table
            return
        self._waiting[match] = None
        broadcast.to_all(table, updates.Presence(sorted(table.present()), table.audience()))
        asyncio.get_running_loop().call_later(INTERVAL, self._end, match)

    def _end(self, match: str) -> None:
        table = self._waiting.pop(match)
        if table is not None:
            self.announce(table)
