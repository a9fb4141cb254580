"""Boards, pieces and zones: what a table looks like is declared by what it consists of."""

from __future__ import annotations

from boardwright.core.drawing.picture import Grid, pips, plate
from boardwright.core.drawing.symbol import Drawing, Symbol
from boardwright.core.layout.board import Board, Cells
from boardwright.core.layout.board_zone import BoardZone
from boardwright.core.layout.frame import Frame, Spot, grid_frame
from boardwright.core.layout.graph import GraphBoard
from boardwright.core.layout.hexagon import HexBoard
from boardwright.core.layout.pieces import Piece, card, card_back, chip, cube, die, disc, pawn, road, token, wall
from boardwright.core.layout.square import SquareBoard, Track
from boardwright.core.layout.zone import Field, Item, Items, Place, Role, Zone
from boardwright.core.layout.zones import Counters, HandZone, Lines, Pile, Row, Supply, faces

__all__ = [
    "Board", "BoardZone", "Cells", "Counters", "Drawing", "Field", "Frame", "GraphBoard", "Grid", "HandZone",
    "HexBoard", "Item", "Items", "Lines", "Piece", "Pile", "Place", "Role", "Row", "Spot", "SquareBoard", "Supply",
    "Symbol", "Track", "Zone", "card", "card_back", "chip", "cube", "die", "disc", "faces", "grid_frame", "pawn",
    "pips", "plate", "road", "token", "wall",
]  # fmt: skip
