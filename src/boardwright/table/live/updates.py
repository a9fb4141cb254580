"""Messages that the server sends to subscribers of a match."""

from __future__ import annotations

import msgspec

from boardwright.core.refusal import Refusal
from boardwright.core.rules.outcome import Outcome
from boardwright.store.rows import ChatLine, Room
from boardwright.table.live.state import ClockView, LogLine, State
from boardwright.table.matches.consent import RequestView


class Entries(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="entries"):
    """The log has grown, or time alone has changed something. A client whose request caused it finds its `id` last,
    after `art`, the drawings that it does not have yet.

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
        """Returns the public part of a stored message."""
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
