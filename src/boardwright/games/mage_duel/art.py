"""Tiles, the border and the layer "structures" as shapes. A tile is drawn as it lies, 80 units wide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache

from boardwright.core.drawing.picture import Shape, circle, group, path, rect, shape
from boardwright.core.layout import plate
from boardwright.games.mage_duel.facts import CITY, FACES, GROUPS, NEAR, ROAD, SIZE
from boardwright.games.mage_duel.view import StructureView

WIDTH = 80
HALF = WIDTH // 2
Point = tuple[float, float]

FIELD_GREEN, GRASS = "#a9c98a", "#8db56d"
CITY_SAND, WALL, WALL_TOP = "#e9c88f", "#7b5738", "#f4e2bd"
ROAD_EDGE, ROAD_TOP = "#7d7362", "#f7f1e3"
ROOF, HOUSE = "#b5543c", "#fdf3df"
SIDE_COLORS = ("#2563c9", "#cf3a3a")
_LEADING = {1: "#1d4fd8", -1: "#d11f2d", 0: "#7a3fb0"}

_CORNERS = ((0, 0), (WIDTH, 0), (WIDTH, WIDTH), (0, WIDTH))
_MIDDLES = ((HALF, 0), (WIDTH, HALF), (HALF, WIDTH), (0, HALF))
_TUFTS = ((13, 23), (60, 18), (58, 64), (12, 67))
_CITY_DEPTH, _ROAD_DEPTH = 30, 38


def inward(edge: int, depth: float) -> Point:
    """Return the point so far inside the tile, straight in from the middle of an edge; outside if negative."""
    x, y = _MIDDLES[edge]
    return x + (HALF - x) * depth / HALF, y + (HALF - y) * depth / HALF


@cache
def tile_art(lay: int) -> tuple[Shape, ...]:
    """Return the shapes of a tile, from the ground up."""
    roads = [edges for kind, edges in GROUPS[lay] if kind == ROAD]
    city = next((edges for kind, edges in GROUPS[lay] if kind == CITY), ())
    ground = path(f"M0 0h{WIDTH}v{WIDTH}h-{WIDTH}z", fill=FIELD_GREEN)
    return (ground, *_grass(FACES[lay]), *_city(city), *_roads(roads, city), *_houses(city))


def owner_mark(side: int) -> Shape:
    """Return a frame in the side's color and a badge: round for Blue, square for Red."""
    return _use(("blue", "red")[side])


def _use(name: str, x: float = 0, y: float = 0) -> Shape:
    return shape("use", href=f"#duel-{name}", x=x or "", y=y or "")


def square(inset: float, color: str, width: float, x: float = 0, y: float = 0) -> Shape:
    """Return a frame in a cell whose upper left corner is there."""
    side = WIDTH - 2 * inset
    return rect(x + inset, y + inset, side, side, fill="none", stroke=color, stroke_width=width)


def _line(d: str, color: str, width: float, **more: str) -> Shape:
    return path(d, fill="none", stroke=color, stroke_width=width, **more)


def shared_parts() -> Shape:
    """Return the parts of many tiles, unseen in the ground of the board: tiles name them, so messages stay small."""
    (blue, red), white = SIDE_COLORS, "#ffffff"
    house = (path("M-5 5v-6l5-5 5 5v6z", fill=HOUSE, stroke=WALL), path("M-6.5-.5L0-7 6.5-.5z", fill=ROOF))
    parts = {
        "tuft": (_line("M0 0q1-5 2-6 1 3 2 5 1-5 3-7 0 5 1 8", GRASS, 1.6, stroke_linecap="round"),),
        "house": house,
        "blue": (square(1.25, blue, 2.5), circle(11, 11, 7.5, fill=blue, stroke=white, stroke_width=1.5)),
        "red": (square(1.25, red, 2.5), rect(4, 4, 14, 14, rx=2, fill=red, stroke=white, stroke_width=1.5)),
    }
    return Shape("defs", {}, tuple(group(shapes, id=f"duel-{name}") for name, shapes in parts.items()))


def _grass(faces: tuple[int, ...]) -> Iterator[Shape]:
    for corner, (x, y) in enumerate(_TUFTS):
        if CITY not in (faces[corner], faces[corner - 1]):
            yield _use("tuft", x=x, y=y)


def _city(edges: tuple[int, ...]) -> Iterator[Shape]:
    if not edges:
        return
    outline, walls = "M{} {}".format(*_CORNERS[edges[0]]), ""
    for here, following in zip(edges, (*edges[1:], edges[0] + 4), strict=True):
        (x1, y1), (x2, y2) = _CORNERS[(here + 1) % 4], _CORNERS[following % 4]
        outline += f"L{x1} {y1}"
        if following - here > 1:
            x, y = _bend(here, following - here - 1)
            outline += f"Q{x:g} {y:g} {x2} {y2}"
            walls += f"M{x1} {y1}Q{x:g} {y:g} {x2} {y2}"
    yield path(outline + "z", fill=CITY_SAND)
    if walls:
        yield _line(walls, WALL, 5)
        yield _line(walls, WALL_TOP, 2, stroke_dasharray="4 3")


def _bend(city_edge: int, gap: int) -> Point:
    """Return the bend of the wall that runs behind `gap` edges without a city, following that city edge."""
    if gap == 1:
        return inward((city_edge + 1) % 4, 34)
    if gap == 3:
        return inward(city_edge, 50)
    (x1, y1), (x2, y2) = inward(city_edge, HALF - 6), inward((city_edge + 3) % 4, HALF - 6)
    return x1 + x2 - HALF, y1 + y2 - HALF


def _roads(roads: Sequence[tuple[int, ...]], city: tuple[int, ...]) -> Iterator[Shape]:
    if roads:
        yield from _road("".join([_road_line(road, len(roads) == 1, city) for road in roads]))
    if len(roads) > 2:
        yield circle(HALF, HALF, 7.5, fill=FIELD_GREEN, stroke=ROAD_EDGE, stroke_width=5)
    elif len(roads) == 1 and len(roads[0]) == 1 and _reach(*roads[0], True, city) == HALF:
        yield circle(HALF, HALF, 8.75, fill=ROAD_TOP, stroke=ROAD_EDGE, stroke_width=2.5)


def _road(line: str) -> tuple[Shape, ...]:
    return _line(line, ROAD_EDGE, 13), _line(line, ROAD_TOP, 9)


def _road_line(road: tuple[int, ...], is_only: bool, city: tuple[int, ...]) -> str:
    x, y = _MIDDLES[road[0]]
    if len(road) == 2:
        return "M{} {}Q{HALF} {HALF} {} {}".format(x, y, *_MIDDLES[road[1]], HALF=HALF)
    return "M{} {}L{:g} {:g}".format(x, y, *inward(road[0], _reach(road[0], is_only, city)))


def _reach(edge: int, is_only: bool, city: tuple[int, ...]) -> float:
    """Return the depth to which a road that meets no other runs: to the middle, or to the gate of the city."""
    if len(city) > 1:
        return 22 if len(city) == 2 and city[0] ^ city[1] != 2 else 16
    return 56 if city == ((edge + 2) % 4,) and is_only else HALF


def _houses(edges: tuple[int, ...]) -> Iterator[Shape]:
    for edge in edges:
        x, y = inward(edge, 18 if len(edges) > 1 else 13)
        yield _use("house", x=x, y=y)


def slot_art(face: int) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """Return the ground of a border slot, below the cell it touches, and its sign, upright around the origin."""
    if face == ROAD:
        return _road(f"M{HALF} 0V40"), ()
    if face == CITY:
        ground = path(f"M0 0Q{HALF} 26 {WIDTH} 0z", fill=CITY_SAND, stroke=WALL, stroke_width=2)
        castle = "M-19 13v-25h7v6h7v-6h10v6h7v-6h7v25z"
        gate = path("M-5 13v-8a5 5 0 0 1 10 0v8z", fill=WALL)
        return (ground,), (path(castle, fill=CITY_SAND, stroke=WALL, stroke_width=2), gate)
    snow = "M-11-12L-17-2.5L-12-5L-8-1L-5-3zM10-6L5 1L10-.5L15.5.2z"
    return (), (path("M-27 13L-11-12L1 6L10-6L27 13z", fill="#7d8993"), path(snow, fill="#eef2f5"))


def structure_shapes(structures: Sequence[StructureView], filled: Set[int]) -> Iterator[Shape]:
    """Yield cities and roads in the color of who leads, then open ends and points; board corner at the origin."""
    yield group(map(_ribbon, structures), stroke_linecap="round", stroke_opacity=0.75)
    yield from _open_ends(structures, filled)
    taken = set[int]()
    for each in structures:
        if len(each.nodes) > 2 or (each.blue and each.red):
            yield _points(each, taken)


def _color(each: StructureView) -> str:
    return _LEADING[(each.blue > each.red) - (each.blue < each.red)]


def _at(node: int, depth: float) -> Point:
    col, row = divmod(node // 4, SIZE)
    x, y = inward(node % 4, depth)
    return col * WIDTH + x, row * WIDTH + y


def _ribbon(each: StructureView) -> Shape:
    """Return bars from the edges of the structure into their tiles, which meet where they belong together."""
    is_city = each.kind == "city"
    cells: dict[int, list[int]] = {}
    for node in each.nodes:
        cells.setdefault(node // 4, []).append(node)
    lines, alone = "", (_CITY_DEPTH if is_city else _ROAD_DEPTH) / 2
    for nodes in cells.values():
        meets = len(nodes) == 2 or (is_city and len(nodes) > 1)
        for node in nodes:
            (x1, y1), (x2, y2) = _at(node, 0), _at(node, HALF if meets else alone)
            lines += f"M{x1:g} {y1:g}L{x2:g} {y2:g}"
    label = f"{each.kind}: Blue {each.blue}, Red {each.red}, " + ("settled" if each.contested else f"{each.open} open")
    dashes = "2 9" if each.contested else ""
    return _line(lines, _color(each), 12 if is_city else 7, stroke_dasharray=dashes, label=label)


def _open_ends(structures: Iterable[StructureView], filled: Set[int]) -> Iterator[Shape]:
    """Yield a ring on every edge that faces an empty cell, as one path a color."""
    rings = dict[str, str]()
    for each in structures:
        for node in () if each.contested else each.nodes:
            if any(edge == node % 4 and other not in filled for edge, other, _ in NEAR[node // 4]):
                x, y = _at(node, 0)
                rings[_color(each)] = rings.get(_color(each), "") + f"M{x - 6:g} {y:g}a6 6 0 1 0 12 0a6 6 0 1 0-12 0z"
    for color, found in rings.items():
        yield path(found, fill="#ffffff", stroke=color, stroke_width=3)


def _points(each: StructureView, taken: set[int]) -> Shape:
    """Return the points of a structure, on one of its tiles that carries no others if possible."""
    cells = list(dict.fromkeys(node // 4 for node in each.nodes))
    middle = len(cells) // 2
    cell = next((cell for cell in cells[middle:] + cells[:middle] if cell not in taken), None)
    if cell is None:
        x, y = _at(each.nodes[len(each.nodes) // 2], 14)
    else:
        taken.add(cell)
        x, y = _at(cell * 4, HALF)
    text = f"{each.blue}:{each.red}"
    width = 6 + 16 * len(text)
    box = rect(x - width / 2, y - 15, width, 30, rx=15, fill="#ffffff", stroke=_color(each), stroke_width=2)
    return plate(box, text, 26, "#1f2a30", bold=True, css="points upright")
