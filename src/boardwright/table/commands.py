"""What players do at a running match. Every act is one request: checked, written, told, or refused as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from boardwright.core.entry import Entry
from boardwright.core.match import Match
from boardwright.core.refusal import BoardwrightError, IllegalMove, Refusal
from boardwright.store.change import Appended
from boardwright.store.rows import Account, ConsentRequest, Lobby
from boardwright.table import consent
from boardwright.table.errors import Conflict, Forbidden, StaleState
from boardwright.table.seating import seats_of
from boardwright.table.subscriber import Subscriber
from boardwright.table.table import Table


class Caller(msgspec.Struct, frozen=True):
    """Who commands, at what time, on which of the own seats, and how the request is called.

    A request with the same `request` as an earlier one of the same account is answered as that one was.
    """

    account: Account
    at: int
    seat: int | None = None
    request: str = ""
    subscriber: Subscriber | None = None

    @property
    def key(self) -> str | None:
        """The request's name in the store: those of different accounts differ."""
        return f"{self.account.id}:{self.request}" if self.request else None


async def play(table: Table, caller: Caller, move: str, number: int | None = None) -> Appended:
    """A move; StaleState when the match has gone on since `number`, the last entry that the player knows."""

    def do(match: Match, seat: int) -> list[Entry]:
        if number is not None and not _is_still_turn(match, seat, number):
            raise StaleState
        return match.play(move, seat, caller.at)

    return await _act(table, caller, do)


def _is_still_turn(match: Match, seat: int, number: int) -> bool:
    """Whether it is the turn that the player saw: those who act at the same time are not in each other's way."""
    if number == match.number:
        return True
    since = match.entries[max(0, number) :]
    if not 0 <= number < match.number or any(entry.kind != "move" or entry.seat == seat for entry in since):
        return False
    before, now = match.at(number), match.position
    return before.turn == now.turn and seat in before.actors and seat in now.actors


async def play_for_bot(table: Table, seat: int, move: str, number: int, at: int) -> Appended:
    """The move a bot has thought of; StaleState when the match has gone on while it thought."""
    async with table.locked():
        match = running(table)
        if number != match.number:
            raise StaleState
        return await table.commit(match.play(move, seat, at), at=at)


async def resign(table: Table, caller: Caller) -> Appended:
    """The player leaves the match."""
    return await _act(table, caller, lambda match, seat: match.resign(seat, caller.at))


async def draw(table: Table, caller: Caller, *, yes: bool) -> Appended:
    """Offers, accepts or declines a draw, for all own seats at once."""

    def do(match: Match, seat: int) -> list[Entry]:
        if not yes:
            return match.decline_draw(seat, caller.at)
        if any(table.row.lobby.seats[other].bot is not None for other in match.seats_left()):
            raise IllegalMove(Refusal("bots_play_on", "Bots do not agree to draws; play on, or resign."))
        first = match.number
        match.agree_draw(seat, caller.at)
        for other in seats_of(table.row.lobby, caller.account.id):
            if not match.is_over and other not in match.draw_agreed and other not in match.gone:
                match.agree_draw(other, caller.at)
        return match.entries[first:]

    return await _act(table, caller, do)


async def claim(table: Table, caller: Caller) -> Appended:
    """Says that somebody's time is out; refused while there is time left."""

    def do(match: Match, seat: int) -> list[Entry]:
        if match.is_over:
            raise IllegalMove(Refusal("match_over", "The match is over."))
        raise IllegalMove(Refusal("time_left", "Nobody's time has run out."))

    async with table.locked():
        number = running(table).number
        own_seat(table, caller.account, caller.seat)
        if await expire(table, caller.at):
            return Appended(table.row, number + 1, table.row.number)
    return await _act(table, caller, do)


async def cancel(table: Table, caller: Caller) -> Appended:
    """Ends a match without a result, if nobody else plays in it (the server may always)."""

    def do(match: Match, seat: int) -> list[Entry]:
        people = {place.account for place in table.row.lobby.seats if place.account is not None}
        if caller.account.role != "admin" and people != {caller.account.id}:
            raise Forbidden("others_play", "Others play in this match; offer a draw, or resign.")
        return match.cancel(seat, caller.at)

    return await _act(table, caller, do)


async def undo(table: Table, caller: Caller, to: int | None = None) -> Appended:
    """Takes back the own last move, or all after entry `to`: at once where that is free, else by asking."""
    return await _go(table, caller, "undo", to)


async def redo(table: Table, caller: Caller) -> Appended:
    """Brings back what was taken back last: at once where that is free, else by asking."""
    return await _go(table, caller, "redo", None)


async def answer(table: Table, caller: Caller, *, yes: bool) -> Appended:
    """Agrees to what another player asks, or refuses it."""
    async with table.locked():
        match, seat = running(table), own_seat(table, caller.account, caller.seat)
        lobby, mine = table.row.lobby, set(seats_of(table.row.lobby, caller.account.id))
        asks = consent.open_requests(match, lobby)
        asked = next((ask for ask in asks if mine & set(consent.waiting(match, lobby, ask))), None)
        if asked is None:
            return await _answered(table, caller, IllegalMove(consent.NOTHING_ASKED))
        others = tuple(ask for ask in asks if ask is not asked)
        if not yes:
            return await _commit(table, caller, (), lobby=_with_asks(lobby, others))
        agreed = msgspec.structs.replace(asked, agreed=tuple(sorted({*asked.agreed, *mine, seat})))
        if consent.waiting(match, lobby, agreed):
            return await _commit(table, caller, (), lobby=_with_asks(lobby, (*others, agreed)))
        quiet = consent.auto_consenting(lobby, lobby.seats[asked.seat].account)
        entries = _gone(match, agreed.kind, agreed.seat, agreed.to, (*agreed.agreed, *quiet), caller.at)
        return await _commit(table, caller, entries, lobby=_with_asks(lobby, ()))


async def expire(table: Table, at: int) -> bool:
    """Settles clocks that have run out, if any; the table must be held."""
    match = table.match
    if match is None or table.row.deadline is None or table.row.deadline > at:
        return False
    await table.commit(match.expire(at), at=at)
    return True


def running(table: Table) -> Match:
    """The match, if it has begun; Conflict while players are missing or when it was closed before."""
    if table.match is None:
        raise Conflict("not_running", "This match has not begun.")
    return table.match


async def _act(table: Table, caller: Caller, do: Callable[[Match, int], list[Entry]]) -> Appended:
    async with table.locked():
        match, seat = running(table), own_seat(table, caller.account, caller.seat)
        await expire(table, caller.at)
        number = match.number
        try:
            entries = do(match, seat)
        except BoardwrightError as refused:
            table.is_stale = match.number != number
            return await _answered(table, caller, refused)
        return await _commit(table, caller, entries)


async def _go(table: Table, caller: Caller, kind: Literal["undo", "redo"], to: int | None) -> Appended:
    async with table.locked():
        match, seat = running(table), own_seat(table, caller.account, caller.seat)
        await expire(table, caller.at)
        lobby = table.row.lobby
        if kind == "undo" and to is None:
            to = consent.undo_target(match, seats_of(lobby, caller.account.id))
            if to is None and not match.is_over:
                return await _answered(table, caller, IllegalMove(consent.NO_OWN_MOVE))
        try:
            for agreed in ((), consent.auto_consenting(lobby, caller.account.id)):
                if _refusal(match, kind, seat, to, agreed) is None:
                    return await _commit(table, caller, _gone(match, kind, seat, to, agreed, caller.at))
            refusal = _refusal(match, kind, seat, to, range(match.header.seats))
            if refusal is not None:
                raise IllegalMove(refusal)
        except IllegalMove as refused:
            return await _answered(table, caller, refused)
        ask = ConsentRequest(kind=kind, seat=seat, number=match.number, to=to)
        others = tuple(old for old in consent.open_requests(match, lobby) if old.seat != seat)
        return await _commit(table, caller, (), lobby=_with_asks(lobby, (*others, ask)))


def _refusal(
    match: Match, kind: Literal["undo", "redo"], seat: int, to: int | None, agreed: Sequence[int]
) -> Refusal | None:
    return match.undo_refusal(seat, to, agreed) if kind == "undo" else match.redo_refusal(seat, agreed)


def _gone(
    match: Match, kind: Literal["undo", "redo"], seat: int, to: int | None, agreed: Sequence[int], at: int
) -> list[Entry]:
    others = sorted({other for other in agreed if other != seat})
    return match.undo(seat, at, to=to, agreed=others) if kind == "undo" else match.redo(seat, at, agreed=others)


def _with_asks(lobby: Lobby, asks: tuple[ConsentRequest, ...]) -> Lobby:
    return msgspec.structs.replace(lobby, asks=asks)


async def _commit(table: Table, caller: Caller, entries: Sequence[Entry], lobby: Lobby | None = None) -> Appended:
    return await table.commit(
        entries, at=caller.at, lobby=lobby, request=caller.key, origin=caller.subscriber, answers=caller.request
    )


async def _answered(table: Table, caller: Caller, refused: BoardwrightError) -> Appended:
    """What the request was answered when it was made first; the refusal, if it never was."""
    done = None if caller.key is None else await table.store.answered(table.row.id, caller.key)
    if done is None:
        raise refused
    return done


def own_seat(table: Table, account: Account, seat: int | None = None) -> int:
    """The seat an account commands for: the one named, else the own one that is to act, else the first own one."""
    own = table.own(account)
    if not own:
        raise Forbidden("not_seated", "You do not play in this match.")
    if seat is not None:
        if seat not in own:
            raise Forbidden("not_your_seat", f"Seat {seat} is not yours.")
        return seat
    actors = () if table.match is None else table.match.position.actors
    return next((seat for seat in actors if seat in own), own[0])
