"""Undo and redo by consent: what a player may do freely, and what the other players have to agree to."""

from __future__ import annotations

from typing import Literal

import msgspec

from boardwright.core.match.match import Match
from boardwright.core.refusal import Refusal
from boardwright.store.rows import ConsentRequest, MatchSettings
from boardwright.table.codes import Code
from boardwright.table.matches.seating import auto_consenting
from boardwright.table.matches.viewer import Viewer


class UndoStatus(msgspec.Struct, frozen=True):
    """Whether an undo or redo is free, and whether it is possible at least by consent."""

    free: bool
    possible: bool


IMPOSSIBLE = UndoStatus(False, False)
_NEEDS_CONSENT = ("undo_needs_consent", "redo_needs_consent")


class RequestView(msgspec.Struct, frozen=True):
    """An open consent request as clients see it: who has agreed, and who has not answered."""

    what: Literal["undo", "redo"]
    seat: int
    to: int | None
    agreed: tuple[int, ...]
    waiting: tuple[int, ...]


def undo_target(match: Match, seats: tuple[int, ...]) -> int | None:
    """Returns the entry before the last move of those seats, the default target of an undo; None without one."""
    move = match.last_move(seats=seats)
    return None if move is None else match.tree.parent(move.number)


def undo_status(match: Match, viewer: Viewer, at: int) -> UndoStatus:
    """Returns whether the viewer may undo their own last move at that time."""
    target = undo_target(match, viewer.seats) if viewer.seats and not match.is_over else None
    if target is None:
        return IMPOSSIBLE
    seat = viewer.seats[0]
    return _status(match, seat, match.undo_refusal(seat, target, viewer.consenting, at))


def redo_status(match: Match, viewer: Viewer) -> UndoStatus:
    """Returns whether the viewer may redo what was undone last."""
    if not viewer.seats or match.is_over or not match.redoable:
        return IMPOSSIBLE
    seat = viewer.seats[0]
    return _status(match, seat, match.redo_refusal(seat, viewer.consenting))


def _status(match: Match, seat: int, refusal: Refusal | None) -> UndoStatus:
    """Returns the status if that is why it is not free: what lacks nothing but consent is possible by consent."""
    if refusal is None:
        return UndoStatus(True, True)
    return UndoStatus(False, refusal.code in _NEEDS_CONSENT and match.seats_left() != [seat])


def open_requests(match: Match, lobby: MatchSettings) -> tuple[ConsentRequest, ...]:
    """Returns the requests that are still open; a request lapses when the log grows."""
    return tuple(request for request in lobby.consent_requests if request.number == match.number and not match.is_over)


def request_views(match: Match, lobby: MatchSettings) -> list[RequestView]:
    """Returns the open requests as clients see them."""
    return [
        RequestView(request.kind, request.seat, request.to, request.agreed, pending_seats(match, lobby, request))
        for request in open_requests(match, lobby)
    ]


def pending_seats(match: Match, lobby: MatchSettings, request: ConsentRequest) -> tuple[int, ...]:
    """Returns the seats that have not agreed to the request yet."""
    automatic = auto_consenting(lobby, lobby.seats[request.seat].account)
    return tuple(seat for seat in match.seats_left() if seat not in request.agreed and seat not in automatic)


NOTHING_ASKED = Refusal(Code.NOTHING_ASKED, "There is no open request, or the match has changed since.")
NO_OWN_MOVE = Refusal(Code.NOTHING_TO_UNDO, "There is no move of yours to undo.")
