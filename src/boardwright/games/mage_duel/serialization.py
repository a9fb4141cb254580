"""Reading a stored position back, and refusing what no duel could have stored."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions
from boardwright.games.mage_duel.board import Board, board_of
from boardwright.games.mage_duel.border import is_complete, read_border
from boardwright.games.mage_duel.facts import NO_TILE
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition

_Cell = Annotated[int, Meta(ge=0, le=63)]
_Tile = Annotated[int, Meta(ge=0, lt=NO_TILE)]
_Count = Annotated[int, Meta(ge=0)]
_Side = Literal[0, 1]


class Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as JSON: the border and the tiles in the order of play say what the board is."""

    options: MageDuelOptions
    border: Annotated[str, Meta(pattern="^[MCR]{32}$")]
    laid: list[tuple[_Cell, _Tile, Annotated[int, Meta(ge=0, le=3)], _Side]]
    deck: list[_Tile]
    top: Annotated[int, Meta(ge=0, le=NO_TILE)]
    jokers: tuple[_Count, _Count]
    last_side: _Side | None
    last_skipped: bool
    moves_done: _Count
    updated: _Count | None
    drawing: bool
    reason: Literal["", "exhausted", "full_board", "double_skip", "timeout_claim"]


def restore(data: JSON) -> MageDuelPosition:
    """The position that `encode` wrote; BadOptions for anything else."""
    try:
        stored = msgspec.convert(data, Stored)
    except (msgspec.ValidationError, ValueError) as error:
        raise BadOptions(f"This is no stored Mage Duel position: {error}.") from None
    board = _board(stored)
    return MageDuelPosition(
        stored.options,
        board.settled()[0] if stored.reason and not stored.drawing else board,
        bytes(stored.deck),
        stored.top,
        stored.jokers,
        stored.last_side,
        stored.last_skipped,
        stored.moves_done,
        stored.updated,
        stored.drawing,
        stored.reason,
    )


def _board(stored: Stored) -> Board:
    border = read_border(stored.border)
    board = board_of(border, ((cell, tile * 4 + turns, side) for cell, tile, turns, side in stored.laid))
    if board is None:
        raise BadOptions("This is no stored Mage Duel position: two tiles, or a tile and the border, do not match.")
    bare = not is_complete(border, stored.options.edges)
    if bare and (stored.laid or stored.moves_done or not stored.drawing):
        raise BadOptions("This is no stored Mage Duel position: play has begun on an unfinished border.")
    if stored.drawing and not stored.deck:
        raise BadOptions("This is no stored Mage Duel position: there is no tile to draw.")
    return board
