"""Commands of players in a running match. A command is validated, stored and published, or refused as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from boardwright.bots.analysis.draws import may_offer
from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.core.moves.gesture import Gesture
from boardwright.core.refusal import BoardwrightError, IllegalMove, Refusal
from boardwright.store.change import Appended
from boardwright.store.rows import Account, MatchSettings
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict, Forbidden, StaleState
from boardwright.table.matches.open_match import OpenMatch, same_command
from boardwright.table.matches.reading import UnreadableMatch
from boardwright.table.matches.seating import people_of, seats_of


class Caller(msgspec.Struct, frozen=True):
    """Who sends a command, when, for which of their seats, and under which request id.

    A command whose request id the account has used before is not executed again; it returns the first result, or is
    refused if that was another `command`, by a digest of everything that was requested.
    """

    account: Account
    at: int
    seat: int | None = None
    request: str = ""
    command: str = ""
    subscriber: object = None

    @property
    def key(self) -> str | None:
        """The request id as it is stored, unique among accounts; None without one."""
        return f"{self.account.id}:{self.request}" if self.request else None


async def play(table: OpenMatch, caller: Caller, move: str | Gesture, number: int | None = None) -> Appended:
    """Play a move, named by its text or its gesture.

    `number` is the last entry the caller has seen; raises StaleState if the turn has changed.
    """

    def act(match: Match, seat: int) -> list[Entry]:
        if number is not None and not _is_same_turn(match, seat, number):
            table.is_behind |= number > match.number  # the caller has seen more at another process
            raise StaleState
        return match.play(move, seat, caller.at)

    return await _execute(table, caller, act)


def _is_same_turn(match: Match, seat: int, number: int) -> bool:
    """Return whether only pauses, and moves of other seats in the same turn, follow entry `number`.

    A pause changes nothing on the board, and seats may act simultaneously.
    """
    if not 0 <= number <= match.number:
        return False
    since = [entry for entry in match.entries[number:] if entry.kind != "pause"]
    if not since:
        return True
    if any(entry.kind != "move" or entry.seat == seat for entry in since):
        return False
    before, now = match.at(number), match.position
    return before.turn == now.turn and seat in before.actors and seat in now.actors


async def play_for_bot(
    table: OpenMatch, seat: int, move: Any, number: int, at: int, *, offers_draw: bool = False
) -> Appended:
    """Play a bot's move, perhaps with the offer of a draw; raise StaleState if the log has grown since `number`."""

    def act(match: Match) -> list[Entry]:
        match.play(move, seat, at)
        if offers_draw and may_offer(match, seat):
            match.agree_draw(seat, at)
        return match.entries[number:]

    return await _act_for_bot(table, number, at, act)


async def answer_draw_for_bot(table: OpenMatch, seat: int, number: int, at: int, *, yes: bool) -> Appended:
    """Accept or decline the draw that is offered to a bot; raise StaleState if the log has grown since `number`."""

    def act(match: Match) -> list[Entry]:
        return match.agree_draw(seat, at) if yes else match.decline_draw(seat, at)

    return await _act_for_bot(table, number, at, act)


async def _act_for_bot(table: OpenMatch, number: int, at: int, act: Callable[[Match], list[Entry]]) -> Appended:
    async with table.locked():
        match = running(table)
        if number != match.number or await expire(table, at):
            raise StaleState
        return await table.commit(act(match), at=at)


async def resign(table: OpenMatch, caller: Caller) -> Appended:
    """Resign for a seat."""
    return await _execute(table, caller, lambda match, seat: match.resign(seat, caller.at))


async def draw(table: OpenMatch, caller: Caller, *, yes: bool) -> Appended:
    """Offer or accept a draw for all seats of the caller, or decline the offer."""

    def act(match: Match, seat: int) -> list[Entry]:
        if not yes:
            return match.decline_draw(seat, caller.at)
        first = match.number
        match.agree_draw(seat, caller.at)
        for other in seats_of(table.row.lobby, caller.account.id):
            if not match.is_over and other not in match.draw_agreed and other not in match.gone:
                match.agree_draw(other, caller.at)
        return match.entries[first:]

    return await _execute(table, caller, act)


async def claim(table: OpenMatch, caller: Caller) -> Appended:
    """Claim that a clock has run out; raise IllegalMove while there is time left."""
    async with table.locked():
        match = running(table)
        own_seat(table, caller.account, caller.at, caller.seat)
        first = match.number + 1
        if await expire(table, caller.at):
            return Appended(table.row, first, table.row.number)
        refusal = Refusal(Code.TIME_LEFT, "No clock has run out.")
        if match.is_over:
            refusal = Refusal(Code.MATCH_OVER, "The match is over.")
        return await previous_result(table, caller, IllegalMove(refusal))


async def cancel(table: OpenMatch, caller: Caller) -> Appended:
    """End a match without a result; only admins may do so if other people play in it, and its host if only bots do."""
    account, lobby = caller.account, table.row.lobby
    needs_no_seat = account.role == "admin" or lobby.is_watched_by(account.id)
    caller = msgspec.structs.replace(caller, command="cancel")

    def act(match: Match, seat: int | None) -> list[Entry]:
        if not needs_no_seat and people_of(lobby) != {account.id}:
            raise Forbidden(Code.OTHERS_PLAY, "Other people play in this match; offer a draw, or resign.")
        return match.cancel(seat, caller.at)

    if not needs_no_seat or table.own_seats(account):
        return await _execute(table, caller, act)
    async with table.locked():
        match = running(table)
        return await _apply(table, caller, match, lambda: act(match, None))


async def expire(table: OpenMatch, at: int) -> bool:
    """Execute the timeouts that are due, and return whether there were any. The caller holds the lock."""
    match = table.match
    due = None if match is None else match.deadline()
    if match is None or due is None or due[0] > at:
        return False
    await table.commit(match.expire(at), at=at)
    return True


def running(table: OpenMatch) -> Match:
    """Return the match; raise Conflict if it has not started or cannot be read."""
    if table.fault is not None:
        raise UnreadableMatch(table.fault)
    if table.match is None:
        raise Conflict(Code.NOT_RUNNING, "This match has not started.")
    return table.match


async def _execute(table: OpenMatch, caller: Caller, act: Callable[[Match, int], list[Entry]]) -> Appended:
    async with table.locked():
        match, seat = running(table), own_seat(table, caller.account, caller.at, caller.seat)
        return await _apply(table, caller, match, lambda: act(match, seat))


async def _apply(table: OpenMatch, caller: Caller, match: Match, act: Callable[[], list[Entry]]) -> Appended:
    """Commit what `act` writes, after the timeouts that come before it. The caller holds the lock."""
    await expire(table, caller.at)
    number = match.number
    try:
        entries = act()
    except BoardwrightError as error:
        table.is_stale = match.number != number
        return await previous_result(table, caller, error)
    return await commit(table, caller, entries)


async def commit(
    table: OpenMatch, caller: Caller, entries: Sequence[Entry], lobby: MatchSettings | None = None
) -> Appended:
    """Commit a change under the caller's request id."""
    return await table.commit(
        entries,
        at=caller.at,
        lobby=lobby,
        request=caller.key,
        command=caller.command,
        origin=caller.subscriber,
        request_id=caller.request,
    )


async def previous_result(table: OpenMatch, caller: Caller, error: BoardwrightError) -> Appended:
    """Return the result of an earlier request with the same id; raise `error` if there is none.

    Raises RequestUsed if the id was used for another command.
    """
    done = None if caller.key is None else await table.store.find_request(table.row.id, caller.key)
    if done is None:
        raise error
    return same_command(done, caller.command)


def own_seat(table: OpenMatch, account: Account, at: int, seat: int | None = None) -> int:
    """Return the seat an account acts for: the given one, else one that may act at that time, else the first.

    Raises Forbidden if the seat belongs to somebody else or the account has none.
    """
    own = table.own_seats(account)
    if not own:
        raise Forbidden(Code.NOT_SEATED, "You do not play in this match.")
    if seat is not None:
        if seat not in own:
            raise Forbidden(Code.NOT_YOUR_SEAT, f"Seat {seat} is not yours.")
        return seat
    actors = () if table.match is None else table.match.now_position(at).actors
    return next((seat for seat in actors if seat in own), own[0])
