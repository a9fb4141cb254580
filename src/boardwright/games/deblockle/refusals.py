"""Why a move is not possible: the rules in the order in which they are asked, the first that fails answers."""

from __future__ import annotations

from boardwright.core.refusal import Refusal
from boardwright.games.deblockle.cube import SHIFTS, Cube
from boardwright.games.deblockle.facts import FACE_NAMES, NAMES, NUMBERS, STAR, START_SQUARES, WIN_SQUARES
from boardwright.games.deblockle.movegen import hop_reach
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
    squares = (
        (move.start, move.end) if isinstance(move, CubeMove) else (move.square,) if isinstance(move, Place) else ()
    )
    outside = next((square for square in squares if square not in NUMBERS), None)
    if outside is None:
        return None
    return Refusal("off_board", f"{square_text(outside)} is off the board; squares are a1 to g7.")


def _placing(state: State, move: DeblockleMove) -> Refusal:
    owner, face = state.to_place
    if isinstance(move, Pass):
        return Refusal("pass_not_allowed", f"Place the thrown {FACE_NAMES[face]} cube first.")
    if isinstance(move, CubeMove):
        return Refusal(
            "place_first", f"Nothing rolls before the thrown {FACE_NAMES[face]} cube is placed.", ("thrown",)
        )
    where = square_text(move.square)
    if move.square not in START_SQUARES[owner]:
        offered = ", ".join(square_text(square) for square in START_SQUARES[owner])
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
