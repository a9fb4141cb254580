"""Placing by hand: select, mirror, turn, place. People and bots use the same one."""

from __future__ import annotations

from boardwright.games.blokus.compat.move import Move
from boardwright.games.blokus.compat.piece import Piece
from boardwright.games.blokus.compat.player import Player
from boardwright.games.blokus.compat.rules import BlokusRules
from boardwright.games.blokus.compat.state import GameState
from boardwright.games.blokus.facts import Turn


class PlacementHandler:
    """One player's hand over the board.

    Mirroring after a turn equals turning the other way after mirroring, so any order of presses can be written
    as one mirror and then some quarter turns, which is what a Move says.

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
        """How many quarter turns, 0 to 3, after the mirror."""
        return self._turn.rotation // 90

    @property
    def is_flipped(self) -> bool:
        """Whether the selection is mirrored."""
        return self._turn.flip

    def select_piece(self, name: str) -> bool:
        """Takes an unplaced piece of the player's, as it lies in the box; False if there is none of that name."""
        piece = self.player.piece(name)
        if piece is None or piece.is_placed:
            return False
        self.selected_piece = piece
        self._turn = Turn(False, 0)
        return True

    def flip_piece(self) -> bool:
        """Mirrors the selection left-right as it lies now; False without one."""
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
        """Lays the piece back."""
        self.selected_piece = None
        self._turn = Turn(False, 0)

    def place_piece(self, row: int, col: int) -> tuple[bool, str | None]:
        """Places the selection with the corner of its box at (row, col); if refused, says why and changes nothing."""
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
        """Passes, which is possible only when nothing can be placed."""
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
    """Makes a Move by hand, always in this order: select, mirror, turn, place."""
    if move.piece is None or move.position is None:
        return handler.pass_turn()
    if not handler.select_piece(move.piece.name):
        owned = handler.player.piece(move.piece.name) is not None
        return False, "Piece is already placed" if owned else "Player does not own this piece"
    if move.flip:
        handler.flip_piece()
    for _ in range(move.rotation // 90):
        handler.rotate_piece()
    return handler.place_piece(*move.position)
