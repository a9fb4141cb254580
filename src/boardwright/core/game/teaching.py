"""Teaching a game: its rules as a document, its sentences in other languages, and its first lesson."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import resources
from typing import TYPE_CHECKING

from boardwright.core.drawing import texts as files
from boardwright.core.drawing.texts import Translator
from boardwright.core.game.lesson import FILE, Lesson, default_lesson, read_lesson
from boardwright.core.rules.hooks import own_function

if TYPE_CHECKING:
    from boardwright.core.game.game import AnyGame

_END_FOR_PLAYERS = "\n---\n"
"""The line of the README below which all is for those who type moves or write programs."""


def rules(game: AnyGame, wishes: str = "") -> str:
    """Return the rules in the reader's preferred language: `texts/de.md` of the game's package, or its README.md."""
    there = files.rules(type(game).__module__) if _is_package(game) else {}
    language = files.preferred(wishes, there)
    return _read(game, "README.md") or "" if language is None else there[language]


def player_rules(game: AnyGame, wishes: str = "") -> str:
    """Return the rules for players: those up to the line `---`, below which is what only programs need.

    >>> from boardwright.core.game.registry import game, names
    >>> all("For programs" not in player_rules(game(name)) for name in names())
    True
    """
    return rules(game, wishes).split(_END_FOR_PLAYERS)[0]


def texts(game: AnyGame) -> Mapping[str, Mapping[str, str]]:
    """Return the sentences of the game in other languages: the files in the folder `texts` of its package."""
    return files.texts(type(game).__module__) if _is_package(game) else {}


def translator(game: AnyGame, wishes: str) -> Translator:
    """Return a translator of the game's sentences for the reader's preferred language."""
    there = texts(game)
    return Translator(there.get(files.preferred(wishes, there) or "", {}))


def lesson(game: AnyGame) -> Lesson:
    """Return the first lesson: the lesson.toml of the game's package, or a short one that every game has.

    A game that makes its lesson by program has a function `lesson()` in `lesson.py`.
    """
    own = own_function(game, "lesson", "lesson")
    if own is not None:
        made: Lesson = own()
        return made
    text = _read(game, FILE)
    return default_lesson(game) if text is None else read_lesson(text)


def _read(game: object, name: str) -> str | None:
    """Return a file of the game's package; None if there is none."""
    if not _is_package(game):
        return None
    file = resources.files(type(game).__module__).joinpath(name)
    return file.read_text("utf-8") if file.is_file() else None


def _is_package(game: object) -> bool:
    return hasattr(sys.modules[type(game).__module__], "__path__")
