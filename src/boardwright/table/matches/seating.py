"""Seating: pure changes of a lobby before the match starts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from boardwright.bots.levels import bot_name
from boardwright.core.canonical import JSON, json_values
from boardwright.core.game import registry
from boardwright.core.game.game import AnyGame
from boardwright.core.match.clock import Clock
from boardwright.core.records.branch_point import BranchPoint
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.seats import seats_text, usual_seats
from boardwright.core.rules.timed import keeps_time
from boardwright.store.rows import Account, MatchSettings, Seat, Spectators
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict, Forbidden
from boardwright.table.matches.reading import pack
from boardwright.table.server_bots import check_bot

FREE = Seat()
DEFAULT_DELAY = 10
"""The number of entries that delayed spectators are behind unless the host sets it."""

Share = Annotated[
    str,
    Meta(
        pattern=r"^([0-9a-f]{32,64})?$(?!\n)",
        description="Your share of the seed: 32 to 64 random hexadecimal digits, chosen after you saw the commitment.",
    ),
]
MatchId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,32}$", description="The id of a match.")]
PlayerNames = Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=64)]
"""For each seat "me", "open" or the name of a bot. Without "me" all are bots, and the host watches."""


class Origin(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A point of another match: after an entry, or after a number of moves that are in force. Name one of both."""

    match: MatchId
    entry: Annotated[int, Meta(ge=0, le=10_000_000)] | None = None
    move: Annotated[int, Meta(ge=0, le=10_000_000)] | None = None


StartText = Annotated[str, Meta(max_length=180_000, description="A position as JSON, a record or a notation file.")]


class NewMatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match as its host wants it; only `game` is required."""

    game: Annotated[str, Meta(max_length=64, examples=["deblockle"])]
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    options: Annotated[dict[str, JSON], Meta(description="The game's options; see its options schema.")] = {}
    clock: Annotated[str, Meta(max_length=20, examples=["none", "60", "300+5"])] = "none"
    on_timeout: Literal["play", "forfeit"] = "play"
    players: PlayerNames = ()
    private: Annotated[bool | None, Meta(description="By default only a match with an `origin` is private.")] = None
    quick: bool = False
    spectators: Spectators = "allowed"
    delay: Annotated[int, Meta(ge=0, le=1000)] = 0
    start: StartText = ""
    start_move: Annotated[int, Meta(ge=0, le=10_000_000)] | None = None
    """The number of moves of `start` that have been made; by default all."""
    origin: Annotated[Origin | None, Meta(description="Where in another match to start, in place of `start`.")] = None
    rated: Annotated[
        bool | None,
        Meta(description="Whether ratings change by it; by default only in public matches of registered accounts."),
    ] = None
    match: MatchId | None = None
    """The id that a commitment was given for; by default a new one."""
    share: Share = ""


def new_lobby(wanted: NewMatch, host: Account, start: BranchPoint | None = None) -> MatchSettings:
    """Return the lobby of a new match with the host seated, or watching bots; raise BadOptions or NotFound.

    `start` is the point that the match asks for by `start` or `origin`.
    """
    game = registry.game(wanted.game)
    if start is not None:
        return _lobby_from(start, wanted, host)
    seats = wanted.seats or len(wanted.players) or usual_seats(game.seats)
    if seats not in game.seats:
        raise BadOptions(f"{game.title} is for {seats_text(game.seats)}, not {seats}.")
    has_clock = read_clock(wanted.clock, wanted.on_timeout).is_running
    is_between_people = seats > 1 and "open" in (wanted.players or ("open",))
    between_people = game.Options.between_people if is_between_people and not has_clock else {}
    options = game.read_options({**game.usual_options, **between_people, **wanted.options})
    if has_clock and keeps_time(game.begin(seats, options)):
        raise BadOptions(f"{game.title} keeps time by itself with these options; leave out the clock.")
    return _lobby(game, seats, json_values(options), wanted, host)


def _lobby_from(start: BranchPoint, wanted: NewMatch, host: Account) -> MatchSettings:
    """Return the lobby of a match that starts at that point."""
    game, header = start.match.game, start.match.header
    if wanted.quick:
        raise BadOptions("A quick match starts at the beginning of the game; leave out `quick`.")
    if wanted.start and game.has_secrets and set(wanted.players or ("open",)) != {"me"}:
        raise BadOptions(f"A position of {game.title} shows all secrets, so you can only play all seats yourself.")
    start.check(read_clock(wanted.clock, wanted.on_timeout), wanted.seats)
    kept, options = game.read_options(header.options), game.read_options({**header.options, **wanted.options})
    if changed := [name for name in wanted.options if getattr(options, name) != getattr(kept, name)]:
        raise BadOptions(f"A match keeps the options of the position it starts from; leave out {', '.join(changed)}.")
    lobby = _lobby(game, header.seats, header.options, wanted, host)
    if wanted.origin is None:
        return lobby
    return msgspec.structs.replace(lobby, origin=wanted.origin.match, origin_entry=start.entry)


def _lobby(game: AnyGame, seats: int, options: dict[str, JSON], wanted: NewMatch, host: Account) -> MatchSettings:
    players = wanted.players or ("me", *("open",) * (seats - 1))
    clock = read_clock(wanted.clock, wanted.on_timeout)
    if clock.is_running and "me" not in players:
        raise BadOptions(
            "Bots among themselves play without a clock, because they stop while nobody watches; leave it out."
        )
    return MatchSettings(
        game=game.name,
        host=host.id,
        seats=assign_seats(players, game, seats, host),
        title=game.title,
        options=options,
        start=pack(wanted.start),
        start_move=wanted.start_move,
        clock=clock,
        private=wanted.origin is not None if wanted.private is None else wanted.private,
        quick=wanted.quick,
        spectators=wanted.spectators,
        delay=(wanted.delay or DEFAULT_DELAY) if wanted.spectators == "delayed" else 0,
        rated=_read_rated(wanted, seats, host),
    )


def _read_rated(wanted: NewMatch, seats: int, host: Account) -> bool:
    """Return whether the match will be rated; raise BadOptions if it is asked for and cannot be."""
    reason = ""
    if host.role == "guest":
        reason = "guests have no rating; set a password first"
    elif wanted.start or wanted.origin is not None:
        reason = "it starts from a position"
    elif wanted.players.count("me") > 1 or seats < 2 or set(wanted.players) - {"me", "open"}:
        reason = "every seat needs a registered player of its own"
    if wanted.rated and reason:
        raise BadOptions(f"This match cannot be rated: {reason}. Leave out `rated`.")
    return not reason and (not wanted.private if wanted.rated is None else wanted.rated)


def read_clock(text: str, on_timeout: Literal["play", "forfeit"]) -> Clock:
    """Parse a clock of at most one day; raise BadOptions, which explains the notation."""
    try:
        clock = Clock.read(text, on_timeout)
    except ValueError as error:
        raise BadOptions(f"Invalid clock: {error}.") from None
    if max(clock.per_turn, clock.bank, clock.increment) > 24 * 3600 * 1000:
        raise BadOptions("Invalid clock: the maximum is one day.")
    return clock


def assign_seats(players: Sequence[str], game: AnyGame, seats: int, host: Account) -> tuple[Seat, ...]:
    """Return the seats for a list of "me", "open" or bot names; raise BadOptions if it does not fit."""
    if len(players) != seats:
        raise BadOptions(f"{seats} seats need {seats} players, not {len(players)}.")
    if "me" not in players and "open" in players:
        raise BadOptions('One of the players has to be "me", unless bots hold all seats.')
    found: tuple[Seat, ...] = ()
    for player in players:
        found += (FREE if player == "open" else seat_for(host) if player == "me" else bot_seat(player, game, found),)
    return found


def bot_seat(bot: str, game: AnyGame, others: Sequence[Seat] = ()) -> Seat:
    """Return a seat for a bot, numbered if others of its name are there; raise NotFound if there is no such bot.

    >>> bot_seat("level3", registry.game("blokus"), [Seat(name="Hobbyist", bot="level3")]).name
    'Hobbyist 2'
    """
    check_bot(bot, game)
    same = sum(seat.bot == bot for seat in others)
    return Seat(name=f"{bot_name(bot)} {same + 1}" if same else bot_name(bot), bot=bot)


def seat_for(account: Account) -> Seat:
    """Return a seat taken by the account."""
    return Seat(name=account.name, account=account.id)


def seats_of(lobby: MatchSettings, account: str | None) -> tuple[int, ...]:
    """Return the seats an account holds; several if one person plays for several seats."""
    return () if account is None else lobby.seats_by_account.get(account, ())


def auto_consenting(lobby: MatchSettings, account: str | None) -> tuple[int, ...]:
    """Return the seats that are not asked for consent: bots, and the seats of the account itself."""
    return tuple(number for number, seat in enumerate(lobby.seats) if seat.bot is not None or seat.account == account)


def seats_kept(lobby: MatchSettings, account: str) -> tuple[int, ...]:
    """Return the seats that nobody else can take."""
    return tuple(place for place, seat in enumerate(lobby.seats) if seat.reserved_for == account)


def is_full(lobby: MatchSettings) -> bool:
    """Return whether every seat is taken."""
    return not any(seat.is_free for seat in lobby.seats)


def take_seat(lobby: MatchSettings, account: Account, number: int | None = None) -> MatchSettings:
    """Return the lobby with the account on that seat, or on the first available one; raise Conflict or Forbidden.

    A seat that is reserved for the account comes first.
    """
    if seats_of(lobby, account.id):
        raise Conflict(Code.SEATED, "You already have a seat in this match.")
    if number is not None and number not in range(len(lobby.seats)):
        raise Conflict(Code.NO_SUCH_SEAT, f"This match has no seat {number}.")
    if lobby.rated and account.role == "guest":
        text = "This match is rated, and guests have no rating. Set a password to keep your account, then join."
        raise Forbidden(Code.RATED_ONLY, text)
    candidates = range(len(lobby.seats)) if number is None else (number,)
    for place in sorted(candidates, key=lambda place: lobby.seats[place].reserved_for != account.id):
        seat = lobby.seats[place]
        if seat.is_free and seat.reserved_for in (None, account.id):
            return _with_seat(lobby, place, seat_for(account))
    raise Conflict(Code.SEAT_TAKEN, "No seat is available for you there.")


def with_share(lobby: MatchSettings, account: str, share: str) -> MatchSettings:
    """Return the lobby with the account's share of the seed on the first of its seats, and on no other."""
    mine = seats_of(lobby, account)
    for place in mine:
        seat = msgspec.structs.replace(lobby.seats[place], share=share if place == mine[0] else "")
        lobby = _with_seat(lobby, place, seat)
    return lobby


def with_address(lobby: MatchSettings, account: str, tag: str) -> MatchSettings:
    """Return the lobby with the tag of the account's address (`ServerKey.address_tag`) on its seats."""
    for place in seats_of(lobby, account):
        lobby = _with_seat(lobby, place, msgspec.structs.replace(lobby.seats[place], address=tag))
    return lobby


def shares_of(lobby: MatchSettings) -> tuple[str, ...]:
    """Return the share of every seat as the header holds them; none if nobody contributes one."""
    shares = tuple(seat.share for seat in lobby.seats)
    return shares if any(shares) else ()


def leave_seats(lobby: MatchSettings, account: str) -> MatchSettings:
    """Return the lobby with the account's seats, or those kept for it, free; raise Forbidden if it has none."""
    mine = seats_of(lobby, account) or seats_kept(lobby, account)
    if not mine:
        raise Forbidden(Code.NOT_SEATED, "You have no seat in this match.")
    for place in mine:
        lobby = _with_seat(lobby, place, FREE)
    return lobby


def fill_with_bot(lobby: MatchSettings, bot: str) -> MatchSettings:
    """Return the lobby with that bot on every free seat; raise NotFound if there is no such bot."""
    game, seats = registry.game(lobby.game), list(lobby.seats)
    for place, seat in enumerate(lobby.seats):
        if seat.is_free:
            seats[place] = bot_seat(bot, game, seats)
    return msgspec.structs.replace(lobby, seats=tuple(seats))


def rematch_lobby(lobby: MatchSettings, origin: str, account: Account, entry: int | None = None) -> MatchSettings:
    """Return the lobby of a rematch: seats rotated by one, the account seated, the other seats reserved.

    `entry` is the entry of the match that the rematch starts after; None for the beginning of the game.
    """
    kept = tuple(
        seat if seat.bot is not None or seat.account == account.id else Seat(name=seat.name, reserved_for=seat.account)
        for seat in lobby.seats
    )
    return msgspec.structs.replace(
        lobby, seats=(kept[-1], *kept[:-1]), host=account.id, consent_requests=(), start="", start_move=None,
        origin=origin, origin_entry=entry, rematch=None, quick=False,
        rated=lobby.rated or lobby.same_address, same_address=False,
    )  # fmt: skip


def people_of(lobby: MatchSettings) -> set[str]:
    """Return the accounts that hold a seat."""
    return {seat.account for seat in lobby.seats if seat.account is not None}


def at_start(lobby: MatchSettings, *, rate_one_address: bool) -> MatchSettings:
    """Return the lobby of a match that starts now, rated as agreed if every seat has an account of its own.

    Players of one address are rated only with `rate_one_address`: they may be one person. Their addresses are erased.
    """
    is_rated = lobby.rated and len(people_of(lobby)) == len(lobby.seats)
    tags = [seat.address for seat in lobby.seats if seat.address]
    same_address = is_rated and not rate_one_address and len(set(tags)) < len(tags)
    seats = tuple(msgspec.structs.replace(seat, address="") for seat in lobby.seats)
    return msgspec.structs.replace(lobby, seats=seats, rated=is_rated and not same_address, same_address=same_address)


def _with_seat(lobby: MatchSettings, place: int, seat: Seat) -> MatchSettings:
    return msgspec.structs.replace(lobby, seats=(*lobby.seats[:place], seat, *lobby.seats[place + 1 :]))
