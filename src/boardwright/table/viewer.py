"""Through whose viewer somebody looks at a match: the only place that decides what an origin may see."""

from __future__ import annotations

import msgspec

from boardwright.core.entry import Entry
from boardwright.core.match import Match
from boardwright.core.position import AnyPosition
from boardwright.store.rows import MatchRow
from boardwright.table.errors import Forbidden
from boardwright.table.seating import seats_of


class Viewer(msgspec.Struct, frozen=True):
    """The own seats of the origin, and how many entries behind the origin is kept."""

    account: str | None
    seats: tuple[int, ...]
    delay: int = 0

    def seat(self, position: AnyPosition) -> int | None:
        """The seat whose view is shown: the own one that is to act, else the first own one; None for spectators."""
        acting = (seat for seat in position.actors if seat in self.seats)
        return next(acting, self.seats[0] if self.seats else None)

    def number(self, match: Match | None) -> int:
        """The last entry the origin may know of."""
        if match is None:
            return 0
        return match.number if match.is_over else max(0, match.number - self.delay)

    def is_delayed(self, match: Match | None) -> bool:
        """Whether the origin is shown the past."""
        return bool(self.delay) and match is not None and not match.is_over


def viewer_for(row: MatchRow, origin: str | None) -> Viewer:
    """The viewer of that account (None: nobody in particular) at that match; Forbidden where spectators are not."""
    seats = seats_of(row.lobby, origin)
    if seats or row.status == "open":
        return Viewer(origin, seats)
    if row.lobby.spectators == "forbidden":
        raise Forbidden("no_spectators", "This match is played without spectators.")
    return Viewer(origin, (), row.lobby.delay)


def readable(match: Match, seat: int | None, after: int, until: int) -> list[Entry]:
    """The entries after `after` up to `until`, sealed as that seat may read them."""
    if not match.game.has_secrets:
        return match.entries[after:until]
    return match.read(seat)[after:until]
