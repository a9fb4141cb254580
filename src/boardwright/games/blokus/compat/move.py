"""Pieces of the box, which can be mirrored and turned; a placement or a pass as the founding document defines it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from boardwright.games.blokus.facts import NAMES, PIECES, TURNS, Cell, Turn, mirrored, quarter_turned
from boardwright.games.blokus.moves import PASS, Placement
from boardwright.games.blokus.moves import BlokusMove as CoreMove


class Piece:
    """One of the 21 pieces, by name; KeyError for any other name.

    `coordinates` are its squares as (row, column). Mirroring and turning give a new piece of the same owner and
    work square by square, without moving the result back to the origin. A piece without an owner may be placed by
    any player who still has a piece of that name.

    >>> Piece("V3").flip().rotate(90).coordinates
    [(0, 0), (0, 1), (1, 1)]
    """

    def __init__(self, name: str, owner: object = None) -> None:
        if name not in PIECES:
            raise KeyError(f"There is no piece {name!r}; there are {', '.join(NAMES)}.")
        self.name = name
        self.owner = owner
        self.coordinates: list[Cell] = list(PIECES[name])
        self.is_placed = False
        self.placed_position: Cell | None = None

    @property
    def size(self) -> int:
        """The number of its squares."""
        return len(self.coordinates)

    def flip(self) -> Piece:
        """Return this piece mirrored left-right: (r, c) becomes (r, -c)."""
        return self._with(mirrored(tuple(self.coordinates)))

    def rotate(self, degrees: int) -> Piece:
        """Return this piece turned counter-clockwise by 90, 180 or 270 degrees: (r, c) becomes (-c, r) each quarter."""
        if degrees not in (90, 180, 270):
            raise ValueError(f"A piece turns by 90, 180 or 270 degrees, not {degrees}.")
        cells = tuple(self.coordinates)
        for _ in range(degrees // 90):
            cells = quarter_turned(cells)
        return self._with(cells)

    def _with(self, cells: tuple[Cell, ...]) -> Piece:
        piece = Piece(self.name, self.owner)
        piece.coordinates = list(cells)
        piece.is_placed = self.is_placed
        piece.placed_position = self.placed_position
        return piece

    def __repr__(self) -> str:
        return f"Piece({self.name!r})"


_BOARD = range(20)
_ROTATIONS = (0, 90, 180, 270)
_PLAYERS = (1, 2, 3, 4)


class Named(Protocol):
    """Anything with the name of a piece. It counts as unplaced unless it has a true `is_placed`."""

    @property
    def name(self) -> str: ...


@dataclass(frozen=True, eq=False, repr=False)
class Move:
    """A placement or a pass of one player. `position` is where the top-left corner of the turned piece's box goes.

    >>> Move(Piece("I1"), (10, 10), 90, 1, flip=True)
    Move(player=1, piece=I1, position=(10, 10), rotation=90°, flip=True)
    >>> Move(None, None, 0, player_id=1, is_pass=True)
    Move(player=1, action=pass)
    """

    piece: Named | None
    position: Cell | None
    rotation: int
    player_id: int
    is_pass: bool = False
    flip: bool = False

    def __post_init__(self) -> None:
        if self.piece is None and not self.is_pass:
            raise ValueError("Move must specify piece unless passing")
        if self.piece is not None and getattr(self.piece, "is_placed", False):
            raise ValueError("Cannot place already-placed piece")
        if self.position is None and not self.is_pass:
            raise ValueError("Move must specify position unless passing")
        if self.position is not None and not _is_on_board(self.position):
            raise ValueError("Position out of board bounds")
        if not is_rotation(self.rotation):
            raise ValueError(f"Invalid rotation: {self.rotation}")
        if not is_player_id(self.player_id):
            raise ValueError(f"Invalid player_id: {self.player_id}")
        if self.is_pass and self.piece is not None:
            raise ValueError("Pass move must not specify piece")
        if self.is_pass and self.position is not None:
            raise ValueError("Pass move must not specify position")

    @property
    def _value(self) -> tuple[object, ...]:
        if self.piece is None or self.position is None:
            return (self.player_id, True)
        return (self.player_id, False, self.piece.name, tuple(self.position), self.rotation, self.flip)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        if self.piece is None or self.position is None:
            return f"Move(player={self.player_id}, action=pass)"
        return (
            f"Move(player={self.player_id}, piece={self.piece.name}, position={tuple(self.position)}, "
            f"rotation={self.rotation}°, flip={self.flip})"
        )

    @classmethod
    def of(cls, move: CoreMove, player_id: int, pieces: Iterable[Piece] = ()) -> Move:
        """Return a move of the game as a Move, with the piece of that name out of `pieces`, else with a fresh one.

        >>> Move.of(Placement("L4", 1, 2, "r90f"), 3)
        Move(player=3, piece=L4, position=(1, 2), rotation=90°, flip=True)
        """
        if not isinstance(move, Placement):
            return cls(None, None, 0, player_id, is_pass=True)
        turn = TURNS[move.turn]
        piece = next((piece for piece in pieces if piece.name == move.piece), None) or Piece(move.piece)
        return cls(piece, (move.row, move.col), turn.rotation, player_id, flip=turn.flip)

    def core(self) -> CoreMove:
        """Return the move as the rules of the game see it, in which turns that give the same shape are one move."""
        if self.piece is None or self.position is None:
            return PASS
        row, col = self.position
        return Placement(self.piece.name, row, col, str(Turn(self.flip, self.rotation)))

    def cells(self) -> set[Cell]:
        """Return the squares it covers; none for a pass."""
        move = self.core()
        return set(move.cells()) if isinstance(move, Placement) else set()

    def canonical(self) -> Move:
        """Return the same placement with the first of the turns that give its shape."""
        move = self.core()
        if not isinstance(move, Placement):
            return self
        turn = TURNS[move.turn]
        return replace(self, rotation=turn.rotation, flip=turn.flip)

    def to_json(self) -> dict[str, Any]:
        """Return all six fields, the piece by its name.

        >>> Move(Piece("L4"), (10, 10), 90, 1, flip=True).to_json()["position"]
        [10, 10]
        """
        return {
            "piece": None if self.piece is None else self.piece.name,
            "position": None if self.position is None else list(self.position),
            "rotation": self.rotation,
            "player_id": self.player_id,
            "is_pass": self.is_pass,
            "flip": self.flip,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | str) -> Move:
        """Read `to_json` or its text back. Older data has no `flip`; a pass needs no `rotation`.

        >>> Move.from_json('{"piece": "L4", "position": [1, 2], "rotation": 90, "player_id": 1}').flip
        False
        """
        read = json.loads(data) if isinstance(data, str) else data
        if not isinstance(read, Mapping):
            raise ValueError(f"A Move is a JSON object, not {read!r}")
        is_pass = _field(read, "is_pass", bool, False)
        name = _field(read, "piece", str, None)
        try:
            piece = None if name is None else Piece(name)
        except KeyError as error:
            raise ValueError(error.args[0]) from None
        return cls(
            piece,
            _position(read.get("position")),
            _field(read, "rotation", int, 0 if is_pass else ...),
            _field(read, "player_id", int, ...),
            is_pass,
            _field(read, "flip", bool, False),
        )


def _field(data: Mapping[str, Any], name: str, kind: type, default: object) -> Any:
    """Return a field of exactly that type (a bool is not an int); `...` as default means that it must be there."""
    value = data.get(name)
    if value is None and (name not in data or default is None):
        if default is ...:
            raise ValueError(f"A Move needs {name!r}")
        return default
    if type(value) is not kind:
        raise ValueError(f"{name!r} of a Move must be {kind.__name__}, not {value!r}")
    return value


def _position(value: object) -> Cell | None:
    if value is None:
        return None
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not all(type(number) is int for number in value):
        raise ValueError(f"'position' of a Move must be [row, column], not {value!r}")
    return (value[0], value[1])


def _is_on_board(position: Cell) -> bool:
    is_pair = isinstance(position, (tuple, list)) and len(position) == 2
    return is_pair and all(type(number) is int and number in _BOARD for number in position)


def is_rotation(rotation: object) -> bool:
    """Return whether that is 0, 90, 180 or 270."""
    return type(rotation) is int and rotation in _ROTATIONS


def is_player_id(player_id: object) -> bool:
    """Return whether that is a color's number, 1 to 4."""
    return type(player_id) is int and player_id in _PLAYERS
