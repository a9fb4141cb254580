"""Boardwright: a home for turn-based board games.

>>> import boardwright as bw
>>> match = bw.Match.new("deblockle", seed=42)
>>> match.play("c7-b7")[0].text
'c7-b7'
>>> bw.verify(bw.dump(match))
'1 entry, chain intact; all moves legal; no chance in it'
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast, overload

if TYPE_CHECKING:
    from collections.abc import Callable

    from typing_extensions import Unpack

    from boardwright.bots.analysis.analysis import Moment as Moment
    from boardwright.bots.analysis.analysis import analyze as analyze
    from boardwright.bots.bot import Bot as Bot
    from boardwright.bots.bot import BotFailure as BotFailure
    from boardwright.core.drawing.picture import Picture as Picture
    from boardwright.core.game.game import AnyGame
    from boardwright.core.game.game import Game as Game
    from boardwright.core.match.clock import Clock as Clock
    from boardwright.core.match.entry import Entry as Entry
    from boardwright.core.match.header import Setup
    from boardwright.core.match.history import P, P_co
    from boardwright.core.match.match import Match as CoreMatch
    from boardwright.core.moves.move_type import Move as Move
    from boardwright.core.records.record import Record as Record
    from boardwright.core.records.record import dump as dump
    from boardwright.core.refusal import BadOptions as BadOptions
    from boardwright.core.refusal import BadRecord as BadRecord
    from boardwright.core.refusal import BoardwrightError as BoardwrightError
    from boardwright.core.refusal import IllegalMove as IllegalMove
    from boardwright.core.refusal import NoLegalMove as NoLegalMove
    from boardwright.core.refusal import NotARecord as NotARecord
    from boardwright.core.refusal import Refusal as Refusal
    from boardwright.core.refusal import UnknownGame as UnknownGame
    from boardwright.core.refusal import UnknownVersion as UnknownVersion
    from boardwright.core.refusal import Unreadable as Unreadable
    from boardwright.core.rules.options import Options as Options
    from boardwright.core.rules.outcome import Outcome as Outcome
    from boardwright.core.rules.position import Position as Position
    from boardwright.core.rules.view import View as View
    from boardwright.games.blokus import Blokus
    from boardwright.games.blokus.position import BlokusPosition
    from boardwright.games.deblockle import Deblockle
    from boardwright.games.deblockle.position import DeblocklePosition
    from boardwright.games.mage_duel import MageDuel
    from boardwright.games.mage_duel.position import MageDuelPosition
    from boardwright.games.sagrada import Sagrada
    from boardwright.games.sagrada.position import SagradaPosition

    # Type checkers know the games that come with Boardwright by their names, and so the moves of their matches.
    class Match(CoreMatch[P_co]):
        """One playing of a game."""

        @overload
        @classmethod
        def new(cls, game: Literal["blokus"], **setup: Unpack[Setup]) -> Match[BlokusPosition]: ...
        @overload
        @classmethod
        def new(cls, game: Literal["deblockle"], **setup: Unpack[Setup]) -> Match[DeblocklePosition]: ...
        @overload
        @classmethod
        def new(cls, game: Literal["mage_duel"], **setup: Unpack[Setup]) -> Match[MageDuelPosition]: ...
        @overload
        @classmethod
        def new(cls, game: Literal["sagrada"], **setup: Unpack[Setup]) -> Match[SagradaPosition]: ...
        @overload
        @classmethod
        def new(cls, game: Game[P, Any] | str, **setup: Unpack[Setup]) -> Match[P]: ...
        @classmethod
        def new(cls, game: Any, **setup: Any) -> Any:
            """Return a new match of a game, or of the installed one of that name."""

    @overload
    def game(name: Literal["blokus"], version: int | None = None) -> Blokus: ...
    @overload
    def game(name: Literal["deblockle"], version: int | None = None) -> Deblockle: ...
    @overload
    def game(name: Literal["mage_duel"], version: int | None = None) -> MageDuel: ...
    @overload
    def game(name: Literal["sagrada"], version: int | None = None) -> Sagrada: ...
    @overload
    def game(name: AnyGame | str, version: int | None = None) -> AnyGame: ...
    def game(name: Any, version: int | None = None) -> Any:
        """Return the installed game of that name, with its newest rules or those of a version."""

    # Type checkers take these two names for the modules `boardwright.bots.bot` and `boardwright.games`.
    def bot(spec: str, game: AnyGame | str) -> Bot:
        """Make the bot that the text names, for that game."""

    def games() -> tuple[str, ...]:
        """Return the names of all installed games, in alphabetical order."""


__version__ = "0.1.0"
_T = TypeVar("_T")

_HOMES = {
    "boardwright.bots": ("bot",),
    "boardwright.bots.analysis.analysis": ("Moment", "analyze"),
    "boardwright.bots.bot": ("Bot", "BotFailure"),
    "boardwright.core.match.clock": ("Clock",),
    "boardwright.core.match.entry": ("Entry",),
    "boardwright.core.game.game": ("Game",),
    "boardwright.core.match.match": ("Match",),
    "boardwright.core.moves.move_type": ("Move",),
    "boardwright.core.rules.options": ("Options",),
    "boardwright.core.rules.outcome": ("Outcome",),
    "boardwright.core.drawing.picture": ("Picture",),
    "boardwright.core.rules.position": ("Position",),
    "boardwright.core.records.record": ("Record", "dump"),
    "boardwright.core.refusal": (
        "BadOptions", "BadRecord", "BoardwrightError", "IllegalMove", "NoLegalMove", "NotARecord", "Refusal",
        "UnknownGame", "UnknownVersion", "Unreadable",
    ),
    "boardwright.core.game.registry": ("game",),
    "boardwright.core.rules.view": ("View",),
}  # fmt: skip
"""The modules of the public names, each imported when one of its names is used."""
_HOME = {name: module for module, names in _HOMES.items() for name in names}
__all__ = sorted([*_HOME, "games", "load", "verify"])


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module("boardwright.games")  # calling the package lists the games
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    from difflib import get_close_matches

    close = get_close_matches(name, __all__, 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise AttributeError(f"module 'boardwright' has no attribute {name!r}{hint}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


def load(source: bytes | str | os.PathLike[str]) -> Match:
    """Return the match of a record, given as its path or its bytes, replayed and checked entry by entry.

    >>> import boardwright as bw
    >>> bw.load(bw.dump(bw.Match.new("deblockle"))).number
    0
    """
    from boardwright.core.records import record

    return cast("Match", _read(source, record.load))


def verify(source: bytes | str | os.PathLike[str]) -> str:
    """Check all that can be checked of a record, given as its path or its bytes; report it in one sentence.

    Raises BadRecord, which names the first wrong entry.

    >>> import boardwright as bw
    >>> bw.verify(bw.dump(bw.Match.new("deblockle")))
    '0 entries, chain intact; all moves legal; no chance in it'
    """
    from boardwright.core.records import record

    return _read(source, record.verify)


def _read(source: bytes | str | os.PathLike[str], read: Callable[[bytes], _T]) -> _T:
    """Apply `read` to the bytes of a record; BadRecord names the file."""
    from boardwright.core.refusal import BadRecord, NotARecord

    if isinstance(source, bytes):
        return read(source)
    if not isinstance(source, str | os.PathLike):
        raise TypeError(f"Give a path or the bytes of a record, not {source!r}.")
    with open(source, "rb") as file:
        data = file.read()
    try:
        return read(data)
    except BadRecord as error:
        raise type(error)(f"{os.fspath(source)}: {error}", error.entry) from None
    except RecursionError:
        raise NotARecord(f"{os.fspath(source)}: JSON is nested too deeply.") from None
