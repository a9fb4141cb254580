"""Output of commands: JSON, log entries, outcomes, color."""

from __future__ import annotations

import json
import os
import sys

import msgspec

from boardwright.core.entry import Entry
from boardwright.core.match import Match
from boardwright.core.outcome import Outcome


def print_json(value: object) -> None:
    """Prints a JSON-able value or struct, indented."""
    print(json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=2))


def is_terminal() -> bool:
    """True if input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wants_color() -> bool:
    """True if the output is a terminal, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def entry_text(match: Match, entry: Entry) -> str:
    """One entry as text; the content of a sealed entry stays hidden.

    >>> from boardwright.core.registry import game
    >>> match = Match.new(game("deblockle"), players=("Ada", "Bo"))
    >>> entry_text(match, match.play("c7-b7")[0])
    'Ada: c7-b7'
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
    """The log as that seat (None: a spectator) may read it, one numbered line an entry; undone steps are marked.

    >>> from boardwright.core.registry import game
    >>> match = Match.new(game("deblockle"), players=("Ada", "Bo"))
    >>> _ = match.play("c7-b7"), match.undo(0)
    >>> log_text(match, None)
    ['    1  Ada: c7-b7 (undone)', '    2  Ada: undo (to entry 0)']
    """
    undone = match.undone()
    return [
        f"{entry.number:5}  {entry_text(match, entry)}{' (undone)' if entry.number in undone else ''}"
        for entry in match.read(seat)
    ]


def outcome_text(match: Match, outcome: Outcome) -> str:
    """The winners, the scores and the reason in one line."""
    names = " and ".join(match.header.players[seat] for seat in outcome.winners)
    verdict = f"{names} won" if names else "A draw"
    return f"{verdict}, {' : '.join(map(str, outcome.scores))}. {outcome.text}"
