"""The moves: place the top tile, place any tile with a joker, skip, claim the end; which are legal, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

import msgspec

from boardwright.core.moves import Flag, Move, Named, Turn, anywhere
from boardwright.core.moves.gesture import Gesture, Grouped, Put
from boardwright.core.refusal import Refusal
from boardwright.games.mage_duel import facts
from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.facts import CELL_NAMES, CELLS, FITTING, FITTING_OF, LAYS, NO_TILE, SIZE, TILES, fits

if TYPE_CHECKING:
    from boardwright.games.mage_duel.position import MageDuelPosition
from boardwright.core.game.perft import Perft

T = TypeVar("T")
Rows: TypeAlias = Sequence[Sequence[T]]
"""An entry for every move: a row of lays for each cell from the deck and for each with a joker, then skip and claim."""


class Place(Move, frozen=True, cache_hash=True):
    """A tile put on a cell after `rotation` clockwise quarter turns.

    >>> str(Place(5, 2, 3, 4)), str(Place(2, 0, 0, 0, joker=True))
    ('CCRR@d5 r2', 'joker RRRR@a1 r0')
    """

    notation = "{joker} {tile}@{col}{row} r{rotation}"
    examples = "`CCRR@d5 r2`, `joker RRRR@a1 r0`"
    tile: Annotated[int, Named(TILES)]
    rotation: Annotated[int, Turn("0123")]
    col: Annotated[int, Named(facts.COLUMNS)]
    row: Annotated[int, Named(facts.ROWS)]
    joker: Annotated[bool, Flag("joker")] = False

    @property
    def cell(self) -> int:
        """The number of the cell."""
        return self.col * SIZE + self.row

    @property
    def lay(self) -> int:
        """The number of the tile as it lies."""
        return self.tile * 4 + self.rotation

    @anywhere
    def words(self, position: MageDuelPosition) -> str:
        """Return the move in words, for speech and for hints.

        >>> Place(5, 1, 3, 4, joker=True).words(None)
        'spend a joker on d5: city right and down, road up and left'
        """
        return f"{'spend a joker' if self.joker else 'lay the tile'} {self.lay_text}"

    @property
    def lay_text(self) -> str:
        """The cell and the tile as it lies, in words."""
        return f"on {CELL_NAMES[self.cell]}: {facts.turned_text(self.lay)}"

    @anywhere
    def gesture(self, position: MageDuelPosition) -> Gesture:
        """Take the top tile or a joker's tile, turn it, put it on a cell."""
        return Put(f"joker {TILES[self.tile]}" if self.joker else "top", CELL_NAMES[self.cell], self.rotation)

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
"""The tiles that a joker can become, by its part of the table."""


@cache
def places(joker: bool) -> tuple[tuple[Place, ...], ...]:
    """Return, by cell and lay, the one `Place` for it, so that listing moves makes no objects."""
    return tuple(
        tuple(Place(lay >> 2, lay & 3, *divmod(cell, SIZE), joker) for lay in range(LAYS)) for cell in range(CELLS)
    )


class LegalMoves(msgspec.Struct, Grouped, frozen=True):
    """Placements of the top tile, then joker placements (both cell by cell), then skip, then claim.

    `joker` is whether the seat has one, `acts` whether it may place and skip, `claims` whether it may claim the end.
    """

    board: Board
    top: int
    joker: bool
    acts: bool
    claims: bool

    def __len__(self) -> int:
        if not self.acts:
            return int(self.claims)
        frames = self.board.frames
        jokers = sum(frames.translate(facts.JOKER_COUNTS)) if self.joker else 0
        return sum(frames.translate(facts.COUNTS[self.top])) + jokers + 1 + self.claims

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Place):
            return self.acts and unplaceable(move, self.board, self.top, self.joker) is None
        return (self.acts and isinstance(move, Skip)) or (self.claims and isinstance(move, Claim))

    def __iter__(self) -> Iterator[MageDuelMove]:
        return iter(self.listed(_moves()))

    def listed(self, rows: Rows[T]) -> list[T]:
        """Return the entries of these moves, in their order."""
        found: list[T] = []
        skip, claim, *_ = rows[-1]
        if self.acts:
            found = fitting(self.board.frames, FITTING_OF[self.top], rows)
            if self.joker:
                found += fitting(self.board.frames, FITTING, rows[CELLS:])
            found.append(skip)
        if self.claims:
            found.append(claim)
        return found

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the cells."""
        return CELL_NAMES

    def groups(self) -> Iterator[tuple[MageDuelMove, list[int]]]:
        """Return a group for each lay of the top tile and of a joker, and one for each button."""
        found: dict[MageDuelMove, list[int]] = {}
        for move, cells in self.listed(_grouped()):
            found.setdefault(move, []).extend(cells)
        return iter(found.items())


def fitting(frames: bytes, lays: Sequence[Sequence[int]], rows: Rows[T]) -> list[T]:
    """Return the entries of the lays that fit, given those by frame."""
    return [row[lay] for row, frame in zip(rows, frames, strict=False) if frame for lay in lays[frame]]


@cache
def _moves() -> Rows[MageDuelMove]:
    return (*places(joker=False), *places(joker=True), (SKIP, CLAIM))


@cache
def _grouped() -> Rows[tuple[MageDuelMove, tuple[int, ...]]]:
    """Return for each move the one that stands for its group, and its cell."""
    lays = (places(joker)[0] for joker in (False, True))
    rows = ([(move, (cell,)) for move in row] for row in lays for cell in range(CELLS))
    return (*rows, ((SKIP, ()), (CLAIM, ())))


def unplaceable(move: Place, board: Board, top: int, jokers: int) -> Refusal | None:
    """Return why a side that may act and has `jokers` jokers cannot lay this tile there; None if it can.

    The order of the checks is part of the rules.
    """
    if move.joker and not jokers:
        return Refusal("not_enough_jokers", "No joker is left.")
    if not move.joker and top == NO_TILE:
        return Refusal("no_tile", "There are no tiles in the deck; a joker or a skip is possible.")
    if not move.joker and move.tile != top:
        return Refusal("not_top_tile", f"The top tile is {TILES[top]}; any other needs a joker.", ("top",))
    if not 0 <= move.tile < NO_TILE:
        return Refusal("bad_tile", f"There is no tile {move.tile}; tiles are 0 to {NO_TILE - 1}.")
    if not 0 <= move.rotation < 4:
        return Refusal("bad_rotation", f"Rotation {move.rotation} is not one of 0 to 3 quarter turns.")
    if not (0 <= move.col < SIZE and 0 <= move.row < SIZE):
        return Refusal("out_of_bounds", f"Column {move.col}, row {move.row} is off the board; both are 0 to 7.")
    frame = board.frames[move.cell]
    if fits(move.lay, frame):
        return None
    name, names = CELL_NAMES[move.cell], facts.FACE_NAMES
    if move.cell in board.order:
        return Refusal("occupied", f"There is a tile on {name} already.", (name,))
    for edge, face in enumerate(facts.FACES[move.lay]):
        faced = frame >> 2 * edge & 3
        if faced and faced != face:
            touch = f"its {facts.EDGE_NAMES[edge]} edge, a {names[face]}, would touch a {names[faced]}"
            return Refusal("edge_mismatch", f"On {name} {touch}.", (name,))
    text = f"On {name} no edge would touch a tile, a border city or a border road."
    return Refusal("not_connected", text, (name,))


_ONE = ("C7", "R3", "C11", "R9", "C23", "R21", "C26", "R24", "CCFF")
_TWO = ("C5", "R1", "C14", "R8", "C21", "R19", "C28", "R29", "CFCF")


def perfts() -> tuple[Perft, ...]:
    """Return the first moves of both sides on two borders, and all pairs of first moves with the draws between."""
    return (
        Perft(depth=1, count=2 * 209, after=_ONE),
        Perft(depth=1, count=2 * 265, after=_TWO),
        Perft(depth=3, count=1958, after=_ONE, options={"joker_number": 0}),
    )
