"""The row of a match that follows from its log, and what else has to follow before anything is stored."""

from __future__ import annotations

import msgspec

from boardwright.core.match.match import Match
from boardwright.core.rules.timed import keeps_time
from boardwright.store.rows import MatchRow, MatchSettings

BOT_PATIENCE = 5000
"""Milliseconds after which every process may wake a bot that has not moved: its process may have ended."""


def row_after(row: MatchRow, match: Match | None, at: int, lobby: MatchSettings) -> MatchRow:
    """Return the row that follows from the log of the match and the lobby."""
    if match is None:
        return msgspec.structs.replace(row, lobby=lobby, changed=at)
    return msgspec.structs.replace(
        row,
        lobby=lobby,
        status="over" if match.is_over else "running",
        header=match.header,
        number=match.number,
        hash=match.head,
        # The time of the end stays: ratings are computed, and computed again, in its order.
        changed=row.changed if row.status == "over" else max(at, match.now),
        deadline=_deadline(match, lobby),
        outcome=match.outcome,
    )


def check_consequences(match: Match, at: int) -> None:
    """Compute what has to be known for the match to go on; an error in the rules shows before anything is stored."""
    if match.is_over:
        return
    position = match.position
    if keeps_time(position):
        match.next_change(at)
        position = match.now_position(at)
    for seat in position.actors:
        len(position.legal_moves(seat))


def public_seed(match: Match) -> bytes | None:
    """Return the seed once it may be known: not before the end."""
    return match.seed if match.is_over else None


def _deadline(match: Match, lobby: MatchSettings) -> int | None:
    """Return when a process has to look after the match, even if nobody has opened it.

    A bot that is to act gets some time before, so that other processes do not choose its move too.
    """
    if match.is_over:
        return None
    clock = match.deadline()
    times = [] if clock is None else [clock[0]]
    if not lobby.has_bots:
        return min(times, default=None)
    if any(lobby.seats[seat].bot is not None for seat in match.position.actors):
        times.append(match.now + BOT_PATIENCE)
    elif (change := match.next_change(match.now)) is not None:
        times.append(change)
    return min(times, default=None)
