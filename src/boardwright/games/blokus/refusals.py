"""Why a move is refused: the rules asked one by one, in a fixed order; the first that fails speaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardwright.core.refusal import Refusal
from boardwright.games.blokus.board import Board
from boardwright.games.blokus.color_state import Side
from boardwright.games.blokus.facts import NAMES, NUMBER, TURNS, hand_names
from boardwright.games.blokus.moves import Move, Pass, Placement, square_name
from boardwright.games.blokus.options import INKS

if TYPE_CHECKING:
    from boardwright.games.blokus.position import BlokusPosition


def explain(position: BlokusPosition, move: Move, seat: int | None) -> Refusal:
    """The reason why a move that is not legal for that seat is not."""
    if isinstance(move, Placement) and (refusal := _no_such_placement(move, position.variant.board)):
        return refusal
    color = position.color
    if color is None:
        return Refusal("game_over", "The game is over: every color is out.")
    name = INKS[position.options.palette][color.number].name
    if seat is not None and seat != position.actor:
        return Refusal("not_your_turn", f"It is seat {position.actor}'s turn, with {name}; seat {seat} must wait.")
    if isinstance(move, Pass):
        count = len(position.legal_moves())
        return Refusal("must_move", f"A color passes only when it must; {name} still has {count} placements.")
    side = position.sides[position.mover]
    if not side.hand >> NUMBER[move.piece] & 1:
        left = ", ".join(hand_names(side.hand))
        return Refusal("piece_already_placed", f"{name} has placed {move.piece} already; it still has {left}.")
    refusal = misplaced(move, side, position.taken, position.variant.board)
    if refusal is None:
        return Refusal("no_legal_placement", f"{name} cannot place anything here and must pass.")
    return refusal


def _no_such_placement(move: Placement, board: Board) -> Refusal | None:
    if move.piece not in NUMBER:
        return Refusal("unknown_piece", f"There is no piece {move.piece!r}; there are {', '.join(NAMES)}.")
    if not board.has((move.row, move.col)):
        last = board.size - 1
        return Refusal("bad_position", f"{move.row},{move.col} is not on the board; rows and columns are 0 to {last}.")
    if move.turn not in TURNS:
        turns = ", ".join(filter(None, TURNS))
        return Refusal("bad_rotation", f"{move.turn!r} is no turn; there are {turns}, or nothing.")
    return None


def misplaced(move: Placement, side: Side, taken: int, board: Board) -> Refusal | None:
    """The first placement rule that the side would break with an existing piece on an existing square."""
    cells = move.cells()
    outside = [cell for cell in cells if not board.has(cell)]
    if outside:
        return _refusal("out_of_bounds", f"{move} would stick out over the edge of the board.", outside)
    squares = board.bits(cells)
    if squares & taken:
        over = board.cells(squares & taken)
        return _refusal("overlap", f"{move} would lie on squares that are taken.", over)
    if squares & side.beside:
        return _refusal(
            "edge_contact",
            f"{move} would lie edge to edge with a piece of its own color; they may meet only at corners.",
            board.cells(squares & side.beside),
        )
    if squares & side.corners:
        return None
    if not side.squares:
        return _refusal(
            "first_move_corner", "A color's first piece must cover its start square.", board.cells(side.corners)
        )
    open_corners = board.cells(side.corners & side.free(board, taken))
    return _refusal("no_corner_contact", f"{move} does not meet a piece of its own color at a corner.", open_corners)


def _refusal(code: str, text: str, cells: list[tuple[int, int]] | tuple[tuple[int, int], ...]) -> Refusal:
    return Refusal(code, text, tuple(map(square_name, cells)))
