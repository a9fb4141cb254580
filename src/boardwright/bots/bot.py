"""The base class of bots. A bot sees what its seat sees."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, TypeAlias

import msgspec

from boardwright.core.game.game import AnyGame
from boardwright.core.hidden import resampled
from boardwright.core.match.match import Match
from boardwright.core.match.wording import log_text, outcome_text
from boardwright.core.records.record import dump_for
from boardwright.core.refusal import BoardwrightError, IllegalMove, Refusal
from boardwright.core.rules.position import AnyPosition, Position
from boardwright.core.search.playout import dead_end


class BotFailure(BoardwrightError):
    """A bot that cannot continue; the message names the bot and the reason.

    >>> str(BotFailure("program:./bot: no answer within 60 s."))
    'program:./bot: no answer within 60 s.'
    """


class Candidate(msgspec.Struct, frozen=True):
    """A move that a search visited, with its mean value (-1 lost, 1 won)."""

    move: Any
    visits: int
    mean: float


class SeenMatch:
    """A match as the player of one seat may know it; nothing is computed before somebody asks for it.

    >>> match = Match.new("deblockle", players=("Ada", "Bo"))
    >>> _ = match.play("c7-b7")
    >>> seen = SeenMatch(match, 1)
    >>> seen.players, seen.number, seen.history(), seen.outcome()
    (('Ada', 'Bo'), 1, ['1  Ada: c7-b7'], None)
    """

    def __init__(self, match: Match, seat: int) -> None:
        self._match = match
        self.seat = seat
        self.players = match.header.players
        self.number = match.number
        """The number of the last log entry."""

    def board(self) -> str:
        """Return the board as the seat sees it."""
        return self._match.text(self.seat)

    def history(self) -> list[str]:
        """Return the log, one line an entry."""
        return [line.strip() for line in log_text(self._match, self.seat)]

    def record(self) -> str:
        """Return the record file; secrets of others are sealed until the end."""
        return dump_for(self._match, self.seat).decode()

    def outcome(self) -> str | None:
        """Return who has won, with the scores and the reason; None while the match goes on."""
        return None if self._match.outcome is None else outcome_text(self._match, self._match.outcome)


class Bot(ABC):
    """The base of every bot.

    `choose` never passes the real position to the bot, only a resampled one that looks the same from its seat, so a
    bot cannot cheat.

    >>> class Hasty(Bot):
    ...     def think(self, position, seat, rng):
    ...         return next(iter(position.legal_moves(seat)))
    >>> from boardwright.core.game.registry import game
    >>> str(Hasty(game("deblockle")).choose(game("deblockle").begin()))
    'c5-c4'
    """

    deadline = inf
    """The time (`time.monotonic`) at which a search ends with its best move so far."""
    candidates: Sequence[Candidate] = ()
    """The moves that the last choice was made from, most visited first; empty if the bot did not search."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def choose(self, position: AnyPosition, seat: int | None = None, rng: random.Random | None = None) -> Any:
        """Return the bot's move for that seat, by default the first that may act.

        `rng` is its only source of randomness; by default it is a new one, and the choice cannot be repeated.
        """
        if not isinstance(position, Position):
            raise TypeError(f"A bot chooses in a position, such as `match.position`, not in {position!r}.")
        if seat is None:
            seat = _first_actor(position)
        rng = random.Random() if rng is None else rng
        return self.decide(resampled(position, seat, rng), seat, rng)

    def decide(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        """Return a move in a resampled position; where there is only one, nobody thinks about it."""
        self.candidates = ()
        moves = position.legal_moves(seat)
        if not moves:
            raise dead_end(position, seat)
        return next(iter(moves)) if len(moves) == 1 else self.think(position, seat, rng)

    @abstractmethod
    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        """Choose a legal move in a resampled position."""

    def follow(self, match: SeenMatch) -> None:
        """Learn how the match stands: called before each choice and at the end, where bots play matches."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} for {self.game.title}>"

    def forget(self) -> None:
        """Release what the bot keeps for the next move of a match."""

    def close(self) -> None:
        """Release the processes and files that the bot holds."""


class RandomBot(Bot):
    """A bot that plays any legal move, all equally likely."""

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        return pick(position.legal_moves(seat), rng)


def _first_actor(position: AnyPosition) -> int:
    if not position.actors:
        over = Refusal("game_over", "The game is over: there is nothing to choose.")
        chance = Refusal("chance_first", "A chance outcome comes first: there is nothing to choose.")
        raise IllegalMove(over if position.outcome() else chance)
    return position.actors[0]


def pick(moves: Any, rng: random.Random) -> Any:
    """Return a random element: by index if the collection is a sequence, else by iteration."""
    number = int(rng.random() * len(moves))
    try:
        return moves[number]
    except TypeError:
        return next(move for count, move in enumerate(moves) if count == number)


def check_temperature(temperature: float) -> float:
    """Return the temperature; ValueError if it is negative."""
    if temperature < 0:
        raise ValueError("temperature must not be negative")
    return temperature


Strategy: TypeAlias = Callable[[AnyPosition, int, random.Random], Any]
"""Returns a legal move for a seat; see `Heuristics.strategies`."""


class StrategyBot(Bot):
    """A bot that plays the move of a strategy, which like every bot gets a resampled position."""

    def __init__(self, game: AnyGame, strategy: Strategy) -> None:
        super().__init__(game)
        self._strategy = strategy

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        return self._strategy(position, seat, rng)
