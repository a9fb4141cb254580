"""The moves: place the top tile, place any tile with a joker, skip, claim the end; their text and gestures."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Annotated, TypeAlias

from boardwright.core.gesture import Gesture, Put
from boardwright.core.moves import Flag, Move, Named, Turn
from boardwright.games.mage_duel.facts import LAYS, NO_TILE, TILES, TURNS, edges_text
from boardwright.games.mage_duel.grid import CELL_NAMES, CELLS, SIZE

if TYPE_CHECKING:
    from boardwright.games.mage_duel.position import MageDuelPosition


class Place(Move, frozen=True, cache_hash=True):
    """A tile put on a cell after `rotation` clockwise quarter turns.

    >>> str(Place(5, 2, 3, 4)), str(Place(2, 0, 0, 0, joker=True))
    ('CCRR@d5 r2', 'joker RRRR@a1 r0')
    """

    notation = "{joker} {tile}@{col}{row} r{rotation}"
    examples = "`CCRR@d5 r2`, `joker RRRR@a1 r0`"
    tile: Annotated[int, Named(TILES)]
    rotation: Annotated[int, Turn("0123")]
    col: Annotated[int, Named("abcdefgh")]
    row: Annotated[int, Named("12345678")]
    joker: Annotated[bool, Flag("joker")] = False

    @property
    def cell(self) -> int:
        """The number of the cell."""
        return self.col * SIZE + self.row

    @property
    def lay(self) -> int:
        """The number of the tile as it lies."""
        return self.tile * 4 + self.rotation

    def words(self, position: MageDuelPosition) -> str:
        """Return the move in words, for speech and for hints.

        >>> Place(5, 1, 3, 4, joker=True).words(None)
        'spend a joker on d5: city right and down, road up and left'
        """
        return _words(self)

    def gesture(self, position: MageDuelPosition) -> Gesture:
        """Take the top tile or a joker's tile, turn it, put it on a cell."""
        return _gesture(self)

    @classmethod
    def from_gesture(cls, gesture: Gesture, position: MageDuelPosition) -> Place | None:
        """Read a gesture back; None if there is no such tile, cell or turn.

        >>> Place.from_gesture(Put("joker CCRR", "d5", turn=2), None)
        Place(tile=5, rotation=2, col=3, row=4, joker=True)
        """
        if not isinstance(gesture, Put) or gesture.cell not in CELL_NAMES:
            return None
        tile = position.top if gesture.piece == "top" else _JOKERS.get(gesture.piece, NO_TILE)
        if tile == NO_TILE or not 0 <= gesture.turn < 4 or gesture.flip:
            return None
        return Place(tile, gesture.turn, *divmod(CELL_NAMES.index(gesture.cell), SIZE), gesture.piece != "top")

    @classmethod
    def all(cls, position: MageDuelPosition) -> tuple[Place, ...]:
        """Return every placement, from the deck and then with a joker, each by cell and lay."""
        return tuple(chain(*places(joker=False), *places(joker=True)))


class Skip(Move, frozen=True):
    """skip

    The top tile goes back and another one is drawn; a second skip in a row ends the game.
    """


class Claim(Move, frozen=True):
    """claim the end of the game

    Both sides have let their time run out.
    """


MageDuelMove: TypeAlias = Place | Skip | Claim

SKIP = Skip()
CLAIM = Claim()

_JOKERS = {f"joker {name}": tile for tile, name in enumerate(TILES)}
"""What a joker can become, by its part of the table."""


@cache
def places(joker: bool) -> tuple[tuple[Place, ...], ...]:
    """Cell -> lay -> the one `Place` for it, so that listing moves makes no objects."""
    return tuple(
        tuple(Place(lay >> 2, lay & 3, *divmod(cell, SIZE), joker) for lay in range(LAYS)) for cell in range(CELLS)
    )


@lru_cache(2 * CELLS * LAYS)
def _gesture(move: Place) -> Put:
    piece = f"joker {TILES[move.tile]}" if move.joker else "top"
    return Put(piece, CELL_NAMES[move.cell], move.rotation)


@lru_cache(2 * CELLS * LAYS)
def _words(move: Place) -> str:
    return f"{'spend a joker' if move.joker else 'lay the tile'} {_lay_text(move)}"


def _lay_text(move: Place) -> str:
    shown = [edges_text(move.tile * 4 + rotation) for rotation in range(4)]
    edges = shown[move.rotation]
    turned = "" if shown.index(edges) == move.rotation else TURNS[move.rotation]  # it looks as if turned less
    return f"on {CELL_NAMES[move.cell]}: {edges}{turned}"


def sentence(move: MageDuelMove, side: str) -> str:
    """The move of that side in words.

    >>> sentence(Place(5, 1, 3, 4, joker=True), "Red")
    'Red spends a joker on d5: city right and down, road up and left.'
    """
    if isinstance(move, Skip):
        return f"{side} skips."
    if isinstance(move, Claim):
        return f"{side} claims the end of the game."
    return f"{side} {'spends a joker' if move.joker else 'lays the tile'} {_lay_text(move)}."
