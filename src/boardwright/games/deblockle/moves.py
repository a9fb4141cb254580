"""The moves: a step (roll or hop, the phase decides which), a pass, and placing a thrown cube."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Self, TypeAlias

from boardwright.core.game.perft import Perft
from boardwright.core.moves import Domain, Move
from boardwright.core.moves.gesture import Gesture, Put
from boardwright.games.deblockle.cube import FACINGS, SHIFTS, SPUN, Cube
from boardwright.games.deblockle.facts import FACE_NAMES, LETTERS, NAMES, NUMBERS, REACH, SLIDE, SQUARES, Facing, Square

if TYPE_CHECKING:
    from boardwright.games.deblockle.state import State


def square_text(square: Square) -> str:
    """Return the square's name, or its coordinates when it is off the board.

    >>> square_text((4, 7)), square_text((0, 7))
    ('d7', '(0,7)')
    """
    number = NUMBERS.get(square)
    return f"({square[0]},{square[1]})" if number is None else NAMES[number]


class _Squares(Domain):
    """Squares by their names, or by their coordinates, which may be off the board."""

    noun, is_drawn, values, shape = "square", True, SQUARES, r"[a-g][1-7]|\(-?\d{1,30},-?\d{1,30}\)"

    def text(self, value: Square) -> str:
        return square_text(value)

    def read(self, text: str, position: Any) -> Square:
        x, y = text[1:-1].split(",") if text[0] == "(" else SQUARES[NAMES.index(text.lower())]
        return int(x), int(y)


class _Facings(Domain):
    """Three face letters, up-front-right; numbers where there is no such face."""

    noun, values, shape = "facing", FACINGS, "-".join([r"(?:[sxlhtp]|-?\d{1,30})"] * 3)

    def text(self, value: Facing) -> str:
        return "-".join(LETTERS[face] if 1 <= face <= 6 else str(face) for face in value)

    def read(self, text: str, position: Any) -> Facing:
        parts = re.split(r"(?<=\w)-", text.upper())
        up, front, right = (LETTERS.index(part) if part.isalpha() else int(part) for part in parts)
        return up, front, right


class CubeMove(Move, frozen=True, cache_hash=True):
    """A cube goes from one square to another: by rolling in phase Roll, by hopping in phase Hop.

    >>> from boardwright.games.deblockle import GAME
    >>> print(CubeMove((3, 7), (4, 7)), CubeMove((3, 7), (4, 7)).words(GAME.begin()), sep=": ")
    c7-d7: roll c7 to d7, turning up T-hop
    """

    notation = "{start}-{end}"
    examples = "`d7-c7`"
    start: Annotated[Square, _Squares()]
    end: Annotated[Square, _Squares(given=REACH)]

    def words(self, position: State) -> str:
        """Say what the step would do here."""
        return _step_words(self, position.cube_at(self.start), position.phase == "Hop")


class Pass(Move, frozen=True):
    """pass

    The rest of the turn is given up.
    """


class Place(Move, frozen=True):
    """A thrown cube is put on the board, turned so that these faces look up, towards row 1 and towards column g.

    >>> print(Place((3, 5), (1, 3, 2)), Place((3, 5), (9, 3, 2)))
    place c5 S-L-X place c5 9-L-X
    """

    notation = "place {square} {facing}"
    examples = "`place c5 S-L-X`"
    square: Annotated[Square, _Squares()]
    facing: Annotated[Facing, _Facings()]

    def words(self, position: State) -> str:
        up, front, right = (FACE_NAMES[face] for face in self.facing)
        return f"put the {up} cube on {square_text(self.square)}, {front} towards row 1, {right} to the right"

    def gesture(self, position: State) -> Gesture:
        """Take the thrown cube, turn it, put it on a square."""
        return Put("thrown", square_text(self.square), _QUARTERS.get(self.facing, 0))

    @classmethod
    def from_gesture(cls, gesture: Gesture, position: State) -> Self | None:
        """Read a gesture back; None if there is no such square or turn, or no thrown cube."""
        if not isinstance(gesture, Put) or gesture.piece != "thrown" or position.phase != "Place":
            return None
        if gesture.cell not in NAMES or gesture.flip or not 0 <= gesture.turn < 4:
            return None
        _, face = position.to_place
        return cls(SQUARES[NAMES.index(gesture.cell)], SPUN[face - 1][gesture.turn])


DeblockleMove: TypeAlias = CubeMove | Pass | Place

PASS: Final = Pass()
_QUARTERS: Final = {facing: quarters for turns in SPUN for quarters, facing in enumerate(turns)}
"""Quarter turns of a thrown cube on the spot to face like that."""
CUBE_MOVES: Final = tuple(tuple(CubeMove(start, end) for end in SQUARES) for start in SQUARES)
"""Every step on the board, by the numbers of its squares: the rules hand out these and make no others."""
CUBE_MOVE_NUMBERS: Final[Mapping[Move, tuple[int, int, int]]] = {
    step: (start, end, 1 << start | 1 << end) for start, row in enumerate(CUBE_MOVES) for end, step in enumerate(row)
}
"""The numbers of a step's squares, and the mask of both."""


@lru_cache(1 << 12)
def _step_words(step: CubeMove, cube: Cube | None, is_hop: bool) -> str:
    start, end = square_text(step.start), square_text(step.end)
    if is_hop:
        return f"{'slide' if cube is not None and cube.up == SLIDE else 'hop'} from {start} to {end}"
    shift = (step.end[0] - step.start[0], step.end[1] - step.start[1])
    if cube is None or shift not in SHIFTS:
        return f"roll {start} to {end}"
    return f"roll {start} to {end}, turning up {FACE_NAMES[cube.shown_by_rolls[SHIFTS.index(shift)]]}"


_ROWS: Final = (
    ("standard", 1, "", (2, 4, 12, 56, 198, 865)),
    ("standard", 1, "pass", (1, 1, 3, 16, 48, 237)),
    ("standard", 2, "", (6, 33, 183, 1110, 6120, 32498)),
    ("standard", 2, "pass", (5, 23, 102, 534, 2503, 10044)),
    ("contract", 1, "", (2, 4, 12, 56, 198, 865)),
    ("contract", 2, "", (6, 43, 272, 2114, 14919, 110132)),
    ("contract", 2, "pass", (5, 33, 168, 1239, 7684, 52146)),
)
"""Variant, cubes a side, the move that is left out, and the counts of sequences of 1, 2, 3 ... actions."""


def perfts() -> tuple[Perft, ...]:
    """Return figures for the variants whose set-up is fixed."""
    return tuple(
        Perft(depth=depth, count=count, options={"variant": variant, "cubes": cubes}, without=without)
        for variant, cubes, without, counts in _ROWS
        for depth, count in enumerate(counts, start=1)
    )
