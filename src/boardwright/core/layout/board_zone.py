"""A board with what stands on it, shown, written and counted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache, partial
from math import atan2, degrees
from typing import Any

from boardwright.core.drawing.ansi import paint
from boardwright.core.drawing.picture import Shape, group, part, path, polygon, words
from boardwright.core.drawing.symbol import Drawing, Symbol
from boardwright.core.layout.art import piece_art
from boardwright.core.layout.board import Board, Point
from boardwright.core.layout.frame import Frame, Letters, Spot
from boardwright.core.layout.pieces import COLORS, PIECE, Piece, piece_numbers
from boardwright.core.layout.zone import Field, Role, Zone

UNIT = 100
"""The width of a cell in the drawings of boards and pieces."""
_LABEL, _MARGIN, _GAP = 28, 52, 0.035
_HIT = "M-30 0a30 30 0 1 0 60 0a30 30 0 1 0 -60 0z"
"""The part of an edge or a corner that can be pressed."""
Rims = tuple[tuple[int, tuple[str, ...]], ...]
_FRAMES = 256


class BoardZone(Zone, frozen=True, kw_only=True):
    """A board, pieces by the places they stand on, and what can be pressed: cells, edges, corners.

    `tints` are colors of cells, or the seats in whose color they are; `rims` color the border along cells:
    `((seat, cells), …)`. What walls and roads lie along are edges.
    """

    board: Board
    pieces: Mapping[str, Piece]
    press: Collection[str] = ("cells",)
    tints: Mapping[str, int | str] = {}
    rims: Rims = ()
    title: str = ""

    def shown(self) -> Field:
        """Return a symbol for each cell, then for the edges and corners that are pressed or taken."""
        pieces, tints = self.pieces, self.tints
        frame = _frame(self.board, tuple(self.press), self.rims)
        edges, outlines = frozenset(self.board.edges), frame.outlines
        cells = [
            _stone(
                pieces.get(spot.name),
                tints.get(spot.name),
                outlines[spot.outline] if spot.name in tints else "",
                _slope(self.board, spot.name, pieces[spot.name]) if spot.name in pieces and spot.name in edges else 0,
            )
            for spot in frame.spots
        ]
        return Field(role=Role.BOARD, title=self.title, frame=frame, cells=tuple(cells), over=self._over())

    def _over(self) -> Drawing | None:
        """Return what lies on edges and corners that cannot be pressed."""
        kinds = [kind for kind in ("edges", "corners") if kind not in self.press]
        places = [place for kind in kinds for place in getattr(self.board, kind) if place in self.pieces]
        shapes = [_above(self.board, place, self.pieces[place]) for place in places]
        return Drawing(shapes) if shapes else None

    def text(self, *, color: bool = False) -> str:
        """Return the cells as the board writes them, and a line with what lies on edges and corners."""
        letters = {
            place: paint(f"{piece.letter:>3}", *piece.styles, color=color) for place, piece in self.pieces.items()
        }
        rest = [
            f"{place}{'' if piece.look != 'wall' else 'hv'[piece.turn % 2]} {piece.words}"
            for place, piece in sorted(self.pieces.items())
            if place not in self.board.outlines
        ]
        head = [self.title] if self.title else []
        return "\n".join([*head, self.board.text(letters), *([", ".join(rest)] if rest else [])])

    def _places(self) -> list[str]:
        kinds = ("cells", *(kind for kind in ("edges", "corners") if kind in self.press))
        return [place for kind in kinds for place in getattr(self.board, kind)]

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """Return the pieces, place by place."""
        return [(place, PIECE, seats + 2) for place in self._places()]

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """Return the board as numbers: whose the piece on each place is, and what it is."""
        return [number for place in self._places() for number in piece_numbers(self.pieces.get(place), seat, seats)]


@lru_cache(_FRAMES)
def _frame(board: Board, press: tuple[str, ...], rims: Rims) -> Frame:
    """Return the cells of a board, then the edges and corners that are pressed, each with its origin in its middle."""
    outlines: dict[str, int] = {}
    spots = []
    for cell in board.cells:
        x, y = board.centers[cell]
        inner = [
            ((px - x) * (1 - 2 * _GAP) * UNIT, (py - y) * (1 - 2 * _GAP) * UNIT) for px, py in board.outlines[cell]
        ]
        number = outlines.setdefault(polygon(inner), len(outlines))
        spots.append(Spot(cell, round(x * UNIT, 1), round(y * UNIT, 1), number))
    for kind in ("edges", "corners"):
        if kind in press:
            number = outlines.setdefault(_HIT, len(outlines))
            centers = [(place, *board.centers[place]) for place in getattr(board, kind)]
            spots += [Spot(place, round(x * UNIT, 1), round(y * UNIT, 1), number) for place, x, y in centers]
    known = tuple(outlines)
    look: dict[str, Any] = {"stroke": "#cbbd9c", "stroke_width": 2.5, "stroke_linejoin": "round"}
    cells = [
        path(known[spot.outline], css="lay-cell", fill="#fbf5e6", transform=f"translate({spot.x:g} {spot.y:g})", **look)
        for spot in spots[: len(board.cells)]
    ]
    roads = [_road(board, edge) for edge in board.edges] if board.is_round else []
    edges = [shape for seat, names in rims for shape in _rim(board, seat, names)]
    ground = (*edges, *roads, *cells, *_labels(board))
    margin = _MARGIN if board.labels or rims else _MARGIN / 4
    wide, high = (side * UNIT for side in board.size)
    below = _MARGIN if board.is_round or rims else _MARGIN / 4
    box = (-margin, -margin, wide + margin + below, high + margin + below)
    return Frame(spots, known, box, partial(_written, board), ground=ground)


def _written(board: Board, letters: Letters) -> str:
    return board.text({name: f"{lines[0]:>3}" for name, lines in letters.items()})


@part
def _stone(piece: Piece | None, tint: int | str | None, outline: str, slope: int) -> Symbol:
    """Return the symbol of a piece on its place, perhaps on a tinted cell."""
    shapes = []
    if tint is not None:
        color = tint if isinstance(tint, str) else COLORS[tint % len(COLORS)]
        shapes.append(path(outline, fill=color, fill_opacity=0.28))
    if piece is not None:
        turn = f"rotate({slope})" if slope else ""
        shapes.append(group(piece_art(piece), css="held", transform=turn))
    box = -UNIT / 2, -UNIT / 2, UNIT, UNIT
    if piece is None:
        return Symbol(shapes, box, words="empty")
    return Symbol(shapes, box, words=piece.words, letter=piece.letter, styles=piece.styles)


@part
def _above(board: Board, place: str, piece: Piece) -> Shape:
    x, y = board.centers[place]
    slope = _slope(board, place, piece) if place in board.edges else 0
    turn = f" rotate({slope})" if slope else ""
    return group(piece_art(piece), transform=f"translate({x * UNIT:g} {y * UNIT:g}){turn}")


def _slope(board: Board, edge: str, piece: Piece) -> int:
    """Return by how many degrees a piece is turned to lie along an edge; most stand upright on it."""
    if piece.look not in ("wall", "road"):
        return 0
    (x1, y1), (x2, y2) = board.side(edge)
    return round(degrees(atan2(y2 - y1, x2 - x1))) % 180


def _point(point: Point) -> Point:
    return point[0] * UNIT, point[1] * UNIT


def _road(board: Board, edge: str) -> Shape:
    one, other = map(_point, board.side(edge))
    return path(polygon([one, other]), stroke="#a9987a", stroke_width=12, stroke_linecap="round", fill="none")


def _labels(board: Board) -> Iterator[Shape]:
    for text, point in board.labels:
        x, y = _point(point)
        yield words(x, y, text, _LABEL, css="lay-ink", fill="#6f6550")
    if board.is_round:
        for cell in board.cells:
            x, y = _point(board.centers[cell])
            yield words(x, y + UNIT * 0.56, cell, _LABEL, css="lay-ink", fill="#3c3523")


def _rim(board: Board, seat: int, cells: tuple[str, ...]) -> Iterator[Shape]:
    """Yield the border along those cells, on the side that faces away from the board's middle."""
    middle = board.size[0] / 2, board.size[1] / 2
    mean_x = sum(board.centers[cell][0] for cell in cells) / len(cells) - middle[0]
    mean_y = sum(board.centers[cell][1] for cell in cells) / len(cells) - middle[1]
    look: dict[str, Any] = {"stroke_width": UNIT * 0.26, "stroke_linecap": "round", "fill": "none"}
    for cell in cells:
        x, y = board.centers[cell]
        for (x1, y1), (x2, y2) in board.border(cell):
            if ((x1 + x2) / 2 - x) * mean_x + ((y1 + y2) / 2 - y) * mean_y > 0.1 * (abs(mean_x) + abs(mean_y)):
                line = polygon([_point((x1, y1)), _point((x2, y2))])
                yield path(line, stroke=COLORS[seat % len(COLORS)], **look)
