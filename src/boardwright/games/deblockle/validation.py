"""What a position read from elsewhere must fulfill once its cubes are on the board. Every fault is a ValueError."""

from __future__ import annotations

from collections.abc import Iterable

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


def validate(state: State) -> None:
    """Raises ValueError for a position that no game can reach by these rules alone, such as two cubes on a square."""
    if state.__struct_config__.tag != state.options.variant:
        raise ValueError("the type of the position does not fit the variant")
    _check_squares(state)
    second = sum(cube // SIDE for cube in state.board)
    counts = len(state.board) - second, second
    began = state.began
    if began[0] < counts[0] or began[1] < counts[1]:
        raise ValueError(f"there are {counts} cubes on the board, more than the {began} at the beginning")
    if state.phase in ("Throw", "Place"):
        raise ValueError(f"phase {state.phase} belongs to variant=original")
    if state.thrown:
        raise ValueError("thrown faces belong to a set-up that is not finished")
    if (state.phase == "Hop") != (state.rolled is not None):
        raise ValueError("a rolled square belongs to phase Hop and to no other")
    if state.phase == "End":
        _check_end(state, counts)
    elif 0 in counts:
        raise ValueError("each player needs at least one cube")
    elif state.phase == "Hop":
        _check_rolled(state)
    elif state.is_original and not rolls(state, 0) and not rolls(state, 1):
        raise ValueError("no cube can roll, so the game is over")
    if state.taken != taken_by(state.board):
        raise ValueError("the mask of taken squares does not fit the cubes")


def _check_squares(state: State) -> None:
    seen: set[int] = set()
    for cube in state.board:
        seat, square = divmod(cube // TURNS, 49)
        if square in seen:
            raise ValueError(f"two cubes stand on {NAMES[square]}")
        seen.add(square)
        if square == WIN_NUMBERS[1 - seat]:
            raise ValueError(f"player {seat + 1}'s cube stands on the other player's win square {NAMES[square]}")
        if state.is_original and square in WIN_NUMBERS:
            raise ValueError(f"in the original game no cube rests on a star square such as {NAMES[square]}")


def _check_end(state: State, counts: tuple[int, int]) -> None:
    is_won = counts[state.active] == 0 and counts[1 - state.active] > 0 and state.began[state.active]
    is_drawn = state.is_original and 0 not in counts and not rolls(state, 0) and not rolls(state, 1)
    if not is_won and not is_drawn:
        raise ValueError("the game is not over: its winner has no cube left, the other player has some")


def _check_rolled(state: State) -> None:
    place = state.active * 49 + (state.rolled or 0)
    cube = next((cube for cube in state.board if cube // TURNS == place), None)
    if cube is None:
        raise ValueError("the rolled square holds no cube of the active player")
    face = UP_FACES[cube % TURNS]
    if face in (STAR, STOP):
        raise ValueError(f"a cube showing {FACE_NAMES[face]} does not hop")
    if state.is_original and not blocked_hops(state):
        raise ValueError("the rolled cube has nowhere to hop, so the turn is over")
