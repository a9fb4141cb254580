"""The state: everything one client is shown of a match, made from that client's view only."""

from __future__ import annotations

import msgspec

from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.table.live.feed import PAGE, Feed, Part
from boardwright.table.live.offers import NO_NAMES, Names, SeatOffers, offer_groups, table_names
from boardwright.table.live.render_cache import RenderedPosition, render
from boardwright.table.live.updates import ClockView, Current, LogLine, Player, SpectatorsView, State, ThinkingView
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.takeback import IMPOSSIBLE, redo_status, request_views, undo_status
from boardwright.table.matches.viewer import Viewer

LOG_PAGE = 100
"""The number of entries of the log that are sent at once."""
_NULL, _EMPTY = msgspec.Raw(b"null"), msgspec.Raw(b'""')


def state_for(
    feed: Feed,
    viewer: Viewer,
    at: int,
    *,
    wants: frozenset[Part] = PAGE,
    first: int | None = None,
    names: Names | None = None,
) -> State:
    """Return what the viewer sees of the table now, with the parts that are wanted.

    The log begins after entry `first`, by default so that it has one page. Moves refer to `names`, by default those
    of the table.
    """
    table = feed.table
    row, lobby = table.row, table.row.lobby
    number = viewer.last_entry(table.match)
    seen = rendered(feed, viewer, at) if wants and table.fault is None else None
    first = max(0, number - LOG_PAGE) if first is None else min(first, number)
    if names is None:
        names = NO_NAMES if seen is None or "moves" not in wants else table_names(seen.table)
    return State(
        **msgspec.structs.asdict(current_for(feed, viewer, at, seen, wants, names)),
        match=row.id, game=lobby.game, title=lobby.title, options=lobby.options,
        unreadable=None if table.fault is None else table.fault.text,
        host=viewer.account == lobby.host, private=lobby.private, rated=lobby.rated, same_address=lobby.same_address,
        created=row.created,
        you=viewer.seats, number=number, first=first, names=names.names, clock=lobby.clock,
        table=_NULL if seen is None or "table" not in wants else seen.bare,
        log=log_lines(table, viewer, first, number, with_events=bool(wants)),
        commitment=table.store.key.commitment(row.id) if row.header is None else row.header.commitment,
        shares=() if row.header is None else row.header.shares,
        origin=lobby.origin, origin_entry=lobby.origin_entry,
        record_url=f"/api/matches/{row.id}/record",
        formats=() if table.fault is not None else tuple(table.game.notations()),
    )  # fmt: skip


def current_for(
    feed: Feed, viewer: Viewer, at: int, seen: RenderedPosition | None, wants: frozenset[Part], names: Names
) -> Current:
    """Return the fields that may have changed, as the viewer sees them now; `seen` is what `rendered` returns."""
    table = feed.table
    row, lobby = table.row, table.row.lobby
    number = viewer.last_entry(table.match)
    position = table.position(number, at) if table.fault is None else None
    seat = None if position is None else viewer.seat(position)
    actors = () if position is None or row.status != "running" else position.actors
    live = None if viewer.is_delayed(table.match) else table.match
    return Current(
        status=row.status, players=players(feed, viewer), view_seat=seat,
        view=_NULL if seen is None or "view" not in wants else seen.view,
        text=_EMPTY if seen is None or "text" not in wants else seen.text,
        steps=() if seen is None else seen.steps,
        prompt="" if seen is None or seat not in actors else seen.prompt,
        colors=() if seen is None else seen.colors,
        actors=actors,
        moves=_moves(table, viewer, at, names) if "moves" in wants else [],
        undo=IMPOSSIBLE if live is None else undo_status(live, viewer, at),
        redo=IMPOSSIBLE if live is None else redo_status(live, viewer),
        consent_requests=[] if live is None else request_views(live, lobby),
        draw=[] if live is None else sorted(live.draw_agreed),
        clocks=[] if live is None else clock_views(live, at),
        thinking=[] if live is None else thinking_views(table, live, at),
        next_change=None if live is None else live.next_change(at), now=at,
        outcome=row.outcome, rematch=lobby.rematch,
        spectators=SpectatorsView(lobby.spectators, lobby.delay, feed.spectators()),
    )  # fmt: skip


def players(feed: Feed, viewer: Viewer) -> list[Player]:
    """Return the seats with their players, as the viewer sees them."""
    table = feed.table
    here, gone = feed.present(), table.match.gone if table.match and not viewer.is_delayed(table.match) else {}
    return [
        Player(
            number,
            seat.name,
            seat.kind,
            number in viewer.seats,
            seat.bot is not None or number in here,
            feed.ratings.get(seat.account or ""),
            gone.get(number),
            seat.bot,
        )
        for number, seat in enumerate(table.row.lobby.seats)
    ]


def log_lines(
    table: OpenMatch, viewer: Viewer, after: int, until: int, *, as_of: int | None = None, with_events: bool = True
) -> list[LogLine]:
    """Return the log after entry `after` up to `until`, as the viewer may read it after entry `as_of` or `until`."""
    match = table.match
    if match is None or after >= until:
        return []
    now = until if as_of is None else as_of
    seat, undone = viewer.seat(match.at(now)), match.undone(now, after)
    found = []
    for entry in match.read(seat, after, until):
        events = table.step_events.visible(entry.number, seat) if with_events and table.step_events else ()
        is_undone = entry.number in undone
        words = "" if events or not with_events else _words(table, entry)
        found.append(LogLine(entry.number, entry.at, entry.kind, entry.seat, entry.detail, is_undone, events, words))
    return found


def clock_views(match: Match, at: int) -> list[ClockView]:
    """Return the clocks of all seats at that time; empty for a match without clocks."""
    if not match.header.clock.is_running:
        return []
    seats = range(match.header.seats)
    running = {seat for seat in seats if match.clocks.deadline(seat) is not None and not match.is_over}
    return [ClockView(seat, match.clocks.left(seat, match.played(at)), seat in running) for seat in seats]


def thinking_views(table: OpenMatch, match: Match, at: int) -> list[ThinkingView]:
    """Return the bots that are to act, where no person is; the server looks for their moves, in whatever process."""
    if match.is_over or not table.row.lobby.has_bots:
        return []
    acting = [(seat, table.row.lobby.seats[seat].bot) for seat in match.now_position(at).actors]
    return [ThinkingView(seat, match.now) for seat, _ in acting] if all(bot is not None for _, bot in acting) else []


def rendered(feed: Feed, viewer: Viewer, at: int) -> RenderedPosition:
    """Return the position that the viewer sees now, rendered."""
    table = feed.table
    number = viewer.last_entry(table.match)
    position = table.position(number, at)
    seat = viewer.seat(position)
    if table.match is None:
        return render(table.game, position, seat)
    return feed.render_cache.rendered(table.row.id, table.match, number, seat, at)


def _moves(table: OpenMatch, viewer: Viewer, at: int, names: Names) -> list[SeatOffers]:
    match = table.match
    if match is None or match.is_over:
        return []
    acting = [seat for seat in match.now_position(at).actors if seat in viewer.seats]
    return offer_groups(match, acting, at, names)


def _words(table: OpenMatch, entry: Entry) -> str:
    is_readable = entry.kind == "move" and not entry.is_sealed and table.step_events is not None
    return table.step_events.words(entry.number) if is_readable and table.step_events else ""
