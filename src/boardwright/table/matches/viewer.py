"""The part of a match that a viewer may see. All visibility decisions of the server are made here."""

from __future__ import annotations

import msgspec

from boardwright.core.match.match import Match
from boardwright.core.rules.position import AnyPosition
from boardwright.store.port import ROOMS
from boardwright.store.rows import MatchRow, Room
from boardwright.table.codes import Code
from boardwright.table.errors import Forbidden
from boardwright.table.matches.seating import auto_consenting, seats_of


class Viewer(msgspec.Struct, frozen=True):
    """An account (None: anonymous) at a match, its seats there, and how many entries it is kept behind.

    `consenting` are the seats whose consent it needs not ask for: bots, and its own.
    """

    account: str | None
    seats: tuple[int, ...]
    delay: int = 0
    consenting: tuple[int, ...] = ()

    def seat(self, position: AnyPosition) -> int | None:
        """Return the seat whose view is shown: one that is to act, else the first; None for spectators."""
        acting = (seat for seat in position.actors if seat in self.seats)
        return next(acting, self.seats[0] if self.seats else None)

    def last_entry(self, match: Match | None) -> int:
        """Return the number of the last entry the viewer may know of."""
        if match is None:
            return 0
        return match.number if match.is_over else max(0, match.number - self.delay)

    def is_delayed(self, match: Match | None) -> bool:
        """Return whether the viewer is shown a past state of a running match."""
        return bool(self.delay) and match is not None and not match.is_over


def viewer_for(row: MatchRow, account: str | None, *, is_admin: bool = False) -> Viewer:
    """Return the viewer for an account; raise Forbidden if the match does not allow spectators.

    Admins may watch every match, and see what any spectator would; the host of a table of bots sees it without delay.
    """
    seats = seats_of(row.lobby, account)
    if seats or row.status == "open" or row.lobby.is_watched_by(account):
        return Viewer(account, seats, consenting=auto_consenting(row.lobby, account))
    if row.lobby.spectators == "forbidden" and not is_admin:
        raise Forbidden(Code.NO_SPECTATORS, "This match is played without spectators.")
    return Viewer(account, (), row.lobby.delay)


def chat_rooms(row: MatchRow, viewer: Viewer) -> tuple[Room, ...]:
    """Return the rooms that a viewer may read: during a match only their own, so that nobody is told what to play."""
    if row.lobby.private and not viewer.seats:
        return ()
    if row.status == "running":
        return ("players",) if viewer.seats else ("spectators",)
    return ROOMS
