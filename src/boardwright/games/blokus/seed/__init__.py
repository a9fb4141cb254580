"""The interface Blokus was first specified with: pieces, moves, a placement handler, strategies, a game loop.

It is a thin layer: every question about the rules is answered by the position of `boardwright.games.blokus`.
A player is known here by the number of a colour, 1 to 4.
"""

from boardwright.games.blokus.seed.handler import PlacementHandler, execute
from boardwright.games.blokus.seed.loop import GameLoop
from boardwright.games.blokus.seed.modes import GameModes, Mode
from boardwright.games.blokus.seed.move import Move
from boardwright.games.blokus.seed.piece import Piece
from boardwright.games.blokus.seed.player import AIPlayer, Player
from boardwright.games.blokus.seed.rules import BlokusRules
from boardwright.games.blokus.seed.state import GameState
from boardwright.games.blokus.seed.strategies import CornerStrategy, RandomStrategy, StrategicStrategy, Strategy

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
