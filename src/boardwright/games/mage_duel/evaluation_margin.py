"""The margin Blue can expect: the points so far, and what contests will probably do to them.

The side that leads in a structure takes the other side's points in it when it is settled. A lead is safer the larger
it is and the fewer edges are open; at the end of the game every lead wins.
"""

from __future__ import annotations

from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.facts import BLUE, EMPTY, GROUPS, NODE_POINTS
from boardwright.games.mage_duel.grid import ACROSS, CELLS

GRIP = 2.0
"""How much every open edge loosens the hold of the side that leads in a structure, in edges of lead."""


def expected_margin(board: Board) -> float:
    """By how many points Blue will probably lead, without jokers."""
    grip = GRIP * board.emptiness
    margin = 0.0
    for kind, blue, red, open_, _ in board.structures.values():
        margin += blue - red
        if blue and red and open_:
            margin += won(NODE_POINTS[kind], blue, red, grip * open_)
    return margin


def gain(board: Board, cell: int, lay: int, side: int) -> float:
    """What laying the tile adds to its side's expected margin, computed from the structures it touches.

    >>> gain(Board.bare(), 0, 5 * 4, BLUE)  # CCRR: a city of two edges and a road of two
    6.0
    """
    parents, cells, structures, border = board.parents, board.cells, board.structures, board.border
    across = ACROSS[cell]
    grip = GRIP * (1 - (len(board.order) + 1) / CELLS)
    total = 0.0
    for kind, edges in GROUPS[lay]:
        points = NODE_POINTS[kind]
        own = open_ = 0
        roots: list[int] = []
        for edge in edges:
            own += points
            root = across[edge]
            if root < 0:
                if border[~root] == kind:
                    own += points
            elif cells[root >> 2] == EMPTY:
                open_ += 1
            else:
                open_ -= 1
                while parents[root] != root:
                    root = parents[root]
                if root not in roots:
                    roots.append(root)
        blue, red = (own, 0) if side == BLUE else (0, own)
        total += blue - red
        for root in roots:
            _, more_blue, more_red, more_open, _ = structures[root]
            if more_blue and more_red:
                total -= won(points, more_blue, more_red, grip * more_open)
            blue += more_blue
            red += more_red
            open_ += more_open
        if blue and red:
            total += won(points, blue, red, grip * open_)
    return total if side == BLUE else -total


def won(points: int, blue: int, red: int, loose: float) -> float:
    """What the contest of a structure will probably add to the margin: all it can if nothing is loose."""
    lead = (blue - red) / points
    if lead > 0:
        return 2 * red * lead / (lead + loose)
    return 2 * blue * lead / (loose - lead) if lead else 0.0
