"""The interface that Deblockle was first specified with: a smart contract's views and calls, its JSON and its logs.

It is a thin adapter: every game is an ordinary `Match`, and the position answers every question about the rules.
"""

from boardwright.games.deblockle.compat.contract import (
    Board,
    ContractError,
    CubeState,
    DeblockleContract,
    Direction,
    GameState,
    Point,
)

__all__ = ["Board", "ContractError", "CubeState", "DeblockleContract", "Direction", "GameState", "Point"]
