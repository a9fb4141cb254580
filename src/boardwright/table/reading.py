"""Reading stored matches. A match that cannot be read is set aside; no other match is affected by it.

A match can become unreadable because its game or its version of the rules is no longer installed, or because its
stored data is damaged. Players get a sentence without anything of the log in it, since the log may hold secrets.
"""

from __future__ import annotations

import msgspec

from boardwright.core import registry
from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.refusal import BadRecord, UnknownGame
from boardwright.store.rows import MatchRow, Saved
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict

_DAMAGED = "Its stored data is damaged."
_CLOSED = "It was closed because it could not be read."


class Fault(msgspec.Struct, frozen=True):
    """Why a match cannot be read: a sentence for its players, and the details for the server's log."""

    text: str
    detail: str


class UnreadableMatch(Conflict):
    """The match is set aside: it can be seen and closed, nothing else."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(Code.BAD_RECORD, f"This match cannot be read. {fault.text}")
        self.fault = fault


def row_fault(row: MatchRow) -> Fault | None:
    """Returns why a match cannot be read as far as its row shows it, without its log."""
    if row.fault:
        return Fault(_DAMAGED, row.fault)
    try:
        registry.game(row.lobby.game, None if row.header is None else row.header.version)
    except UnknownGame as error:
        return Fault(str(error), str(error))
    return None


def read(saved: Saved) -> tuple[AnyGame, Match | None]:
    """Returns the game of a stored match and the match itself, None before its start; raises UnreadableMatch."""
    row = saved.row
    fault = row_fault(row)
    if fault is not None:
        raise UnreadableMatch(fault)
    try:
        game = registry.game(row.lobby.game)
        if row.header is None:
            game.begin(len(row.lobby.seats), game.read_options(row.lobby.options))
            return game, None
        if len(saved.entries) != row.number:
            raise BadRecord(f"There are {len(saved.entries)} entries instead of {row.number}.")
        match = Match.resume(game, row.header, saved.entries, saved.seed)
    except Exception as error:  # the rules of a game may raise anything when they meet damaged data
        raise UnreadableMatch(_fault(error)) from error
    if row.status == "over" and not match.is_over:
        raise UnreadableMatch(Fault(_CLOSED, _CLOSED))
    return match.game, match


def _fault(error: Exception) -> Fault:
    if isinstance(error, BadRecord) and error.entry:
        return Fault(f"Its log cannot be replayed from entry {error.entry} on.", str(error))
    return Fault(_DAMAGED, f"{type(error).__name__}: {error}")
