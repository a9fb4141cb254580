"""What is answered beside the state of a match."""

from __future__ import annotations

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.refusal import Refusal
from boardwright.store.rows import Account, Role, Status
from boardwright.table.gallery import Offer
from boardwright.table.state import Line
from boardwright.table.telling import Said


class Person(msgspec.Struct, frozen=True):
    """An account as others and its owner see it."""

    id: str
    name: str
    role: Role

    @classmethod
    def of(cls, account: Account) -> Person:
        """The presentable part of an account."""
        return cls(account.id, account.name, account.role)


class Session(msgspec.Struct, frozen=True):
    """A new token and whose it is."""

    token: str
    account: Person


class GameCard(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    seats: list[int]
    version: int
    has_secrets: bool
    layers: tuple[str, ...]
    options: dict[str, JSON]
    bots: tuple[str, ...]
    usual_seats: int
    usual_bot: str
    """The bot that plays where the player names none."""


class Sitter(msgspec.Struct, frozen=True):
    """Who sits on a seat, for lists."""

    seat: int
    name: str
    kind: str


class MatchCard(msgspec.Struct, frozen=True):
    """A match in a list."""

    match: str
    game: str
    title: str
    status: Status
    seats: int
    players: list[Sitter]
    clock: str
    created: int
    changed: int
    number: int
    you: tuple[int, ...]
    private: bool
    winners: tuple[int, ...] | None


class Legal(msgspec.Struct, frozen=True):
    """The legal moves of a seat."""

    number: int
    seat: int
    moves: list[Offer]


class Why(msgspec.Struct, frozen=True):
    """Why a move is not possible; null when it is."""

    refusal: Refusal | None


class Look(msgspec.Struct, frozen=True):
    """A match as it stood after an entry."""

    number: int
    view_seat: int | None
    view: msgspec.Raw
    svg: msgspec.Raw
    text: msgspec.Raw
    last: msgspec.Raw
    log: Line | None


class Trophy(msgspec.Struct, frozen=True):
    """An achievement that was earned."""

    name: str
    title: str
    points: int


class Standing(msgspec.Struct, frozen=True):
    """How an account does in one game."""

    game: str
    rating: float | None
    history: list[tuple[int, float]]
    counts: dict[str, int]
    trophies: list[Trophy]


class Profile(msgspec.Struct, frozen=True):
    """What everybody may know of an account."""

    name: str
    role: Role
    since: int
    games: list[Standing]


class Ranked(msgspec.Struct, frozen=True):
    """A place in a table of the best."""

    name: str
    rating: float


class Health(msgspec.Struct, frozen=True):
    """How the server does."""

    ok: bool
    version: str
    live: int


ANSWERS = (
    Session, Person, list[GameCard], list[MatchCard], Legal, Why, Look, Profile, list[Ranked], Health, list[Said],
)  # fmt: skip
