"""The smart contract's interface: many games in one service, called by account names, answered in its JSON shapes.

It is a door, not an engine: every rule is asked of the position.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from boardwright.core.refusal import BoardwrightError, IllegalMove
from boardwright.games.deblockle.compat.lines import accepted_line, refused_line
from boardwright.games.deblockle.cube import Cube
from boardwright.games.deblockle.facts import is_on_board
from boardwright.games.deblockle.moves import PASS, Move, Step
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import DeblocklePosition
from boardwright.games.deblockle.setup import begin
from boardwright.games.deblockle.text import board_text, layout_text


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
    """What `game_state`, `make_move` and `pass_move` return; its keys keep this order."""

    game: Board
    is_finished: bool
    first_player: str
    second_player: str


class ContractError(BoardwrightError):
    """A call that was aborted: no result, no log, no change."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class DeblockleContract:
    """A service with any number of games, numbered from 0 as they are created.

    `logs` holds what the last call logged. Views are for anyone; moving and passing is for the account registered for
    the active player, given as `caller`.

    >>> service = DeblockleContract()
    >>> service.create_game("first.testnet", "second.testnet", 3), service.logs
    (0, ['Created Game setup with 3 cubes per player'])
    >>> service.make_move(0, 4, 5, 4, 4, caller="first.testnet")["game"]["active_player"], service.logs[0]
    (2, 'Player 1 Rolls to stop. Roll phase for another player 2.')
    """

    def __init__(self, variant: Literal["standard", "contract"] = "standard") -> None:
        self.logs: list[str] = []
        self._variant: Literal["standard", "contract"] = variant
        self._positions: list[DeblocklePosition] = []
        self._accounts: list[tuple[str, str]] = []

    # views

    def game_state(self, index: int) -> GameState | None:
        """The whole state, or None when there is no such game."""
        self.logs = []
        if not self._exists(index):
            return None
        self.logs = ["Game board:", board_text(self._positions[index].cubes)]
        return self._state(index)

    def cube_state(self, index: int, x: int, y: int) -> CubeState | None:
        """The cube on a square, or None."""
        self.logs = []
        position = self._position(index)
        if not is_on_board((x, y)):
            self.logs = [f"illegal position ({x},{y})"]
            return None
        cube = position.cube_at((x, y))
        if cube is None:
            self.logs = [f"no cube at position ({x},{y})"]
            return None
        self.logs = [layout_text(cube)]
        return _cube_state(cube)

    # calls

    def create_game(self, first_player: str, second_player: str, num_cubes: int | None = None) -> int:
        """A new game in the standard set-up, with four cubes a side unless told otherwise; returns its index."""
        self.logs = []
        cubes = 4 if num_cubes is None else num_cubes
        if isinstance(cubes, bool) or cubes not in (1, 2, 3, 4):
            raise ContractError("bad_num_cubes", f"num_cubes must be 1, 2, 3 or 4, not {num_cubes!r}.")
        self._positions.append(begin(DeblockleOptions(variant=self._variant, cubes=cubes)))
        self._accounts.append((first_player, second_player))
        self.logs = [f"Created Game setup with {cubes} cubes per player"]
        return len(self._positions) - 1

    def make_move(self, index: int, from_x: int, from_y: int, to_x: int, to_y: int, *, caller: str) -> GameState:
        """Rolls or hops, as the phase says. A move the rules refuse is logged and leaves the state as it was."""
        self._check_turn(index, caller)
        for word, x, y in (("from", from_x, from_y), ("to", to_x, to_y)):
            if not is_on_board((x, y)):
                text = f"Illegal move attempt {word} ({x},{y}). Coordinates must be in range 1..7"
                raise ContractError("off_board", text)
        self._try(index, Step((from_x, from_y), (to_x, to_y)))
        self.logs.append(board_text(self._positions[index].cubes))
        return self._state(index)

    def pass_move(self, index: int, *, caller: str) -> GameState:
        """Gives up the rest of the turn."""
        self._check_turn(index, caller)
        self._try(index, PASS)
        return self._state(index)

    def _check_turn(self, index: int, caller: str) -> None:
        self.logs = []
        position = self._position(index)
        if caller != self._accounts[index][position.active]:
            raise ContractError("not_your_turn", "Wrong player's turn! ")

    def _try(self, index: int, move: Move) -> None:
        position = self._positions[index]
        try:
            after = position.play(move)
        except IllegalMove as error:
            line = refused_line(position, move, error.refusal.code)
        else:
            self._positions[index] = after
            line = accepted_line(after)
        self.logs = [] if line is None else [line]

    def _exists(self, index: int) -> bool:
        return 0 <= index < len(self._positions)

    def _position(self, index: int) -> DeblocklePosition:
        if not self._exists(index):
            raise ContractError("no_such_game", "Game doesn't exist.")
        return self._positions[index]

    def _state(self, index: int) -> GameState:
        position = self._positions[index]
        first, second = self._accounts[index]
        board = [_cube_state(cube) for cube in position.cubes]
        return {
            "game": {"phase": position.phase, "active_player": position.active + 1, "board": board},
            "is_finished": position.phase == "End",
            "first_player": first,
            "second_player": second,
        }


def _cube_state(cube: Cube) -> CubeState:
    return {
        "player": cube.player,
        "position": {"x": cube.x, "y": cube.y},
        "direction": {"up": cube.up, "front": cube.front, "right": cube.right},
    }
