"""Conditions that a position must fulfill once its cubes are on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boardwright.games.deblockle.cube import SIDE, TURNS, UP_FACES
from boardwright.games.deblockle.facts import FACE_NAMES, NAMES, STAR, STOP, WIN_NUMBERS
from boardwright.games.deblockle.movegen import blocked_hops, rolls
from boardwright.games.deblockle.state import State


def taken_by(board: Iterable[int]) -> int:
    """The mask of the squares that these cubes stand on."""
    taken = 0
    for cube in board:
        taken |= 1 << cube // TURNS % 49
    return taken


def problems(state: State) -> Iterator[str]:
    """Say why no game can reach a position by these rules alone, such as two cubes on a square."""
    if state.__struct_config__.tag != state.options.variant:
        yield "the type of the position does not fit the variant"
    yield from _square_problems(state)
    second = sum(cube // SIDE for cube in state.board)
    counts, began = (len(state.board) - second, second), state.began
    if counts[0] > began[0] or counts[1] > began[1]:
        yield f"there are {counts} cubes on the board, more than the {began} at the beginning"
    if state.phase in ("Throw", "Place"):
        yield f"phase {state.phase} belongs to variant=original"
    if state.thrown:
        yield "thrown faces belong to a set-up that is not finished"
    if (state.phase == "Hop") != (state.rolled is not None):
        yield "a rolled square belongs to phase Hop and to no other"
    yield from _phase_problems(state, counts)
    if state.phase == "Hop":
        yield from _rolled_problems(state)
    if state.taken != taken_by(state.board):
        yield "the mask of taken squares does not fit the cubes"


def _square_problems(state: State) -> Iterator[str]:
    seen: set[int] = set()
    for cube in state.board:
        seat, square = divmod(cube // TURNS, 49)
        if square in seen:
            yield f"two cubes stand on {NAMES[square]}"
        seen.add(square)
        if square == WIN_NUMBERS[1 - seat]:
            yield f"player {seat + 1}'s cube stands on the other player's win square {NAMES[square]}"
        if state.is_original and square in WIN_NUMBERS:
            yield f"in the original game no cube rests on a star square such as {NAMES[square]}"


def _phase_problems(state: State, counts: tuple[int, int]) -> Iterator[str]:
    is_stuck = state.is_original and not rolls(state, 0) and not rolls(state, 1)
    if state.phase == "End":
        is_won = counts[state.active] == 0 and counts[1 - state.active] > 0 and state.began[state.active] > 0
        if not is_won and not (is_stuck and 0 not in counts):
            yield "the game is not over: its winner has no cube left, the other player has some"
        return
    if 0 in counts:
        yield "each player needs at least one cube"
    if is_stuck and state.phase != "Hop":
        yield "no cube can roll, so the game is over"


def _rolled_problems(state: State) -> Iterator[str]:
    place = state.active * 49 + (state.rolled or 0)
    face = next((UP_FACES[cube % TURNS] for cube in state.board if cube // TURNS == place), None)
    if face is None:
        yield "the rolled square holds no cube of the active player"
    elif face in (STAR, STOP):
        yield f"a cube showing {FACE_NAMES[face]} does not hop"
    elif state.is_original and not blocked_hops(state):
        yield "the rolled cube has nowhere to hop, so the turn is over"
