"""What the workbench asks the process that has loaded the game, and what it answers."""

from __future__ import annotations

from typing import Any

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.drawing.assets import Extras
from boardwright.core.moves.gesture import Gesture
from boardwright.workbench.session import BenchSession


class Show(msgspec.Struct, frozen=True):
    """Show a session."""

    session: BenchSession


class PlayQuestion(msgspec.Struct, frozen=True):
    """Make a move, by its text or its gesture."""

    session: BenchSession
    seat: int
    move: str | Gesture


class ChanceQuestion(msgspec.Struct, frozen=True):
    """Let chance bring that outcome."""

    session: BenchSession
    outcome: str


class BotMove(msgspec.Struct, frozen=True):
    """Let a bot choose for the first seat that may act."""

    session: BenchSession
    bot: str


class SetUp(msgspec.Struct, frozen=True):
    """Put a position on the bench, as JSON."""

    session: BenchSession
    position: JSON


class PasteQuestion(msgspec.Struct, frozen=True):
    """Put what was pasted on the bench: a position as JSON, or a record."""

    session: BenchSession
    text: str


class WhyQuestion(msgspec.Struct, frozen=True):
    """Why a move is not possible."""

    session: BenchSession
    seat: int
    move: str | Gesture


class WriteRecord(msgspec.Struct, frozen=True):
    """Write the line up to the position that is shown as a record."""

    session: BenchSession


Question = Show | PlayQuestion | ChanceQuestion | BotMove | SetUp | PasteQuestion | WhyQuestion | WriteRecord


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What the page needs to know of the game itself."""

    name: str
    title: str
    version: int
    seats: list[int]
    bots: list[str]
    options: Any
    """The JSON schema of the options."""
    extras: Extras
    """Sounds, texts in other languages and a font that the package brings."""


class OnBench(msgspec.Struct, frozen=True):
    """A session, and what the page shows of it as JSON (`Shown`)."""

    session: BenchSession
    data: bytes


class Ready(msgspec.Struct, frozen=True):
    """The game is loaded."""

    about: About
    texts: dict[str, bytes]
    """Files with its sentences in other languages, by their names in addresses."""


class Failed(msgspec.Struct, frozen=True):
    """The question has no answer: a refusal, or an error of the game."""

    text: str
    marks: tuple[str, ...] = ()
    """The parts of the table that a refusal names."""


class Reason(msgspec.Struct, frozen=True):
    """A refusal in words."""

    text: str
    marks: tuple[str, ...]


class WrittenRecord(msgspec.Struct, frozen=True):
    """A record file."""

    data: bytes


Answer = OnBench | Ready | Failed | Reason | WrittenRecord
