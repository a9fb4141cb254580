"""The two kinds of move, their notation and their gestures.

`L5@4,7 r90f` puts L5, mirrored and then turned by 90 degrees, so that the top-left corner of its bounding box
lies on row 4, column 7 (both counted from 0). Without a turn: `I1@0,0`. A color that cannot place plays `pass`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Self, TypeAlias

from msgspec.structs import force_setattr

from boardwright.core.game.perft import Perft
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
        """Return the squares it covers, row by row, on the board or off it; KeyError for no real piece or turn.

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
    """Return the name of a square in pictures, gestures and refusals, such as `4,7`."""
    return f"{cell[0]},{cell[1]}"


_DUO = (
    "Z4@4,3", "W5@9,7 r90", "F5@5,0 r180", "V5@6,10 r270", "P5@1,1 r270f", "Z4@12,8 f", "N5@1,5 r180", "Z5@6,6 r90f",
    "O4@7,3", "Y5@10,3 r90f",
)  # fmt: skip

_CLASSIC = (
    "I4@0,0", "L4@0,18 r270f", "I2@18,19", "W5@17,0 r270", "W5@3,0 r90", "I5@3,14 r90", "P5@15,17 r90",
    "I4@16,3 r90", "Y5@2,3 r270", "P5@4,12 r180f", "N5@11,16 f", "V3@17,7 r270", "Z4@5,3", "L5@5,15 r180f",
    "V3@15,14 r90", "L5@12,1 r270f", "P5@4,6", "Z4@2,10 r90", "Z5@8,14 r90f", "F5@9,2 r90f", "X5@6,1", "I3@7,19",
    "W5@14,11 r90", "I1@11,0", "L5@0,4", "Y5@6,8 r270", "L5@15,9 r90", "Z4@9,5 r90", "I3@5,9 r90", "V3@0,9 r180",
    "Y5@6,12 r180f", "N5@12,6 r90f", "I2@9,1", "T5@8,9 r180", "T5@10,13 r90", "I5@19,2 r90", "L4@7,6 r180",
    "I2@1,12 r90", "L4@10,18 r270f", "T4@14,10",
)  # fmt: skip


def perfts() -> tuple[Perft, ...]:
    """Return counts from the start of every variant, and from the middle of two games."""
    return (
        *(
            Perft(depth=depth, count=count, seats=seats, options={"variant": variant})
            for variant, seats in (("classic", 4), ("classic2", 2), ("classic3", 3), ("opposite", 2), ("neighbors", 3))
            for depth, count in ((1, 58), (2, 3_364))
        ),
        Perft(depth=1, count=414, seats=2, options={"variant": "duo"}),
        Perft(depth=2, count=171_396, seats=2, options={"variant": "duo"}),
        Perft(depth=2, count=60_947, seats=2, options={"variant": "duo"}, after=_DUO),
        Perft(depth=2, count=526, seats=4, after=_CLASSIC),
    )
