"""The state: everything one client is shown of a match, made from that client's view only."""

from __future__ import annotations

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.clock import Clock
from boardwright.core.entry import Kind
from boardwright.core.match import Match
from boardwright.core.outcome import Outcome
from boardwright.store.rows import SeatKind, Spectators, Status
from boardwright.table.consent import RequestView, UndoStatus, redo_status, request_views, undo_status
from boardwright.table.render_cache import Rendered, render
from boardwright.table.table import Table
from boardwright.table.viewer import Viewer, visible_entries


class Player(msgspec.Struct, frozen=True):
    """A seat and its player."""

    seat: int
    name: str
    kind: SeatKind
    you: bool
    present: bool
    rating: float | None
    gone: str | None


class EventView(msgspec.Struct, frozen=True):
    """An event of the game as the log shows it."""

    name: str
    text: str
    facts: dict[str, JSON]


class LogLine(msgspec.Struct, frozen=True):
    """An entry of the log: `text` is None if it is hidden from the viewer, `undone` marks a step not in force."""

    number: int
    at: int
    kind: Kind
    seat: int | None
    text: str | None
    undone: bool
    events: tuple[EventView, ...] = ()


class ClockView(msgspec.Struct, frozen=True):
    """The clock of a seat."""

    seat: int
    left: int | None
    running: bool


class SpectatorsView(msgspec.Struct, frozen=True):
    """The rule for spectators, their delay in entries, and how many are connected."""

    rule: Spectators
    delay: int
    present: int


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one client is shown; docs/api.md explains the fields."""

    match: str
    game: str
    title: str
    options: dict[str, JSON]
    status: Status
    unreadable: str | None
    host: bool
    private: bool
    created: int
    players: list[Player]
    you: tuple[int, ...]
    view_seat: int | None
    number: int
    first: int
    view: msgspec.Raw
    svg: msgspec.Raw
    text: msgspec.Raw
    actors: tuple[int, ...]
    moves: msgspec.Raw
    undo: UndoStatus
    redo: UndoStatus
    asks: list[RequestView]
    draw: list[int]
    clock: Clock
    clocks: list[ClockView]
    next_change: int | None
    now: int
    log: list[LogLine]
    outcome: Outcome | None
    spectators: SpectatorsView
    rematch: str | None
    origin: str | None
    record_url: str
    formats: tuple[str, ...]
    """The notations that `record_url?format=` offers."""
    last: msgspec.Raw


_encoder = msgspec.json.Encoder()
_IMPOSSIBLE = UndoStatus(False, False)
_EMPTY = msgspec.Raw(b"[]")
_NOT_RENDERED = Rendered(msgspec.Raw(b"null"), msgspec.Raw(b'""'), msgspec.Raw(b'""'), _EMPTY)


def encode(message: object) -> bytes:
    """Encodes a message as JSON."""
    return _encoder.encode(message)


def state_for(
    table: Table, viewer: Viewer, at: int, *, first: int = 0, with_log: bool = True, rendered: bool = True
) -> State:
    """Returns what the viewer sees of the table now, with the log after entry `first`.

    With `rendered=False` view, picture, text and moves are left out, for programs that compute them themselves.
    """
    row, lobby = table.row, table.row.lobby
    number = viewer.last_entry(table.match)
    position = table.position(number, at) if table.fault is None else None
    seat = None if position is None else viewer.seat(position)
    seen = _rendered(table, number, seat, at) if rendered and position is not None else _NOT_RENDERED
    live = None if viewer.is_delayed(table.match) else table.match
    return State(
        match=row.id, game=lobby.game, title=lobby.title, options=lobby.options, status=row.status,
        unreadable=None if table.fault is None else table.fault.text,
        host=viewer.account == lobby.host, private=lobby.private, created=row.created,
        players=players(table, viewer), you=viewer.seats, view_seat=seat, number=number, first=first,
        view=seen.view, svg=seen.svg, text=seen.text, last=seen.last,
        actors=() if position is None or row.status != "running" else position.actors,
        moves=_moves(table, viewer, at) if rendered else _EMPTY,
        undo=_IMPOSSIBLE if live is None else undo_status(live, lobby, viewer, at),
        redo=_IMPOSSIBLE if live is None else redo_status(live, lobby, viewer),
        asks=[] if live is None else request_views(live, lobby),
        draw=[] if live is None else sorted(live.draw_agreed),
        clock=lobby.clock, clocks=[] if live is None else clock_views(live, at),
        next_change=None if live is None else live.next_change(at), now=at,
        log=log_lines(table, viewer, first, number, with_events=rendered) if with_log else [],
        outcome=row.outcome, rematch=lobby.rematch, origin=lobby.origin,
        spectators=SpectatorsView(lobby.spectators, lobby.delay, table.audience()),
        record_url=f"/api/matches/{row.id}/record",
        formats=() if table.fault is not None else tuple(table.game.notations()),
    )  # fmt: skip


def players(table: Table, viewer: Viewer) -> list[Player]:
    """Returns the seats with their players, as the viewer sees them."""
    here, gone = table.present(), table.match.gone if table.match and not viewer.is_delayed(table.match) else {}
    return [
        Player(
            number,
            seat.name,
            seat.kind,
            number in viewer.seats,
            seat.bot is not None or number in here,
            table.ratings.get(seat.account or ""),
            gone.get(number),
        )
        for number, seat in enumerate(table.row.lobby.seats)
    ]


def log_lines(table: Table, viewer: Viewer, after: int, until: int, *, with_events: bool = True) -> list[LogLine]:
    """Returns the log after entry `after` up to `until`, as the viewer may read it."""
    match = table.match
    if match is None or after >= until:
        return []
    seat, undone = viewer.seat(match.at(until)), match.undone(until)
    found = []
    for entry in visible_entries(match, seat, after, until):
        events = _events(table, entry.number, seat) if with_events else ()
        is_undone = entry.number in undone
        found.append(LogLine(entry.number, entry.at, entry.kind, entry.seat, entry.detail, is_undone, events))
    return found


def clock_views(match: Match, at: int) -> list[ClockView]:
    """Returns the clocks of all seats at that time; empty for a match without clocks."""
    if not match.header.clock.is_running:
        return []
    seats = range(match.header.seats)
    running = {seat for seat in seats if match.clocks.deadline(seat) is not None and not match.is_over}
    return [ClockView(seat, match.clocks.left(seat, match.played(at)), seat in running) for seat in seats]


def _rendered(table: Table, number: int, seat: int | None, at: int) -> Rendered:
    if table.match is None:
        return render(table.game, table.position(number), seat)
    return table.render_cache.rendered(table.row.id, table.match, number, seat, at)


def _moves(table: Table, viewer: Viewer, at: int) -> msgspec.Raw:
    match = table.match
    if match is None or match.is_over:
        return _EMPTY
    acting = [seat for seat in match.now_position(at).actors if seat in viewer.seats]
    offered = [bytes(table.render_cache.offers(table.row.id, match, seat, at)) for seat in acting]
    return msgspec.Raw(b"[" + b",".join(part for part in offered if part) + b"]")


def _events(table: Table, number: int, seat: int | None) -> tuple[EventView, ...]:
    events = () if table.step_events is None else table.step_events.events(number)
    return tuple(EventView(event.name, event.text, event.facts) for event in events if event.is_visible(seat))
