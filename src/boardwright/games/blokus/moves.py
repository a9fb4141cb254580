"""The two kinds of move, their notation and their gestures.

`L5@4,7 r90f` puts L5, mirrored and then turned by 90 degrees, so that the top-left corner of its bounding box
lies on row 4, column 7 (both counted from 0). Without a turn: `I1@0,0`. A color that cannot place plays `pass`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Self, TypeAlias

from msgspec.structs import force_setattr

from boardwright.core.moves import Move, Number, OneOf, anywhere
from boardwright.core.moves.gesture import Gesture, Put
from boardwright.games.blokus.facts import NAMES, NUMBER, SHAPE_NUMBER, SHAPES, TURNS, WORDS, Cell, Turn


class Placement(Move, frozen=True, cache_hash=True, tag="place"):
    """A piece, where the top-left corner of its box goes, and how it is turned.

    Turns that give the same shape give the same move: the turn becomes the canonical one.

    >>> str(Placement("I3", 4, 7, "r270f"))
    'I3@4,7 r90'
    >>> Placement("O4", 0, 0, "r180f") == Placement("O4", 0, 0)
    True
    """

    examples = "`L5@4,7 r90f` (piece, row, column, turn), `I1@0,0`"
    notation = "{piece}@{row},{col} {turn}"
    piece: Annotated[str, OneOf(NAMES)]
    row: Annotated[int, Number(0, 999)]
    col: Annotated[int, Number(0, 999)]
    turn: Annotated[str, OneOf(TURNS)] = ""

    def __post_init__(self) -> None:
        number = SHAPE_NUMBER.get((self.piece, self.turn))
        if number is not None and SHAPES[number].turn != self.turn:
            force_setattr(self, "turn", SHAPES[number].turn)

    def cells(self) -> tuple[Cell, ...]:
        """The squares it covers, row by row, on the board or off it; KeyError for no real piece or turn.

        >>> Placement("V3", 4, 7, "r90").cells()
        ((4, 8), (5, 7), (5, 8))
        """
        shape = SHAPES[SHAPE_NUMBER[self.piece, self.turn]]
        return tuple((self.row + r, self.col + c) for r, c in shape.cells)

    @anywhere
    def gesture(self, position: object) -> Gesture:
        """Take the piece, turn it, put the corner of its box on a square.

        >>> Placement("I2", 4, 7).gesture(None)
        Put(piece='I2', cell='4,7', turn=0, flip=False)
        """
        turn = TURNS[self.turn]
        return Put(self.piece, square_name((self.row, self.col)), -turn.rotation // 90 % 4, turn.flip)

    @anywhere
    def covers(self, position: object) -> tuple[str, ...]:
        """Return the squares of the piece.

        >>> Placement("I2", 4, 7).covers(None)
        ('4,7', '5,7')
        """
        return tuple(map(square_name, self.cells()))

    @classmethod
    def from_gesture(cls, gesture: Gesture, position: object) -> Self | None:
        """Read a gesture back; turns need not be canonical.

        >>> str(Placement.from_gesture(Put("L5", "4,7", turn=3, flip=True), None))
        'L5@4,7 r90f'
        """
        if not isinstance(gesture, Put) or gesture.piece not in NUMBER or not 0 <= gesture.turn < 4:
            return None
        square = _SQUARE.fullmatch(gesture.cell)
        turn = Turn(gesture.flip, -gesture.turn % 4 * 90)
        return None if square is None else cls(gesture.piece, int(square[1]), int(square[2]), str(turn))

    @anywhere
    def words(self, position: object) -> str:
        """Say how the piece is turned and where it goes.

        >>> Placement("L5", 4, 7, "r90f").words(None)
        'long L, mirrored and turned left, at row 4, column 7'
        """
        turn = TURNS[self.turn]
        how = " and ".join(filter(None, ("mirrored" if turn.flip else "", _TURNED[turn.rotation])))
        return ", ".join(filter(None, (WORDS[self.piece], how, f"at row {self.row}, column {self.col}")))


class Pass(Move, frozen=True):
    """pass

    What a color plays when none of its pieces fits any more; it is out from then on.
    """


BlokusMove: TypeAlias = Placement | Pass

PASS = Pass()

_SQUARE = re.compile("(0|[1-9][0-9]?),(0|[1-9][0-9]?)")
_TURNED = {0: "", 90: "turned left", 180: "upside down", 270: "turned right"}


@lru_cache(1024)
def square_name(cell: Cell) -> str:
    """The name of a square in pictures, gestures and refusals, such as `4,7`."""
    return f"{cell[0]},{cell[1]}"
