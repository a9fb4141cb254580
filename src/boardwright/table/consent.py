"""Taking back: what a player may do at once, and what the others are asked for."""

from __future__ import annotations

from typing import Literal

import msgspec

from boardwright.core.match import Match
from boardwright.core.refusal import Refusal
from boardwright.store.rows import ConsentRequest, Lobby
from boardwright.table.viewer import Viewer


class UndoStatus(msgspec.Struct, frozen=True):
    """Whether one may go that way at once, and whether one may at least ask to."""

    free: bool
    possible: bool


class RequestView(msgspec.Struct, frozen=True):
    """What somebody asks of the others, who has agreed and who has not said."""

    what: Literal["undo", "redo"]
    seat: int
    to: int | None
    agreed: tuple[int, ...]
    waiting: tuple[int, ...]


def undo_target(match: Match, seats: tuple[int, ...]) -> int | None:
    """The step before the last move of those seats: where a player who says just "undo" wants to go."""
    steps = match.line()
    for place in range(len(steps) - 1, -1, -1):
        if steps[place].kind == "move" and steps[place].seat in seats:
            return steps[place - 1].number if place else 0
    return None


def auto_consenting(lobby: Lobby, account: str | None) -> tuple[int, ...]:
    """The seats that need not be asked: bots do not mind, and nobody asks oneself."""
    return tuple(number for number, seat in enumerate(lobby.seats) if seat.bot is not None or seat.account == account)


def undo_status(match: Match, lobby: Lobby, viewer: Viewer) -> UndoStatus:
    """How an undo of the own last move stands for those viewer."""
    target = undo_target(match, viewer.seats) if viewer.seats and not match.is_over else None
    if target is None:
        return UndoStatus(False, False)
    seat = viewer.seats[0]
    everybody = range(match.header.seats)
    free = needed_consent(match, seat, target, auto_consenting(lobby, viewer.account)) is not None
    return UndoStatus(free, match.undo_refusal(seat, target, everybody) is None)


def redo_status(match: Match, lobby: Lobby, viewer: Viewer) -> UndoStatus:
    """How a redo stands for those viewer."""
    if not viewer.seats or match.is_over:
        return UndoStatus(False, False)
    seat, everybody = viewer.seats[0], range(match.header.seats)
    free = match.redo_refusal(seat, auto_consenting(lobby, viewer.account)) is None
    return UndoStatus(free, match.redo_refusal(seat, everybody) is None)


def needed_consent(match: Match, seat: int, to: int, given: tuple[int, ...]) -> tuple[int, ...] | None:
    """Which of the given consents an undo needs: none, all of them, or None when they are not enough."""
    if match.undo_refusal(seat, to) is None:
        return ()
    return given if match.undo_refusal(seat, to, given) is None else None


def open_requests(match: Match, lobby: Lobby) -> tuple[ConsentRequest, ...]:
    """The asks that still stand: the log has not gone on since."""
    return tuple(ask for ask in lobby.asks if ask.number == match.number and not match.is_over)


def asking(match: Match, lobby: Lobby) -> list[RequestView]:
    """The asks that still stand, as everybody at the table is shown them."""
    return [
        RequestView(ask.kind, ask.seat, ask.to, ask.agreed, waiting(match, lobby, ask))
        for ask in open_requests(match, lobby)
    ]


def waiting(match: Match, lobby: Lobby, ask: ConsentRequest) -> tuple[int, ...]:
    """The seats that have not agreed yet."""
    quiet = auto_consenting(lobby, lobby.seats[ask.seat].account)
    return tuple(seat for seat in match.seats_left() if seat not in ask.agreed and seat not in quiet)


NOTHING_ASKED = Refusal("nothing_asked", "Nobody asks for anything now, or the match has gone on since.")
NO_OWN_MOVE = Refusal("nothing_to_undo", "There is no move of yours to take back.")
