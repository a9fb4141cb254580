"""Answers of the process that has loaded the game to the workbench."""

from __future__ import annotations

from typing import Any

import msgspec

from boardwright.core.drawing.assets import Extras
from boardwright.workbench.session import BenchSession


class About(msgspec.Struct, frozen=True, kw_only=True):
    """The facts about the game that the page needs."""

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
    """A session, and what the page shows of it as JSON (`ShownSession`)."""

    session: BenchSession
    shown: msgspec.Raw


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


Answer = OnBench | Failed | Reason | bytes
"""The answer to a command; bytes are a record file."""
