"""Why a move is not possible, in words. The order of the checks is part of the rules."""

from __future__ import annotations

from boardwright.core.refusal import Refusal
from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.facts import EMPTY, FACE_NAMES, FACES, NO_TILE, SIDES, TILES
from boardwright.games.mage_duel.fit_tables import fits
from boardwright.games.mage_duel.grid import CELL_NAMES, SIZE
from boardwright.games.mage_duel.moves import Place

_EDGES = ("top", "right", "bottom", "left")


def cannot_claim(move_time: int) -> Refusal:
    """The end can be claimed only long after the last move."""
    if not move_time:
        return Refusal("cant_finish", "The end cannot be claimed in a duel without a clock.")
    return Refusal("cant_finish", f"The end can be claimed {2 * move_time + 1} seconds after the last move.")


def not_acting(side: int, last_side: int | None, move_time: int, *, is_abandoned: bool) -> Refusal:
    """The other side is to move, the side to move let its time run out, or both did."""
    if side == last_side:
        if is_abandoned:
            return Refusal("not_your_turn", "The time of both is over; only the end of the duel can be claimed.")
        return Refusal("not_your_turn", f"It is {SIDES[1 - side]}'s turn.")
    return Refusal("late", f"{SIDES[side]}'s {move_time} seconds for this move are over.")


def unplaceable(move: Place, board: Board, top: int, jokers: int) -> Refusal | None:
    """Why a side that may act and has `jokers` jokers cannot lay this tile there; None if it can."""
    if move.joker and not jokers:
        return Refusal("not_enough_jokers", "No joker is left.")
    if not move.joker and top == NO_TILE:
        return Refusal("no_tile", "There are no tiles in the deck; a joker or a skip is possible.")
    if not move.joker and move.tile != top:
        return Refusal("not_top_tile", f"The top tile is {TILES[top]}; any other needs a joker.", ("top",))
    if not 0 <= move.tile < NO_TILE:
        return Refusal("bad_tile", f"There is no tile {move.tile}; tiles are 0 to {NO_TILE - 1}.")
    if not 0 <= move.rotation < 4:
        return Refusal("bad_rotation", f"Rotation {move.rotation} is not one of 0 to 3 quarter turns.")
    if not (0 <= move.col < SIZE and 0 <= move.row < SIZE):
        return Refusal("out_of_bounds", f"Column {move.col}, row {move.row} is off the board; both are 0 to 7.")
    return None if fits(move.lay, board.frames[move.cell]) else _unfitting(move.cell, move.lay, board)


def _unfitting(cell: int, lay: int, board: Board) -> Refusal:
    name = CELL_NAMES[cell]
    if board.cells[cell] != EMPTY:
        return Refusal("occupied", f"There is a tile on {name} already.", (name,))
    frame = board.frames[cell]
    for edge, face in enumerate(FACES[lay]):
        faced = frame >> 2 * edge & 3
        if faced and faced != face:
            text = f"On {name} its {_EDGES[edge]} edge, a {FACE_NAMES[face]}, would touch a {FACE_NAMES[faced]}."
            return Refusal("edge_mismatch", text, (name,))
    text = f"On {name} no edge would touch a tile, a border city or a border road."
    return Refusal("not_connected", text, (name,))
