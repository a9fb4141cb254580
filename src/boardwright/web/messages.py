"""What clients of a live connection may say."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from boardwright.core.refusal import Unreadable
from boardwright.store.validation import is_storable
from boardwright.web.errors import TooLarge

LARGEST = 16 * 1024
"""Bytes of one message."""

Id = Annotated[str, msgspec.Meta(max_length=40)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=63)]
Number = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """The base of all messages; the answer repeats `id`."""

    id: Id = ""


class Hello(Message, frozen=True, kw_only=True):
    """Who is there, since which entry, and whether pictures and moves are wanted."""

    token: Annotated[str, msgspec.Meta(max_length=200)] = ""
    resume: Number = 0
    want: Literal["state", "entries"] = "state"


class Play(Message, frozen=True, kw_only=True):
    """A move; `number` is the last entry the player knows of."""

    move: Annotated[str, msgspec.Meta(max_length=1000)]
    seat: Seat | None = None
    number: Number | None = None


class Undo(Message, frozen=True, kw_only=True):
    """Back to after entry `to`; before the own last move unless given."""

    seat: Seat | None = None
    to: Number | None = None


class Redo(Message, frozen=True, kw_only=True):
    """Bring back what was taken back."""

    seat: Seat | None = None


class Answer(Message, frozen=True, kw_only=True):
    """Yes or no to what another player asks."""

    yes: bool
    seat: Seat | None = None


class Draw(Message, frozen=True, kw_only=True):
    """Offer, accept or decline a draw."""

    yes: bool = True
    seat: Seat | None = None


class Resign(Message, frozen=True, kw_only=True):
    """Leave the match."""

    seat: Seat | None = None


class Claim(Message, frozen=True, kw_only=True):
    """Somebody's time has run out."""


class Chat(Message, frozen=True, kw_only=True):
    """Talk at the table."""

    text: Annotated[str, msgspec.Meta(max_length=1000)]


class Sync(Message, frozen=True, kw_only=True):
    """Asks for the whole state."""


class Ping(Message, frozen=True, kw_only=True):
    """Asks for a sign of life."""


_decoder = msgspec.json.Decoder(Hello | Play | Undo | Redo | Answer | Draw | Resign | Claim | Chat | Sync | Ping)


def read(data: bytes) -> Message:
    """A message of a client; Unreadable says what is wrong with it.

    >>> read(b'{"type": "play", "id": "1", "move": "c7-b7"}').move
    'c7-b7'
    """
    if len(data) > LARGEST:
        raise TooLarge(LARGEST)
    try:
        word: Message = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"No message: {error}.") from None
    if not is_storable(word.id):
        raise Unreadable("The id of a message is plain text.")
    return word


def seat_of(word: Message) -> int | None:
    """The seat a message speaks for, if it names one."""
    seat: int | None = getattr(word, "seat", None)
    return seat
