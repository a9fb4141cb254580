"""How a move is made at the table: take a subject, turn it, put it on a target."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from boardwright.core.moves.table import MoveTable
from boardwright.core.moves.typed import TypedMove
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import Refusal

GestureKey: TypeAlias = tuple[str, int, bool, str]
NO_SUCH_MOVE = Refusal("no_such_move", "There is no such move: take a framed part and put it on a marked one.")


class Gesture(msgspec.Struct, frozen=True, cache_hash=True):
    """How a move is made at the table, in names that the game's picture marks.

    `subject` is what is taken (a piece, a die, a card, a button) and `target` where it goes. `flip` mirrors the
    subject left to right, and `turn` then turns it clockwise, in quarter turns. A game whose parts turn in other
    steps counts those. `covers` are the squares that the subject will cover (empty: just the target).

    >>> Gesture("L5", turn=1, flip=True, target="4,7").key
    ('L5', 1, True, '4,7')
    """

    subject: str
    turn: int = 0
    flip: bool = False
    target: str = ""
    covers: tuple[str, ...] = ()

    @property
    def key(self) -> GestureKey:
        """What the player chooses; `covers` follows from it."""
        return self.subject, self.turn, self.flip, self.target

    @property
    def is_turned(self) -> bool:
        """Whether the subject is turned or flipped."""
        return self.turn != 0 or self.flip


def default_gesture(move: Any, position: AnyPosition) -> Gesture:
    """The gesture of a declared move; of others, `a1-b2` takes a1 to b2 and any other text presses that part."""
    if isinstance(move, TypedMove):
        return _typed_gesture(move, position.move_table)
    if position.move_table:
        return Gesture(*position.move_table.gesture(move, position))
    subject, _, target = str(move).partition("-")
    return Gesture(subject, target=target)


@lru_cache(1 << 16)
def _typed_gesture(move: TypedMove, table: MoveTable) -> Gesture:
    return move.gesture() or Gesture(*table.gesture(move, None))


def default_move(gesture: Gesture, position: AnyPosition) -> Any:
    """The move that has that default gesture, legal or not; None if there is none. Lists no moves."""
    for kind in position.move_table.kinds:
        if (move := kind.made_by(gesture, position)) is not None:
            return move
    if position.move_table:
        return position.move_table.move_for(gesture.key, position)
    names = filter(None, (gesture.subject, gesture.target))
    return None if gesture.is_turned else position.read("-".join(names))


class Grouped:
    """A collection of legal moves that lists them in groups which differ in their target only, for games with hundreds.

    `squares` are the names of all targets in the order in which the picture has them, with nothing named between.
    Gestures and words of these moves do not depend on the position.
    """

    __slots__ = ()

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the squares that targets and covers are among; the same object in every position."""
        raise NotImplementedError(f"{type(self).__name__} needs `squares`: the names of all targets.")

    def groups(self) -> Iterable[tuple[Any, Sequence[int]]]:
        """A move of each group, to any target, with the places of all targets in `squares`; none if it has no target.

        The squares that moves of a group cover lie in the same way around their targets.
        """
        raise NotImplementedError(f"{type(self).__name__} needs `groups`: the moves that differ in their target only.")


def by_gesture(gesture: Callable[[Any, Any], Gesture], position: AnyPosition) -> dict[GestureKey, Any]:
    """The legal moves of all actors by their gestures, listed once a position."""
    known: dict[GestureKey, Any] | None = position.__dict__.get("_by_gesture")
    if known is None:
        moves = (move for seat in position.actors for move in position.legal_moves(seat))
        known = position.__dict__["_by_gesture"] = {gesture(move, position).key: move for move in moves}
    return known
