"""What a player sees: the text board, the picture and the numbers for learning programs are made from this."""

from __future__ import annotations

from boardwright.core.board import Board, Token
from boardwright.core.view import Open

from drop_four.facts import HEIGHT, NAMES, WIDTH
from drop_four.position import DISCS, EMPTY, DropFourPosition


def board(view: Open) -> Board:
    """Seven columns, six rows, and whose turn it is."""
    position: DropFourPosition = view.position
    tokens = {
        name: Token(disc, DISCS.index(disc)) for name, disc in zip(NAMES, position.discs, strict=True) if disc != EMPTY
    }
    return Board(title="Drop Four", columns=WIDTH, rows=HEIGHT, tokens=tokens, lines=(_line(position),))


def _line(position: DropFourPosition) -> str:
    if position.four:
        return f"Four in a row: {', '.join(NAMES[place] for place in position.four)}"
    return f"{DISCS[position.to_move]} to move" if position.actors else "The board is full"
