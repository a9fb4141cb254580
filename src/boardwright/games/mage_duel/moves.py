"""The moves: place the top tile, place any tile with a joker, skip, claim the end; their text and gestures."""

from __future__ import annotations

import re
from functools import cache
from typing import Union

import msgspec

from boardwright.core.gesture import Gesture
from boardwright.core.position import AnyPosition
from boardwright.games.mage_duel.facts import LAYS, SIDES, TILES
from boardwright.games.mage_duel.grid import CELL_NAMES, CELLS, SIZE


class Place(msgspec.Struct, frozen=True, tag="place"):
    """A tile put on a cell after `rotation` clockwise quarter turns.

    >>> str(Place(5, 2, 3, 4)), str(Place(2, 0, 0, 0, joker=True))
    ('CCRR@d5 r2', 'joker RRRR@a1 r0')
    """

    tile: int
    rotation: int
    col: int
    row: int
    joker: bool = False

    def __str__(self) -> str:
        tile = TILES[self.tile] if 0 <= self.tile < len(TILES) else f"tile {self.tile}"
        on_board = 0 <= self.col < SIZE and 0 <= self.row < SIZE
        where = CELL_NAMES[self.col * SIZE + self.row] if on_board else f"({self.col}, {self.row})"
        return f"{'joker ' if self.joker else ''}{tile}@{where} r{self.rotation}"


class Skip(msgspec.Struct, frozen=True, tag="skip"):
    """The top tile goes back and another one is drawn; a second skip in a row ends the game."""

    def __str__(self) -> str:
        return "skip"


class Claim(msgspec.Struct, frozen=True, tag="claim"):
    """Ends a game in which both sides have let their time run out."""

    def __str__(self) -> str:
        return "claim"


Move = Union[Place, Skip, Claim]

SKIP = Skip()
CLAIM = Claim()

EXAMPLES = "`CCRR@d5 r2`, `joker RRRR@a1 r0`, `skip` or `claim`"
_PLACE = re.compile(r"(joker )?([CFR]{4})@([a-h])([1-8]) r([0-3])", re.IGNORECASE | re.ASCII)


@cache
def places(joker: bool) -> tuple[tuple[Place, ...], ...]:
    """Cell -> lay -> the one `Place` for it, so that listing moves makes no objects."""
    return tuple(
        tuple(Place(lay >> 2, lay & 3, *divmod(cell, SIZE), joker) for lay in range(LAYS)) for cell in range(CELLS)
    )


def read_move(text: str) -> Move | None:
    """Reads `str(move)` back, whatever the case; None if the text is not a move.

    >>> read_move("joker rrrr@A1 r0")
    Place(tile=2, rotation=0, col=0, row=0, joker=True)
    """
    plain = text.strip()
    for word in (SKIP, CLAIM):
        if plain.lower() == str(word):
            return word
    found = _PLACE.fullmatch(plain)
    if found is None or found[2].upper() not in TILES:
        return None
    cell = CELL_NAMES.index(found[3].lower() + found[4])
    return places(bool(found[1]))[cell][TILES.index(found[2].upper()) * 4 + int(found[5])]


def gesture(move: Move, position: AnyPosition) -> Gesture:
    """Take the top tile, a joker's tile or a button; turn it; put it on a cell."""
    if not isinstance(move, Place):
        return Gesture(str(move))
    subject = f"joker {TILES[move.tile]}" if move.joker else "top"
    return Gesture(subject, f"r{move.rotation}", CELL_NAMES[move.col * SIZE + move.row])


def describe(move: Move, position: AnyPosition) -> str:
    """The move in words, for speech and for the log."""
    return sentence(move, SIDES[position.actors[0]] if len(position.actors) == 1 else "The first mage")


def sentence(move: Move, side: str) -> str:
    """The move of that side in words.

    >>> sentence(Place(5, 1, 3, 4, joker=True), "Red")
    'Red spends a joker on CCRR, turned right once, on d5.'
    """
    if isinstance(move, Skip):
        return f"{side} skips."
    if isinstance(move, Claim):
        return f"{side} claims the end of the game."
    turns = ("not turned", "turned right once", "turned upside down", "turned left once")[move.rotation]
    how = "spends a joker on" if move.joker else "lays"
    return f"{side} {how} {TILES[move.tile]}, {turns}, on {CELL_NAMES[move.col * SIZE + move.row]}."
