"""A position: one immutable state of a game, seen whole, and the rules as questions to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable
from functools import lru_cache
from itertools import islice
from typing import Any, Generic, Self, TypeAlias, TypeVar, cast

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.chance import Distribution, Rng
from boardwright.core.event import Event
from boardwright.core.outcome import Outcome
from boardwright.core.refusal import IllegalMove, Refusal, Unreadable
from boardwright.core.view import Open, View

M = TypeVar("M", bound=Hashable)
V = TypeVar("V", bound=View)


class Position(ABC, Generic[M, V]):
    """The base of every game's position.

    Positions are immutable, equal and hashable by value (`events` apart), and share structure with the
    positions they come from. A game must answer `seats`, `actors`, `choices`, `after`, `all_moves` and `outcome`;
    where chance acts, `is_chance`, `chances` and `after_chance`; where seats have secrets, `view`, `visible_to` and
    `resample`. The rest has defaults that a game replaces where it knows better.

    Wherever a seat is asked for, None means the first actor. `at` is the time handed in, in milliseconds
    since 1970; None means that no clock is consulted.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many seats are at the table."""

    @property
    @abstractmethod
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, in the order to ask them; () when chance acts or the game is over."""

    @property
    def is_chance(self) -> bool:
        """Whether chance acts now."""
        return False

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last step brought about. Not part of the position's value."""
        return ()

    @property
    def turn(self) -> Hashable:
        """Changes whenever a new turn begins, also when the same seat goes on: clocks start anew with it."""
        return self.actors

    @property
    def is_undoable(self) -> bool:
        """Whether the move that led here may be taken back by the one who made it."""
        return True

    @property
    def is_dead(self) -> bool:
        """Whether nobody can ever bring the game to its end (a match may adjudicate a draw then)."""
        return False

    @property
    def keeps_time(self) -> bool:
        """Whether the game itself says what is too late: then a match has no clock beside it."""
        return False

    def start_clock(self, at: int) -> Self:
        """The same position as play begins on it at that time, in a new match or a branch.

        A game that keeps time by itself starts its clock; the others have nothing to do.
        """
        return self

    def legal_moves(self, seat: int | None = None, at: int | None = None) -> Collection[M]:
        """What that seat may play now: `len` and `in` are cheap, iteration is lazy and in a fixed order.

        Asks `choices`, of actors only. A game that looks at the clock, or is in a hurry, replaces it.
        """
        actors = self.actors
        if seat is None and actors:
            seat = actors[0]
        return self.choices(seat) if seat is not None and seat in actors else ()

    def choices(self, seat: int) -> Collection[M]:
        """What a seat that is to act may play, each move once and in a fixed order."""
        raise NotImplementedError(f"{type(self).__name__} lists no moves: give it `choices`, or `legal_moves`.")

    def all_moves(self) -> tuple[M, ...]:
        """Every move there can ever be at this table, in a fixed order: `parse` and `Game.actions` go by it."""
        raise NotImplementedError(f"{type(self).__name__}: give it `all_moves`, or `parse` and `Game.actions`.")

    def refusal(self, move: M, seat: int | None = None, at: int | None = None) -> Refusal | None:
        """Why that move is not possible; None exactly when it is in `legal_moves`."""
        if self.outcome() is not None:
            return Refusal("game_over", "The game is over.")
        if seat is not None and seat not in self.actors:
            return Refusal("not_your_turn", f"It is not seat {seat}'s turn.")
        if not self.actors:
            return Refusal("not_your_turn", "Nobody is to move now: chance acts.")
        if move in self.legal_moves(seat, at):
            return None
        return self.why_not(move, self.actors[0] if seat is None else seat)

    def why_not(self, move: M, seat: int) -> Refusal:
        """Which rule forbids a move to a seat that is to act. A game that can say more than this replaces it."""
        legal = self.legal_moves(seat)
        some = ", ".join(str(each) for each in islice(legal, 5))
        hope = f"; try {some}{' or others' if len(legal) > 5 else ''}" if some else ""
        return Refusal("illegal", f"{move} is not possible here{hope}.")

    def play(self, move: M, seat: int | None = None, at: int | None = None) -> Self:
        """The position after that move; raises IllegalMove and leaves everything as it was."""
        refusal = self.refusal(move, seat, at)
        if refusal is not None:
            raise IllegalMove(refusal)
        return self.after(move, seat, at)

    @abstractmethod
    def after(self, move: M, seat: int | None = None, at: int | None = None) -> Self:
        """The position after a move known to be legal. Nothing is checked: for search and play-outs."""

    def chances(self) -> Distribution:
        """When chance acts: the outcomes with their weights, one small draw at a time."""
        raise LookupError(f"{type(self).__name__}: chance does not act here.")

    def take(self, outcome: str) -> Self:
        """The position after that outcome of chance; IllegalMove if it cannot come now."""
        if not self.is_chance:
            raise IllegalMove(Refusal("no_chance", f"Chance does not act here, so {outcome!r} cannot come."))
        if outcome not in self.chances():
            some = ", ".join(islice(self.chances().outcomes, 6))
            raise IllegalMove(Refusal("no_chance", f"{outcome!r} cannot come now; {some} can."))
        return self.after_chance(outcome)

    def after_chance(self, outcome: str) -> Self:
        """The position after an outcome known to be among `chances`."""
        raise NotImplementedError(f"{type(self).__name__} has chance: give it `after_chance`, or `take`.")

    def parse(self, text: str) -> M:
        """Reads `str(move)` back; Unreadable for anything else. The move need not be legal."""
        moves = self.all_moves()
        move: M | None = _texts(moves).get(" ".join(text.split()))
        if move is None:
            raise unreadable(text, ", ".join(f"`{each}`" for each in moves[:3]))
        return move

    def view(self, seat: int | None) -> V:
        """What that seat may know; None is a spectator. Everything, unless the game has secrets to keep."""
        return cast(V, Open(seat, self))

    def visible_to(self, step: M | str) -> tuple[int, ...] | None:
        """Which seats see what this move or chance outcome is; None means everybody.

        The others learn only that something was done; whoever moved always sees the own move.
        """
        return None

    def resample(self, seat: int | None, rng: Rng) -> Self:
        """A random position that looks the same to that seat.

        It may depend on nothing but `view(seat)` and `rng`: two positions with equal views and equal
        generators give equal results, which is what keeps bots honest.
        """
        return self

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def fallback(self, seat: int) -> M | None:
        """The move made for a player whose time ran out; None when the last step must be taken back first."""
        return next(iter(self.legal_moves(seat)), None)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Positions never change, so a copy is the position itself."""
        return self

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: what a spectator sees."""
        from boardwright.core.registry import game_of

        return game_of(self).picture(self.view(None)).svg()

    def encode(self) -> JSON:
        """The whole position as JSON, options included; `Game.decode` reads it back."""
        data: JSON = msgspec.to_builtins(self)
        return data


AnyPosition: TypeAlias = Position[Any, Any]


@lru_cache(64)
def _texts(moves: tuple[M, ...]) -> dict[str, M]:
    return {str(move): move for move in moves}


def unreadable(text: str, examples: str) -> Unreadable:
    """The error every `parse` raises: what was given, what would work.

    >>> str(unreadable("xyzzy", "`d7-c7` or `pass`"))
    "'xyzzy' is not a move here; moves look like `d7-c7` or `pass`."
    """
    shown = text if len(text) <= 40 else text[:40] + "…"
    return Unreadable(f"{shown!r} is not a move here; moves look like {examples}.")
