"""The state: all that one client is shown of a match, made from that client's view and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.clock import Clock
from boardwright.core.entry import Kind
from boardwright.core.match import Match
from boardwright.core.outcome import Outcome
from boardwright.store.rows import Spectators, Status
from boardwright.table.consent import RequestView, UndoStatus, asking, redo_status, undo_status
from boardwright.table.render_cache import Rendered, face
from boardwright.table.viewer import Viewer, readable

if TYPE_CHECKING:
    from boardwright.table.table import Table


class Player(msgspec.Struct, frozen=True):
    """Who sits on a seat."""

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    you: bool
    present: bool
    rating: float | None
    gone: str | None


class EventView(msgspec.Struct, frozen=True):
    """An event of the game, as the log tells it."""

    name: str
    text: str
    facts: dict[str, JSON]


class Line(msgspec.Struct, frozen=True):
    """A line of the log; `text` is None where it is hidden from the reader."""

    number: int
    at: int
    kind: Kind
    seat: int | None
    text: str | None
    events: tuple[EventView, ...] = ()


class ClockView(msgspec.Struct, frozen=True):
    """What the clock of a seat shows."""

    seat: int
    left: int | None
    running: bool


class SpectatorsView(msgspec.Struct, frozen=True):
    """Whether spectators may come, how late they are, and how many are there."""

    rule: Spectators
    delay: int
    present: int


class State(msgspec.Struct, frozen=True, kw_only=True):
    """All that one client is shown; docs/api.md tells what each field means."""

    match: str
    game: str
    title: str
    options: dict[str, JSON]
    status: Status
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
    now: int
    log: list[Line]
    outcome: Outcome | None
    spectators: SpectatorsView
    rematch: str | None
    origin: str | None
    record_url: str
    last: msgspec.Raw


_encoder = msgspec.json.Encoder()
_NO_WAY = UndoStatus(False, False)
_NOTHING = msgspec.Raw(b"[]")
_NO_FACE = Rendered(msgspec.Raw(b"null"), msgspec.Raw(b'""'), msgspec.Raw(b'""'), _NOTHING)


def encode(message: object) -> bytes:
    """A message as JSON."""
    return _encoder.encode(message)


def state(table: Table, viewer: Viewer, at: int, *, first: int = 0, log: bool = True, drawn: bool = True) -> State:
    """What those viewer see of the table now, with the log after entry `first` or without it.

    Programs that draw and compute for themselves get it without view, picture, text and moves.
    """
    row, match = table.row, table.match
    lobby = row.lobby
    number = viewer.number(match)
    position = table.position(number)
    late = viewer.is_delayed(match)
    seat = viewer.seat(position)
    seen = _face(table, number, seat) if drawn else _NO_FACE
    here = None if late else match
    return State(
        match=row.id,
        game=lobby.game,
        title=table.game.title,
        options=lobby.options,
        status=row.status,
        host=viewer.account == lobby.host,
        private=lobby.private,
        created=row.created,
        players=players(table, viewer),
        you=viewer.seats,
        view_seat=seat,
        number=number,
        first=first,
        view=seen.view,
        svg=seen.svg,
        text=seen.text,
        actors=() if row.status != "running" else position.actors,
        moves=_moves(table, viewer, at) if drawn else _NOTHING,
        undo=_NO_WAY if here is None else undo_status(here, lobby, viewer),
        redo=_NO_WAY if here is None else redo_status(here, lobby, viewer),
        asks=[] if here is None else asking(here, lobby),
        draw=[] if here is None else sorted(here.draw_agreed),
        clock=lobby.clock,
        clocks=[] if here is None else clock_views(here, at),
        now=at,
        log=lines(table, viewer, first, number, told=drawn) if log else [],
        outcome=row.outcome,
        spectators=SpectatorsView(lobby.spectators, lobby.delay, table.audience()),
        rematch=lobby.rematch,
        origin=lobby.origin,
        record_url=f"/api/matches/{row.id}/record",
        last=seen.last,
    )


def players(table: Table, viewer: Viewer) -> list[Player]:
    """Who sits where, as those viewer see it."""
    here, gone = table.present(), table.match.gone if table.match and not viewer.is_delayed(table.match) else {}
    return [
        Player(
            number,
            seat.name,
            "bot" if seat.bot is not None else "open" if seat.is_free else "person",
            number in viewer.seats,
            seat.bot is not None or number in here,
            table.ratings.get(seat.account or ""),
            gone.get(number),
        )
        for number, seat in enumerate(table.row.lobby.seats)
    ]


def lines(table: Table, viewer: Viewer, after: int, until: int, *, told: bool = True) -> list[Line]:
    """The log after entry `after` up to `until`, as those viewer may read it, with or without what it tells of."""
    match = table.match
    if match is None or after >= until:
        return []
    seat = viewer.seat(match.at(until))
    found = []
    for entry in readable(match, seat, after, until):
        events = _happenings(table, entry.number, seat) if told else ()
        found.append(Line(entry.number, entry.at, entry.kind, entry.seat, entry.text, events))
    return found


def clock_views(match: Match, at: int) -> list[ClockView]:
    """What the clocks show now; nothing in a match without clocks."""
    if not match.header.clock.is_running:
        return []
    running = {seat for seat in range(match.header.seats) if match.clocks.deadline(seat) is not None}
    faces: Sequence[int] = range(match.header.seats)
    return [ClockView(seat, match.clocks.left(seat, at), seat in running and not match.is_over) for seat in faces]


def _face(table: Table, number: int, seat: int | None) -> Rendered:
    if table.match is None:
        return face(table.game, table.position(number), seat)
    return table.render_cache.face(table.row.id, table.match, number, seat)


def _moves(table: Table, viewer: Viewer, at: int) -> msgspec.Raw:
    match = table.match
    if match is None or match.is_over:
        return _NOTHING
    acting = [seat for seat in match.position.actors if seat in viewer.seats]
    offered = [bytes(table.render_cache.offers(table.row.id, match, seat, at)) for seat in acting]
    return msgspec.Raw(b"[" + b",".join(part for part in offered if part) + b"]")


def _happenings(table: Table, number: int, seat: int | None) -> tuple[EventView, ...]:
    events = () if table.story is None else table.story.events(number)
    return tuple(EventView(event.name, event.text, event.facts) for event in events if event.is_visible(seat))
