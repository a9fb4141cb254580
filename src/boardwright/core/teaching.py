"""How a game is learned: its rules as a document, and its first lesson."""

from __future__ import annotations

import sys
from importlib import resources
from typing import TYPE_CHECKING, cast

from boardwright.core.hooks import provided_by
from boardwright.core.lesson import FILE, Lesson, default_lesson, read_lesson

if TYPE_CHECKING:
    from boardwright.core.game import AnyGame

_END_FOR_PLAYERS = "\n---\n"
"""What follows this line of the README is for those who type moves or write programs."""


class Teaches:
    """The part of a game that teaches it."""

    def rules(self) -> str:
        """The rules: the README.md of the game's package."""
        return _read(self, "README.md") or ""

    def player_rules(self) -> str:
        """The rules for players: the README.md up to the line `---`, below which is what only programs need.

        >>> from boardwright.core.registry import game, names
        >>> all("For programs" not in game(name).player_rules() for name in names())
        True
        """
        return self.rules().split(_END_FOR_PLAYERS)[0]

    @provided_by("lesson")
    def lesson(self) -> Lesson:
        """The first lesson: the lesson.toml of the game's package, or a short one that every game has."""
        text = _read(self, FILE)
        return default_lesson(cast("AnyGame", self)) if text is None else read_lesson(text)


def _read(game: object, name: str) -> str | None:
    """A file of the game's package; None if there is none."""
    package = type(game).__module__
    if not hasattr(sys.modules[package], "__path__"):
        return None
    file = resources.files(package).joinpath(name)
    return file.read_text("utf-8") if file.is_file() else None
