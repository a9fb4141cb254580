"""All that bots ask of a game beside its rules: how good positions and moves look, quick play-outs, ready players."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from boardwright.core.chance.distribution import Rng
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.kernel import PlayoutTables
from boardwright.core.search.playout import playout, playouts

P = TypeVar("P", bound=AnyPosition)


class Solution(ABC, Generic[P]):
    """A solver for a game or its endings. It builds the table and reads it; callers store it."""

    name: ClassVar[str]
    """The name of the table where it is kept."""
    version: ClassVar[int] = 1
    """Raised when the table would come out differently."""

    @abstractmethod
    def build(self) -> bytes:
        """Return the table, worked out from nothing but the rules."""

    @abstractmethod
    def turns(self, table: bytes, position: P) -> int | None:
        """Return in how many turns the game ends with best play, this turn counted.

        Positive when the seat that acts wins, negative when it loses, 0 when neither can force the end, None
        when the table does not know the position.
        """


class Heuristics(Generic[P]):
    """The base of what a game tells bots; every part has a default that knows nothing but the rules.

    A game subclasses it in its `bot.py` and calls the one object `BOT`; `Game.bot` is that object.

    >>> class PileHeuristics(Heuristics):
    ...     def evaluate(self, position, seat): return 1.0 if position.left % 4 else -1.0
    >>> BOT = PileHeuristics()
    >>> BOT.has_evaluation, Heuristics().has_evaluation
    (True, False)
    """

    strategies: Mapping[str, Callable[[P, int, Rng], Any]] = {}
    """Named simple players of this game, such as `easy` and `hard`.

    Each takes a position, the seat to move and a random generator, and returns a legal move. They are bots of this game
    wherever a bot can be named. The position is a resampled one, so a strategy cannot use hidden information.
    """
    solution: Solution[P] | None = None
    """The solver of small variants or endings; None if there is none."""
    playout_kernel: PlayoutTables[P] | None = None
    """The tables of compiled play-outs; None if there are none.

    For games whose search stays in Python. They do what `playout` does, several at a time.
    """

    def evaluate(self, position: P, seat: int) -> float:
        """Return how good the position looks for that seat, from -1 (lost) to 1 (won).

        The default plays a few random games from there; they depend on nothing but the position.
        """
        return playouts(position, seat)

    @property
    def has_evaluation(self) -> bool:
        """Whether the game judges positions itself, instead of by random games."""
        return type(self).evaluate is not Heuristics.evaluate

    def prior(self, move: Any, position: P) -> float:
        """Return how good a legal move looks before it is tried; search tries the best first. Must be cheap."""
        return 0.0

    def search_moves(self, position: P, seat: int) -> Collection[Any]:
        """Return the legal moves that deep search looks at, where most of hundreds are not worth it; at least one."""
        return position.legal_moves(seat)

    def playout(self, position: P, rng: Rng) -> Sequence[float] | None:
        """Return each seat's payoff after one quick random continuation; None where `evaluate` has to do."""
        return None if self.has_evaluation else playout(position, rng)

    def secrets_affect_moves(self, position: P) -> bool:
        """Return whether secrets still affect which moves anyone has; where they do not, search lists moves only once.

        It is asked of games with secrets only.
        """
        return True


AnySolution = Solution[Any]
AnyHeuristics: TypeAlias = Heuristics[Any]
