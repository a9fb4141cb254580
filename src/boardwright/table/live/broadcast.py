"""Broadcasting: one message to every audience for each change, made from what that audience may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from boardwright.core.drawing.symbol import Art
from boardwright.core.layout.message import art_json
from boardwright.core.match.match import Match
from boardwright.store.rows import ChatLine
from boardwright.table.codes import Code
from boardwright.table.live import updates
from boardwright.table.live.feed import Audience, Feed, SentState, Subscriber
from boardwright.table.live.offers import NO_NAMES, names_of
from boardwright.table.live.state import clock_views, current_for, log_lines, rendered, state_for
from boardwright.table.live.updates import State, encode
from boardwright.table.matches.open_match import Update
from boardwright.table.matches.takeback import request_views
from boardwright.table.matches.viewer import chat_rooms

_VOLATILE = frozenset({"now", "clocks", "players", "spectators"})
"""The fields that change all the time and have messages of their own."""


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
        # Members who lack the same get the same bytes, which are compressed once.
        made: dict[tuple[Art, ...], bytes] = {(): self.message}
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


def prepare(feed: Feed, update: Update) -> Callable[[], None]:
    """Make what every audience is to be sent about an update; return what sends it, once the update is durable."""
    before = feed.sent
    try:
        deliveries, sent = _deliveries(feed, update), feed.sent
    finally:
        feed.sent = before

    def send() -> None:
        feed.sent = sent
        for delivery in deliveries:
            delivery.send()

    return send


def _deliveries(feed: Feed, update: Update) -> list[Delivery]:
    """Return what every audience is to be sent; it counts as sent from now on."""
    table, row, before = feed.table, feed.table.row, update.before
    is_new_status = row.status != before.status and (before.status == "open" or table.fault is not None)
    if is_new_status or row.lobby.seats != before.lobby.seats or row.lobby.failed != before.lobby.failed:
        feed.sent = {}
        return [_full_state(feed, each, update.at, update) for each in feed.audiences()]
    found: list[Delivery] = []
    if row.number != before.number and table.match is not None:
        found += _entries(feed, table.match, update)
    if row.lobby.consent_requests != before.lobby.consent_requests and table.match is not None:
        found += _requests(feed, table.match)
    if row.lobby.rematch != before.lobby.rematch and row.lobby.rematch is not None:
        rematch = encode(updates.RematchUpdate(row.lobby.rematch))
        found += [Delivery(audience, rematch) for audience in feed.audiences()]
    return found


def _entries(feed: Feed, match: Match, update: Update) -> Iterator[Delivery]:
    is_revealed = match.is_over and feed.table.game.has_secrets
    for audience in feed.audiences():
        sent = feed.sent.get(audience.key)
        if sent is not None and audience.viewer.last_entry(match) <= sent.number:
            audience = audience._replace(members=[one for one in audience.members if one is update.origin])
            if not audience.members:
                continue
        yield _changes(feed, audience, update.at, update)
        if is_revealed and audience.wants:
            yield _full_state(feed, audience, update.at)


def _requests(feed: Feed, match: Match) -> Iterator[Delivery]:
    consent_requests, draw = request_views(match, feed.table.row.lobby), sorted(match.draw_agreed)
    message = encode(updates.Requests(consent_requests, draw))
    for audience in feed.audiences():
        if audience.viewer.delay:
            continue
        yield Delivery(audience, message)
        sent = feed.sent.get(audience.key)
        if sent is not None and sent.state is not None:
            state = msgspec.structs.replace(sent.state, consent_requests=consent_requests, draw=draw)
            feed.sent[audience.key] = msgspec.structs.replace(sent, state=state)


def refresh(feed: Feed, at: int) -> None:
    """Send every audience what time alone has changed: an update without entries."""
    for audience in feed.audiences():
        if not audience.viewer.delay:
            _changes(feed, audience, at).send()


def _changes(feed: Feed, audience: Audience, at: int, update: Update | None = None) -> Delivery:
    """Return the update that leads an audience from what it was sent last to what it sees now."""
    table, viewer, wants = feed.table, audience.viewer, audience.wants
    sent = feed.sent.get(audience.key)
    if sent is None or table.match is None:
        return _full_state(feed, audience, at, update)
    number = viewer.last_entry(table.match)
    actors = table.position(number, at).actors if table.row.status == "running" else ()
    log = log_lines(table, viewer, sent.number, number, with_events=bool(wants))
    has_moved_back = any(line.kind in ("undo", "redo") for line in log)
    undone = sorted(table.match.undone(number)) if has_moved_back else None
    sent = feed.sent[audience.key] = msgspec.structs.replace(sent, number=number)
    message = updates.Entries(number, log, actors, table.row.outcome, undone)
    if not wants:
        return Delivery(audience, encode(message), update)
    return _with_state(message, feed, audience, sent, at, update)


def _with_state(
    message: updates.Entries, feed: Feed, audience: Audience, sent: SentState, at: int, update: Update | None
) -> Delivery:
    """Return the message with the changes of the state and of the zones, which count as sent from now on."""
    seen = rendered(feed, audience.viewer, at)
    state = current_for(feed, audience.viewer, at, seen, audience.wants, sent.names)
    zones: msgspec.Raw | None = None
    arts: tuple[Art, ...] = ()
    if sent.seen is not None:
        compared = feed.render_cache.changes(sent.seen, seen.table)
        sent.seen, zones, arts = seen.table, compared.changes, compared.arts
    changes = msgspec.Raw(encode(sent.changes(state)))
    sent.state = state
    return Delivery(audience, encode(msgspec.structs.replace(message, zones=zones, changes=changes)), update, arts)


def _full_state(feed: Feed, audience: Audience, at: int, update: Update | None = None) -> Delivery:
    state = _take_state(feed, audience, at)
    return Delivery(audience, encode(updates.FullState(state)), update, _arts(feed, audience))


def _arts(feed: Feed, audience: Audience) -> tuple[Art, ...]:
    """Return everything drawn on the table that an audience was sent last."""
    sent = feed.sent.get(audience.key)
    return () if sent is None or sent.seen is None else tuple(sent.seen.arts.values())


def _take_state(feed: Feed, audience: Audience, at: int, first: int | None = None) -> State:
    """Return the complete state of an audience, which counts as sent from now on."""
    viewer, wants = audience.viewer, audience.wants
    sent = feed.sent.get(audience.key)
    names = None if sent is None or sent.names is NO_NAMES else sent.names
    state = state_for(feed, viewer, at, wants=wants, first=first, names=names)
    sent = feed.sent[audience.key] = SentState(state.number)
    if wants and feed.table.fault is None:
        sent.state = msgspec.structs.replace(state, table=msgspec.Raw(), log=[])
        sent.names = names_of(state.names)
        sent.seen = rendered(feed, viewer, at).table if "table" in wants else None
    return state


def full_state(feed: Feed, subscriber: Subscriber, at: int, first: int | None = None, id: str = "") -> bytes:
    """Return the complete state for a subscriber who has just connected, or asks for it.

    The others of its audience are sent what has changed for them meanwhile, so that all have the same again.
    """
    audience = feed.audience(subscriber)
    if _is_outdated(feed, audience, at):
        others = [one for each in feed.audiences() if each.key == audience.key for one in each.members]
        rest = audience._replace(members=[one for one in others if one is not subscriber])
        _changes(feed, rest, at).send()
    message = encode(updates.FullState(_take_state(feed, audience, at, first), id))
    return _with_art(message, _missing(_arts(feed, audience), subscriber))


def _is_outdated(feed: Feed, audience: Audience, at: int) -> bool:
    """Return whether time has changed more than the clocks since the audience was sent its state."""
    sent = feed.sent.get(audience.key)
    if sent is None or sent.state is None or feed.table.fault is not None:
        return False
    seen = rendered(feed, audience.viewer, at)
    state = current_for(feed, audience.viewer, at, seen, audience.wants, sent.names)
    if sent.changes(state).keys() - _VOLATILE:
        return True
    return sent.seen is not None and seen.table.shown != sent.seen.shown


def clocks(feed: Feed, at: int) -> None:
    """Send every subscriber the clocks, if they are running."""
    match = feed.table.match
    if match is None or match.is_over or not match.header.clock.is_running:
        return
    message = encode(updates.Clocks(at, clock_views(match, at)))
    for audience in feed.audiences():
        if not audience.viewer.delay:
            Delivery(audience, message).send()


def chat(feed: Feed, line: ChatLine) -> None:
    """Send a chat message to every subscriber who may read it."""
    message = encode(updates.ChatUpdate(updates.ChatMessage.of(line)))
    for audience in feed.audiences():
        # Players and spectators who want entries only may be one audience.
        for subscriber in audience.members:
            if line.room in chat_rooms(feed.table.row, feed.table.viewer(subscriber.account)):
                subscriber.send(message)


def close(feed: Feed) -> None:
    """Tell every subscriber that the server is shutting down, and close the connections."""
    feed.send_all(updates.Closed(Code.STOPPING, "The server is shutting down; reconnect in a moment."))
    for subscriber in tuple(feed.subscribers):
        subscriber.close()
