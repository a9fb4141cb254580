"""Points to start a match from: one of another match, or a text that people bring."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from boardwright.core.game.game import AnyGame
from boardwright.core.game.position_text import PACKED
from boardwright.core.match.clock import Clock
from boardwright.core.match.match import Match
from boardwright.core.records import record
from boardwright.core.refusal import BadOptions, BadRecord, Unreadable
from boardwright.core.rules.position import AnyPosition


@dataclass(frozen=True, slots=True)
class BranchPoint:
    """The point after an entry of a match, where another match can start."""

    match: Match
    entry: int

    @property
    def position(self) -> AnyPosition:
        """The position to start from."""
        return self.match.at(self.entry)

    def check(self, clock: Clock, seats: int | None = None) -> None:
        """Raise BadOptions if the game is over there, or a match from there cannot have that clock or so many seats."""
        if seats not in (None, self.match.header.seats):
            raise BadOptions(f"This position is for {self.match.header.seats} seats, not {seats}.")
        if self.match.branch(self.entry, seed=None, clock=clock).is_over:
            raise BadOptions("The game is over in this position; start from an earlier one.")


def start_at(
    match: Match, *, entry: int | None = None, move: int | None = None, last: int | None = None
) -> BranchPoint:
    """Return the point after that entry, or after that many moves (`Log.entry_of_move`), by default the last.

    Entries after `last` are treated as if they did not exist yet. Unreadable if there is no such entry or move.

    >>> from boardwright.core.game.registry import game, names
    >>> match = Match.new(game(names()[0]), seed=bytes(32))
    >>> start_at(match, move=0).position == match.position
    True
    """
    last = match.number if last is None else last
    if move is not None:
        try:
            return BranchPoint(match, match.entry_of_move(move, last))
        except IndexError as error:
            raise Unreadable(str(error)) from None
    if entry is not None and not 0 <= entry <= last:
        raise Unreadable(f"There is no entry {entry}: the last one is {last}, and 0 is the start.")
    return BranchPoint(match, last if entry is None else entry)


def read_start(game: AnyGame, text: str) -> Match:
    """Return a match that stands where the text says: `BranchPoint` plays on from there.

    The text is that of a position (`core/game/position_text.py`), a record file, or a file of `Game.notations`. Raises
    BadOptions or Unreadable, which says what can be read.

    >>> from boardwright.core.game.registry import game, names
    >>> first = game(names()[0])
    >>> read_start(first, msgspec.json.encode(first.encode(first.begin())).decode()).position == first.begin()
    True
    """
    if text.startswith('{"adjudication"'):
        try:
            match = record.load(text.encode())
        except BadRecord as error:
            raise Unreadable(f"The record cannot be read: {error}") from None
        if match.game.name != game.name:
            raise BadOptions(f"The record is of {match.game.title}, not of {game.title}.")
        return match
    if text.lstrip().startswith(PACKED):
        return Match.new(game, start=text, seed=None)
    try:
        data = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return _read_notation(game, text)
    except RecursionError:
        raise Unreadable("The JSON is nested too deeply.") from None
    return Match.new(game, start=game.decode(data), seed=None)


def _read_notation(game: AnyGame, text: str) -> Match:
    problems = []
    for name, notation in game.notations().items():
        try:
            match: Match = next(iter(notation.read(text)))
        except Unreadable as error:
            problems.append(f"{name}: {error}")
        else:
            return match
    formats = ", ".join(("a record file", "the text of a position", *game.notations()))
    raise Unreadable(f"This is not a start of {game.title}; possible are {formats}. {' '.join(problems)}".rstrip())
