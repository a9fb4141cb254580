"""The 24 tiles and the board that they lie on: edges, faces, cells, border slots, and what belongs together.

Edges are numbered 0 top, 1 right, 2 bottom, 3 left. What an edge shows is a *face*: city, road or field;
OPEN stands for a mountain or an empty cell, which accept anything. A tile with its clockwise quarter
turns is a *lay*, numbered `tile * 4 + rotation`.

A cell is `col * 8 + row`, column 0 on the left, row 0 on top; in notation columns are a-h and rows 1-8.
A node is one edge of one cell: `cell * 4 + edge`. The 32 border slots run counter-clockwise from the lower left
corner: bottom 0-7, right 8-15, top 16-23, left 24-31.

A *frame* packs the four faces around a cell into one byte, two bits an edge. Nothing fits frame 0, where no
edge faces a city, a road or a field: at least one edge must really connect. A filled cell keeps frame 0 too.
"""

from __future__ import annotations

from functools import cache

OPEN, CITY, ROAD, FIELD = range(4)
EDGE_NAMES = ("top", "right", "bottom", "left")
FACE_NAMES = ("mountain", "city", "road", "field")
LETTERS = "MCRF"

BLUE, RED = 0, 1
SIDES = ("Blue", "Red")

TILES = (
    "CCCC", "FFFF", "RRRR", "CCCF", "CCCR", "CCRR", "CFFF", "FFFR", "CRRR", "FRRR", "CCFF", "CFCF",
    "CRCR", "FFRR", "FRFR", "CCFR", "CCRF", "CFCR", "CFFR", "CFRF", "CRFF", "CRRF", "CRFR", "CFRR",
)  # fmt: skip
NO_TILE = len(TILES)
LAYS = 4 * len(TILES)
EMPTY = 2 * LAYS
"""A board holds one byte a cell: EMPTY, or the lay, plus LAYS when Red laid it."""
CROSSED = "CRCR"
"""The one tile with two roads that do not meet: the city lies between them."""

STANDARD_DECK = (2, 0, 0, 4, 3, 6, 4, 0, 0, 4, 7, 6, 0, 9, 8, 0, 0, 0, 0, 0, 0, 3, 4, 4)
SHORT_DECK = (1, 0, 0, 1, 1, 2, 2, 0, 0, 2, 2, 2, 0, 3, 3, 0, 0, 0, 0, 0, 0, 1, 2, 2)
ALL_TYPES_DECK = (3,) * len(TILES)

NODE_POINTS = {CITY: 2, ROAD: 1}
"""The points of one city or road edge; a border slot of the same kind is worth as much again."""


def _groups(name: str, edges: str) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the groups: all city edges are one city; two road edges are one road, one, three or four stand alone."""
    city, roads = (tuple(edge for edge in range(4) if edges[edge] == letter) for letter in "CR")
    joined = (roads,) if len(roads) == 2 and name != CROSSED else tuple((edge,) for edge in roads)
    return (*(((CITY, city),) if city else ()), *((ROAD, road) for road in joined))


EDGES = tuple(name[4 - rotation :] + name[: 4 - rotation] for name in TILES for rotation in range(4))
"""Lay -> its four letters."""
FACES = tuple(tuple(LETTERS.index(letter) for letter in edges) for edges in EDGES)
"""Lay -> its four faces."""
_DIRECTIONS = ("up", "right", "down", "left")
TURNS = ("", ", turned right once", ", upside down", ", turned left once")
"""The rotations of a tile in words."""


@cache
def edges_text(lay: int) -> str:
    """Return a tile as it lies, in words.

    >>> edges_text(TILES.index("CFRR") * 4), edges_text(TILES.index("CCCC") * 4), edges_text(TILES.index("FFFF") * 4)
    ('city up, road down and left', 'city on all sides', 'nothing but field')
    """
    found = []
    for letter, name in (("C", "city"), ("R", "road")):
        sides = [side for side, edge in zip(_DIRECTIONS, EDGES[lay], strict=True) if edge == letter]
        if sides:
            where = " and ".join(filter(None, (", ".join(sides[:-1]), sides[-1])))
            found.append(f"{name} {'on all sides' if len(sides) == 4 else where}")
    return ", ".join(found) or "nothing but field"


@cache
def turned_text(lay: int) -> str:
    """Return a tile in words, and how it is turned if that is not seen.

    >>> turned_text(TILES.index("CFCF") * 4 + 1), turned_text(TILES.index("CFCF") * 4 + 3)
    ('city right and left', 'city right and left, turned left once')
    """
    text = edges_text(lay)
    return text + TURNS[lay % 4] if text in map(edges_text, range(lay - lay % 4, lay)) else text


GROUPS = tuple(_groups(TILES[lay // 4], edges) for lay, edges in enumerate(EDGES))
"""Lay -> its city, then its roads in edge order, each as its kind and the edges it runs to."""

SIZE = 8
CELLS = SIZE * SIZE
NODES = CELLS * 4
SLOTS = SIZE * 4

_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_VISITED = (2, 0, 3, 1)
"""Neighbors are visited bottom, top, left, right: it decides which node names a joined structure."""

COLUMNS, ROWS = "abcdefgh", "12345678"
CELL_NAMES = tuple(column + row for column in COLUMNS for row in ROWS)
"""Cell -> its name, such as a1 for cell 0 and d5 for cell 28."""


def slot(col: int, row: int, edge: int) -> int:
    """Return the border slot that this edge of a cell on the rim touches.

    >>> slot(2, 7, 2), slot(7, 7, 1), slot(7, 0, 0), slot(0, 3, 3)
    (2, 8, 16, 27)
    """
    return (23 - col, 15 - row, col, 24 + row)[edge]


def _across(col: int, row: int, edge: int) -> int:
    x, y = col + _STEPS[edge][0], row + _STEPS[edge][1]
    is_inside = 0 <= x < SIZE and 0 <= y < SIZE
    return (x * SIZE + y) * 4 + (edge ^ 2) if is_inside else ~slot(col, row, edge)


ACROSS = tuple(tuple(_across(*divmod(cell, SIZE), edge) for edge in range(4)) for cell in range(CELLS))
"""Cell -> for each edge the node it touches, or ~slot at the border."""
NEAR = tuple(tuple((edge, nodes[edge] // 4, edge ^ 2) for edge in _VISITED if nodes[edge] >= 0) for nodes in ACROSS)
"""Cell -> (edge, neighboring cell, that cell's touching edge)."""
RIM = tuple(tuple((edge, ~nodes[edge]) for edge in _VISITED if nodes[edge] < 0) for nodes in ACROSS)
"""Cell -> (edge, border slot)."""
SLOT_EDGES = {number: (cell, edge) for cell in range(CELLS) for edge, number in RIM[cell]}
"""Border slot -> (cell, edge) that touches it."""

SIGNS = tuple(sum(face << 2 * edge for edge, face in enumerate(faces)) for faces in FACES)
"""Lay -> its own faces, packed like a frame."""
FRAME_MASKS = tuple(sum(3 << 2 * edge for edge in range(4) if frame >> 2 * edge & 3) for frame in range(256))
"""Frame -> the bits of the edges that face something."""


def fits(lay: int, frame: int) -> bool:
    """Return whether every edge matches what it faces and at least one really connects.

    >>> fits(0, CITY), fits(0, ROAD), fits(0, 0)
    (True, False, False)
    """
    return frame != 0 and SIGNS[lay] & FRAME_MASKS[frame] == frame


FITTING = tuple(tuple(lay for lay in range(LAYS) if fits(lay, frame)) for frame in range(256))
"""Frame -> every lay that fits it, ascending: what a joker may become there."""
FITTING_OF = tuple(
    tuple(tuple(lay for lay in lays if lay >> 2 == tile) for lays in FITTING) for tile in range(NO_TILE + 1)
)
"""Tile -> frame -> the lays of that tile that fit; there are none of NO_TILE."""
COUNTS = tuple(bytes(map(len, by_frame)) for by_frame in FITTING_OF)
"""Tile -> frame -> how many of its lays fit. Meant for `bytes.translate`."""
JOKER_COUNTS = bytes(map(len, FITTING))
"""Frame -> how many lays fit."""
