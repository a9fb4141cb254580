"""What a position read from elsewhere must fulfill once its cubes are on the board. Every fault is a ValueError."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.core.validation import check
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
    check(state.__struct_config__.tag == state.options.variant, "the type of the position does not fit the variant")
    _check_squares(state)
    second = sum(cube // SIDE for cube in state.board)
    counts, began = (len(state.board) - second, second), state.began
    text = f"there are {counts} cubes on the board, more than the {began} at the beginning"
    check(counts[0] <= began[0] and counts[1] <= began[1], text)
    check(state.phase not in ("Throw", "Place"), f"phase {state.phase} belongs to variant=original")
    check(not state.thrown, "thrown faces belong to a set-up that is not finished")
    check((state.phase == "Hop") == (state.rolled is not None), "a rolled square belongs to phase Hop and to no other")
    is_stuck = state.is_original and not rolls(state, 0) and not rolls(state, 1)
    if state.phase == "End":
        is_won = counts[state.active] == 0 and counts[1 - state.active] > 0 and began[state.active] > 0
        text = "the game is not over: its winner has no cube left, the other player has some"
        check(is_won or (is_stuck and 0 not in counts), text)
    else:
        check(0 not in counts, "each player needs at least one cube")
        check(state.phase == "Hop" or not is_stuck, "no cube can roll, so the game is over")
    if state.phase == "Hop":
        _check_rolled(state)
    check(state.taken == taken_by(state.board), "the mask of taken squares does not fit the cubes")


def _check_squares(state: State) -> None:
    seen: set[int] = set()
    for cube in state.board:
        seat, square = divmod(cube // TURNS, 49)
        name = NAMES[square]
        check(square not in seen, f"two cubes stand on {name}")
        seen.add(square)
        opposing = f"player {seat + 1}'s cube stands on the other player's win square {name}"
        check(square != WIN_NUMBERS[1 - seat], opposing)
        is_on_star = state.is_original and square in WIN_NUMBERS
        check(not is_on_star, f"in the original game no cube rests on a star square such as {name}")


def _check_rolled(state: State) -> None:
    place = state.active * 49 + (state.rolled or 0)
    faces = [UP_FACES[cube % TURNS] for cube in state.board if cube // TURNS == place]
    check(bool(faces), "the rolled square holds no cube of the active player")
    check(faces[0] not in (STAR, STOP), f"a cube showing {FACE_NAMES[faces[0]]} does not hop")
    can_hop = not state.is_original or bool(blocked_hops(state))
    check(can_hop, "the rolled cube has nowhere to hop, so the turn is over")
