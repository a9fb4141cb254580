"""Seating: pure changes of a lobby before the match starts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from boardwright.core import registry
from boardwright.core.canonical import JSON
from boardwright.core.clock import Clock
from boardwright.core.game import AnyGame, seats_text
from boardwright.core.match import Match
from boardwright.core.refusal import BadOptions
from boardwright.core.starting import read_start
from boardwright.store.rows import Account, Lobby, Seat, Spectators
from boardwright.table.bot_workers import check_bot
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict, Forbidden

FREE = Seat()
DEFAULT_DELAY = 10
"""How many entries delayed spectators are behind unless the host sets it."""

PlayerNames = Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=64)]
"""For each seat "me", "open" or the name of a bot."""


class NewMatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match as its host wants it; only `game` is required."""

    game: Annotated[str, Meta(max_length=64, examples=["deblockle"])]
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    options: Annotated[dict[str, JSON], Meta(description="The game's options; see its options schema.")] = {}
    clock: Annotated[str, Meta(max_length=20, examples=["none", "60", "300+5"])] = "none"
    on_timeout: Literal["play", "forfeit"] = "play"
    players: PlayerNames = ()
    private: bool = False
    quick: bool = False
    spectators: Spectators = "allowed"
    delay: Annotated[int, Meta(ge=0, le=1000)] = 0
    start: Annotated[str, Meta(max_length=60_000, description="A position as JSON, a record or a notation file.")] = ""


def new_lobby(wanted: NewMatch, host: Account) -> Lobby:
    """Returns the lobby of a new match with the host seated; raises BadOptions, UnknownGame or NotFound."""
    game = registry.game(wanted.game)
    if wanted.start:
        return _lobby_from(read_start(game, wanted.start), wanted, host)
    seats = wanted.seats or len(wanted.players) or game.usual_seats
    if seats not in game.seats:
        raise BadOptions(f"{game.title} is for {seats_text(game.seats)}, not {seats}.")
    has_clock = read_clock(wanted.clock, wanted.on_timeout).is_running
    is_between_people = seats > 1 and "open" in (wanted.players or ("open",))
    usual = game.options_between_people if is_between_people and not has_clock else {}
    options = game.read_options({**usual, **wanted.options})
    if game.begin(seats, options).keeps_time and has_clock:
        raise BadOptions(f"{game.title} keeps time by itself with these options; leave out the clock.")
    return _lobby(game, seats, msgspec.to_builtins(options), wanted, host)


def _lobby_from(start: Match, wanted: NewMatch, host: Account) -> Lobby:
    """Returns the lobby of a match that starts where that one stands."""
    game, seats = start.game, start.header.seats
    if start.is_over:
        raise BadOptions("The game is over in this position; start from an earlier one.")
    if wanted.seats not in (None, seats):
        raise BadOptions(f"This position is for {seats} seats, not {wanted.seats}.")
    if game.has_secrets and set(wanted.players or ("open",)) != {"me"}:
        raise BadOptions(f"A position of {game.title} shows all secrets, so you can only play all seats yourself.")
    return _lobby(game, seats, start.header.options, wanted, host)


def _lobby(game: AnyGame, seats: int, options: dict[str, JSON], wanted: NewMatch, host: Account) -> Lobby:
    return Lobby(
        game=game.name,
        host=host.id,
        seats=assign_seats(wanted.players or ("me", *("open",) * (seats - 1)), game, seats, host),
        title=game.title,
        options=options,
        start=wanted.start,
        clock=read_clock(wanted.clock, wanted.on_timeout),
        private=wanted.private,
        quick=wanted.quick,
        spectators=wanted.spectators,
        delay=(wanted.delay or DEFAULT_DELAY) if wanted.spectators == "delayed" else 0,
    )


def read_clock(text: str, on_timeout: Literal["play", "forfeit"]) -> Clock:
    """Parses a clock of at most one day; raises BadOptions, which explains the notation."""
    try:
        clock = Clock.read(text, on_timeout)
    except ValueError as error:
        raise BadOptions(f"Invalid clock: {error}.") from None
    if max(clock.per_turn, clock.bank, clock.increment) > 24 * 3600 * 1000:
        raise BadOptions("Invalid clock: the maximum is one day.")
    return clock


def assign_seats(players: Sequence[str], game: AnyGame, seats: int, host: Account) -> tuple[Seat, ...]:
    """Returns the seats for a list of "me", "open" or bot names; raises BadOptions if it does not fit."""
    if len(players) != seats:
        raise BadOptions(f"{seats} seats need {seats} players, not {len(players)}.")
    if "me" not in players:
        raise BadOptions('One of the players has to be "me".')
    return tuple(_assign_seat(player, game, host) for player in players)


def _assign_seat(player: str, game: AnyGame, host: Account) -> Seat:
    if player == "open":
        return FREE
    return seat_for(host) if player == "me" else Seat(name=player, bot=check_bot(player, game))


def seat_for(account: Account) -> Seat:
    """Returns a seat taken by the account."""
    return Seat(name=account.name, account=account.id)


def seats_of(lobby: Lobby, account: str | None) -> tuple[int, ...]:
    """Returns the seats an account holds; several if one person plays for several seats."""
    return () if account is None else tuple(n for n, seat in enumerate(lobby.seats) if seat.account == account)


def is_full(lobby: Lobby) -> bool:
    """True if every seat is taken."""
    return not any(seat.is_free for seat in lobby.seats)


def take_seat(lobby: Lobby, account: Account, number: int | None = None) -> Lobby:
    """Returns the lobby with the account on that seat, or on the first available one; raises Conflict.

    A free seat with a name is reserved for the account of that name (see `rematch_lobby`).
    """
    if seats_of(lobby, account.id):
        raise Conflict(Code.SEATED, "You already have a seat in this match.")
    if number is not None and number not in range(len(lobby.seats)):
        raise Conflict(Code.NO_SUCH_SEAT, f"This match has no seat {number}.")
    candidates = range(len(lobby.seats)) if number is None else (number,)
    for place in sorted(candidates, key=lambda place: lobby.seats[place].name != account.name):
        seat = lobby.seats[place]
        if seat.is_free and seat.name in ("", account.name):
            return _with_seat(lobby, place, seat_for(account))
    raise Conflict(Code.SEAT_TAKEN, "No seat is available for you there.")


def leave_seats(lobby: Lobby, account: str) -> Lobby:
    """Returns the lobby with the account's seats free; raises Forbidden if it has none."""
    mine = seats_of(lobby, account)
    if not mine:
        raise Forbidden(Code.NOT_SEATED, "You have no seat in this match.")
    for place in mine:
        lobby = _with_seat(lobby, place, FREE)
    return lobby


def fill_with_bot(lobby: Lobby, bot: str) -> Lobby:
    """Returns the lobby with that bot on every free seat; raises NotFound if there is no such bot."""
    filler = Seat(name=bot, bot=check_bot(bot, game_of(lobby)))
    return msgspec.structs.replace(lobby, seats=tuple(filler if seat.is_free else seat for seat in lobby.seats))


def rematch_lobby(lobby: Lobby, origin: str, account: Account) -> Lobby:
    """Returns the lobby of a rematch: seats rotated by one, the account seated, the other seats reserved."""
    kept = tuple(
        seat if seat.bot is not None or seat.account == account.id else Seat(name=seat.name) for seat in lobby.seats
    )
    return msgspec.structs.replace(
        lobby, seats=(kept[-1], *kept[:-1]), host=account.id, asks=(), origin=origin, rematch=None, quick=False
    )


def is_rated(lobby: Lobby) -> bool:
    """True if the match counts for ratings: it starts like any other, and every seat has an account of its own."""
    accounts = {seat.account for seat in lobby.seats}
    return not lobby.start and None not in accounts and len(accounts) == len(lobby.seats)


def game_of(lobby: Lobby) -> AnyGame:
    """Returns the game of the lobby."""
    return registry.game(lobby.game)


def _with_seat(lobby: Lobby, place: int, seat: Seat) -> Lobby:
    return msgspec.structs.replace(lobby, seats=(*lobby.seats[:place], seat, *lobby.seats[place + 1 :]))
