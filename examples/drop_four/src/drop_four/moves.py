"""How a move is made at the table."""

from __future__ import annotations

from boardwright.core.gesture import Gesture

from drop_four.facts import NAMES
from drop_four.position import DropFourPosition


def gesture(move: str, position: DropFourPosition) -> Gesture:
    """A column is not part of the picture, so players press the place where the disc will come to rest."""
    return Gesture(NAMES[position.landing(move)])
