"""Moves: typed values, declared by methods of a position or by types of their own.

>>> from typing import Annotated, Self
>>> from boardwright.core.rules.position import Position
>>> from boardwright.core.rules.view import Open
>>> class Pile(Position[Move, Open], frozen=True):
...     left: int = 9
...     seats = 2
...     @move("take {number}")
...     def take_some(self, number: Annotated[int, Number(1, 3)]) -> Self:
...         '''Take {number} from the pile.'''
...         require(number <= self.left, "too_many", "{number} are not left.")
...         return self.replace(left=self.left - number)
>>> Pile(2).apply(Pile.take_some(3), 0).text, Pile(2).apply(Pile.take_some(2), 0)
('3 are not left.', Pile(left=0))
"""

from __future__ import annotations

from boardwright.core.moves.domain import (
    Cell,
    Corner,
    Domain,
    Edge,
    Flag,
    Flip,
    Held,
    Named,
    Number,
    OneOf,
    Places,
    Seat,
    Turn,
)
from boardwright.core.moves.move_type import Move, anywhere, move, require
from boardwright.core.moves.several import Several

__all__ = [
    "Cell", "Corner", "Domain", "Edge", "Flag", "Flip", "Held", "Move", "Named", "Number", "OneOf", "Places", "Seat",
    "Several", "Turn", "anywhere", "move", "require",
]  # fmt: skip
