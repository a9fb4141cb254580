"""Undo and redo commands: executed at once where they are free, else as a request to the other players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.store.change import Appended
from boardwright.store.rows import ConsentRequest, MatchSettings
from boardwright.table.matches import consent
from boardwright.table.matches.commands import Caller, commit, expire, own_seat, previous_result, running
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.seating import auto_consenting, seats_of


async def undo(table: OpenMatch, caller: Caller, to: int | None = None) -> Appended:
    """Undoes the caller's last move, or everything after entry `to`, or asks the others to agree."""
    return await _execute(table, caller, "undo", to)


async def redo(table: OpenMatch, caller: Caller) -> Appended:
    """Redoes what was undone last, or asks the others to agree."""
    return await _execute(table, caller, "redo", None)


async def answer(table: OpenMatch, caller: Caller, *, yes: bool) -> Appended:
    """Agrees to another player's request, or declines it."""
    async with table.locked():
        match, seat = running(table), own_seat(table, caller.account, caller.at, caller.seat)
        await expire(table, caller.at)
        lobby, mine = table.row.lobby, set(seats_of(table.row.lobby, caller.account.id))
        requests = consent.open_requests(match, lobby)
        asked = next((each for each in requests if mine & set(consent.pending_seats(match, lobby, each))), None)
        if asked is None:
            return await previous_result(table, caller, IllegalMove(consent.NOTHING_ASKED))
        others = tuple(request for request in requests if request is not asked)
        if not yes:
            return await commit(table, caller, (), lobby=_with_requests(lobby, others))
        agreed = msgspec.structs.replace(asked, agreed=tuple(sorted({*asked.agreed, *mine, seat})))
        if consent.pending_seats(match, lobby, agreed):
            return await commit(table, caller, (), lobby=_with_requests(lobby, (*others, agreed)))
        automatic = auto_consenting(lobby, lobby.seats[asked.seat].account)
        entries = _entries(match, agreed.kind, agreed.seat, agreed.to, (*agreed.agreed, *automatic), caller.at)
        return await commit(table, caller, entries, lobby=_with_requests(lobby, ()))


async def _execute(table: OpenMatch, caller: Caller, kind: Literal["undo", "redo"], to: int | None) -> Appended:
    async with table.locked():
        match, seat = running(table), own_seat(table, caller.account, caller.at, caller.seat)
        await expire(table, caller.at)
        lobby = table.row.lobby
        if kind == "undo" and to is None:
            to = consent.undo_target(match, seats_of(lobby, caller.account.id))
            if to is None and not match.is_over:
                return await previous_result(table, caller, IllegalMove(consent.NO_OWN_MOVE))
        try:
            for agreed in ((), auto_consenting(lobby, caller.account.id)):
                if _refusal(match, kind, seat, to, agreed, caller.at) is None:
                    return await commit(table, caller, _entries(match, kind, seat, to, agreed, caller.at))
            refusal = _refusal(match, kind, seat, to, range(match.header.seats), caller.at)
            if refusal is not None:
                raise IllegalMove(refusal)
        except IllegalMove as error:
            return await previous_result(table, caller, error)
        request = ConsentRequest(kind=kind, seat=seat, number=match.number, to=to)
        others = tuple(old for old in consent.open_requests(match, lobby) if old.seat != seat)
        return await commit(table, caller, (), lobby=_with_requests(lobby, (*others, request)))


def _refusal(
    match: Match, kind: Literal["undo", "redo"], seat: int, to: int | None, agreed: Sequence[int], at: int
) -> Refusal | None:
    return match.undo_refusal(seat, to, agreed, at) if kind == "undo" else match.redo_refusal(seat, agreed)


def _entries(
    match: Match, kind: Literal["undo", "redo"], seat: int, to: int | None, agreed: Sequence[int], at: int
) -> list[Entry]:
    others = sorted({other for other in agreed if other != seat})
    return match.undo(seat, at, to=to, agreed=others) if kind == "undo" else match.redo(seat, at, agreed=others)


def _with_requests(lobby: MatchSettings, requests: tuple[ConsentRequest, ...]) -> MatchSettings:
    return msgspec.structs.replace(lobby, consent_requests=requests)
