"""A position: one immutable state of a game, seen whole, and the rules as questions to it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeAlias, TypeVar, cast, final, get_args, get_origin

import msgspec

from boardwright.core.chance.deal import Chances
from boardwright.core.hidden.components import masked
from boardwright.core.hidden.dealing import Dealing
from boardwright.core.moves.collection import TriedMoves
from boardwright.core.moves.declarations import Declarations
from boardwright.core.moves.move_type import Move
from boardwright.core.refusal import IllegalMove, Refusal, Unreadable
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.rendered import RenderMixin
from boardwright.core.rules.view import Open, View

if TYPE_CHECKING:
    from boardwright.core.layout.zone import Zone

M_co = TypeVar("M_co", bound=Move, covariant=True)
V_co = TypeVar("V_co", bound=View, covariant=True)


class Position(RenderMixin, Generic[M_co, V_co], frozen=True, dict=True):
    """The base of every game's position: a frozen struct whose fields are its value.

    Equality, hashing, copying, pickling and JSON follow from the fields. Whatever a position computes once and
    keeps for speed is a `functools.cached_property`, which stays out of all of them. `self.replace(...)` makes
    the next position and shares what did not change.

    A game answers `seats`, `actors` (or `to_move`), `zones` and `outcome`, and declares its moves: by methods with
    `@move`, or by types, and then it answers `apply`, and `legal` where a list is faster than trying. With chance it
    answers also `chance`, and `after_chance` unless it is a `Dealing`. Its secrets are in components (`Deck`, `Hand`,
    `Secret`), from which views and resampling follow. The rest has defaults. Methods marked final belong to
    Boardwright: a class that defines one of their names is refused. A game with time limits of its own extends `Timed`.

    >>> from typing import Annotated
    >>> from boardwright.core.moves import Number, move, require
    >>> class Countdown(Position[Move, Open], frozen=True):
    ...     left: int = 3
    ...     seats = 1
    ...     actors = property(lambda self: (0,) if self.left else ())
    ...     @move("take {number}")
    ...     def take_some(self, number: Annotated[int, Number(1, 2)]):
    ...         require(number <= self.left, "too_many", "{number} are not left.")
    ...         return self.replace(left=self.left - number)
    ...     def outcome(self): return None if self.left else Outcome.highest((1,), "empty")
    >>> position = Countdown().play("take 2")
    >>> position, position == Countdown(1)
    (Countdown(left=1), True)
    >>> position.refusal(Countdown.take_some(2)).text
    '2 are not left.'

    Wherever a seat may be left out, None means the first actor. `at` is a time in milliseconds since 1970; None
    means that no clock is consulted.
    """

    moves: ClassVar[Declarations[Any]]
    """The moves that are declared, by methods or by types."""
    _kinds: ClassVar[tuple[type[Move], ...]] = ()
    """The types of moves that the class names: what is asked of every move must cost little."""
    _first_legal: ClassVar[tuple[int | None, Collection[Any]] | None] = None
    """The first actor and its legal moves; every position that was asked keeps its own in its `__dict__`."""

    # Answered by properties, by fields or by plain values such as `seats = 2`; their types are those of `_Asked`

    if not TYPE_CHECKING:

        @property
        def seats(self) -> int:
            """Number of seats at the table."""
            raise NotImplementedError(f"{type(self).__name__} needs `seats`: how many play.")

        @property
        def actors(self) -> tuple[int, ...]:
            """The seats that may act now, in the order to ask them; () at a chance node and when the game is over."""
            if not hasattr(self, "to_move"):
                raise NotImplementedError(f"{type(self).__name__} needs `actors`, or `to_move`: who may act now.")
            return () if self.chance is not None or self.outcome() is not None else (self.to_move,)

        @property
        def turn(self) -> Hashable:
            """A value that changes with every new turn, even of the same seat; clocks start anew with it."""
            return self.actors

        @property
        def chance(self) -> Chances | None:
            """Return what can come by chance now; None unless this is a chance node.

            A `Distribution` has a few outcomes, a `Deal` many cards at once, which a `Dealing` puts into their fields.
            Every position is asked, and often: None has to come at once, and what takes time belongs into a constant or
            a `cached_property`.
            """
            return None

        @property
        def is_undoable(self) -> bool:
            """Whether the player who made the move that led here may take it back."""
            return True

        @property
        def is_dead(self) -> bool:
            """Whether nobody can ever bring the game to an end; a match may adjudicate a draw then."""
            return False

    # What can be played

    def apply(self, move: Any, seat: int) -> Self | Refusal:
        """Return the position after an actor's move, or the rule that forbids it; a move is legal if it is not refused.

        Search calls this with moves of `legal`. It is total: any move of the declared types may come.
        """
        if self.moves.are_acts:
            return cast("Self | Refusal", self.moves.apply(move, self, seat))
        raise NotImplementedError(f"{type(self).__name__} needs moves: methods with `@move`, or types and `apply`.")

    def legal(self, seat: int) -> Collection[M_co]:
        """Return the moves of an actor that `apply` does not refuse, each once and in a fixed order.

        By default they are tried one by one; a game that has a faster list answers it here.
        """
        if self.moves:
            return TriedMoves(self, seat)
        raise NotImplementedError(f"{type(self).__name__} needs moves: methods with `@move`, or types and `apply`.")

    def out_of_turn(self, move: Any, seat: int | None) -> Refusal:
        """Return why that seat, which is not to act, cannot make that move."""
        if self.outcome() is not None:
            return Refusal("game_over", "The game is over.")
        if not self.actors:
            return Refusal("not_your_turn", "Nobody can move now: a chance outcome comes first.")
        return Refusal("not_your_turn", f"It is not seat {seat}'s turn.")

    def fallback(self, seat: int) -> M_co | None:
        """Return the move made for a player whose time ran out; None if the last step has to be undone first."""
        return next(iter(self.legal_moves(seat)), None)

    # Chance

    def after_chance(self, outcome: str) -> Self:
        """Return the position after an outcome of `chance`, by default a `Dealing`'s. Nothing is checked."""
        chance = self.chance
        if isinstance(chance, Dealing):
            return cast(Self, chance.after(outcome))
        if chance is None:
            raise LookupError(f"{type(self).__name__}: this is not a chance node.")
        raise NotImplementedError(f"{type(self).__name__} needs `after_chance`: the position after an outcome.")

    # Secrets

    def view(self, seat: int | None) -> V_co:
        """Return what that seat may know (None: a spectator): all but the others' components, until it is over."""
        return cast(V_co, Open(seat, masked(self, seat)))

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        """Return what the table consists of for that viewer; asked of what the viewer may know of a position."""
        raise NotImplementedError(f"{type(self).__name__} needs `zones`, or the game `picture`, `text` and `actions`.")

    # The end and undo

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        raise NotImplementedError(f"{type(self).__name__} needs `outcome`: how the game ended, or None.")

    def standing(self) -> tuple[int, ...] | None:
        """Return the points of each seat so far, more being better, by which bots judge; None if unknown."""
        return None

    def problems(self) -> Iterable[str]:
        """Say what is wrong with this position; nothing if it is sound.

        The first problem refuses a position read from JSON, and completes "not a position of the game: …". The laws ask
        every position of a game.
        """
        return ()

    # Final: what Boardwright derives from the answers above

    @final
    def legal_moves(self, seat: int | None = None, at: int | None = None) -> Collection[M_co]:
        """Return what that seat may play now; `len` and `in` are cheap, iteration comes in a fixed order."""
        if at is not None and (now := self._as_of(at)) is not self:
            return now.legal_moves(seat)
        known = self._first_legal
        if known is None:
            actors = self.actors
            known = self.__dict__["_first_legal"] = (actors[0], self.legal(actors[0])) if actors else (None, ())
        if seat is None or seat == known[0]:
            return known[1]
        if seat not in self.actors:
            return ()
        memo: dict[int, Collection[M_co]] = self.__dict__.setdefault("_other_legal", {})
        if seat not in memo:
            memo[seat] = self.legal(seat)
        return memo[seat]

    @final
    def refusal(self, move: Move | str, seat: int | None = None, at: int | None = None) -> Refusal | None:
        """Return why that move, or the one of that text, is not possible; None exactly when it is in `legal_moves`."""
        after = self._attempt(move, seat, at)
        return after if type(after) is Refusal else None

    @final
    def play(self, move: Move | str, seat: int | None = None, at: int | None = None) -> Self:
        """Return the position after that move, or the one of that text; IllegalMove says why it is not possible."""
        after = self._attempt(move, seat, at)
        if type(after) is Refusal:
            raise IllegalMove(after)
        return after

    def _attempt(self, move: Move | str, seat: int | None, at: int | None) -> Self | Refusal:
        """Return the position after a move by any seat, as a value or a text, or the reason why it is not possible."""
        now = self if at is None else self._as_of(at)
        named: Any = move if type(move) in self._kinds else self._named(move)
        known = now._first_legal
        if known is not None and known[0] is not None and (seat is None or seat == known[0]):
            return now.apply(named, known[0])
        actors = now.actors
        if seat is None and actors:
            seat = actors[0]
        return now.apply(named, seat) if seat in actors else now.out_of_turn(named, seat)

    @final
    def take(self, outcome: str) -> Self:
        """Return the position after that chance outcome; IllegalMove if it cannot come now."""
        if (chance := self.chance) is None:
            raise IllegalMove(Refusal("no_chance", f"This is not a chance node, so {outcome!r} cannot come."))
        if outcome not in chance:
            raise IllegalMove(Refusal("no_chance", f"{outcome!r} cannot come now; possible are {chance.examples}."))
        return self.after_chance(outcome)

    @final
    def parse(self, text: str) -> M_co:
        """Read `str(move)` back; Unreadable for anything else. The move need not be legal."""
        move = self.moves.parse(text, self)
        if move is None:
            raise self._unreadable(text if len(text) <= 40 else text[:40] + "…")
        return cast(M_co, move)

    def _unreadable(self, given: object) -> Unreadable:
        return Unreadable(f"{given!r} is not a move here{self.moves.hint(str(given), self)}.")

    def _named(self, given: object) -> M_co:
        """Return the move that a text names, or the move itself."""
        if isinstance(given, str):
            return self.parse(given)
        if type(given) in self.moves.kinds:
            return cast(M_co, given)
        raise self._unreadable(given)

    def _as_of(self, at: int) -> Self:
        """Return this position at that time; only `Timed` has another one."""
        return self

    @final
    def replace(self, **changes: Any) -> Self:
        """Return this position with some fields changed."""
        return msgspec.structs.replace(self, **changes)

    def __init_subclass__(cls) -> None:
        cls.moves = Declarations(cls, kinds := _named_types(cls))
        cls._kinds = () if cls.moves.are_acts else kinds
        fields = get_annotations(cls)
        for name in (*cls.__dict__, *fields):
            if name in _FINAL or (name in _METHODS and name in fields):
                raise TypeError(
                    f"{cls.__name__}.{name} would replace Position.{name}, which Boardwright itself calls; "
                    f"give your {name!r} another name"
                )

    def __copy__(self) -> Self:
        """Return the position itself, for positions never change."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


_MEMBERS = {**vars(RenderMixin), **vars(Position)}
_FINAL = frozenset(name for name, member in _MEMBERS.items() if getattr(member, "__final__", False))
_METHODS = frozenset(name for name, member in _MEMBERS.items() if callable(member))
"""Names that a field cannot have; a property such as `seats` or `turn` may be a field."""

AnyPosition: TypeAlias = Position[Move, View]
P = TypeVar("P", bound=AnyPosition)


def applied(position: P, move: Any, seat: int) -> P:
    """Return the position after a move that is known to be legal."""
    after: Any = position.apply(move, seat)
    found: P = after
    return found


def _named_types(kind: type) -> tuple[type[Move], ...]:
    """Return the types of moves that a class of positions names: `Position[Step | Pass, View]`."""
    bases = [base for each in kind.__mro__ for base in vars(each).get("__orig_bases__", ())]
    found = next((get_args(base)[0] for base in bases if _is_position(get_origin(base))), None)
    kinds = get_args(found) or (found,)
    for each in kinds:
        if isinstance(each, type) and each is not Any and not issubclass(each, Move):
            raise TypeError(f"{kind.__name__} names {each.__name__}: moves are of types with the base Move")
    named = all(isinstance(each, type) and issubclass(each, Move) and each is not Move for each in kinds)
    return kinds if named else ()


def _is_position(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Position)
