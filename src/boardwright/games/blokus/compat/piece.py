"""A piece of the box, which can be mirrored and turned."""

from __future__ import annotations

from boardwright.games.blokus.facts import NAMES, PIECES, Cell, mirrored, quarter_turned


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
        """How many squares it has."""
        return len(self.coordinates)

    def flip(self) -> Piece:
        """This piece mirrored left-right: (r, c) becomes (r, -c)."""
        return self._with(mirrored(tuple(self.coordinates)))

    def rotate(self, degrees: int) -> Piece:
        """This piece turned counter-clockwise by 90, 180 or 270 degrees: (r, c) becomes (-c, r) each quarter."""
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
