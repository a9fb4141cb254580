"""Requests of players: one vocabulary for HTTP and for the live connection.

`POST /api/matches/{match}/{type}` takes a command of `COMMANDS` as its body. On the live connection the same struct
travels with two more fields: `type`, and an `id` that the response repeats (over HTTP, the header `Request-Id`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any, NamedTuple, Union

import msgspec
from msgspec import Meta

from boardwright.core.canonical import canonical
from boardwright.core.moves.gesture import Gesture
from boardwright.core.refusal import Unreadable
from boardwright.store.change import Appended
from boardwright.store.text_checks import is_storable
from boardwright.table.live.feed import PAGE, Part
from boardwright.table.matches import commands, takeback
from boardwright.table.matches.commands import Caller
from boardwright.table.matches.open_match import OpenMatch
from boardwright.web.api.errors import TooLarge

MAX_MESSAGE = 16 * 1024
"""The maximum size of a message in bytes."""
MAX_REQUEST_ID = 40
"""The maximum length of a request id."""
_DIGEST = 32
"""Hexadecimal digits by which commands are told apart."""

Seat = Annotated[int, Meta(ge=0, le=63, description="One of your seats; by default the one that is to act.")]
Number = Annotated[int, Meta(ge=0, le=10_000_000, description="The number of an entry.")]


class ClientMessage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of all requests; a misspelled field is an error."""


class Command(ClientMessage, frozen=True, kw_only=True):
    """A request that acts in a match."""

    def caller(self, caller: Caller) -> Caller:
        """Return the caller with a digest of the command, the same for both transports."""
        fields = msgspec.to_builtins(self)
        wanted = {name: value for name, value in fields.items() if name not in ("type", "id")}
        digest = sha256(canonical([type(self).__name__, wanted])).hexdigest()[:_DIGEST]
        return msgspec.structs.replace(caller, command=digest)

    @abstractmethod
    async def execute(self, table: OpenMatch, caller: Caller) -> Appended:
        """Execute the use case of the command."""


class SeatCommand(Command, frozen=True, kw_only=True):
    """A command for one of the caller's seats."""

    seat: Seat | None = None

    def caller(self, caller: Caller) -> Caller:
        """Return the caller, acting for the seat of the command."""
        return msgspec.structs.replace(super().caller(caller), seat=self.seat)


class Play(SeatCommand, frozen=True, kw_only=True):
    """Play a move, named by its text or by its gesture; `number` is the last entry that you have seen."""

    move: Annotated[str, Meta(max_length=1000, examples=["c7-b7"])] = ""
    gesture: Gesture | None = None
    number: Number | None = None

    def __post_init__(self) -> None:
        if bool(self.move) == (self.gesture is not None):
            raise ValueError("`play` takes either `move`, a text that is not empty, or `gesture`")

    async def execute(self, table: OpenMatch, caller: Caller) -> Appended:
        return await commands.play(table, self.caller(caller), self.gesture or self.move, self.number)


class Undo(SeatCommand, frozen=True, kw_only=True):
    """Undo everything after entry `to`, by default your last move, or ask the others to agree."""

    to: Number | None = None

    async def execute(self, table: OpenMatch, caller: Caller) -> Appended:
        return await takeback.undo(table, self.caller(caller), self.to)


class Redo(SeatCommand, frozen=True, kw_only=True):
    """Redo what was undone last, or ask the others to agree."""

    async def execute(self, table: OpenMatch, caller: Caller) -> Appended:
        return await takeback.redo(table, self.caller(caller))


class Answer(SeatCommand, frozen=True, kw_only=True):
    """Agree to another player's request, or decline it."""

    yes: bool

    async def execute(self, table: OpenMatch, caller: Caller) -> Appended:
        return await takeback.answer(table, self.caller(caller), yes=self.yes)


class Draw(SeatCommand, frozen=True, kw_only=True):
    """Offer or accept a draw, or decline the offer."""

    yes: bool = True

    async def execute(self, table: OpenMatch, caller: Caller) -> Appended:
        return await commands.draw(table, self.caller(caller), yes=self.yes)


class Resign(SeatCommand, frozen=True, kw_only=True):
    """Resign."""

    async def execute(self, table: OpenMatch, caller: Caller) -> Appended:
        return await commands.resign(table, self.caller(caller))


class Claim(Command, frozen=True, kw_only=True):
    """Claim that a clock has run out."""

    async def execute(self, table: OpenMatch, caller: Caller) -> Appended:
        return await commands.claim(table, self.caller(caller))


class Chat(ClientMessage, frozen=True, kw_only=True):
    """Send a chat message."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class Hello(ClientMessage, frozen=True, kw_only=True):
    """Open a live connection: who you are, the last entry you have, and which parts of the state you need.

    Without `resume` the first state has the last entries of the log only. With an empty `include` only
    entries are sent. `known` are the keys of drawings that you have already.
    """

    token: Annotated[str, Meta(max_length=200)] = ""
    resume: Number | None = None
    include: frozenset[Part] = PAGE
    known: Annotated[tuple[Annotated[str, Meta(max_length=16)], ...], Meta(max_length=1000)] = ()


class Sync(ClientMessage, frozen=True, kw_only=True):
    """Request the complete state."""


class Ping(ClientMessage, frozen=True, kw_only=True):
    """Request a pong."""


COMMANDS: Mapping[str, type[Command]] = {
    "play": Play, "undo": Undo, "redo": Redo, "answer": Answer, "draw": Draw, "resign": Resign, "claim": Claim,
}  # fmt: skip
"""The commands by type, for both transports."""


class Message(NamedTuple):
    """A message of a client: its id and its content."""

    id: str
    content: ClientMessage


def _with_envelope(type_: str, content: type[ClientMessage]) -> type[msgspec.Struct]:
    """Return the struct with the fields `type` and `id` of the live connection."""
    id_field = ("id", Annotated[str, Meta(max_length=MAX_REQUEST_ID)], "")
    return msgspec.defstruct(
        content.__name__, [id_field], bases=(content,), frozen=True, kw_only=True, tag_field="type", tag=type_
    )


_TYPES: Mapping[str, type[ClientMessage]] = {**COMMANDS, "chat": Chat, "hello": Hello, "sync": Sync, "ping": Ping}
ENVELOPES = tuple(_with_envelope(type_, content) for type_, content in _TYPES.items())
"""The messages of a live connection, each with its `type` and `id`."""
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[ENVELOPES])


def read(data: bytes) -> Message:
    """Decode a message of the live connection; raise Unreadable or TooLarge.

    >>> read(b'{"type": "play", "id": "1", "move": "c7-b7"}').content.move
    'c7-b7'
    """
    if len(data) > MAX_MESSAGE:
        raise TooLarge(MAX_MESSAGE)
    try:
        content = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"Invalid message: {error}.") from None
    if not is_storable(content.id):
        raise Unreadable("The id of a message contains a NUL or an invalid (surrogate) character.")
    return Message(content.id, content)
