"""Why a move is not possible: the rules in the order in which they are asked, the first that fails answers."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.refusal import Refusal
from boardwright.games.deblockle import facts
from boardwright.games.deblockle.cube import SHIFTS, SIDE, TURNS, UP_FACES, Cube, taken_by
from boardwright.games.deblockle.facts import FACE_NAMES, NAMES, NUMBERS, STAR, WIN_NUMBERS, WIN_SQUARES
from boardwright.games.deblockle.movegen import blocked_hops, hop_reach, rolls
from boardwright.games.deblockle.moves import CubeMove, DeblockleMove, Pass, Place, square_text
from boardwright.games.deblockle.state import State


def out_of_turn(state: State, move: DeblockleMove, seat: int | None) -> Refusal:
    """Return whose turn it is, then a square off the board, then the end."""
    if state.phase == "Throw":
        return Refusal("not_your_turn", "The cubes are still being thrown; wait until all have fallen.")
    if seat is not None and seat != state.active:
        return Refusal("not_your_turn", f"It is player {state.active + 1}'s turn.")
    outcome = state.outcome()
    won = outcome is not None and outcome.winners
    how = f"player {won[0] + 1} has won" if won else "no cube can roll any more, a draw"
    return _off_board(move) or Refusal("game_over", f"The game is over: {how}.")


def refuse(state: State, move: DeblockleMove) -> Refusal:
    """Return the first rule that forbids a move of the active player."""
    if (refusal := _off_board(move)) is not None:
        return refusal
    if state.phase == "Place":
        return _placing(state, move)
    if isinstance(move, Pass):
        return Refusal("pass_not_allowed", "You can pass only when you have no other move.")
    if isinstance(move, Place):
        return Refusal("nothing_to_place", "Every cube is on the board; roll one of yours.")
    return _step(state, move)


def _off_board(move: DeblockleMove) -> Refusal | None:
    placed = (move.square,) if isinstance(move, Place) else ()
    squares = (move.start, move.end) if isinstance(move, CubeMove) else placed
    outside = next((square for square in squares if square not in NUMBERS), None)
    if outside is None:
        return None
    return Refusal("off_board", f"{square_text(outside)} is off the board; squares are a1 to g7.")


def _placing(state: State, move: DeblockleMove) -> Refusal:
    owner, face = state.to_place
    if isinstance(move, Pass):
        return Refusal("pass_not_allowed", f"Place the thrown {FACE_NAMES[face]} cube first.")
    if isinstance(move, CubeMove):
        text = f"Nothing rolls before the thrown {FACE_NAMES[face]} cube is placed."
        return Refusal("place_first", text, ("thrown",))
    where = square_text(move.square)
    if move.square not in facts.START_SQUARES[owner]:
        offered = ", ".join(square_text(square) for square in facts.START_SQUARES[owner])
        return Refusal("not_start_square", f"Player {owner + 1}'s cubes start on {offered}, not on {where}.", (where,))
    if state.taken >> NUMBERS[move.square] & 1:
        return Refusal("occupied", f"{where} is taken.", (where,))
    if move.facing[0] != face:
        return Refusal("wrong_face", f"The thrown face, {FACE_NAMES[face]}, stays up.", (where,))
    return Refusal("no_such_facing", f"No cube can be turned like that with {FACE_NAMES[face]} up.", (where,))


def _step(state: State, move: CubeMove) -> Refusal:
    start, end = square_text(move.start), square_text(move.end)
    player = state.active + 1
    cube = state.cube_at(move.start)
    if cube is None:
        return Refusal("empty_square", f"There is no cube on {start}.", (start,))
    if cube.player != player:
        return Refusal("not_your_cube", f"The cube on {start} is player {cube.player}'s.", (start,))
    if move.end == WIN_SQUARES[2 - player]:
        return Refusal("opponent_win_square", f"{end} is the other player's win square: never enter it.", (end,))
    return _hop(state, cube, move, start, end) if state.phase == "Hop" else _roll(state, cube, move, start, end)


def _roll(state: State, cube: Cube, move: CubeMove, start: str, end: str) -> Refusal:
    shift = (move.end[0] - move.start[0], move.end[1] - move.start[1])
    if shift not in SHIFTS:
        text = f"A cube rolls one square up, down, left or right; {start}-{end} is not a roll."
        return Refusal("illegal_roll", text, (start, end))
    if state.cube_at(move.end) is not None:
        return Refusal("illegal_roll", f"{end} is taken.", (end,))
    if cube.shown_by_rolls[SHIFTS.index(shift)] == STAR:
        text = f"The star would come up on {end}; it may only do so on {square_text(WIN_SQUARES[cube.player - 1])}."
        return Refusal("star_outside_win_square", text, (end,))
    text = f"Rolling into {end} needs the star up; {start}-{end} does not turn it up."
    return Refusal("win_square_without_star", text, (end,))


def _hop(state: State, cube: Cube, move: CubeMove, start: str, end: str) -> Refusal:
    if state.options.variant != "contract" and NUMBERS[move.start] != state.rolled:
        rolled = NAMES[state.rolled or 0]
        return Refusal("not_rolled_cube", f"Only the cube just rolled, on {rolled}, may hop.", (start, rolled))
    if state.cube_at(move.end) is not None:
        return Refusal("illegal_hop", f"{end} is taken.", (end,))
    if not hop_reach(cube.up, NUMBERS[move.start]) >> NUMBERS[move.end] & 1:
        return Refusal("illegal_hop", f"{cube.face} does not reach {end} from {start}.", (start, end))
    if move.end in WIN_SQUARES:
        return Refusal("illegal_hop", f"No cube may rest on the star square {end}.", (end,))
    return Refusal("illegal_hop", f"The way from {start} to {end} is blocked, or goes on further.", (start, end))


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
    elif face in (STAR, facts.STOP):
        yield f"a cube showing {FACE_NAMES[face]} does not hop"
    elif state.is_original and not blocked_hops(state):
        yield "the rolled cube has nowhere to hop, so the turn is over"
