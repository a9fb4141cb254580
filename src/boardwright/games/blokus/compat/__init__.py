"""The interface Blokus was first specified with: pieces, moves, a placement handler, strategies, a game loop.

It is a thin layer: every question about the rules is answered by the position of `boardwright.games.blokus`.
A player is known here by the number of a color, 1 to 4.
"""

from boardwright.games.blokus.compat.handler import PlacementHandler, execute
from boardwright.games.blokus.compat.loop import GameLoop
from boardwright.games.blokus.compat.modes import GameModes, Mode
from boardwright.games.blokus.compat.move import Move
from boardwright.games.blokus.compat.piece import Piece
from boardwright.games.blokus.compat.player import AIPlayer, Player
from boardwright.games.blokus.compat.rules import BlokusRules
from boardwright.games.blokus.compat.state import GameState
from boardwright.games.blokus.compat.strategies import CornerStrategy, RandomStrategy, StrategicStrategy, Strategy

__all__ = [
    "AIPlayer",
    "BlokusRules",
    "CornerStrategy",
    "GameLoop",
    "GameModes",
    "GameState",
    "Mode",
    "Move",
    "Piece",
    "PlacementHandler",
    "Player",
    "RandomStrategy",
    "StrategicStrategy",
    "Strategy",
    "execute",
]
