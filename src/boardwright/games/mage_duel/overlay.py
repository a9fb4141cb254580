"""The layer "structures": every city and road in the color of who leads in it, its open ends, its points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

from boardwright.core.layout import plate
from boardwright.core.picture import Shape, group, path, rect
from boardwright.games.mage_duel.art import WIDTH, inward
from boardwright.games.mage_duel.grid import NEAR, SIZE
from boardwright.games.mage_duel.view import StructureView

_LEADING = {1: "#1d4fd8", -1: "#d11f2d", 0: "#7a3fb0"}
_CITY_DEPTH, _ROAD_DEPTH = 30.0, 38.0


def structure_shapes(structures: Sequence[StructureView], filled: Set[int]) -> Iterator[Shape]:
    """The overlay, board corner at the origin: ribbons first, then ends and points on top of all of them."""
    yield group(map(_ribbon, structures), stroke_linecap="round", stroke_opacity=0.75)
    yield from _open_ends(structures, filled)
    taken = set[int]()
    for each in structures:
        if len(each.nodes) > 2 or (each.blue and each.red):
            yield _points(each, taken)


def _color(each: StructureView) -> str:
    return _LEADING[(each.blue > each.red) - (each.blue < each.red)]


def _at(node: int, depth: float) -> tuple[float, float]:
    col, row = divmod(node // 4, SIZE)
    x, y = inward(node % 4, depth)
    return col * WIDTH + x, row * WIDTH + y


def _ribbon(each: StructureView) -> Shape:
    """A bar from every edge of the structure into its tile; edges of one tile meet where they belong together."""
    depth = _CITY_DEPTH if each.kind == "city" else _ROAD_DEPTH
    cells: dict[int, list[int]] = {}
    for node in each.nodes:
        cells.setdefault(node // 4, []).append(node)
    lines = []
    for nodes in cells.values():
        joined = each.kind == "city" or len(nodes) == 2
        for node in nodes:
            (x1, y1), (x2, y2) = _at(node, 0), _at(node, WIDTH / 2 if joined and len(nodes) > 1 else depth / 2)
            lines.append(f"M{x1:g} {y1:g}L{x2:g} {y2:g}")
    label = f"{each.kind}: Blue {each.blue}, Red {each.red}, " + ("settled" if each.contested else f"{each.open} open")
    return path(
        "".join(lines),
        fill="none",
        stroke=_color(each),
        stroke_width=12 if each.kind == "city" else 7,
        stroke_dasharray="2 9" if each.contested else "",
        label=label,
    )


def _open_ends(structures: Iterable[StructureView], filled: Set[int]) -> Iterator[Shape]:
    """A ring on every edge that faces an empty cell, as one path a color."""
    rings = dict[str, list[str]]()
    for each in structures:
        for node in () if each.contested else each.nodes:
            if any(edge == node % 4 and other not in filled for edge, other, _ in NEAR[node // 4]):
                x, y = _at(node, 0)
                rings.setdefault(_color(each), []).append(f"M{x - 6:g} {y:g}a6 6 0 1 0 12 0a6 6 0 1 0-12 0z")
    for color, found in rings.items():
        yield path("".join(found), fill="#ffffff", stroke=color, stroke_width=3, css="open-end")


def _points(each: StructureView, taken: set[int]) -> Shape:
    """The points of a structure, on one of its tiles that carries no others if possible."""
    cells = list(dict.fromkeys(node // 4 for node in each.nodes))
    middle = len(cells) // 2
    cell = next((cell for cell in cells[middle:] + cells[:middle] if cell not in taken), None)
    if cell is None:
        x, y = _at(each.nodes[len(each.nodes) // 2], 14)
    else:
        taken.add(cell)
        x, y = _at(cell * 4, WIDTH / 2)
    text = f"{each.blue}:{each.red}"
    width = 6 + 16 * len(text)
    box = rect(x - width / 2, y - 15, width, 30, rx=15, fill="#ffffff", stroke=_color(each), stroke_width=2)
    return plate(box, text, 26, "#1f2a30", bold=True, css="points upright")
