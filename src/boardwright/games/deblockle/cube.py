"""One cube: whose it is, where it stands, how it is turned; and what a roll does to it.

The rules hold a cube as one number, `(seat * 49 + square) * 24 + turn`, where `turn` numbers the 24 ways in which a
cube can face. Everything else about a cube is looked up by that number.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

import msgspec

from boardwright.core.refusal import check
from boardwright.games.deblockle import facts
from boardwright.games.deblockle.facts import FACE_NAMES, LETTERS, NAMES, NUMBERS, SQUARES, Facing

TURNS: Final = 24
SIDE: Final = 49 * TURNS
"""Cubes below this number are seat 0's, the others seat 1's."""

SHIFTS: Final = ((0, -1), (0, 1), (-1, 0), (1, 0))
"""The change of column and row by a roll in each of the four directions: up, down, left, right."""


def tipped(facing: Facing, direction: int) -> Facing:
    """Return the facing after a roll: the cube tips over the edge it rolls across.

    >>> tipped((1, 3, 2), SHIFTS.index((0, -1))), tipped((1, 3, 2), SHIFTS.index((1, 0)))
    ((4, 1, 2), (5, 3, 1))
    """
    up, front, right = facing
    return ((7 - front, up, right), (front, 7 - up, right), (right, front, 7 - up), (7 - right, front, up))[direction]


def spun(facing: Facing, quarters: int) -> Facing:
    """Return the facing after clockwise quarter turns on the spot, seen from above.

    >>> spun((1, 3, 2), 1), spun((1, 3, 2), 4)
    ((1, 5, 3), (1, 3, 2))
    """
    for _ in range(quarters):
        up, front, right = facing
        facing = (up, 7 - right, front)
    return facing


def _all_facings() -> tuple[Facing, ...]:
    """Return every facing that rolling can reach: cubes all have the same handedness, so 24 and not 48."""
    found: set[Facing] = set()
    fresh: set[Facing] = {(1, 3, 2)}
    while fresh:
        found |= fresh
        fresh = {tipped(facing, direction) for facing in fresh for direction in range(4)} - found
    return tuple(sorted(found))


FACINGS: Final = _all_facings()
TURN_OF: Final = {facing: turn for turn, facing in enumerate(FACINGS)}
TIPS: Final = tuple(tuple(TURN_OF[tipped(facing, direction)] for direction in range(4)) for facing in FACINGS)
SPUN: Final = tuple(tuple(spun(facing, quarters) for quarters in range(4)) for facing in facts.SETUP_FACINGS)
"""By the upper face, counted from 0: how a cube of the standard set-ups is turned on the spot."""
UP_FACES: Final = tuple(facing[0] for facing in FACINGS)


class Cube(msgspec.Struct, frozen=True):
    """A cube as people and files see it; `player` is 1 or 2.

    >>> cube = Cube(2, 3, 1, 5, 3, 1)
    >>> cube.cell, cube.name, cube.face, cube.shown_by_rolls
    ('T2', 'c1', 'T-hop', (4, 3, 1, 6))
    """

    player: int
    x: int
    y: int
    up: int
    front: int
    right: int

    @property
    def square(self) -> tuple[int, int]:
        """Column and row."""
        return self.x, self.y

    @property
    def facing(self) -> Facing:
        """The faces that look up, towards row 1 and towards column g."""
        return self.up, self.front, self.right

    @property
    def name(self) -> str:
        """The name of its square."""
        return NAMES[NUMBERS[self.square]]

    @property
    def cell(self) -> str:
        """The cube on a text board: letter of the upper face, number of the player."""
        return f"{LETTERS[self.up]}{self.player}"

    @property
    def face(self) -> str:
        """The name of the upper face."""
        return FACE_NAMES[self.up]

    @property
    def net(self) -> tuple[int, ...]:
        """The cube unfolded: the faces front; left, up, right; back; down."""
        return self.front, 7 - self.right, self.up, self.right, 7 - self.front, 7 - self.up

    @property
    def shown_by_rolls(self) -> tuple[int, ...]:
        """The faces that rolls up, down, left and right would turn up."""
        return tuple(tipped(self.facing, direction)[0] for direction in range(4))


def pack(cube: Cube) -> int:
    """Return the cube's number; ValueError for an impossible cube.

    >>> unpack(pack(Cube(2, 3, 1, 5, 3, 1)))
    Cube(player=2, x=3, y=1, up=5, front=3, right=1)
    """
    check(cube.player in (1, 2), f"a cube belongs to player 1 or 2, not {cube.player}")
    check(cube.square in NUMBERS, f"a cube stands on columns and rows 1 to 7, not on ({cube.x},{cube.y})")
    one = f"{FACINGS[1]} is one of the 24 ways"
    check(cube.facing in TURN_OF, f"no cube shows {cube.facing} up, front and right; {one}")
    return ((cube.player - 1) * 49 + NUMBERS[cube.square]) * TURNS + TURN_OF[cube.facing]


@cache
def unpack(number: int) -> Cube:
    """Return the cube of that number."""
    place, turn = divmod(number, TURNS)
    seat, square = divmod(place, 49)
    return Cube(seat + 1, *SQUARES[square], *FACINGS[turn])


@cache
def set_up(cubes: int) -> tuple[int, ...]:
    """Return the cubes of the standard set-up with so many on each side."""
    found = []
    for text in facts.SETUPS[cubes].split():
        facing, square = facts.SETUP_FACINGS[LETTERS.index(text[0]) - 1], SQUARES[NAMES.index(text[2:])]
        found.append(pack(Cube(int(text[1]), *square, *facing)))
    return tuple(found)


def taken_by(board: Iterable[int]) -> int:
    """Return the mask of the squares that these cubes stand on."""
    taken = 0
    for cube in board:
        taken |= 1 << cube // TURNS % 49
    return taken
