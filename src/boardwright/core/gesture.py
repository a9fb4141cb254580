"""How a move is made at the table: take a subject, turn it, put it on a target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import msgspec

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
        """The player's choice; `covers` follows from it."""
        return self.subject, self.turn, self.flip, self.target


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
