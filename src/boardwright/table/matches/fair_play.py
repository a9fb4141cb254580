"""Fair play: running rated matches, about whose positions the server's bots tell nobody anything.

The store knows the positions by fingerprints (`Change.guarded`), so a lookup costs one query, in every process, whoever
asks and whatever names are in the record that they bring.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from boardwright.core.game.game import AnyGame
from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.core.rules.position import AnyPosition
from boardwright.store.port import Store
from boardwright.store.rows import MatchSettings
from boardwright.table.codes import Code
from boardwright.table.errors import Forbidden

GUARDED_MOVES = 4
"""Moves after which a position belongs to its match: openings that everybody plays belong to nobody."""
AHEAD = 8
"""The number of further steps for which a line is still the match that it left."""
_LENGTH = 32


def guarded(match: Match, entries: Iterable[Entry], lobby: MatchSettings, *, is_new: bool = False) -> tuple[str, ...]:
    """Return the fingerprints to guard after these new entries of a match; of one that starts, also its record's."""
    if not lobby.rated or match.is_over:
        return ()
    steps = [entry.number for entry in entries if entry.is_step and match.tree.moves(entry.number) >= GUARDED_MOVES]
    found = dict.fromkeys(fingerprint(match.game, match.at(number)) for number in steps)
    return (*(_record(match) if is_new else ()), *found)


def trail(match: Match, number: int) -> tuple[str, ...]:
    """Return the fingerprints of a record, of the position after an entry, and of those that led there last."""
    line = [0, *(entry.number for entry in match.line(number))]
    return (*_record(match), *(fingerprint(match.game, match.at(step)) for step in line[-1 - AHEAD :]))


def fingerprint(game: AnyGame, position: AnyPosition) -> str:
    """Return a hash of what spectators see of a position, which options or a guess of hidden cards do not change."""
    return _hash(f"{game.name}\n{position.text()}")


async def check_unguarded(store: Store, trail: Sequence[str]) -> None:
    """Raise Forbidden if one of these fingerprints is of a running rated match."""
    if await store.is_guarded(trail):
        text = "This position is of a running rated match, or of a line from it; you can try it after its end."
        raise Forbidden(Code.FAIR_PLAY, text)


def _record(match: Match) -> tuple[str, ...]:
    """Return the fingerprint of a record by the commitment to its seed; none without a seed."""
    commitment = match.header.commitment
    return () if commitment is None else (_hash(f"commitment {commitment}"),)


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_LENGTH]
