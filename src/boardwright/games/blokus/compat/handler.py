"""Placing step by step: select, mirror, turn, place. People and bots use the same handler."""

from __future__ import annotations

from boardwright.games.blokus.compat.move import Move
from boardwright.games.blokus.compat.piece import Piece
from boardwright.games.blokus.compat.player import Player
from boardwright.games.blokus.compat.rules import BlokusRules
from boardwright.games.blokus.compat.state import GameState
from boardwright.games.blokus.facts import Turn


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
        """Selects an unplaced piece of the player, not turned; False if there is none of that name."""
        piece = self.player.piece(name)
        if piece is None or piece.is_placed:
            return False
        self.selected_piece = piece
        self._turn = Turn(False, 0)
        return True

    def flip_piece(self) -> bool:
        """Mirrors the selection left-right as it is turned now; False without one."""
        if self.selected_piece is None:
            return False
        self._turn = Turn(not self._turn.flip, (360 - self._turn.rotation) % 360)
        return True

    def rotate_piece(self) -> bool:
        """Turns the selection by a quarter, counter-clockwise; False without one."""
        if self.selected_piece is None:
            return False
        self._turn = Turn(self._turn.flip, (self._turn.rotation + 90) % 360)
        return True

    def clear_selection(self) -> None:
        """Drops the selection."""
        self.selected_piece = None
        self._turn = Turn(False, 0)

    def place_piece(self, row: int, col: int) -> tuple[bool, str | None]:
        """Places the selection with the corner of its box at (row, col); returns (False, reason) if refused."""
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
        """Passes, which is legal only when nothing can be placed."""
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
    """Makes a Move with the handler of its player, always in this order: select, mirror, turn, place."""
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
