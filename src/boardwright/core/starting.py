"""Starting points that people bring: a position, a record, or a file in one of the game's notations."""

from __future__ import annotations

import msgspec

from boardwright.core import record
from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.refusal import BadOptions, BadRecord, Unreadable


def read_start(game: AnyGame, text: str) -> Match:
    """A match that stands where the text says: `branch` plays on from there.

    The text is a position as JSON (`Game.encode`), a record file, or a file of `Game.notations`. Raises BadOptions
    or Unreadable, which says what can be read.

    >>> from boardwright.core.registry import game, names
    >>> first = game(names()[0])
    >>> read_start(first, msgspec.json.encode(first.encode(first.begin())).decode()).position == first.begin()
    True
    """
    if text.startswith('{"adjudication"'):
        try:
            match = record.load(text.encode())
        except BadRecord as error:
            raise Unreadable(f"The record cannot be read: {error}") from None
        if match.game is not game:
            raise BadOptions(f"The record is of {match.game.title}, not of {game.title}.")
        return match
    try:
        data = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return _read_notation(game, text)
    except RecursionError:
        raise Unreadable("The JSON is nested too deeply.") from None
    return Match.new(game, start=game.decode(data))


def _read_notation(game: AnyGame, text: str) -> Match:
    problems = []
    for name, notation in game.notations().items():
        try:
            match: Match = next(iter(notation.read(text)))
        except Unreadable as error:
            problems.append(f"{name}: {error}")
        else:
            return match
    formats = ", ".join(("a record file", "a position as JSON", *game.notations()))
    raise Unreadable(f"This is not a start of {game.title}; possible are {formats}. {' '.join(problems)}".rstrip())
