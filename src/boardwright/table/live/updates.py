"""Messages that the server sends to subscribers of a match, and the state of a match that is in them."""

from __future__ import annotations

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.match.clock import Clock
from boardwright.core.match.entry import Kind
from boardwright.core.refusal import Refusal
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.seats import SeatColor
from boardwright.store.rows import ChatLine, Room, SeatKind, Spectators, Status
from boardwright.table.live.offers import SeatOffers
from boardwright.table.live.render_cache import StepView
from boardwright.table.matches.step_events import EventView
from boardwright.table.matches.takeback import RequestView, UndoStatus
from boardwright.table.results.ratings import RatingView

_encoder = msgspec.json.Encoder()


def encode(message: object) -> bytes:
    """Return a message as JSON."""
    return _encoder.encode(message)


class Player(msgspec.Struct, frozen=True):
    """A seat and its player; `bot` is how a bot is asked for in a new match."""

    seat: int
    name: str
    kind: SeatKind
    you: bool
    present: bool
    rating: RatingView | None
    gone: str | None
    bot: str | None


class LogLine(msgspec.Struct, frozen=True):
    """An entry of the log: `text` is None if it is hidden from the viewer, `undone` marks a step not in force.

    `words` describes a move that has no events to describe it.
    """

    number: int
    at: int
    kind: Kind
    seat: int | None
    text: str | None
    undone: bool
    events: tuple[EventView, ...] = ()
    words: str = ""


class ClockView(msgspec.Struct, frozen=True):
    """The clock of a seat."""

    seat: int
    left: int | None
    running: bool


class ThinkingView(msgspec.Struct, frozen=True):
    """A seat whose bot is choosing a move, and since when."""

    seat: int
    since: int


class SpectatorsView(msgspec.Struct, frozen=True):
    """The rule for spectators, their delay in entries, and how many are connected."""

    rule: Spectators
    delay: int
    present: int


class Current(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a state that may change with each entry, or with time."""

    status: Status
    players: list[Player]
    view_seat: int | None
    view: msgspec.Raw
    text: msgspec.Raw
    actors: tuple[int, ...]
    moves: list[SeatOffers]
    undo: UndoStatus
    redo: UndoStatus
    consent_requests: list[RequestView]
    draw: list[int]
    clocks: list[ClockView]
    thinking: list[ThinkingView]
    next_change: int | None
    now: int
    outcome: Outcome | None
    spectators: SpectatorsView
    rematch: str | None
    steps: tuple[StepView, ...]
    """The moves since your last turn, as they were made on the table."""
    prompt: str
    """Your choices now, in the game's words; empty if it is not your turn."""
    colors: tuple[tuple[SeatColor, ...], ...]
    """The colors of each seat; empty if the game has none."""


class State(Current, frozen=True, kw_only=True):
    """Everything one client is shown; docs/api.md explains the fields."""

    match: str
    game: str
    title: str
    options: dict[str, JSON]
    unreadable: str | None
    host: bool
    private: bool
    rated: bool
    same_address: bool
    """True if the match would be rated, but some of its players had one address at its start."""
    created: int
    you: tuple[int, ...]
    number: int
    first: int
    table: msgspec.Raw
    """The zones of the table; what is drawn in them is beside the state."""
    names: tuple[str, ...]
    clock: Clock
    log: list[LogLine]
    commitment: str | None
    """The SHA-256 hash of the seed."""
    shares: tuple[str, ...]
    """The contribution of each seat to the seed, from the start on; empty if nobody did."""
    origin: str | None
    origin_entry: int | None
    record_url: str
    formats: tuple[str, ...]
    """The notations that `record_url?format=` offers."""


class Entries(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="entries"):
    """The log has grown, or time alone has changed something.

    A client whose request caused it finds its `id` last, after `art`, the drawings that it does not have yet.
    `undone` has all steps that are not in force any more if there is an undo or redo among the entries. `zones` are
    the changes of the table, `changes` the fields of the state that have other values than before.
    """

    number: int
    entries: list[LogLine]
    actors: tuple[int, ...]
    outcome: Outcome | None
    undone: list[int] | None = None
    zones: msgspec.Raw | None = None
    changes: msgspec.Raw | None = None


class FullState(msgspec.Struct, frozen=True, tag_field="type", tag="state", omit_defaults=True):
    """The complete state."""

    state: State
    id: str = ""


class Ok(msgspec.Struct, frozen=True, tag_field="type", tag="ok"):
    """A request succeeded without a new entry, or is a repetition."""

    id: str
    number: int


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """A request failed and changed nothing."""

    id: str
    status: int
    error: Refusal


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Who is connected."""

    players: list[int]
    spectators: int


class Clocks(msgspec.Struct, frozen=True, tag_field="type", tag="clocks"):
    """The clocks of all seats."""

    now: int
    clocks: list[ClockView]


class Requests(msgspec.Struct, frozen=True, tag_field="type", tag="consent_requests"):
    """The open consent requests, and the seats that offer a draw."""

    consent_requests: list[RequestView]
    draw: list[int]


class ChatMessage(msgspec.Struct, frozen=True):
    """A chat message as clients see it, without the account behind the name."""

    number: int
    at: int
    name: str
    text: str
    room: Room

    @classmethod
    def of(cls, line: ChatLine) -> ChatMessage:
        """Return the public part of a stored message."""
        return cls(line.number, line.at, line.name, line.text, line.room)


class ChatUpdate(msgspec.Struct, frozen=True, tag_field="type", tag="chat"):
    """A new chat message."""

    chat: ChatMessage


class RematchUpdate(msgspec.Struct, frozen=True, tag_field="type", tag="rematch"):
    """The id of the rematch."""

    match: str


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The response to a ping."""

    id: str


class Closed(msgspec.Struct, frozen=True, tag_field="type", tag="closed"):
    """The server closes the connection, and why."""

    code: str
    text: str
