"""The smart contract's interface: many games in one service, called by account names."""

from __future__ import annotations

from typing import Literal, TypedDict, get_args

from boardwright.core.match.match import Match
from boardwright.core.records.record import dump
from boardwright.core.refusal import BoardwrightError
from boardwright.games.deblockle import GAME
from boardwright.games.deblockle.compat.log_lines import accepted_line, board_text, refused_line
from boardwright.games.deblockle.cube import Cube
from boardwright.games.deblockle.facts import LETTERS, NUMBERS
from boardwright.games.deblockle.moves import PASS, CubeMove, DeblockleMove
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import DeblocklePosition


class Point(TypedDict):
    """A square."""

    x: int
    y: int


class Direction(TypedDict):
    """The orientation of a cube."""

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
    """The answer of `game_state`, `make_move` and `pass_move`."""

    game: Board
    is_finished: bool
    first_player: str
    second_player: str


def position_of(match: Match) -> DeblocklePosition:
    """Return the current position of a match of this game."""
    position = match.position
    assert isinstance(position, DeblocklePosition)
    return position


def game_state(match: Match) -> GameState:
    """Return the state of a match, as a new object on every call.

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
    """Return the state of one cube."""
    return {
        "player": cube.player,
        "position": {"x": cube.x, "y": cube.y},
        "direction": {"up": cube.up, "front": cube.front, "right": cube.right},
    }


Variant = Literal["standard", "contract"]
_LAYOUT = "  :-:  \n  |{}|  \n:-:-:-:\n|{}|{}|{}|\n:-:-:-:\n  |{}|  \n  :-:  \n  |{}|  \n  :-:  "


class ContractError(BoardwrightError):
    """A call that was aborted: no result, no log, no change."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class DeblockleContract:
    """A service with any number of games, numbered from 0 in the order of creation.

    `logs` holds what the last call logged. Anyone may call the views; moving and passing is for the account registered
    for the active player, given as `caller`.

    >>> service = DeblockleContract()
    >>> service.create_game("first.testnet", "second.testnet", 3), service.logs
    (0, ['Created Game setup with 3 cubes per player'])
    >>> service.make_move(0, 4, 5, 4, 4, caller="first.testnet")["game"]["active_player"], service.logs[0]
    (2, 'Player 1 Rolls to stop. Roll phase for another player 2.')
    """

    def __init__(self, variant: Variant = "standard") -> None:
        if variant not in get_args(Variant):
            raise ContractError("bad_variant", f"variant must be standard or contract, not {variant!r}.")
        self.logs: list[str] = []
        self._variant: Variant = variant
        self._matches: list[Match] = []

    # views

    def game_state(self, index: int) -> GameState | None:
        """Return the whole state; None if there is no such game."""
        match = self._find(index)
        if match is None:
            return None
        self.logs = ["Game board:", board_text(position_of(match).cubes)]
        return game_state(match)

    def cube_state(self, index: int, x: int, y: int) -> CubeState | None:
        """Return the cube on a square; None if there is no cube or no such square."""
        match = self._match(index)
        _check_integers(x=x, y=y)
        cube = position_of(match).cube_at((x, y))
        if cube is None:
            self.logs = [f"{'no cube at' if (x, y) in NUMBERS else 'illegal'} position ({x},{y})"]
            return None
        self.logs = [layout_text(cube)]
        return cube_state(cube)

    def record(self, index: int) -> bytes:
        """Return the game as a record file, for `boardwright.verify` and `boardwright.load`.

        >>> from boardwright import verify
        >>> service = DeblockleContract()
        >>> verify(service.record(service.create_game("first.testnet", "second.testnet")))
        '0 entries, chain intact; all moves legal; no chance in it'
        """
        return dump(self._match(index))

    # calls

    def create_game(self, first_player: str, second_player: str, num_cubes: int | None = None) -> int:
        """Create a game in the standard set-up, with four cubes each by default, and return its index."""
        self.logs = []
        _check_texts(first_player=first_player, second_player=second_player)
        cubes = 4 if num_cubes is None else num_cubes
        if type(cubes) is not int or cubes not in (1, 2, 3, 4):
            raise ContractError("bad_num_cubes", f"num_cubes must be 1, 2, 3 or 4, not {num_cubes!r}.")
        options = DeblockleOptions(variant=self._variant, cubes=cubes)
        self._matches.append(Match.new(GAME, options=options, players=(first_player, second_player), seed=None))
        self.logs = [f"Created Game setup with {cubes} cubes per player"]
        return len(self._matches) - 1

    def make_move(self, index: int, from_x: int, from_y: int, to_x: int, to_y: int, *, caller: str) -> GameState:
        """Roll or hop, depending on the phase. A move that the rules refuse is logged and changes nothing."""
        match = self._match(index)
        _check_integers(from_x=from_x, from_y=from_y, to_x=to_x, to_y=to_y)
        _check_turn(match, caller)
        for word, x, y in (("from", from_x, from_y), ("to", to_x, to_y)):
            if (x, y) not in NUMBERS:
                text = f"Illegal move attempt {word} ({x},{y}). Coordinates must be in range 1..7"
                raise ContractError("off_board", text)
        self.logs = [_play(match, CubeMove((from_x, from_y), (to_x, to_y))), board_text(position_of(match).cubes)]
        return game_state(match)

    def pass_move(self, index: int, *, caller: str) -> GameState:
        """Give up the rest of the turn."""
        match = self._match(index)
        _check_turn(match, caller)
        self.logs = [_play(match, PASS)]
        return game_state(match)

    def _find(self, index: int) -> Match | None:
        self.logs = []
        _check_integers(index=index)
        return self._matches[index] if 0 <= index < len(self._matches) else None

    def _match(self, index: int) -> Match:
        match = self._find(index)
        if match is None:
            raise ContractError("no_such_game", "Game doesn't exist.")
        return match


def layout_text(cube: Cube) -> str:
    """Return the cube unfolded: front; left, up, right; back; down.

    >>> print(layout_text(Cube(2, 3, 1, 5, 3, 1)))
      :-:
      |L|
    :-:-:-:
    |P|T|S|
    :-:-:-:
      |H|
      :-:
      |X|
      :-:
    """
    return _LAYOUT.format(*(LETTERS[face] for face in cube.net))


def _play(match: Match, move: DeblockleMove) -> str:
    """Play the move if the rules allow it; return the line to log either way."""
    before = position_of(match)
    refusal = before.refusal(move)
    if refusal is not None:
        return refused_line(before, move, refusal.code)
    match.play(move)
    return accepted_line(before, move, position_of(match))


def _check_turn(match: Match, caller: str) -> None:
    _check_texts(caller=caller)
    if caller != match.header.players[position_of(match).active]:
        raise ContractError("not_your_turn", "Wrong player's turn! ")


def _check_integers(**arguments: object) -> None:
    for name, value in arguments.items():
        if type(value) is not int:
            raise ContractError("bad_argument", f"{name} must be an integer, not {value!r}.")


def _check_texts(**arguments: object) -> None:
    """Refuse what is not text that UTF-8 can express, for accounts are part of the record."""
    for name, value in arguments.items():
        if not isinstance(value, str) or value.encode(errors="ignore").decode() != value:
            raise ContractError("bad_argument", f"{name} must be text, not {value!r}.")
