"""A board with what stands on it, drawn, written and counted."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from boardwright.core.ansi import paint
from boardwright.core.layout.art import piece_art
from boardwright.core.layout.board import Board, Point
from boardwright.core.layout.pieces import COLORS, PAINTS, Piece
from boardwright.core.layout.zones import PIECE, Zone, piece_numbers
from boardwright.core.picture import Shape, circle, group, part, path, polygon, words

BOARD_WIDTH = 560
_LABEL, _MARGIN, _GAP = 20, 34, 0.035


class BoardZone(Zone, frozen=True, kw_only=True):
    """A board, pieces by the places they stand on, and what can be pressed: cells, edges, corners.

    `tints` colors cells by seats, `rims` the border along cells: `((seat, cells), …)`.
    """

    width: ClassVar[int] = BOARD_WIDTH

    board: Board
    pieces: Mapping[str, Piece]
    press: Collection[str] = ("cells",)
    tints: Mapping[str, int] = {}
    rims: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def unit(self) -> float:
        """The width of a cell in the picture."""
        return unit_of(self.board)

    @property
    def scale(self) -> float:
        """How large pieces are drawn, for `Supply`."""
        return self.unit / 100

    def height(self) -> float:
        """As high as the board at full width."""
        return self.board.size[1] * self.unit + _MARGIN * (1.5 if self.board.labels else 1)

    def shapes(self) -> list[Shape]:
        """Rims, cells, labels, then what lies on edges and corners."""
        board = self.board
        rims = [rim for seat, cells in self.rims for rim in _rim(board, seat, cells)]
        roads = [_road(board, edge) for edge in board.edges] if board.is_round else []
        cells = [_cell(board, cell, self.pieces.get(cell), self.tints.get(cell)) for cell in board.cells]
        over = [
            _over(board, place, self.pieces.get(place), kind in self.press)
            for kind in ("edges", "corners")
            for place in getattr(board, kind)
            if kind in self.press or place in self.pieces
        ]
        return [*rims, *roads, *cells, *_labels(board), *over]

    def text(self, *, color: bool = False) -> str:
        """The cells as the board writes them, and a line with what lies on edges and corners."""
        letters = {place: _letter(piece, color) for place, piece in self.pieces.items()}
        rest = [
            f"{place}{'' if piece.look != 'wall' else 'hv'[piece.turn % 2]} {piece.words}"
            for place, piece in sorted(self.pieces.items())
            if place not in self.board.outlines
        ]
        return "\n".join([self.board.text(letters), *([", ".join(rest)] if rest else [])])

    def _places(self) -> list[str]:
        kinds = ("cells", *(kind for kind in ("edges", "corners") if kind in self.press))
        return [place for kind in kinds for place in getattr(self.board, kind)]

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """The pieces, place by place."""
        return [(place, PIECE, seats + 2) for place in self._places()]

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """Whose each piece is, and what it is."""
        return [number for place in self._places() for number in piece_numbers(self.pieces.get(place), seat, seats)]


def unit_of(board: Board) -> float:
    """The width of a cell in the picture of a board."""
    return min(110.0, (BOARD_WIDTH - 2 * _MARGIN) / board.size[0])


def _spot(board: Board, point: Point) -> Point:
    unit = unit_of(board)
    left = (BOARD_WIDTH - board.size[0] * unit) / 2
    top = _MARGIN if board.labels else _MARGIN / 2
    return left + point[0] * unit, top + point[1] * unit


def _letter(piece: Piece, color: bool) -> str:
    styles = () if piece.seat is None else (PAINTS[piece.seat % len(PAINTS)], "bold")
    return paint(f"{piece.letter:>3}", *styles, color=color)


@part
def _cell(board: Board, cell: str, piece: Piece | None, tint: int | None) -> Shape:
    x, y = _spot(board, board.centers[cell])
    unit = unit_of(board)
    inner = [_toward(_spot(board, point), (x, y)) for point in board.outlines[cell]]
    fill = "#fbf5e6" if tint is None else COLORS[tint % len(COLORS)]
    look: dict[str, Any] = {"stroke": "#cbbd9c", "stroke_width": 1.5, "stroke_linejoin": "round"}
    if tint is not None:
        look |= {"fill_opacity": 0.28}
    shapes = [path(polygon(inner), css="outline" if tint is not None else "outline lay-cell", fill=fill, **look)]
    if board.is_round:
        shapes.append(words(x, y + unit * 0.56, cell, _LABEL, css="lay-ink", fill="#3c3523"))
    if piece is not None:
        shapes.append(
            group(piece_art(piece), css="held", transform=f"translate({x:.2f} {y:.2f}) scale({unit / 100:.4f})")
        )
    label = f"{cell}, {'empty' if piece is None else piece.words}"
    return group(shapes, name=cell, label=label)


def _toward(point: Point, center: Point) -> Point:
    return point[0] + (center[0] - point[0]) * _GAP * 2, point[1] + (center[1] - point[1]) * _GAP * 2


@part
def _over(board: Board, place: str, piece: Piece | None, is_pressed: bool) -> Shape:
    """An edge or a corner: a transparent spot to press, and what lies there."""
    x, y = _spot(board, board.centers[place])
    unit = unit_of(board)
    shapes = [circle(x, y, unit * 0.3, css="outline", fill_opacity=0)] if is_pressed else []
    if piece is not None:
        turn = f" rotate({_slope(board, place)})" if place in board.edges else ""
        shapes.append(group(piece_art(piece), transform=f"translate({x:.2f} {y:.2f}){turn} scale({unit / 100:.4f})"))
    label = f"{place}, {'free' if piece is None else piece.words}"
    return group(shapes, name=place if is_pressed else "", label=label if is_pressed else "")


def _slope(board: Board, edge: str) -> int:
    (x1, y1), (x2, y2) = board.side(edge)
    return 90 if abs(x1 - x2) < abs(y1 - y2) else 0


@part
def _road(board: Board, edge: str) -> Shape:
    one, other = (_spot(board, point) for point in board.side(edge))
    return path(polygon([one, other]), stroke="#a9987a", stroke_width=7, stroke_linecap="round", fill="none")


@part
def _labels(board: Board) -> list[Shape]:
    spots = [(text, _spot(board, point)) for text, point in board.labels]
    return [words(x, y, text, _LABEL, css="lay-ink", fill="#6f6550") for text, (x, y) in spots]


@part
def _rim(board: Board, seat: int, cells: tuple[str, ...]) -> list[Shape]:
    """The border along those cells, on the side that faces away from the board's middle."""
    middle = board.size[0] / 2, board.size[1] / 2
    mean_x = sum(board.centers[cell][0] for cell in cells) / len(cells) - middle[0]
    mean_y = sum(board.centers[cell][1] for cell in cells) / len(cells) - middle[1]
    found = []
    for cell in cells:
        x, y = board.centers[cell]
        for (x1, y1), (x2, y2) in board.border(cell):
            if ((x1 + x2) / 2 - x) * mean_x + ((y1 + y2) / 2 - y) * mean_y > 0.1 * (abs(mean_x) + abs(mean_y)):
                line = polygon([_spot(board, (x1, y1)), _spot(board, (x2, y2))])
                look: dict[str, Any] = {"stroke_width": unit_of(board) * 0.26, "stroke_linecap": "round"}
                found.append(path(line, stroke=COLORS[seat % len(COLORS)], fill="none", **look))
    return found
