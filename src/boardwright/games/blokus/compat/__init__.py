"""The interface of the founding document: pieces, moves, a placement handler, strategies, a game loop.

A thin adapter: every game is an ordinary match, the rules are those of `boardwright.games.blokus`, and the strategies
those of its `bot` module. A player is identified by the number of a color, 1 to 4.
"""

from boardwright.games.blokus.compat.handler import BlokusRules, PlacementHandler, execute
from boardwright.games.blokus.compat.modes import GameLoop, GameModes, Mode
from boardwright.games.blokus.compat.move import Move, Piece
from boardwright.games.blokus.compat.player import AIPlayer, Player
from boardwright.games.blokus.compat.state import GameState
from boardwright.games.blokus.compat.strategies import CornerStrategy, RandomStrategy, StrategicStrategy, Strategy

__all__ = [
    "AIPlayer", "BlokusRules", "CornerStrategy", "GameLoop", "GameModes", "GameState", "Mode", "Move", "Piece",
    "PlacementHandler", "Player", "RandomStrategy", "StrategicStrategy", "Strategy", "execute",
]  # fmt: skip
