"""The moves: a step (roll or hop, the phase decides which), a pass, and placing a thrown cube."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from boardwright.core.gesture import Gesture
from boardwright.games.deblockle.cube import SHIFTS, SPUN, Cube
from boardwright.games.deblockle.facts import FACE_NAMES, LETTERS, NAMES, NUMBERS, SQUARES, Facing, Square

if TYPE_CHECKING:
    from boardwright.games.deblockle.state import State


def square_text(square: Square) -> str:
    """The square's name, or its coordinates when it is off the board.

    >>> square_text((4, 7)), square_text((0, 7))
    ('d7', '(0,7)')
    """
    number = NUMBERS.get(square)
    return f"({square[0]},{square[1]})" if number is None else NAMES[number]


class Step(msgspec.Struct, frozen=True, tag="step"):
    """A cube goes from one square to another: by rolling in phase Roll, by hopping in phase Hop.

    >>> print(Step((4, 7), (3, 7)))
    d7-c7
    """

    start: Square
    end: Square

    def __str__(self) -> str:
        return f"{square_text(self.start)}-{square_text(self.end)}"


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """The rest of the turn is given up."""

    def __str__(self) -> str:
        return "pass"


class Place(msgspec.Struct, frozen=True, tag="place"):
    """A thrown cube is put on the board, turned so that these faces look up, towards row 1 and towards column g.

    >>> print(Place((3, 5), (1, 3, 2)))
    place c5 S-L-X
    """

    square: Square
    facing: Facing

    def __str__(self) -> str:
        return f"place {square_text(self.square)} {facing_text(self.facing)}"


Move: TypeAlias = Step | Pass | Place

PASS: Final = Pass()
_PRESS_PASS: Final = Gesture("pass")
_QUARTERS: Final = {facing: quarters for turns in SPUN for quarters, facing in enumerate(turns)}
"""How often a thrown cube is turned on the spot to face like that."""
STEPS: Final = tuple(tuple(Step(start, end) for end in SQUARES) for start in SQUARES)
"""Every step on the board, by the numbers of its squares: the rules hand out these and make no others."""


def facing_text(facing: Facing) -> str:
    """Three face letters, up-front-right; numbers where there is no such face.

    >>> facing_text((5, 3, 1)), facing_text((9, 3, 1))
    ('T-L-S', '9-L-S')
    """
    return "-".join(LETTERS[face] if 1 <= face <= 6 else str(face) for face in facing)


_POINT = r"([a-g][1-7]|\(-?\d{1,30},-?\d{1,30}\))"
_STEP = re.compile(f"{_POINT}-{_POINT}", re.ASCII)
_PLACE = re.compile(rf"place {_POINT} {'-'.join([r'([sxlhtp]|-?[0-9]{1,30})'] * 3)}", re.ASCII)


def read(text: str) -> Move | None:
    """Reads a move back from its text; None for anything else.

    >>> read("d7-c7") == Step((4, 7), (3, 7)), read(" PASS ") is PASS
    (True, True)
    """
    plain = " ".join(text.lower().split())
    if plain == "pass":
        return PASS
    if step := _STEP.fullmatch(plain):
        return Step(*map(_square, step.groups()))
    if place := _PLACE.fullmatch(plain):
        square, *faces = place.groups()
        up, front, right = (_face(face) for face in faces)
        return Place(_square(square), (up, front, right))
    return None


def _square(text: str) -> Square:
    if text in NAMES:
        return SQUARES[NAMES.index(text)]
    x, y = text[1:-1].split(",")
    return int(x), int(y)


def _face(part: str) -> int:
    letter = LETTERS.find(part.upper())
    return letter if letter > 0 else int(part)


def gesture(move: Move, position: object) -> Gesture:
    """Take the cube (or the thrown cube, or the pass button), turn it, put it on a square.

    >>> gesture(Step((4, 7), (3, 7)), None)
    Gesture(subject='d7', turn=0, flip=False, target='c7', covers=())
    """
    if isinstance(move, Step):
        return _step_gesture(move)
    if isinstance(move, Place):
        return Gesture("thrown", _QUARTERS.get(move.facing, 0), target=square_text(move.square))
    return _PRESS_PASS


@cache
def _step_gesture(step: Step) -> Gesture:
    return Gesture(square_text(step.start), target=square_text(step.end))


def move_for(gesture: Gesture, position: State) -> Move | None:
    """Reads a gesture back; None if there is no such cube, square or turn.

    >>> print(move_for(Gesture("d7", target="c7"), None))
    d7-c7
    """
    if gesture.key == _PRESS_PASS.key:
        return PASS
    if gesture.target not in NAMES or gesture.flip:
        return None
    end = NAMES.index(gesture.target)
    if gesture.subject in NAMES and not gesture.turn:
        return STEPS[NAMES.index(gesture.subject)][end]
    if gesture.subject == "thrown" and position.phase == "Place" and 0 <= gesture.turn < 4:
        _, face = position.to_place
        return Place(SQUARES[end], SPUN[face - 1][gesture.turn])
    return None


def describe(move: Move, position: State) -> str:
    """What a move would do here, in words.

    >>> from boardwright.games.deblockle import GAME
    >>> describe(Step((3, 7), (4, 7)), GAME.begin())
    'roll c7 to d7, turning up T-hop'
    """
    if isinstance(move, Place):
        up, front, right = (FACE_NAMES[face] for face in move.facing)
        return f"put the {up} cube on {square_text(move.square)}, {front} towards row 1, {right} to the right"
    if not isinstance(move, Step):
        return "pass"
    is_hop = position.phase == "Hop"
    return _step_words(move, None if is_hop else position.cube_at(move.start), is_hop)


@lru_cache(1 << 12)
def _step_words(step: Step, cube: Cube | None, is_hop: bool) -> str:
    start, end = square_text(step.start), square_text(step.end)
    if is_hop:
        return f"hop from {start} to {end}"
    shift = (step.end[0] - step.start[0], step.end[1] - step.start[1])
    if cube is None or shift not in SHIFTS:
        return f"roll {start} to {end}"
    return f"roll {start} to {end}, turning up {FACE_NAMES[cube.shown_by_rolls[SHIFTS.index(shift)]]}"
