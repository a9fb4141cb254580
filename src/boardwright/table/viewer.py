"""What a viewer may see of a match. All visibility decisions of the server are made here."""

from __future__ import annotations

import msgspec

from boardwright.core.entry import Entry
from boardwright.core.match import Match
from boardwright.core.position import AnyPosition
from boardwright.store.rows import MatchRow
from boardwright.table.codes import Code
from boardwright.table.errors import Forbidden
from boardwright.table.seating import seats_of


class Viewer(msgspec.Struct, frozen=True):
    """An account (None: anonymous) at a match, its seats there, and how many entries it is kept behind."""

    account: str | None
    seats: tuple[int, ...]
    delay: int = 0

    def seat(self, position: AnyPosition) -> int | None:
        """Returns the seat whose view is shown: one that is to act, else the first; None for spectators."""
        acting = (seat for seat in position.actors if seat in self.seats)
        return next(acting, self.seats[0] if self.seats else None)

    def last_entry(self, match: Match | None) -> int:
        """Returns the number of the last entry the viewer may know of."""
        if match is None:
            return 0
        return match.number if match.is_over else max(0, match.number - self.delay)

    def is_delayed(self, match: Match | None) -> bool:
        """True if the viewer is shown a past state of a running match."""
        return bool(self.delay) and match is not None and not match.is_over


def viewer_for(row: MatchRow, account: str | None) -> Viewer:
    """Returns the viewer for an account; raises Forbidden if the match does not allow spectators."""
    seats = seats_of(row.lobby, account)
    if seats or row.status == "open":
        return Viewer(account, seats)
    if row.lobby.spectators == "forbidden":
        raise Forbidden(Code.NO_SPECTATORS, "This match is played without spectators.")
    return Viewer(account, (), row.lobby.delay)


def visible_entries(match: Match, seat: int | None, after: int, until: int) -> list[Entry]:
    """Returns the entries after `after` up to `until`, sealed where that seat may not read them."""
    if not match.game.has_secrets:
        return match.entries[after:until]
    return match.read(seat)[after:until]
