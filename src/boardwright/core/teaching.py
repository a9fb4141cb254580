"""How a game is learned: its rules as a document, and its first lesson."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import resources
from typing import TYPE_CHECKING, cast

from boardwright.core import texts
from boardwright.core.hooks import provided_by
from boardwright.core.lesson import FILE, Lesson, default_lesson, read_lesson
from boardwright.core.texts import Translator

if TYPE_CHECKING:
    from boardwright.core.game import AnyGame

_END_FOR_PLAYERS = "\n---\n"
"""What follows this line of the README is for those who type moves or write programs."""


class Teaches:
    """The part of a game that teaches it."""

    def rules(self) -> str:
        """The rules: the README.md of the game's package."""
        return _read(self, "README.md") or ""

    def rules_in(self, wishes: str) -> str:
        """The rules in the language that a reader wishes most: `texts/de.md` of the package, or else `rules`."""
        there = texts.rules(type(self).__module__) if _is_package(self) else {}
        language = texts.preferred(wishes, there)
        return self.rules() if language is None else there[language]

    def texts(self) -> Mapping[str, Mapping[str, str]]:
        """The sentences of the game in other languages: the files in the folder `texts` of its package."""
        return texts.texts(type(self).__module__) if _is_package(self) else {}

    def translator(self, wishes: str) -> Translator:
        """What puts sentences of the game into the language that a reader wishes most, if it has texts in it."""
        there = self.texts()
        return Translator(there.get(texts.preferred(wishes, there) or "", {}))

    def player_rules(self, wishes: str = "") -> str:
        """The rules for players: those up to the line `---`, below which is what only programs need.

        >>> from boardwright.core.registry import game, names
        >>> all("For programs" not in game(name).player_rules() for name in names())
        True
        """
        return self.rules_in(wishes).split(_END_FOR_PLAYERS)[0]

    @provided_by("lesson")
    def lesson(self) -> Lesson:
        """The first lesson: the lesson.toml of the game's package, or a short one that every game has."""
        text = _read(self, FILE)
        return default_lesson(cast("AnyGame", self)) if text is None else read_lesson(text)


def _read(game: object, name: str) -> str | None:
    """A file of the game's package; None if there is none."""
    if not _is_package(game):
        return None
    file = resources.files(type(game).__module__).joinpath(name)
    return file.read_text("utf-8") if file.is_file() else None


def _is_package(game: object) -> bool:
    return hasattr(sys.modules[type(game).__module__], "__path__")
