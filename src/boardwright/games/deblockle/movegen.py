"""The squares to which cubes can go, and the moves in board order: rolls and hops.

Tables hold rolls and jumping hops; hops that cubes block are short walks. Sets of squares are bit masks: bit n stands
for square number n. `taken` is the mask of all cubes on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boardwright.games.deblockle.cube import SHIFTS, SIDE, TIPS, TURNS, UP_FACES
from boardwright.games.deblockle.facts import HOOPS, HOP_REACH, NUMBERS, SLIDE, SQUARES, STAR, T_HOP, WIN_NUMBERS
from boardwright.games.deblockle.moves import CUBE_MOVES, CubeMove, DeblockleMove
from boardwright.games.deblockle.state import State

STAR_SQUARES: Final = 1 << WIN_NUMBERS[0] | 1 << WIN_NUMBERS[1]


class Rolls(dict[int, tuple[CubeMove, ...]]):
    """The rolls of one cube, looked up by which of its target squares are taken.

    `ends` maps each square it may roll to on an empty board to the cube it becomes there. So `rolls[taken &
    rolls.mask]` is what it can roll now; the answers, 16 at most, are made when first asked for.
    """

    __slots__ = ("ends", "mask", "start")

    def __init__(self, cube: int) -> None:
        self.start = cube // TURNS % 49
        self.ends = dict(_roll_ends(cube))
        self.mask = sum(1 << end for end in self.ends)

    def __missing__(self, taken: int) -> tuple[CubeMove, ...]:
        steps = CUBE_MOVES[self.start]
        moves = self[taken] = tuple(steps[end] for end in self.ends if not taken >> end & 1)
        return moves


def _roll_ends(cube: int) -> Iterator[tuple[int, int]]:
    """Yield ends: the star shows on its owner's win square and nowhere else, and the opponent's is never entered."""
    place, turn = divmod(cube, TURNS)
    seat, start = divmod(place, 49)
    x, y = SQUARES[start]
    for (dx, dy), tip in zip(SHIFTS, TIPS[turn], strict=True):
        end = NUMBERS.get((x + dx, y + dy))
        if end is None or end == WIN_NUMBERS[1 - seat]:
            continue
        if (UP_FACES[tip] == STAR) == (end == WIN_NUMBERS[seat]):
            yield end, (seat * 49 + end) * TURNS + tip


ROLLS: Final = tuple(Rolls(cube) for cube in range(2 * SIDE))


def hop_reach(face: int, start: int) -> int:
    """Return the squares a face reaches from a square on an empty board, win squares included."""
    if face not in HOP_REACH:
        return 0
    (x, y), reaches = SQUARES[start], HOP_REACH[face]
    return sum(1 << end for end, (a, b) in enumerate(SQUARES) if reaches(abs(a - x), abs(b - y)))


class Hops:
    """The jumping hops of a face on a square: anywhere in its reach that is free and not the opponent's win square."""

    __slots__ = ("all", "mask", "pairs")

    def __init__(self, seat: int, face: int, start: int) -> None:
        self.mask = hop_reach(face, start) & ~(1 << WIN_NUMBERS[1 - seat])
        self.pairs = tuple((1 << end, CUBE_MOVES[start][end]) for end in squares_in(self.mask))
        self.all = tuple(step for _, step in self.pairs)

    def free(self, taken: int) -> tuple[CubeMove, ...]:
        """Return the hops to free squares."""
        if not taken & self.mask:
            return self.all
        return tuple([step for bit, step in self.pairs if not taken & bit])


def squares_in(mask: int) -> Iterator[int]:
    """Yield the numbers of the squares in a mask, ascending."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


_HOPS = {(seat, face, start): Hops(seat, face, start) for seat in (0, 1) for face in range(1, 7) for start in range(49)}
HOPS: Final = tuple(_HOPS[cube // SIDE, UP_FACES[cube % TURNS], cube // TURNS % 49] for cube in range(2 * SIDE))
"""The jumping hops by cube."""
NEIGHBORS: Final = tuple(hop_reach(T_HOP, start) for start in range(49))


def blocked_reach(face: int, start: int, taken: int, *, full_slide: bool) -> int:
    """Return the squares a face reaches when cubes are in the way and no cube may rest on a star square.

    `taken` is without the hopping cube itself.
    """
    if face == SLIDE:
        return _slides(start, taken, full=full_slide)
    reach = _three_steps(start, taken) if face == HOOPS else hop_reach(face, start)
    return reach & ~taken & ~STAR_SQUARES


def _three_steps(start: int, taken: int) -> int:
    """Return where three single steps over open squares can end; star squares may be crossed, squares entered again."""
    front = 1 << start
    for _ in range(3):
        spread = 0
        for square in squares_in(front):
            spread |= NEIGHBORS[square]
        front = spread & ~taken
    return front


def _slides(start: int, taken: int, *, full: bool) -> int:
    """Return straight runs up to the next cube or the edge: as far as possible, or with a halt anywhere on the way."""
    x, y = SQUARES[start]
    reach = 0
    for dx, dy in SHIFTS:
        run = []
        for distance in range(1, 7):
            square = NUMBERS.get((x + dx * distance, y + dy * distance))
            if square is None or taken >> square & 1:
                break
            run.append(square)
        halts = [square for square in run if square not in WIN_NUMBERS]
        reach |= sum(1 << square for square in (halts[-1:] if full else halts))
    return reach


NO_MOVES: Final[tuple[DeblockleMove, ...]] = ()


def rolls(state: State, seat: int) -> tuple[DeblockleMove, ...]:
    """Return what that seat could roll if it were its turn to roll."""
    taken = state.taken
    moves = NO_MOVES
    low = seat * SIDE
    high = low + SIDE
    for cube in state.board:
        if low <= cube < high:
            found = ROLLS[cube]
            moves += found[taken & found.mask]
    return moves


def hops(state: State) -> tuple[DeblockleMove, ...]:
    """Return the hops of the cube just rolled, over anything."""
    low = (state.active * 49 + (state.rolled or 0)) * TURNS
    high = low + TURNS
    for cube in state.board:
        if low <= cube < high:
            return HOPS[cube].free(state.taken)
    return NO_MOVES


def any_hops(state: State) -> tuple[DeblockleMove, ...]:
    """Return the hops of every cube of the active seat, over anything."""
    taken = state.taken
    moves = NO_MOVES
    for cube in state.board:
        if cube // SIDE == state.active:
            moves += HOPS[cube].free(taken)
    return moves


def blocked_hops(state: State) -> tuple[DeblockleMove, ...]:
    """Return the hops of the cube just rolled where other cubes stand in the way."""
    start = state.rolled or 0
    face = next(UP_FACES[cube % TURNS] for cube in state.board if cube // TURNS % 49 == start)
    is_full = state.options.slide == "full"
    ends = blocked_reach(face, start, state.taken ^ 1 << start, full_slide=is_full)
    return tuple(CUBE_MOVES[start][end] for end in squares_in(ends))
