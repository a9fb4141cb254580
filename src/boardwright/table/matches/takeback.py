"""Undo and redo: at once where they are free, else as a request to which the other players have to agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.store.change import Appended
from boardwright.store.rows import ConsentRequest, MatchSettings
from boardwright.table.codes import Code
from boardwright.table.matches.commands import Caller, commit, expire, own_seat, previous_result, running
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.seating import auto_consenting, seats_of
from boardwright.table.matches.viewer import Viewer

Kind: TypeAlias = Literal["undo", "redo"]


class UndoStatus(msgspec.Struct, frozen=True):
    """Whether an undo or redo is free, and whether it is possible at least by consent."""

    free: bool
    possible: bool


IMPOSSIBLE = UndoStatus(False, False)
_NEEDS_CONSENT = ("undo_needs_consent", "redo_needs_consent")


class RequestView(msgspec.Struct, frozen=True):
    """An open consent request as clients see it: who has agreed, and who has not answered."""

    what: Kind
    seat: int
    to: int | None
    agreed: tuple[int, ...]
    waiting: tuple[int, ...]


def undo_target(match: Match, seats: tuple[int, ...]) -> int | None:
    """Return the entry before the last move of those seats, the default target of an undo; None without one."""
    move = match.last_move(seats=seats)
    return None if move is None else match.tree.parent(move.number)


def undo_status(match: Match, viewer: Viewer, at: int) -> UndoStatus:
    """Return whether the viewer may undo their own last move at that time."""
    target = undo_target(match, viewer.seats) if viewer.seats and not match.is_over else None
    if target is None:
        return IMPOSSIBLE
    seat = viewer.seats[0]
    return _status(match, seat, match.undo_refusal(seat, target, viewer.consenting, at))


def redo_status(match: Match, viewer: Viewer) -> UndoStatus:
    """Return whether the viewer may redo what was undone last."""
    if not viewer.seats or match.is_over or not match.redoable:
        return IMPOSSIBLE
    seat = viewer.seats[0]
    return _status(match, seat, match.redo_refusal(seat, viewer.consenting))


def _status(match: Match, seat: int, refusal: Refusal | None) -> UndoStatus:
    """Return the status if that is why it is not free: what lacks nothing but consent is possible by consent."""
    if refusal is None:
        return UndoStatus(True, True)
    return UndoStatus(False, refusal.code in _NEEDS_CONSENT and match.seats_left() != [seat])


def open_requests(match: Match, lobby: MatchSettings) -> tuple[ConsentRequest, ...]:
    """Return the requests that are still open; a request lapses when the log grows."""
    return tuple(request for request in lobby.consent_requests if request.number == match.number and not match.is_over)


def request_views(match: Match, lobby: MatchSettings) -> list[RequestView]:
    """Return the open requests as clients see them."""
    return [
        RequestView(request.kind, request.seat, request.to, request.agreed, pending_seats(match, lobby, request))
        for request in open_requests(match, lobby)
    ]


def pending_seats(match: Match, lobby: MatchSettings, request: ConsentRequest) -> tuple[int, ...]:
    """Return the seats that have not agreed to the request yet."""
    automatic = auto_consenting(lobby, lobby.seats[request.seat].account)
    return tuple(seat for seat in match.seats_left() if seat not in request.agreed and seat not in automatic)


NOTHING_ASKED = Refusal(Code.NOTHING_ASKED, "There is no open request, or the match has changed since.")
NO_OWN_MOVE = Refusal(Code.NOTHING_TO_UNDO, "There is no move of yours to undo.")


async def undo(table: OpenMatch, caller: Caller, to: int | None = None) -> Appended:
    """Undo the caller's last move, or everything after entry `to`, or ask the others to agree."""
    return await _execute(table, caller, "undo", to)


async def redo(table: OpenMatch, caller: Caller) -> Appended:
    """Redo what was undone last, or ask the others to agree."""
    return await _execute(table, caller, "redo", None)


async def answer(table: OpenMatch, caller: Caller, *, yes: bool) -> Appended:
    """Agree to another player's request, or decline it."""
    async with table.locked():
        match, seat = running(table), own_seat(table, caller.account, caller.at, caller.seat)
        await expire(table, caller.at)
        lobby, mine = table.row.lobby, set(seats_of(table.row.lobby, caller.account.id))
        requests = open_requests(match, lobby)
        asked = next((each for each in requests if mine & set(pending_seats(match, lobby, each))), None)
        if asked is None:
            return await previous_result(table, caller, IllegalMove(NOTHING_ASKED))
        others = tuple(request for request in requests if request is not asked)
        if not yes:
            return await commit(table, caller, (), lobby=_with_requests(lobby, others))
        agreed = msgspec.structs.replace(asked, agreed=tuple(sorted({*asked.agreed, *mine, seat})))
        if pending_seats(match, lobby, agreed):
            return await commit(table, caller, (), lobby=_with_requests(lobby, (*others, agreed)))
        automatic = auto_consenting(lobby, lobby.seats[asked.seat].account)
        entries = _entries(match, agreed.kind, agreed.seat, agreed.to, (*agreed.agreed, *automatic), caller.at)
        return await commit(table, caller, entries, lobby=_with_requests(lobby, ()))


async def _execute(table: OpenMatch, caller: Caller, kind: Kind, to: int | None) -> Appended:
    async with table.locked():
        match, seat = running(table), own_seat(table, caller.account, caller.at, caller.seat)
        await expire(table, caller.at)
        lobby = table.row.lobby
        if kind == "undo" and to is None:
            to = undo_target(match, seats_of(lobby, caller.account.id))
            if to is None and not match.is_over:
                return await previous_result(table, caller, IllegalMove(NO_OWN_MOVE))
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
        others = tuple(old for old in open_requests(match, lobby) if old.seat != seat)
        return await commit(table, caller, (), lobby=_with_requests(lobby, (*others, request)))


def _refusal(match: Match, kind: Kind, seat: int, to: int | None, agreed: Sequence[int], at: int) -> Refusal | None:
    return match.undo_refusal(seat, to, agreed, at) if kind == "undo" else match.redo_refusal(seat, agreed)


def _entries(match: Match, kind: Kind, seat: int, to: int | None, agreed: Sequence[int], at: int) -> list[Entry]:
    others = sorted({other for other in agreed if other != seat})
    return match.undo(seat, at, to=to, agreed=others) if kind == "undo" else match.redo(seat, at, agreed=others)


def _with_requests(lobby: MatchSettings, requests: tuple[ConsentRequest, ...]) -> MatchSettings:
    return msgspec.structs.replace(lobby, consent_requests=requests)
