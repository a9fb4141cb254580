"""The JSON that the smart contract answers with. Keys keep the order in which they are listed here."""

from __future__ import annotations

from typing import TypedDict

from boardwright.core.match.match import Match
from boardwright.games.deblockle.cube import Cube
from boardwright.games.deblockle.position import DeblocklePosition


class Point(TypedDict):
    """A square."""

    x: int
    y: int


class Direction(TypedDict):
    """How a cube is turned."""

    up: int
    front: int
    right: int


class CubeState(TypedDict):
    """One cube."""

    player: int
    position: Point
    direction: Direction


class Board(TypedDict):
    """The game inside a state."""

    phase: str
    active_player: int
    board: list[CubeState]


class GameState(TypedDict):
    """What `game_state`, `make_move` and `pass_move` return."""

    game: Board
    is_finished: bool
    first_player: str
    second_player: str


def position_of(match: Match) -> DeblocklePosition:
    """The current position of a match of this game."""
    position = match.position
    assert isinstance(position, DeblocklePosition)
    return position


def game_state(match: Match) -> GameState:
    """The state of a match, as a new object on every call.

    >>> from boardwright.games.deblockle import GAME
    >>> game_state(Match.new(GAME))["game"]["board"][0]["position"]
    {'x': 3, 'y': 5}
    """
    position = position_of(match)
    first, second = match.header.players
    board = [cube_state(cube) for cube in position.cubes]
    return {
        "game": {"phase": position.phase, "active_player": position.active + 1, "board": board},
        "is_finished": match.is_over,
        "first_player": first,
        "second_player": second,
    }


def cube_state(cube: Cube) -> CubeState:
    """The state of one cube."""
    return {
        "player": cube.player,
        "position": {"x": cube.x, "y": cube.y},
        "direction": {"up": cube.up, "front": cube.front, "right": cube.right},
    }
