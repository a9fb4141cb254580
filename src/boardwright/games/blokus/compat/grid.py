"""Positions from boards of numbers, which is all that a strategy of this interface receives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardwright.games.blokus.board import Board
from boardwright.games.blokus.color_state import ColorState
from boardwright.games.blokus.compat.move import is_player_id
from boardwright.games.blokus.facts import FULL_HAND, NUMBER, PIECE_OF, SHAPE_OF_CELLS, at_origin
from boardwright.games.blokus.options import BlokusOptions, variant
from boardwright.games.blokus.position import BlokusPosition


def position_of(grid: Sequence[Sequence[int]], player_id: int, hand: Iterable[str] | None) -> BlokusPosition:
    """The 4-color position with those squares and that color to move, holding the pieces named in `hand`.

    The pieces that a color has placed follow from the board, because they never lie edge to edge: so the other
    hands are known too, and the mover's own if `hand` is None. A color that has had a turn and placed nothing
    does not take part. ValueError for a board or player that cannot be.
    """
    if not is_player_id(player_id):
        raise ValueError(f"Invalid player_id: {player_id}")
    if len(grid) != 20 or any(len(row) != 20 for row in grid):
        raise ValueError("The board must have 20 rows of 20 squares")
    if any(square not in (0, 1, 2, 3, 4) for row in grid for square in row):
        raise ValueError("Squares must be 0 (empty) or a player's number, 1 to 4")
    classic = variant("classic", 4)
    has_begun = any(square == player_id for row in grid for square in row)
    states = []
    for color in classic.colors:
        cells = [(r, c) for r, row in enumerate(grid) for c, square in enumerate(row) if square == color.number]
        squares = classic.board.bits(cells)
        if color.number == player_id and hand is not None:
            held = sum(1 << NUMBER[name] for name in set(hand))
        else:
            held = remaining(classic.board, squares)
        start = classic.board.bits([color.start])
        is_absent = not squares and (has_begun or color.number < player_id) and color.number != player_id
        states.append(ColorState.rebuilt(classic.board, start, squares, held, passed=is_absent))
    taken = sum(state.squares for state in states)
    return BlokusPosition(classic, BlokusOptions(variant="classic"), tuple(states), taken, player_id - 1)


def remaining(full: Board, squares: int) -> int:
    """The hand of a color with those squares on the board: all pieces but those that lie there.

    >>> remaining(Board(20), 0b101) == FULL_HAND - 1
    True
    """
    hand = FULL_HAND
    while squares:
        piece, grown = 0, squares & -squares
        while piece != grown:
            piece, grown = grown, grown | full.edges(grown) & squares
        squares &= ~piece
        shape = SHAPE_OF_CELLS.get(at_origin(full.cells(piece)))
        if shape is not None:
            hand &= ~(1 << PIECE_OF[shape])
    return hand
