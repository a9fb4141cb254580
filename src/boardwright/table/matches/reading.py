"""Reading stored matches. A match that cannot be read is set aside; no other match is affected by it.

A match can become unreadable because its game or its version of the rules is no longer installed, or because its
stored data is damaged. Players get a sentence without anything of the log in it, since the log may hold secrets.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from traceback import walk_tb
from zlib import compress, decompress

import msgspec

from boardwright.core.game import registry
from boardwright.core.game.game import AnyGame
from boardwright.core.match.match import Match
from boardwright.core.records.branch_point import BranchPoint, read_start, start_at
from boardwright.core.refusal import BadRecord, UnknownGame
from boardwright.store.port import Store
from boardwright.store.rows import MatchRow, Saved
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict
from boardwright.table.rules_watch import RulesTimeout, is_rules_error

_DAMAGED = "Its stored data is damaged."
_CLOSED = "It was closed because it could not be read."
_NO_ORIGIN = "The match that it starts from cannot be read."
_RULES = "rules"
_COMMANDS = ("boardwright.table.matches.commands", "boardwright.table.matches.takeback")
"""Modules by which a failure came from a new move, not from the position before it."""


class Fault(msgspec.Struct, frozen=True):
    """Why a match cannot be read: a sentence for its players, and the kind of error for the server's log.

    Neither quotes the stored data or has the id of a match; `boardwright db verify` shows the operator the details.
    """

    text: str
    kind: str

    @property
    def is_of_rules(self) -> bool:
        """True if the rules of the game have failed."""
        return self.kind == _RULES

    @property
    def summary(self) -> str:
        """The line for the server's log."""
        return f"{self.text.rstrip('.')} ({self.kind})"


class UnreadableMatch(Conflict):
    """The match is set aside: it can be seen and closed, nothing else."""

    def __init__(self, fault: Fault) -> None:
        if fault.is_of_rules:
            super().__init__(Code.GAME_FAILED, fault.text)
        else:
            super().__init__(Code.BAD_RECORD, f"This match cannot be read. {fault.text}")
        self.fault = fault


class GameFailed(Conflict):
    """The rules of a game have failed, outside of a match."""

    def __init__(self) -> None:
        text = "The game failed: there is a fault in its rules, which the server has logged. Other games go on."
        super().__init__(Code.GAME_FAILED, text)


def failure(error: BaseException, row: MatchRow, match: Match | None) -> Fault:
    """Return the fault of an open match whose rules have failed."""
    entries = [] if match is None else match.entries[: row.number]
    moves = sum(entry.kind == "move" for entry in entries)
    is_move = any(
        frame.f_globals.get("__name__") in _COMMANDS or frame.f_code.co_qualname == "OpenMatch.commit"
        for frame, _ in walk_tb(error.__traceback__)
    )
    return _rules_fault(row, f"at move {moves + is_move}")


def _rules_fault(row: MatchRow, where: str) -> Fault:
    title = row.lobby.title or row.lobby.game
    return Fault(f"{title} failed {where}: there is a fault in the rules of this game. The match is set aside.", _RULES)


def row_fault(row: MatchRow) -> Fault | None:
    """Return why a match cannot be read as far as its row shows it, without its log."""
    if row.fault:
        return Fault(_DAMAGED, "row")
    if row.lobby.failed:
        return Fault(row.lobby.failed, _RULES)
    try:
        registry.game(row.lobby.game, None if row.header is None else row.header.version)
    except UnknownGame as error:
        return Fault(str(error), type(error).__name__)
    return None


async def load(store: Store, match: str, after: int = 0) -> Saved | None:
    """Load a match with its entries after `after`; before its start, with the match that it starts from."""
    saved = await store.load(match, after)
    lobby = None if saved is None or saved.row.header is not None else saved.row.lobby
    if saved is None or lobby is None or lobby.origin is None or lobby.origin_entry is None:
        return saved
    return msgspec.structs.replace(saved, origin=await store.load(lobby.origin))


def read(saved: Saved) -> tuple[AnyGame, Match | None]:
    """Return the game of a stored match and the match itself, None before its start; raise UnreadableMatch."""
    row = saved.row
    fault = row_fault(row)
    if fault is not None:
        raise UnreadableMatch(fault)
    try:
        game = registry.game(row.lobby.game)
        if row.header is None:
            if not row.lobby.start and row.lobby.origin_entry is None:
                game.begin(len(row.lobby.seats), game.read_options(row.lobby.options))
            return game, None
        if len(saved.entries) != row.number:
            raise BadRecord(f"There are {len(saved.entries)} entries instead of {row.number}.")
        match = Match.resume(game, row.header, saved.entries, saved.seed, saved.turns)
        if match.head != row.hash:
            raise BadRecord("The last entry does not have the hash that the match has.")
    except (Exception, RulesTimeout) as error:  # the rules may raise anything when they meet damaged data
        raise UnreadableMatch(_fault(error, row)) from error
    if row.status == "over" and not match.is_over:
        raise UnreadableMatch(Fault(_CLOSED, "closed"))
    return match.game, match


def read_start_of(saved: Saved) -> BranchPoint | None:
    """Return where a match that `load` has loaded will start; None at the beginning, and once it has started.

    Raises UnreadableMatch if what it starts from cannot be read.
    """
    row, lobby = saved.row, saved.row.lobby
    if row.header is not None:
        return None
    if lobby.start:
        try:
            return start_at(read_start(registry.game(lobby.game), unpack(lobby.start)), move=lobby.start_move)
        except (Exception, RulesTimeout) as error:  # as in `read`
            raise UnreadableMatch(_fault(error, row)) from error
    return None if lobby.origin_entry is None else _read_origin(saved, lobby.origin_entry)


def _read_origin(saved: Saved, entry: int) -> BranchPoint:
    if saved.origin is None:
        raise UnreadableMatch(Fault(_NO_ORIGIN, "missing"))
    try:
        _, match = read(saved.origin)
    except UnreadableMatch as error:
        fault = error.fault
        raise UnreadableMatch(Fault(f"{_NO_ORIGIN} {fault.text}", fault.kind)) from error
    if match is None or match.number < entry:
        raise UnreadableMatch(Fault(_NO_ORIGIN, "too short"))
    return BranchPoint(match, entry)


def _fault(error: BaseException, row: MatchRow) -> Fault:
    if isinstance(error, BadRecord) and error.entry:
        return Fault(f"Its log cannot be replayed from entry {error.entry} on.", type(error).__name__)
    if is_rules_error(error):
        return _rules_fault(row, "when its moves were replayed")
    return Fault(_DAMAGED, type(error).__name__)


_PACKED = "zlib:"


def pack(text: str) -> str:
    """Return the text as it is stored; an empty one stays empty."""
    return _PACKED + b64encode(compress(text.encode())).decode() if text else ""


def unpack(stored: str) -> str:
    """Return the text that was packed, or one that was stored before there was packing.

    >>> unpack(pack('{"a": 1}')), unpack(""), unpack("old")
    ('{"a": 1}', '', 'old')
    """
    return decompress(b64decode(stored.removeprefix(_PACKED))).decode() if stored.startswith(_PACKED) else stored
