"""One tile as shapes: fields, a walled city, roads. A tile is drawn as it lies, 80 units wide."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from boardwright.core.picture import Shape, circle, path, rect
from boardwright.games.mage_duel.facts import CITY, CITY_EDGES, CROSSED, FACES, ROAD, ROAD_GROUPS, TILES

WIDTH = 80
_HALF = WIDTH / 2
Point = tuple[float, float]

FIELD_GREEN, GRASS = "#a9c98a", "#8db56d"
CITY_SAND, WALL, WALL_TOP = "#e9c88f", "#7b5738", "#f4e2bd"
ROAD_EDGE, ROAD_TOP = "#7d7362", "#f7f1e3"
ROOF, HOUSE = "#b5543c", "#fdf3df"

_CORNERS: tuple[Point, ...] = ((0, 0), (WIDTH, 0), (WIDTH, WIDTH), (0, WIDTH))
MIDDLES: tuple[Point, ...] = ((_HALF, 0), (WIDTH, _HALF), (_HALF, WIDTH), (0, _HALF))
_TUFTS = ((17, 20), (64, 15), (62, 61), (16, 64))


def inward(edge: int, depth: float) -> Point:
    """The point so far inside the tile, straight in from the middle of an edge."""
    x, y = MIDDLES[edge]
    return x + (_HALF - x) * depth / _HALF, y + (_HALF - y) * depth / _HALF


@cache
def tile_art(lay: int) -> tuple[Shape, ...]:
    """The shapes of a tile, from the ground up."""
    return (
        rect(0, 0, WIDTH, WIDTH, fill=FIELD_GREEN, css="field"),
        *_grass(lay),
        *_city(lay),
        *_roads(lay),
        *_houses(lay),
    )


def _grass(lay: int) -> Iterator[Shape]:
    for corner, (x, y) in enumerate(_TUFTS):
        if CITY not in (FACES[lay][corner], FACES[lay][corner - 1]):
            d = f"M{x - 4},{y + 3} q1,-5 2,-6 q1,3 2,5 q1,-5 3,-7 q0,5 1,8"
            yield path(d, fill="none", stroke=GRASS, stroke_width=1.6, stroke_linecap="round", css="grass")


def _city(lay: int) -> Iterator[Shape]:
    edges = CITY_EDGES[lay]
    if not edges:
        return
    x, y = _CORNERS[edges[0]]
    outline, walls = [f"M{x},{y}"], []
    for here, following in zip(edges, (*edges[1:], edges[0] + 4), strict=True):
        start, end = _CORNERS[(here + 1) % 4], _CORNERS[following % 4]
        outline.append(f"L{start[0]},{start[1]}")
        if following - here > 1:
            bend = _bend(here, following - here - 1)
            outline.append(f"Q{bend[0]:g},{bend[1]:g} {end[0]},{end[1]}")
            walls.append(f"M{start[0]},{start[1]} Q{bend[0]:g},{bend[1]:g} {end[0]},{end[1]}")
    yield path(" ".join(outline) + "Z", fill=CITY_SAND, css="city")
    for wall in walls:
        yield path(wall, fill="none", stroke=WALL, stroke_width=5, css="wall")
        yield path(wall, fill="none", stroke=WALL_TOP, stroke_width=2, stroke_dasharray="4 3", css="wall")


def _bend(city_edge: int, gap: int) -> Point:
    """Where the wall bends that runs behind `gap` edges without a city, following that city edge."""
    if gap == 1:
        return inward((city_edge + 1) % 4, 34)
    if gap == 3:
        return inward(city_edge, 50)
    (x1, y1), (x2, y2) = inward(city_edge, _HALF - 6), inward((city_edge + 3) % 4, _HALF - 6)
    return x1 + x2 - _HALF, y1 + y2 - _HALF


def _roads(lay: int) -> Iterator[Shape]:
    groups = ROAD_GROUPS[lay]
    lines = [_road_line(road, lay) for road in groups]
    for line in lines:
        yield path(line, fill="none", stroke=ROAD_EDGE, stroke_width=13, css="road-edge")
    for line in lines:
        yield path(line, fill="none", stroke=ROAD_TOP, stroke_width=9, css="road")
    if len(groups) > 2:
        yield circle(_HALF, _HALF, 10, fill=ROAD_EDGE, css="crossroads")
        yield circle(_HALF, _HALF, 5, fill=FIELD_GREEN, css="crossroads")
    elif len(groups) == 1 and len(groups[0]) == 1 and _reach(groups[0][0], lay) == _HALF:
        yield circle(_HALF, _HALF, 10, fill=ROAD_EDGE, css="road-end")
        yield circle(_HALF, _HALF, 7.5, fill=ROAD_TOP, css="road-end")


def _road_line(road: tuple[int, ...], lay: int) -> str:
    x, y = MIDDLES[road[0]]
    if len(road) == 1:
        to = inward(road[0], _reach(road[0], lay))
        return f"M{x},{y} L{to[0]:g},{to[1]:g}"
    to = MIDDLES[road[1]]
    return f"M{x},{y} Q{_HALF},{_HALF} {to[0]},{to[1]}"


def _reach(edge: int, lay: int) -> float:
    """How far a road that meets no other runs into the tile: to the middle, or to the gate of the city."""
    cities = CITY_EDGES[lay]
    if TILES[lay // 4] == CROSSED or len(cities) == 3:
        return 16
    if len(cities) == 2:
        return 16 if cities[0] ^ cities[1] == 2 else 22
    return 56 if cities == ((edge + 2) % 4,) and len(ROAD_GROUPS[lay]) == 1 else _HALF


def _houses(lay: int) -> Iterator[Shape]:
    crowded = len(CITY_EDGES[lay]) > 1
    for edge in CITY_EDGES[lay]:
        x, y = inward(edge, 18 if crowded else 13)
        yield path(f"M{x - 5:g},{y + 5:g} v-6 l5,-5 l5,5 v6z", fill=HOUSE, stroke=WALL, stroke_width=1, css="house")
        yield path(f"M{x - 6.5:g},{y - 0.5:g} l6.5,-6.5 l6.5,6.5z", fill=ROOF, css="roof")


def slot_ground(face: int) -> tuple[Shape, ...]:
    """What a border slot shares with the cell it touches, the board above it: 80 wide and 44 deep."""
    if face == CITY:
        return (path(f"M0,0 Q{_HALF},26 {WIDTH},0Z", fill=CITY_SAND, stroke=WALL, stroke_width=2, css="city"),)
    if face == ROAD:
        line = f"M{_HALF},0 V40"
        return (
            path(line, fill="none", stroke=ROAD_EDGE, stroke_width=13, css="road-edge"),
            path(line, fill="none", stroke=ROAD_TOP, stroke_width=9, css="road"),
        )
    return ()


def slot_sign(face: int) -> tuple[Shape, ...]:
    """What stands on a border slot, upright, around the origin."""
    if face == CITY:
        castle = "M-19,13 v-25 h7 v6 h7 v-6 h10 v6 h7 v-6 h7 v25z"
        return (
            path(castle, fill=CITY_SAND, stroke=WALL, stroke_width=2, css="city"),
            path("M-5,13 v-8 a5,5 0 0 1 10,0 v8z", fill=WALL, css="gate"),
        )
    if face == ROAD:
        return ()
    return (
        path("M-27,13 L-11,-12 L1,6 L10,-6 L27,13Z", fill="#7d8993", css="mountain"),
        path("M-11,-12 L-17,-2.5 L-12,-5 L-8,-1 L-5,-3Z", fill="#eef2f5", css="snow"),
        path("M10,-6 L5,1 L10,-0.5 L15.5,0.2Z", fill="#eef2f5", css="snow"),
    )
