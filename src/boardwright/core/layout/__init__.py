"""Boards, pieces and zones: what a table looks like is declared by what it consists of."""

from __future__ import annotations

from boardwright.core.layout.board import Board
from boardwright.core.layout.board_zone import BoardZone
from boardwright.core.layout.drawing import Grid, in_rows, lines, pips, plate
from boardwright.core.layout.graph import GraphBoard
from boardwright.core.layout.hexagon import HexBoard
from boardwright.core.layout.layout import Layout
from boardwright.core.layout.pieces import Piece, card, card_back, chip, cube, die, disc, pawn, token, wall
from boardwright.core.layout.square import SquareBoard, Track
from boardwright.core.layout.zones import Counters, HandZone, Lines, Pile, Row, Supply, Zone, faces

__all__ = [
    "Board",
    "BoardZone",
    "Counters",
    "GraphBoard",
    "Grid",
    "HandZone",
    "HexBoard",
    "Layout",
    "Lines",
    "Piece",
    "Pile",
    "Row",
    "SquareBoard",
    "Supply",
    "Track",
    "Zone",
    "card",
    "card_back",
    "chip",
    "cube",
    "die",
    "disc",
    "faces",
    "in_rows",
    "lines",
    "pawn",
    "pips",
    "plate",
    "token",
    "wall",
]
