"""The 24 tiles: their edges, their points, and which of their edges belong together.

Edges are numbered 0 top, 1 right, 2 bottom, 3 left. What an edge shows is a *face*: city, road or field;
OPEN stands for a mountain or an empty cell, which accept anything. A tile with its clockwise quarter
turns is a *lay*, numbered `tile * 4 + rotation`.
"""

from __future__ import annotations

OPEN, CITY, ROAD, FIELD = range(4)
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
"""What one city or road edge is worth; a border slot of the same kind is worth as much again."""


def turned(name: str, rotation: int) -> str:
    """The edges of a tile after clockwise quarter turns.

    >>> turned("CCRR", 1), turned("CCCF", 2)
    ('RCCR', 'CFCC')
    """
    return "".join(name[(edge - rotation) % 4] for edge in range(4))


def _road_groups(name: str, edges: str) -> tuple[tuple[int, ...], ...]:
    """Road edges that are one road on the tile: two meet, one, three or four each stand alone."""
    roads = tuple(edge for edge, letter in enumerate(edges) if letter == "R")
    if len(roads) == 2 and name != CROSSED:
        return (roads,)
    return tuple((edge,) for edge in roads)


EDGES = tuple(turned(name, rotation) for name in TILES for rotation in range(4))
"""Lay -> its four letters."""
FACES = tuple(tuple(LETTERS.index(letter) for letter in edges) for edges in EDGES)
"""Lay -> its four faces."""
_DIRECTIONS = ("up", "right", "down", "left")
TURNS = ("", ", turned right once", ", upside down", ", turned left once")
"""The rotations of a tile in words."""


def edges_text(lay: int) -> str:
    """A tile as it lies, in words.

    >>> edges_text(TILES.index("CFRR") * 4), edges_text(TILES.index("CCCC") * 4), edges_text(TILES.index("FFFF") * 4)
    ('city up, road down and left', 'city on all sides', 'nothing but field')
    """
    found = []
    for letter, name in (("C", "city"), ("R", "road")):
        sides = [direction for direction, edge in zip(_DIRECTIONS, EDGES[lay], strict=True) if edge == letter]
        if sides:
            where = " and ".join(filter(None, (", ".join(sides[:-1]), sides[-1])))
            found.append(f"{name} {'on all sides' if len(sides) == 4 else where}")
    return ", ".join(found) or "nothing but field"


CITY_EDGES = tuple(tuple(edge for edge in range(4) if edges[edge] == "C") for edges in EDGES)
"""Lay -> the edges of its one city."""
ROAD_GROUPS = tuple(_road_groups(TILES[lay // 4], edges) for lay, edges in enumerate(EDGES))
"""Lay -> its roads, each as the edges it runs to, in edge order."""
GROUPS = tuple(
    (*((CITY, edges) for edges in (city,) if edges), *((ROAD, edges) for edges in roads))
    for city, roads in zip(CITY_EDGES, ROAD_GROUPS, strict=True)
)
"""Lay -> its city and its roads, each as its kind and the edges it runs to."""
