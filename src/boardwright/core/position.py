"""A position: one immutable state of a game, seen whole, and the rules as questions to it."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from functools import lru_cache
from inspect import get_annotations
from itertools import islice
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar, cast, final

import msgspec

from boardwright.core.chance import Distribution, Rng
from boardwright.core.outcome import Outcome
from boardwright.core.picture import Picture
from boardwright.core.refusal import IllegalMove, Refusal, Unreadable
from boardwright.core.view import Open, View

M = TypeVar("M", bound=Hashable)
V = TypeVar("V", bound=View)


class Renderer(Protocol):
    """What a position needs of its game in order to show itself."""

    def picture(self, view: Any, layer: str = "") -> Picture:
        """The view as shapes."""


class Position(msgspec.Struct, Generic[M, V], frozen=True, dict=True):
    """The base of every game's position: a frozen struct whose fields are its value.

    Equality, hashing, copying, pickling and JSON follow from the fields. Whatever a position computes once and
    keeps for speed is a `functools.cached_property`, which stays out of all of them. `self.replace(...)` makes
    the next position and shares what did not change.

    A game must answer `seats`, `actors`, `choices`, `after` and `outcome`, and `all_moves` or `read`; with chance
    also `is_chance`, `chances` and `after_chance`; with secrets also `view`, `visible_to` and `resample`. The rest
    has defaults. Methods marked final belong to Boardwright: a class that defines one of their names is refused.

    >>> class Countdown(Position[str, Open], frozen=True):
    ...     left: int = 3
    ...     seats = 1
    ...     actors = property(lambda self: (0,) if self.left else ())
    ...     def all_moves(self): return ("take 1", "take 2")
    ...     def choices(self, seat): return self.all_moves()[: self.left]
    ...     def after(self, move, seat): return self.replace(left=self.left - int(move[-1]))
    ...     def outcome(self): return None if self.left else Outcome.highest((1,), "empty")
    >>> position = Countdown().play("take 2")
    >>> position, position == Countdown(1)
    (Countdown(left=1), True)
    >>> position.refusal("take 2").text
    'take 2 is not possible here; try take 1.'

    Wherever a seat may be left out, None means the first actor. `at` is a time in milliseconds since 1970; None
    means that no clock is consulted.
    """

    move_examples: ClassVar[str] = ""
    """Shown to a player whose text cannot be read, such as "`d7-c7` or `pass`"; the first of `all_moves` by default."""
    game: ClassVar[Renderer | None] = None
    """The game that this type of position belongs to; set by the game object."""
    _first_choices: ClassVar[tuple[Any, Collection[Any]] | None] = None
    """The first actor and its choices; every position that was asked keeps its own in its `__dict__`."""

    # Who acts

    @property
    def seats(self) -> int:
        """How many seats are at the table."""
        raise NotImplementedError(f"{type(self).__name__} needs `seats`: how many play.")

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, in the order to ask them; () at a chance node and when the game is over."""
        raise NotImplementedError(f"{type(self).__name__} needs `actors`: the seats that may act now.")

    @property
    def turn(self) -> Hashable:
        """Changes whenever a new turn begins, even if the same seat goes on; clocks start anew with it."""
        return self.actors

    # What can be played

    def choices(self, seat: int) -> Collection[M]:
        """What an actor may play, each move once and in a fixed order; asked once per position and seat."""
        raise NotImplementedError(f"{type(self).__name__} needs `choices`: the legal moves of an actor.")

    def all_moves(self) -> tuple[M, ...]:
        """Every move that can ever be made at this table, in a fixed order; `read` and `Game.actions` use it."""
        raise NotImplementedError(f"{type(self).__name__} needs `all_moves`, or both `read` and `Game.actions`.")

    def after(self, move: M, seat: int) -> Self:
        """The position after a legal move. Nothing is checked: `play` has done that, and search needs no check."""
        raise NotImplementedError(f"{type(self).__name__} needs `after`: the position after a legal move.")

    def read(self, text: str) -> M | None:
        """The move written as `text`, legal or not; None if the text is not a move."""
        return cast("M | None", _by_text(self.all_moves()).get(" ".join(text.split())))

    def not_now(self, move: M, seat: int | None) -> Refusal | None:
        """Why nothing can be played by that seat now; None if the fault is in the move itself."""
        if self.outcome() is not None:
            return Refusal("game_over", "The game is over.")
        if not self.actors:
            return Refusal("not_your_turn", "Nobody can move now: a chance outcome comes first.")
        if seat is not None and seat not in self.actors:
            return Refusal("not_your_turn", f"It is not seat {seat}'s turn.")
        return None

    def why_not(self, move: M, seat: int) -> Refusal:
        """The rule that forbids an actor's move."""
        legal = self.legal_moves(seat)
        some = ", ".join(str(each) for each in islice(legal, 5))
        hint = f"; try {some}{' or others' if len(legal) > 5 else ''}" if some else ""
        return Refusal("illegal", f"{move} is not possible here{hint}.")

    def fallback(self, seat: int) -> M | None:
        """The move made for a player whose time ran out; None if the last step has to be undone first."""
        return next(iter(self.legal_moves(seat)), None)

    # Chance

    @property
    def is_chance(self) -> bool:
        """Whether this is a chance node."""
        return False

    def chances(self) -> Distribution:
        """The possible outcomes of a chance node with their weights, one small draw at a time."""
        raise LookupError(f"{type(self).__name__}: this is not a chance node.")

    def after_chance(self, outcome: str) -> Self:
        """The position after one of `chances`. Nothing is checked."""
        raise NotImplementedError(f"{type(self).__name__} needs `after_chance`: the position after a chance outcome.")

    # Secrets

    def view(self, seat: int | None) -> V:
        """What that seat may know; None is a spectator. Everything, unless the game has secrets."""
        return cast(V, Open(seat, self))

    def visible_to(self, step: M | str) -> tuple[int, ...] | None:
        """The seats that may see what this move or chance outcome is; None means everybody.

        The others learn only that something was done. The player who moved always sees the move.
        """
        return None

    def resample(self, seat: int | None, rng: Rng) -> Self:
        """A random position that looks the same to that seat.

        It depends on nothing but `view(seat)` and `rng`: two positions with equal views and equal generators
        give equal results, which is what keeps bots honest.
        """
        return self

    # The end, undo and time

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        raise NotImplementedError(f"{type(self).__name__} needs `outcome`: how the game ended, or None.")

    @property
    def is_undoable(self) -> bool:
        """Whether the player who made the move that led here may take it back."""
        return True

    @property
    def is_dead(self) -> bool:
        """Whether nobody can ever bring the game to an end; a match may adjudicate a draw then."""
        return False

    @property
    def keeps_time(self) -> bool:
        """Whether the game has time limits of its own; then the match has no clock beside them."""
        return False

    def start_clock(self, at: int) -> Self:
        """This position as play begins on it, in a new match or a branch; starts the game's own clock."""
        return self

    def as_of(self, at: int) -> Self:
        """This position as time alone has changed it by then: who may act, and what they may do."""
        return self

    @property
    def next_deadline(self) -> int | None:
        """When time alone will change what may be done here, in the time of `as_of`; None if it never will."""
        return None

    def validate(self) -> None:
        """Raises ValueError for a position that cannot be. Asked once of every position read from JSON."""

    # Final: what Boardwright derives from the answers above

    @final
    def legal_moves(self, seat: int | None = None, at: int | None = None) -> Collection[M]:
        """What that seat may play now; `len` and `in` are cheap, iteration comes in a fixed order."""
        if at is not None and (now := self.as_of(at)) is not self:
            return now.legal_moves(seat)
        known = self._first_choices
        if known is None:
            actors = self.actors
            known = self.__dict__["_first_choices"] = (actors[0], self.choices(actors[0])) if actors else (None, ())
        if seat is None or seat == known[0]:
            return known[1]
        if seat not in self.actors:
            return ()
        memo: dict[int, Collection[M]] = self.__dict__.setdefault("_other_choices", {})
        if seat not in memo:
            memo[seat] = self.choices(seat)
        return memo[seat]

    @final
    def refusal(self, move: M, seat: int | None = None, at: int | None = None) -> Refusal | None:
        """Why that move is not possible; None exactly when it is in `legal_moves`."""
        now = self if at is None else self.as_of(at)
        if move in now.legal_moves(seat):
            return None
        return now.not_now(move, seat) or now.why_not(move, now.actors[0] if seat is None else seat)

    @final
    def play(self, move: M, seat: int | None = None, at: int | None = None) -> Self:
        """The position after that move; IllegalMove says why it is not possible."""
        now = self if at is None else self.as_of(at)
        known = now._first_choices
        if known is not None and move in known[1] and (seat is None or seat == known[0]):
            return now.after(move, known[0])
        if move not in now.legal_moves(seat):
            raise IllegalMove(cast(Refusal, now.refusal(move, seat)))
        return now.after(move, now.actors[0] if seat is None else seat)

    @final
    def take(self, outcome: str) -> Self:
        """The position after that chance outcome; IllegalMove if it cannot come now."""
        if not self.is_chance:
            raise IllegalMove(Refusal("no_chance", f"This is not a chance node, so {outcome!r} cannot come."))
        chances = self.chances()
        if outcome not in chances:
            some = ", ".join(islice(chances.outcomes, 6))
            raise IllegalMove(Refusal("no_chance", f"{outcome!r} cannot come now; possible are {some}."))
        return self.after_chance(outcome)

    @final
    def parse(self, text: str) -> M:
        """Reads `str(move)` back; Unreadable for anything else. The move need not be legal."""
        move = self.read(text)
        if move is None:
            examples = self.move_examples or ", ".join(f"`{each}`" for each in self.all_moves()[:3])
            shown = text if len(text) <= 40 else text[:40] + "…"
            raise Unreadable(f"{shown!r} is not a move here; moves look like {examples}.")
        return move

    @final
    def replace(self, **changes: Any) -> Self:
        """This position with some fields changed."""
        return msgspec.structs.replace(self, **changes)

    def __init_subclass__(cls) -> None:
        fields = get_annotations(cls)
        for name in (*cls.__dict__, *fields):
            if name in _FINAL or (name in _METHODS and name in fields):
                raise TypeError(
                    f"{cls.__name__}.{name} would replace Position.{name}, which Boardwright itself calls; "
                    f"give your {name!r} another name"
                )

    def __copy__(self) -> Self:
        """Positions never change, so a copy is the position itself."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show: what a spectator sees."""
        return None if self.game is None else self.game.picture(self.view(None)).svg()


_FINAL = frozenset(name for name, member in vars(Position).items() if getattr(member, "__final__", False))
_METHODS = frozenset(name for name, member in vars(Position).items() if callable(member)) | {"game"}
"""Names that a field cannot have; a property such as `seats` or `turn` may be a field."""

AnyPosition: TypeAlias = Position[Any, Any]


@lru_cache(64)
def _by_text(moves: tuple[M, ...]) -> dict[str, M]:
    return {str(move): move for move in moves}
