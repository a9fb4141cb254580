"""Undo and redo by consent: what a player may do freely, and what the other players have to agree to."""

from __future__ import annotations

from typing import Literal

import msgspec

from boardwright.core.match import Match
from boardwright.core.refusal import Refusal
from boardwright.store.rows import ConsentRequest, Lobby
from boardwright.table.codes import Code
from boardwright.table.viewer import Viewer


class UndoStatus(msgspec.Struct, frozen=True):
    """Whether an undo or redo is free, and whether it is possible at least by consent."""

    free: bool
    possible: bool


class RequestView(msgspec.Struct, frozen=True):
    """An open consent request as clients see it: who has agreed, and who has not answered."""

    what: Literal["undo", "redo"]
    seat: int
    to: int | None
    agreed: tuple[int, ...]
    waiting: tuple[int, ...]


def undo_target(match: Match, seats: tuple[int, ...]) -> int | None:
    """Returns the entry before the last move of those seats, the default target of an undo; None without one."""
    steps = match.line()
    for place in range(len(steps) - 1, -1, -1):
        if steps[place].kind == "move" and steps[place].seat in seats:
            return steps[place - 1].number if place else 0
    return None


def auto_consenting(lobby: Lobby, account: str | None) -> tuple[int, ...]:
    """Returns the seats that are not asked for consent: bots, and the seats of the account itself."""
    return tuple(number for number, seat in enumerate(lobby.seats) if seat.bot is not None or seat.account == account)


def undo_status(match: Match, lobby: Lobby, viewer: Viewer, at: int) -> UndoStatus:
    """Returns whether the viewer may undo their own last move at that time."""
    target = undo_target(match, viewer.seats) if viewer.seats and not match.is_over else None
    if target is None:
        return UndoStatus(False, False)
    seat = viewer.seats[0]
    free = match.undo_refusal(seat, target, auto_consenting(lobby, viewer.account), at) is None
    return UndoStatus(free, match.undo_refusal(seat, target, range(match.header.seats), at) is None)


def redo_status(match: Match, lobby: Lobby, viewer: Viewer) -> UndoStatus:
    """Returns whether the viewer may redo what was undone last."""
    if not viewer.seats or match.is_over:
        return UndoStatus(False, False)
    seat, everyone = viewer.seats[0], range(match.header.seats)
    free = match.redo_refusal(seat, auto_consenting(lobby, viewer.account)) is None
    return UndoStatus(free, match.redo_refusal(seat, everyone) is None)


def open_requests(match: Match, lobby: Lobby) -> tuple[ConsentRequest, ...]:
    """Returns the requests that are still open; a request lapses when the log grows."""
    return tuple(request for request in lobby.asks if request.number == match.number and not match.is_over)


def request_views(match: Match, lobby: Lobby) -> list[RequestView]:
    """Returns the open requests as clients see them."""
    return [
        RequestView(request.kind, request.seat, request.to, request.agreed, pending_seats(match, lobby, request))
        for request in open_requests(match, lobby)
    ]


def pending_seats(match: Match, lobby: Lobby, request: ConsentRequest) -> tuple[int, ...]:
    """Returns the seats that have not agreed to the request yet."""
    automatic = auto_consenting(lobby, lobby.seats[request.seat].account)
    return tuple(seat for seat in match.seats_left() if seat not in request.agreed and seat not in automatic)


NOTHING_ASKED = Refusal(Code.NOTHING_ASKED, "There is no open request, or the match has changed since.")
NO_OWN_MOVE = Refusal(Code.NOTHING_TO_UNDO, "There is no move of yours to undo.")
