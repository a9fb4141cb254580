"""Commands of the page of the workbench: one JSON object each, told apart by its field `do`."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.moves.gesture import Gesture

Kind = Literal["laws", "games", "coverage", "profile"]
"""The kinds of jobs."""


class BenchCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """The base of all commands."""


class New(BenchCommand, frozen=True):
    """Begin anew with that setup."""

    seats: int | None = None
    options: dict[str, Any] = {}
    seed: str = "1"
    by_hand: bool = False


class Go(BenchCommand, frozen=True):
    """Show the position after that many steps."""

    at: int


class Move(BenchCommand, frozen=True):
    """Make a move: a text or a gesture."""

    seat: int
    move: str | Gesture


class Why(BenchCommand, frozen=True):
    """Say why a move is not possible."""

    seat: int
    move: str | Gesture


class Chance(BenchCommand, frozen=True):
    """Force the outcome of chance."""

    outcome: str


class Hand(BenchCommand, frozen=True):
    """Let chance wait for an outcome, or draw from the seed again."""

    on: bool


class Bot(BenchCommand, frozen=True):
    """Let a bot move."""

    name: str = "greedy"


class Set(BenchCommand, frozen=True):
    """Set up a position."""

    position: JSON


class Paste(BenchCommand, frozen=True):
    """Take a position or a record from a text."""

    text: str


class Record(BenchCommand, frozen=True):
    """Write the line up to the position that is shown as a record; the page has an address for it."""


class Back(BenchCommand, frozen=True):
    """Take back the last change of what is on the bench."""


class Job(BenchCommand, frozen=True):
    """Start a job; a running one of its kind is ended."""

    kind: Kind
    games: int = 100


class Stop(BenchCommand, frozen=True):
    """End a job."""

    kind: Kind


Asked = New | Go | Move | Why | Chance | Hand | Bot | Set | Paste
"""Commands that the process with the game answers."""
Any_ = Asked | Back | Job | Stop
