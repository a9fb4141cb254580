"""Entries, logs and outcomes of a match in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.core.rules.outcome import Outcome


def entry_text(match: Match, entry: Entry) -> str:
    """Return one entry as text; the content of a sealed entry stays hidden.

    >>> from boardwright.core.game.registry import names
    >>> match = Match.new(names()[0], players=("Ada", "Bo"))
    >>> entry_text(match, match.play(next(iter(match.position.legal_moves())))[0])
    'Ada: ...'
    """
    who = "Chance" if entry.seat is None else match.header.players[entry.seat]
    text = "(hidden)" if entry.detail is None else entry.detail
    if entry.is_step:
        return f"{who}: {text}"
    if entry.kind == "end":
        return "The end" if match.outcome is None else outcome_text(match, match.outcome)
    if entry.kind == "cancel":
        return "The match is canceled"
    if entry.kind == "pause":
        return f"The server was down for {text}; no clock ran"
    if entry.kind in ("undo", "redo"):
        return f"{who}: {entry.kind} ({text})"
    return f"{who}: {entry.kind} {text}".rstrip()


def log_text(match: Match, seat: int | None) -> list[str]:
    """Return the log as that seat (None: a spectator) may read it, one numbered line an entry; undone steps are marked.

    >>> from boardwright.core.game.registry import names
    >>> match = Match.new(names()[0], players=("Ada", "Bo"))
    >>> _ = match.play(next(iter(match.position.legal_moves()))), match.undo(agreed=[1])
    >>> log_text(match, None)
    ['    1  Ada: ... (undone)', '    2  Ada: undo (to entry 0)']
    """
    undone = match.undone()
    return [
        f"{entry.number:5}  {entry_text(match, entry)}{' (undone)' if entry.number in undone else ''}"
        for entry in match.read(seat)
    ]


def outcome_text(match: Match, outcome: Outcome) -> str:
    """Return the winners, the scores and the reason in one line."""
    names = " and ".join(match.header.players[seat] for seat in outcome.winners)
    verdict = f"{names} won" if names else "A draw"
    return f"{verdict}, {' : '.join(map(str, outcome.scores))}. {_named(outcome.text, match.header.players)}"


def _named(text: str, players: Sequence[str]) -> str:
    """Return a sentence with the names of the players in place of their numbers.

    >>> _named("Player 2 resigned.", ("Ada", "Bo"))
    'Bo resigned.'
    """
    return re.sub(r"\bPlayer (\d)\b", lambda found: players[int(found[1]) - 1], text)
