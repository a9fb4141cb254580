"""Which moves there are: rolls, hops and placings in board order."""

from __future__ import annotations

from typing import Final

from boardwright.games.deblockle.cube import FACINGS, SIDE, TURNS, UP_FACES
from boardwright.games.deblockle.facts import NUMBERS, START_SQUARES
from boardwright.games.deblockle.moves import CUBE_MOVES, DeblockleMove, Place
from boardwright.games.deblockle.reachability import HOPS, ROLLS, blocked_reach, squares_in
from boardwright.games.deblockle.state import State

NO_MOVES: Final[tuple[DeblockleMove, ...]] = ()


def rolls(state: State, seat: int) -> tuple[DeblockleMove, ...]:
    """What that seat could roll if it were its turn to roll."""
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
    """The hops of the cube just rolled, over anything."""
    low = (state.active * 49 + (state.rolled or 0)) * TURNS
    high = low + TURNS
    for cube in state.board:
        if low <= cube < high:
            return HOPS[cube].free(state.taken)
    return NO_MOVES


def any_hops(state: State) -> tuple[DeblockleMove, ...]:
    """The hops of every cube of the active seat, over anything."""
    taken = state.taken
    moves = NO_MOVES
    for cube in state.board:
        if cube // SIDE == state.active:
            moves += HOPS[cube].free(taken)
    return moves


def blocked_hops(state: State) -> tuple[DeblockleMove, ...]:
    """The hops of the cube just rolled where other cubes stand in the way."""
    start = state.rolled or 0
    face = next(UP_FACES[cube % TURNS] for cube in state.board if cube // TURNS % 49 == start)
    is_full = state.options.slide == "full"
    ends = blocked_reach(face, start, state.taken ^ 1 << start, full_slide=is_full)
    return tuple(CUBE_MOVES[start][end] for end in squares_in(ends))


def placings(state: State) -> tuple[DeblockleMove, ...]:
    """Every free start square and every way to turn the next thrown cube with its face up."""
    owner, face = state.to_place
    free = [square for square in START_SQUARES[owner] if not state.taken >> NUMBERS[square] & 1]
    return tuple(Place(square, facing) for square in free for facing in FACINGS if facing[0] == face)
