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
    return Gesture(*table.gesture(move, None))


def default_move(gesture: Gesture, position: AnyPosition) -> Any:
    """The move that has that default gesture, legal or not; None if there is none. Lists no moves."""
    if position.move_table:
        return position.move_table.move_for(gesture.key, position)
    names = filter(None, (gesture.subject, gesture.target))
    return None if gesture.is_turned else position.read("-".join(names))


class Pattern(msgspec.Struct, frozen=True, cache_hash=True):
    """What moves share that differ in their target only: the gesture of one of them, its text and its description.

    These are in pieces: between two goes the name of the target, between three or more its parts (see `pieces`).
    """

    gesture: Gesture
    text: tuple[str, ...]
    label: tuple[str, ...]

    @classmethod
    def of(cls, text: str, gesture: Gesture, label: str) -> Pattern:
        """The pattern of a move.

        >>> Pattern.of("P@b1", Gesture("P", target="b1"), "put P on b1").label
        ('put P on ', '')
        """
        return cls(gesture, pieces(text, gesture.target), pieces(label, gesture.target))


class Grouped:
    """A collection of legal moves that lists them by their patterns, for games with hundreds of moves.

    `squares` are the names of all targets in the order in which the picture has them, with nothing named between.
    """

    __slots__ = ()

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the squares that targets and covers are among; the same object in every position."""
        raise NotImplementedError(f"{type(self).__name__} needs `squares`: the names of all targets.")

    def groups(self) -> Iterable[tuple[Pattern, Sequence[int]]]:
        """Each pattern with the places of its targets in `squares`; none for a move without a target.

        The squares that a pattern covers lie in the same way around all of its targets.
        """
        raise NotImplementedError(f"{type(self).__name__} needs `groups`: the moves by their patterns.")


def pieces(text: str, name: str) -> tuple[str, ...]:
    """What stands around the name of a target in a text, or else around its parts; the text if they are not in it.

    >>> pieces("CCRR@d5 r2", "d5"), pieces("I2, at row 4, column 7", "4,7"), pieces("pass", "")
    (('CCRR@', ' r2'), ('I2, at row ', ', column ', ''), ('pass',))
    """
    parts = [name] if name in text else name.split(",")
    rest, found = text, list[str]()
    for part in reversed(parts):
        if not part or part not in rest:
            return (text,)
        rest, _, after = rest.rpartition(part)
        found.append(after)
    return (rest, *reversed(found))


def by_gesture(gesture: Callable[[Any, Any], Gesture], position: AnyPosition) -> dict[GestureKey, Any]:
    """The legal moves of all actors by their gestures, listed once a position."""
    known: dict[GestureKey, Any] | None = position.__dict__.get("_by_gesture")
    if known is None:
        moves = (move for seat in position.actors for move in position.legal_moves(seat))
        known = position.__dict__["_by_gesture"] = {gesture(move, position).key: move for move in moves}
    return known
