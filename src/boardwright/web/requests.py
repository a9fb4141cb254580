"""What requests may say, field by field."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Annotated[int | None, Field(ge=0, le=63, description="Which of your seats; the one to act unless given.")]
Number = Annotated[int, Field(ge=0, le=10_000_000)]


class Body(BaseModel):
    """The base of all requests: unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Guest(Body):
    """How a guest wants to be called."""

    name: str = Field(min_length=1, max_length=100, examples=["Ann"])


class Register(Body):
    """A new account; `bot` for a program that plays."""

    name: str = Field(min_length=1, max_length=100)
    password: str = Field(max_length=1000)
    bot: bool = False


class Login(Body):
    """Name and password of an account."""

    name: str = Field(max_length=100)
    password: str = Field(max_length=1000)


class Me(Body):
    """What to change about oneself."""

    name: str | None = Field(None, max_length=100)
    password: str | None = Field(None, max_length=1000)


class NewMatch(Body):
    """A match as its host wants it."""

    game: str = Field(max_length=64, examples=["deblockle"])
    seats: int | None = Field(None, ge=1, le=64)
    options: dict[str, Any] = Field({}, description="The game's variants; see its options schema.")
    clock: str = Field("none", max_length=20, examples=["none", "60", "300+5"])
    on_timeout: Literal["play", "forfeit"] = "play"
    players: list[Annotated[str, Field(max_length=64)]] = Field([], max_length=64, examples=[["me", "greedy"]])
    private: bool = False
    quick: bool = False
    spectators: Literal["allowed", "forbidden", "delayed"] = "allowed"
    delay: int = Field(0, ge=0, le=1000)


class Join(Body):
    """Where to sit; the first free seat unless given."""

    seat: Seat = None


class Start(Body):
    """Which bot takes the seats still free."""

    bot: str | None = Field(None, max_length=64)


class Play(Body):
    """A move; `number` is the last entry the player knows of."""

    move: str = Field(max_length=1000, examples=["c7-b7"])
    seat: Seat = None
    number: Number | None = None


class Undo(Body):
    """Back to after entry `to`; before the own last move unless given."""

    seat: Seat = None
    to: Number | None = None


class OneSeat(Body):
    """Which of the own seats is meant."""

    seat: Seat = None


class Answer(Body):
    """Yes or no."""

    yes: bool
    seat: Seat = None


class Branching(Body):
    """From which entry, and who plays: "me" everywhere unless given."""

    number: Number
    players: list[Annotated[str, Field(max_length=64)]] = Field([], max_length=64)


class Talk(Body):
    """Something to say."""

    text: str = Field(min_length=1, max_length=1000)
