"""Who sits where: pure changes of what is agreed at a table before the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from boardwright.core import registry
from boardwright.core.canonical import JSON
from boardwright.core.clock import Clock
from boardwright.core.game import AnyGame, seats_text
from boardwright.core.refusal import BadOptions
from boardwright.store.rows import Account, Lobby, Seat, Spectators
from boardwright.table.bot_workers import check_bot
from boardwright.table.errors import Conflict, Forbidden

FREE = Seat()
USUAL_DELAY = 10
"""How many entries delayed spectators are behind unless the host says it."""


class NewMatch(msgspec.Struct, frozen=True, kw_only=True):
    """What a host wants to play; only the game has to be named."""

    game: str
    seats: int | None = None
    options: dict[str, JSON] = {}
    clock: str = "none"
    on_timeout: Literal["play", "forfeit"] = "play"
    players: tuple[str, ...] = ()
    """For each seat "me", "open" or the name of a bot."""
    private: bool = False
    quick: bool = False
    spectators: Spectators = "allowed"
    delay: int = 0


def lobby(order: NewMatch, host: Account) -> Lobby:
    """The table laid as ordered, with the host seated."""
    game = registry.game(order.game)
    seats = order.seats or len(order.players) or game.usual_seats
    if seats not in game.seats:
        raise BadOptions(f"{game.title} is for {seats_text(game.seats)}, not {seats}.")
    options: dict[str, JSON] = msgspec.to_builtins(game.read_options(order.options))
    game.begin(seats, game.read_options(options))
    return Lobby(
        game=game.name,
        host=host.id,
        seats=placed(order.players or ("me", *("open",) * (seats - 1)), seats, host),
        title=game.title,
        options=options,
        clock=read_clock(order.clock, order.on_timeout),
        private=order.private,
        quick=order.quick,
        spectators=order.spectators,
        delay=(order.delay or USUAL_DELAY) if order.spectators == "delayed" else 0,
    )


def read_clock(text: str, on_timeout: Literal["play", "forfeit"]) -> Clock:
    """A clock of at most a day; BadOptions says how clocks are written."""
    try:
        clock = Clock.read(text, on_timeout)
    except ValueError as error:
        raise BadOptions(f"Clock refused: {error}.") from None
    if max(clock.per_turn, clock.bank, clock.increment) > 24 * 3600 * 1000:
        raise BadOptions("Clock refused: a day is the longest.")
    return clock


def placed(players: Sequence[str], seats: int, host: Account) -> tuple[Seat, ...]:
    """The seats as the host gives them out: "me", "open" or the name of a bot."""
    if len(players) != seats:
        raise BadOptions(f"{seats} seats need {seats} players, not {len(players)}.")
    if "me" not in players:
        raise BadOptions('One of the players has to be "me".')
    return tuple(_placed(player, host) for player in players)


def _placed(player: str, host: Account) -> Seat:
    if player == "open":
        return FREE
    return seated(host) if player == "me" else Seat(name=player, bot=check_bot(player))


def seated(account: Account) -> Seat:
    """A seat with that account on it."""
    return Seat(name=account.name, account=account.id)


def seats_of(lobby: Lobby, account: str | None) -> tuple[int, ...]:
    """The seats an account holds: one, none, or several at one screen."""
    return () if account is None else tuple(n for n, seat in enumerate(lobby.seats) if seat.account == account)


def is_full(lobby: Lobby) -> bool:
    """Whether every seat is taken."""
    return not any(seat.is_free for seat in lobby.seats)


def sit(lobby: Lobby, account: Account, number: int | None = None) -> Lobby:
    """The table with the account on that seat, or on the first it may take.

    A free seat with a name on it is kept for whoever bears the name (see `again`).
    """
    if seats_of(lobby, account.id):
        raise Conflict("seated", "You sit at this table already.")
    if number is not None and number not in range(len(lobby.seats)):
        raise Conflict("no_such_seat", f"There is no seat {number} at this table.")
    wanted = range(len(lobby.seats)) if number is None else (number,)
    for place in sorted(wanted, key=lambda place: lobby.seats[place].name != account.name):
        seat = lobby.seats[place]
        if seat.is_free and seat.name in ("", account.name):
            return _with(lobby, place, seated(account))
    raise Conflict("seat_taken", "No seat is free for you there.")


def stand_up(lobby: Lobby, account: str) -> Lobby:
    """The table without that account on any seat."""
    mine = seats_of(lobby, account)
    if not mine:
        raise Forbidden("not_seated", "You do not sit at this table.")
    for place in mine:
        lobby = _with(lobby, place, FREE)
    return lobby


def fill(lobby: Lobby, bot: str) -> Lobby:
    """The table with that bot on every free seat."""
    found = Seat(name=bot, bot=check_bot(bot))
    return msgspec.structs.replace(lobby, seats=tuple(found if seat.is_free else seat for seat in lobby.seats))


def again(lobby: Lobby, origin: str, account: Account) -> Lobby:
    """The same table for another match: everybody one seat on, the one who asks seated, the others expected."""
    kept = tuple(
        seat if seat.bot is not None or seat.account == account.id else Seat(name=seat.name) for seat in lobby.seats
    )
    return msgspec.structs.replace(
        lobby, seats=(kept[-1], *kept[:-1]), host=account.id, asks=(), origin=origin, rematch=None, quick=False
    )


def is_rated(lobby: Lobby) -> bool:
    """Only a match between different accounts, from the beginning of the game, counts for ratings."""
    accounts = {seat.account for seat in lobby.seats}
    return None not in accounts and len(accounts) == len(lobby.seats)


def game_of(lobby: Lobby) -> AnyGame:
    """The game to be played."""
    return registry.game(lobby.game)


def _with(lobby: Lobby, place: int, seat: Seat) -> Lobby:
    return msgspec.structs.replace(lobby, seats=(*lobby.seats[:place], seat, *lobby.seats[place + 1 :]))
