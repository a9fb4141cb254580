"""A move that is declared by a type of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from boardwright.core.moves.form import MoveForm

if TYPE_CHECKING:
    from boardwright.core.gesture import Gesture


class TypedMove(msgspec.Struct, frozen=True, tag=str.lower):
    """The base of moves that are frozen structs, for games that make them once and hand out the same ones.

    Each field is annotated with a domain and named in braces in the pattern. Texts and their reading, numbers, gestures
    and words follow as for methods with `@move`; what a move does, and refuses by `require`, is `Position.after`.
    """

    pattern: ClassVar[str] = ""
    """How the move is written; by default the name of the type in small letters."""
    is_secret: ClassVar[bool] = False
    """Whether the others do not see the move in the log."""

    def __str__(self) -> str:
        return _text(self)

    def gesture(self) -> Gesture | None:
        """How the move is made at the table, where it does not follow from the domains."""
        return None

    @classmethod
    def made_by(cls, gesture: Gesture, position: Any) -> Self | None:
        """The move that has that gesture, legal or not; None if there is none. For types with their own `gesture`."""
        return None

    def words(self) -> str:
        """The move in words, where the docstring does not say it."""
        return ""


class TypedForm(MoveForm):
    """The form of a type of moves."""

    def __init__(self, kind: type[TypedMove]) -> None:
        super().__init__(kind.__name__, kind.__name__, kind, kind.pattern or kind.__name__.lower(), kind.is_secret)

    def move(self, values: Sequence[Any]) -> TypedMove:
        """The move with those fields."""
        move: TypedMove = self.source(**dict(zip(self.fields, values, strict=True)))
        return move

    def values(self, move: TypedMove) -> tuple[Any, ...]:
        """The fields of a move in the order of the pattern."""
        return tuple([getattr(move, name) for name in self.fields])

    def _made(self, values: Sequence[Any], position: Any, seat: int) -> Any:
        return position.after(self.move(values), seat)


@cache
def form_of(kind: type[TypedMove]) -> TypedForm:
    """The one form of a type."""
    return TypedForm(kind)


@lru_cache(1 << 16)
def words_of(move: TypedMove) -> str:
    """A move in words."""
    form = form_of(type(move))
    return move.words() or form.label(form.values(move))


@lru_cache(1 << 16)
def _text(move: TypedMove) -> str:
    form = form_of(type(move))
    return form.text(form.values(move))
