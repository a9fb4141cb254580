"""Which moves there are: rolls, hops and placings in board order."""

from __future__ import annotations

from typing import Final

from boardwright.games.deblockle.cube import FACINGS, SIDE, TURNS, UP_FACES
from boardwright.games.deblockle.facts import NUMBERS, START_SQUARES
from boardwright.games.deblockle.moves import STEPS, Move, Place
from boardwright.games.deblockle.reachability import HOPS, ROLLS, blocked_reach, squares_in
from boardwright.games.deblockle.state import State

NO_MOVES: Final[tuple[Move, ...]] = ()


def rolls(state: State, seat: int) -> tuple[Move, ...]:
    """What that seat could roll if it were its turn to roll."""
    taken = state.taken
    moves = NO_MOVES
    for cube in state.board:
        if cube // SIDE == seat:
            found = ROLLS[cube]
            moves += found[taken & found.mask]
    return moves


def hops(state: State) -> tuple[Move, ...]:
    """The hops of the cube just rolled, or with `contract` those of all cubes of the active seat."""
    options, taken = state.deal.options, state.taken
    if options.variant == "contract":
        moves = NO_MOVES
        for cube in state.board:
            if cube // SIDE == state.active:
                moves += HOPS[cube].free(taken)
        return moves
    start = state.rolled or 0
    place = state.active * 49 + start
    for cube in state.board:
        if cube // TURNS == place:
            break
    if options.variant == "standard":
        return HOPS[cube].free(taken)
    ends = blocked_reach(UP_FACES[cube % TURNS], start, taken ^ 1 << start, full_slide=options.slide == "full")
    return tuple(STEPS[start][end] for end in squares_in(ends))


def placings(state: State) -> tuple[Move, ...]:
    """Every free start square and every way to turn the next thrown cube with its face up."""
    owner, face = state.to_place
    free = [square for square in START_SQUARES[owner] if not state.taken >> NUMBERS[square] & 1]
    return tuple(Place(square, facing) for square in free for facing in FACINGS if facing[0] == face)
