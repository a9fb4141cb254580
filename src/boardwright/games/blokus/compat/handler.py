"""The rules by the names of the document; placing step by step, with the same handler for people and bots."""

from __future__ import annotations

from msgspec.structs import replace

from boardwright.core.refusal import IllegalMove
from boardwright.games.blokus.compat.move import Move, Piece, is_rotation
from boardwright.games.blokus.compat.player import Player
from boardwright.games.blokus.compat.state import GameState
from boardwright.games.blokus.facts import NUMBER, SHAPE_OF_CELLS, Cell, Turn, at_origin


class BlokusRules:
    """The checks that the founding document names; the rules behind them are those of the game."""

    @staticmethod
    def get_valid_moves(game_state: GameState, player_id: int, piece: Piece) -> list[Cell]:
        """Return all positions of the piece, turned as it is handed over, that the placement rules allow that player.

        >>> state = GameState("classic", [Player(number, "gray") for number in (1, 2, 3, 4)])
        >>> BlokusRules.get_valid_moves(state, 3, Piece("I2"))
        [(18, 19)]
        """
        if _player(game_state, player_id).objection(piece) is not None:
            return []
        position = game_state.position
        board = position.variant.board
        state = position.states[list(game_state.players).index(player_id)]
        anchors = replace(state, hand=1 << NUMBER[piece.name]).find(board, position.taken)
        return list(board.cells(anchors.get(SHAPE_OF_CELLS[at_origin(piece.coordinates)], 0)))

    @staticmethod
    def validate(game_state: GameState, move: Move) -> None:
        """Raise ValueError if the move may not be made now: IllegalMove, with its refusal, where a rule forbids it."""
        player = _player(game_state, move.player_id)
        if move.piece is not None and move.position is not None:
            objection = player.objection(move.piece)
            if objection is not None:
                raise ValueError(objection)
            if not game_state.position.variant.board.has(move.position):
                raise ValueError("Position out of bounds")
        if not is_rotation(move.rotation):
            raise ValueError("Invalid rotation")
        refusal = game_state.refusal(move)
        if refusal is not None:
            raise IllegalMove(refusal)


def _player(game_state: GameState, player_id: int) -> Player:
    if player_id not in game_state.players:
        raise ValueError(f"Invalid player_id: {player_id}")
    return game_state.players[player_id]


class PlacementHandler:
    """The piece that a player has selected, and how it is turned.

    Mirroring after a turn equals turning the other way after mirroring, so any order of calls can be written
    as one mirror and then some quarter turns, which are the fields of a Move.

    >>> state = GameState("opposite", [Player(1, "blue"), Player(3, "green")])
    >>> handler = PlacementHandler(state, state.players[1])
    >>> handler.select_piece("L4"), handler.rotate_piece(), handler.flip_piece()
    (True, True, True)
    >>> handler.rotation_count, handler.is_flipped, handler.place_piece(0, 0)
    (3, True, (True, None))
    """

    def __init__(self, game_state: GameState, player: Player) -> None:
        self.game_state = game_state
        self.player = player
        self.selected_piece: Piece | None = None
        self._turn = Turn(False, 0)

    @property
    def rotation_count(self) -> int:
        """The number of quarter turns, 0 to 3, after the mirror."""
        return self._turn.rotation // 90

    @property
    def is_flipped(self) -> bool:
        """Whether the selection is mirrored."""
        return self._turn.flip

    def select_piece(self, name: str) -> bool:
        """Select an unplaced piece of the player, not turned; False if there is none of that name."""
        piece = self.player.piece(name)
        if piece is None or piece.is_placed:
            return False
        self.selected_piece = piece
        self._turn = Turn(False, 0)
        return True

    def flip_piece(self) -> bool:
        """Mirror the selection left-right as it is turned now; False without one."""
        if self.selected_piece is None:
            return False
        self._turn = Turn(not self._turn.flip, (360 - self._turn.rotation) % 360)
        return True

    def rotate_piece(self) -> bool:
        """Turn the selection by a quarter, counter-clockwise; False without one."""
        if self.selected_piece is None:
            return False
        self._turn = Turn(self._turn.flip, (self._turn.rotation + 90) % 360)
        return True

    def clear_selection(self) -> None:
        """Drop the selection."""
        self.selected_piece = None
        self._turn = Turn(False, 0)

    def place_piece(self, row: int, col: int) -> tuple[bool, str | None]:
        """Place the selection with the corner of its box at (row, col); return (False, reason) if refused."""
        if self.selected_piece is None:
            return False, "No piece selected"
        try:
            move = Move(
                self.selected_piece, (row, col), self._turn.rotation, self.player.player_id, flip=self._turn.flip
            )
        except ValueError as error:
            return False, str(error)
        return self._make(move)

    def pass_turn(self) -> tuple[bool, str | None]:
        """Pass, which is legal only when nothing can be placed."""
        return self._make(Move(None, None, 0, self.player.player_id, is_pass=True))

    def _make(self, move: Move) -> tuple[bool, str | None]:
        try:
            BlokusRules.validate(self.game_state, move)
        except ValueError as error:
            return False, str(error)
        self.game_state.apply(move)
        self.clear_selection()
        return True, None


def execute(move: Move, handler: PlacementHandler) -> tuple[bool, str | None]:
    """Make a Move with the handler of its player, always in this order: select, mirror, turn, place."""
    player = handler.player
    if move.player_id != player.player_id:
        return False, f"This is a move of player {move.player_id}, not of player {player.player_id}"
    if move.piece is None or move.position is None:
        return handler.pass_turn()
    objection = player.objection(move.piece)
    if objection is not None:
        return False, objection
    handler.select_piece(move.piece.name)
    if move.flip:
        handler.flip_piece()
    for _ in range(move.rotation // 90):
        handler.rotate_piece()
    return handler.place_piece(*move.position)
