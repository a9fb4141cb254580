"""A position: one immutable state of a game, seen whole, and the rules as questions to it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from functools import lru_cache
from inspect import get_annotations
from itertools import islice
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar, cast, final, get_args, get_origin

import msgspec

from boardwright.core.chance import Rng
from boardwright.core.components.dealing import Dealing
from boardwright.core.components.hidden import hidden_fields, masked, resampled
from boardwright.core.deal import Chances
from boardwright.core.draw_rules import NO_DRAWS, DrawRules
from boardwright.core.layout.zones import Zone
from boardwright.core.moves.table import Choices, MoveList, MoveTable
from boardwright.core.moves.typed import TypedMove
from boardwright.core.outcome import Outcome
from boardwright.core.refusal import IllegalMove, Refusal, Unreadable
from boardwright.core.rendered import Rendered
from boardwright.core.view import Open, View

M = TypeVar("M", bound=Hashable)
V = TypeVar("V", bound=View)


class Position(Rendered, Generic[M, V], frozen=True, dict=True):
    """The base of every game's position: a frozen struct whose fields are its value.

    Equality, hashing, copying, pickling and JSON follow from the fields. Whatever a position computes once and
    keeps for speed is a `functools.cached_property`, which stays out of all of them. `self.replace(...)` makes
    the next position and shares what did not change.

    A game must answer `seats`, `actors` (or `to_move`), `zones` and `outcome`, and declares its moves by methods, or by
    types and answers `after` (`boardwright.core.moves`), or else `choices`, `after`, and `all_moves` or `read`; with
    chance also `deal`, or `is_chance`, `chances` and `after_chance`; with secrets that no component holds
    (`boardwright.core.components`) also `view`, `visible_to` and `resample`. The rest has defaults. Methods marked
    final belong to Boardwright: a class that defines one of their names is refused.

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
    move_types: ClassVar[tuple[Any, ...]] = ()
    """The types of the game's moves; set by the game object."""
    move_table: ClassVar[MoveTable]
    """The moves that are declared, by methods or by types."""
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
        if not hasattr(self, "to_move"):
            raise NotImplementedError(f"{type(self).__name__} needs `actors`, or `to_move`: who may act now.")
        return () if self.is_chance or self.outcome() is not None else (self.to_move,)

    @property
    def turn(self) -> Hashable:
        """Changes whenever a new turn begins, even if the same seat goes on; clocks start anew with it."""
        return self.actors

    # What can be played

    def choices(self, seat: int) -> Collection[M]:
        """What an actor may play, each move once and in a fixed order; asked once per position and seat."""
        if self.move_table:
            return cast("Collection[M]", Choices(self.move_table, self, seat))
        raise NotImplementedError(f"{type(self).__name__} needs moves: declared ones, or `choices` and `after`.")

    def all_moves(self) -> Sequence[M]:
        """Every move that can ever be made at this table, in a fixed order; `read` and `Game.actions` use it."""
        if self.move_table:
            return cast("Sequence[M]", MoveList(self.move_table, self))
        raise NotImplementedError(f"{type(self).__name__} needs `all_moves`, or both `read` and `Game.actions`.")

    def after(self, move: M, seat: int) -> Self:
        """The position after a legal move. Nothing is checked: `play` has done that, and search needs no check."""
        if not isinstance(move, str):
            raise NotImplementedError(f"{type(self).__name__} needs `after`: the position after a move.")
        return self._next(self.result(move, seat))

    @final
    def result(self, move: M, seat: int) -> Self | Refusal:
        """The position after a declared move, or the refusal, whoever is to act."""
        return cast("Self | Refusal", self.move_table.result(move, self, seat))

    def _next(self, result: Self | Refusal) -> Self:
        if isinstance(result, Refusal):
            raise IllegalMove(result)
        return result

    def read(self, text: str) -> M | None:
        """The move written as `text`, legal or not; None if the text is not a move."""
        if self.move_table:
            return cast("M | None", self.move_table.read(text, self))
        return cast("M | None", _by_text(tuple(self.all_moves())).get(" ".join(text.split())))

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
        if self.move_table and isinstance(refusal := self.result(move, seat), Refusal):
            return refusal
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
        return self.deal() is not None

    def deal(self) -> Dealing | None:
        """The cards that have to be dealt now, and into which fields; None if there is nothing to deal."""
        return None

    def chances(self) -> Chances:
        """What a chance node can bring: a `Distribution` of a few outcomes, or a `Deal` of many cards at once."""
        if (dealing := self.deal()) is None:
            raise LookupError(f"{type(self).__name__}: this is not a chance node.")
        return dealing.deal(self)

    def after_chance(self, outcome: str) -> Self:
        """The position after one of `chances`. Nothing is checked."""
        if (dealing := self.deal()) is None:
            raise NotImplementedError(f"{type(self).__name__} needs `after_chance`: the position after an outcome.")
        return dealing.after(self, outcome)

    # Secrets

    def view(self, seat: int | None) -> V:
        """What that seat may know; None is a spectator. Everything but the others' components, until it is over."""
        hides = hidden_fields(type(self)) and self.outcome() is None
        return cast(V, Open(seat, masked(self, seat) if hides else self))

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        """What the table consists of for that viewer; asked of what the viewer may know of a position."""
        raise NotImplementedError(f"{type(self).__name__} needs `zones`, or the game `picture`, `text` and `actions`.")

    def visible_to(self, step: M | str) -> tuple[int, ...] | None:
        """The seats that may see what this move or chance outcome is; None means everybody.

        The others learn only that something was done. The player who moved always sees the move. Not asked of a
        deal: its parts say who sees them.
        """
        return () if self.move_table and self.move_table.is_secret(step, self) else None

    def resample(self, seat: int | None, rng: Rng) -> Self:
        """A random position that looks the same to that seat.

        It depends on nothing but `view(seat)` and `rng`: two positions with equal views and equal generators
        give equal results, which is what keeps bots honest.
        """
        return resampled(self, seat, rng) if hidden_fields(type(self)) and self.outcome() is None else self

    # The end, undo and time

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        raise NotImplementedError(f"{type(self).__name__} needs `outcome`: how the game ended, or None.")

    def standing(self) -> tuple[int, ...] | None:
        """How many points each seat has so far, more being better; bots judge unfinished games by it. None: unknown."""
        return None

    @property
    def is_undoable(self) -> bool:
        """Whether the player who made the move that led here may take it back."""
        return True

    @property
    def is_dead(self) -> bool:
        """Whether nobody can ever bring the game to an end; a match may adjudicate a draw then."""
        return False

    @property
    def draw_rules(self) -> DrawRules:
        """When a match is drawn because nobody makes progress; by default never."""
        return NO_DRAWS

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
        """Checks (`core.validation`) that this position can be; asked once of every position read from JSON."""

    def invariants(self) -> Iterable[str]:
        """Sentences about what is wrong with this position; the laws ask every position of a game."""
        return ()

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
    def refusal(self, move: M | str, seat: int | None = None, at: int | None = None) -> Refusal | None:
        """Why that move, or the one of that text, is not possible; None exactly when it is in `legal_moves`."""
        now = self if at is None else self.as_of(at)
        move = cast(M, move if type(move) in self.move_types else self._named(move))
        if move in now.legal_moves(seat):
            return None
        return now.not_now(move, seat) or now.why_not(move, now.actors[0] if seat is None else seat)

    @final
    def play(self, move: M | str, seat: int | None = None, at: int | None = None) -> Self:
        """The position after that move, or the one of that text; IllegalMove says why it is not possible."""
        now = self if at is None else self.as_of(at)
        move = cast(M, move if type(move) in self.move_types else self._named(move))
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
            raise IllegalMove(Refusal("no_chance", f"{outcome!r} cannot come now; possible are {chances.examples}."))
        return self.after_chance(outcome)

    @final
    def parse(self, text: str) -> M:
        """Reads `str(move)` back; Unreadable for anything else. The move need not be legal."""
        move = self.read(text)
        if move is None:
            raise self._unreadable(text if len(text) <= 40 else text[:40] + "…")
        return move

    def _unreadable(self, given: object) -> Unreadable:
        if self.move_table and not self.move_examples:
            return Unreadable(f"{given!r} is not a move here: {self.move_table.examples(str(given), self)}.")
        examples = self.move_examples or ", ".join(f"`{each}`" for each in self.all_moves()[:3])
        return Unreadable(f"{given!r} is not a move here; moves look like {examples}.")

    def _named(self, given: object) -> object:
        """The move that a text names, or what was given if it is a move."""
        kinds = tuple(get_origin(kind) or kind for kind in self.move_types)
        if not all(isinstance(kind, type) for kind in kinds) or isinstance(given, kinds) or not kinds:
            return given
        if isinstance(given, str):
            return self.parse(given)
        raise self._unreadable(given)

    @final
    def replace(self, **changes: Any) -> Self:
        """This position with some fields changed."""
        return msgspec.structs.replace(self, **changes)

    def __init_subclass__(cls) -> None:
        cls.move_table = MoveTable(cls, _typed_moves(cls))
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


_MEMBERS = {**vars(Rendered), **vars(Position)}
_FINAL = frozenset(name for name, member in _MEMBERS.items() if getattr(member, "__final__", False))
_METHODS = frozenset(name for name, member in _MEMBERS.items() if callable(member)) | {"game"}
"""Names that a field cannot have; a property such as `seats` or `turn` may be a field."""

AnyPosition: TypeAlias = Position[Any, Any]


def _typed_moves(kind: type) -> tuple[type[TypedMove], ...]:
    """The types of moves that a class of positions names, `Position[Step | Pass, View]`, if they declare moves."""
    bases = [base for each in kind.__mro__ for base in vars(each).get("__orig_bases__", ())]
    found = next((get_args(base)[0] for base in bases if get_origin(base) is Position), None)
    kinds = get_args(found) or (found,)
    return kinds if all(isinstance(each, type) and issubclass(each, TypedMove) for each in kinds) else ()


@lru_cache(64)
def _by_text(moves: tuple[M, ...]) -> dict[str, M]:
    return {str(move): move for move in moves}
