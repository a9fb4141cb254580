"""Why a placement is refused: its rules checked one by one, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.core.refusal import Refusal
from boardwright.games.blokus.board import Board
from boardwright.games.blokus.color_state import ColorState
from boardwright.games.blokus.facts import NAMES, NUMBER, SHAPE_NUMBER, SHAPES, TURNS, WORDS, Cell, hand_names
from boardwright.games.blokus.moves import BlokusMove, Pass, Placement, square_name


def impossible(move: BlokusMove, board: Board) -> Refusal | None:
    """Why no position has that move: no such piece, square or turn."""
    if isinstance(move, Pass):
        return None
    if move.piece not in NUMBER:
        return Refusal("unknown_piece", f"There is no piece {move.piece!r}; there are {', '.join(NAMES)}.")
    if not board.has((move.row, move.col)):
        last = board.size - 1
        return Refusal("bad_position", f"{move.row},{move.col} is not on the board; rows and columns are 0 to {last}.")
    if move.turn not in TURNS:
        turns = ", ".join(filter(None, TURNS))
        return Refusal("bad_rotation", f"{move.turn!r} is not a turn; there are {turns}, or nothing.")
    return None


def broken_rule(move: Placement, state: ColorState, name: str, taken: int, board: Board) -> Refusal:
    """The first rule that the color of that name would break with an existing piece on an existing square."""
    piece = WORDS[move.piece]
    if not state.hand >> NUMBER[move.piece] & 1:
        left = ", ".join(WORDS[one] for one in hand_names(state.hand))
        return Refusal("piece_already_placed", f"{name} has placed the {piece} already; it still has: {left}.")
    shape = SHAPES[SHAPE_NUMBER[move.piece, move.turn]]
    if move.row + shape.height > board.size or move.col + shape.width > board.size:
        inside = [cell for cell in move.cells() if board.has(cell)]
        return _refusal("out_of_bounds", f"The {piece} would stick out over the edge of the board.", inside)
    squares = board.covered(move)
    if squares & taken:
        return _refusal("overlap", f"The {piece} would lie on squares that are taken.", board.cells(squares & taken))
    if squares & state.beside:
        text = f"The {piece} would lie edge to edge with a piece of its own color; they may meet only at corners."
        return _refusal("edge_contact", text, board.cells(squares & state.beside))
    if squares & state.corners:
        return Refusal("no_legal_placement", f"{name} cannot place anything here and must pass.")
    if not state.squares:
        text = "A color's first piece must cover its start square."
        return _refusal("first_move_corner", text, board.cells(state.corners))
    text = f"The {piece} does not meet a piece of its own color at a corner."
    return _refusal("no_corner_contact", text, board.cells(state.open_corners(board, taken)))


def _refusal(code: str, text: str, cells: Iterable[Cell]) -> Refusal:
    return Refusal(code, text, tuple(map(square_name, cells)))
