"""A table as one plain picture, for notebooks, exports and pages without a script."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from boardwright.core.drawing.picture import Picture, Shape, group, path, rect, words
from boardwright.core.drawing.symbol import Symbol
from boardwright.core.layout.table import Table
from boardwright.core.layout.zone import Field, Item, Items, Role

_BOARD, _WIDE, _GAP, _TEXT, _LINE = 560.0, 400.0, 14.0, 15.0, 21.0
_INK, _QUIET, _PAPER, _EDGE = "#2b2a33", "#6f6a7a", "#efe7d6", "#cfc5b0"
_LETTER = 0.56
"""The width of a letter, on average, for lines that have to be wrapped."""
_CARD = 128.0
_TURNED = 0.45
"""The size of what shows another part turned."""


def picture(table: Table, *, boards_only: bool = False) -> Picture:
    """Return the table as shapes, or its boards alone if it has any; the parts have their names.

    >>> from boardwright.core.layout.zones import Lines
    >>> picture(Table(title="Pile", zones=(Lines(("seven are left",)),), seats=1)).height
    49.0
    """
    boards = [zone for zone in table.shown if isinstance(zone, Field) and zone.role == Role.BOARD]
    others = [zone for zone in table.shown if zone not in boards]
    if boards_only and boards:
        others = []
    columns = [each for each in ((boards, _BOARD), (others, _WIDE)) if each[0]]
    shapes: list[Shape] = []
    left, height = _GAP, 0.0
    for zones, width in columns:
        top = _GAP
        for zone in zones:
            drawn, high = _zone(zone, width)
            shapes.append(group(drawn, transform=f"translate({left:g} {top:g})", name=zone.name, label=_label(zone)))
            top += high + _GAP
        left, height = left + width + _GAP, max(height, top)
    ground = rect(0, 0, left, height, rx=14, fill=_PAPER, css="lay-ground")
    return Picture(left, height, (ground, *shapes), table.title, table.text(), table.font)


def _label(zone: Items | Field) -> str:
    return (zone.words or zone.title) if zone.name else ""


def _zone(zone: Items | Field, width: float) -> tuple[list[Shape], float]:
    """Return the shapes of a zone from 0, 0 and its height."""
    shapes, top = list[Shape](), 0.0
    if zone.title or zone.note or zone.value:
        head = " ".join(part for part in (zone.title, zone.value) if part)
        shapes.append(_line(head, 0, top, zone.color or _INK, font_weight="600"))
        if zone.note:
            shapes.append(_line(zone.note, width, top, _QUIET, text_anchor="end"))
        top += _LINE
    drawn, high = _field(zone, width) if isinstance(zone, Field) else _flow(zone, width)
    shapes.append(group(drawn, transform=f"translate(0 {top:g})"))
    top += high
    for line in zone.lines:
        for piece in _wrapped(line, width):
            shapes.append(_line(piece, 0, top, _INK))
            top += _LINE
    return shapes, top


def _field(zone: Field, width: float) -> tuple[list[Shape], float]:
    x, y, wide, high = zone.frame.box
    scale = width / wide
    inner = list(zone.frame.ground)
    for spot, label, symbol in zip(zone.frame.spots, zone.frame.labels(), zone.cells, strict=True):
        outline = path(zone.frame.outlines[spot.outline], css="outline", fill="none")
        words_ = ", ".join(part for part in (label, symbol.words if symbol else "") if part)
        shapes = (outline, *(symbol.shapes if symbol else ()))
        at = f"translate({spot.x:g} {spot.y:g})"
        inner.append(group(shapes, name=spot.name, label=words_ if spot.name else "", transform=at))
    if zone.over is not None:
        inner += zone.over.shapes
    return [group(inner, transform=f"scale({scale:.4f}) translate({-x:g} {-y:g})")], high * scale


def _flow(zone: Items, width: float) -> tuple[list[Shape], float]:
    shapes = list[Shape]()
    left, top, row = 0.0, 0.0, 0.0
    for number, item in enumerate(zone.items):
        drawn, wide, high = _item(item, zone)
        if left and (left + wide > width or (zone.columns and number % zone.columns == 0)):
            left, top, row = 0.0, top + row + 8, 0.0
        if not item.is_hidden:
            name, faded = item.name, 0.35 if item.is_faded else ""
            at = f"translate({left:g} {top:g})"
            shapes.append(group(drawn, name=name, label=item.spoken if name else "", transform=at, opacity=faded))
        left, row = left + wide + 8, max(row, high)
    return shapes, top + row


def _item(item: Item, zone: Items) -> tuple[list[Shape], float, float]:
    """Return the shapes of an item, its width and its height."""
    texts = list(_texts(item, _CARD if zone.role == Role.CARDS else _WIDE))
    if item.art is None and not item.text:
        text = " ".join(part for part in (item.title, item.caption) if part)
        wide = max(40.0, len(text) * _TEXT * _LETTER + 20)
        edge = item.color or (_INK if zone.role == Role.BUTTONS else _EDGE)
        box = rect(0, 0, wide, 30, rx=8, fill="#fffdf8", stroke=edge, stroke_dasharray="" if text else "4 4")
        return [box, _line(text, wide / 2, 4, _INK, text_anchor="middle")], wide, 30
    wide, high, shapes = 0.0, 0.0, list[Shape]()
    if item.art is not None:
        art, wide, high = _art(item.art, zone.scale * (_TURNED if item.shows else 1), item.turn)
        shapes.append(art)
    for text in texts:
        shapes.append(_line(text, 0, high, _INK))
        wide, high = max(wide, len(text) * _TEXT * _LETTER), high + _LINE
    if item.is_lit:
        shapes.insert(0, rect(-3, -3, wide + 6, high + 6, rx=8, fill="none", stroke="#e0a800", stroke_width=3))
    return shapes, wide, high


def _texts(item: Item, width: float) -> Iterator[str]:
    yield from _wrapped(item.title, width)
    yield from _wrapped(item.text, width)
    if item.caption:
        yield item.caption


def _art(symbol: Symbol, scale: float, turn: int) -> tuple[Shape, float, float]:
    x, y, wide, high = symbol.box
    turned = f" rotate({90 * turn} {wide / 2:g} {high / 2:g})" if turn else ""
    at = f"scale({scale:g}){turned} translate({-x:g} {-y:g})"
    return group(symbol.shapes, transform=at), wide * scale, high * scale


def _wrapped(text: str, width: float) -> list[str]:
    return wrap(text, max(8, int(width / _TEXT / _LETTER)))


def _line(text: str, x: float, top: float, fill: str, **more: str) -> Shape:
    look: dict[str, str | float] = {"text_anchor": "start", "fill": fill, **more}
    return words(x, top + _LINE / 2, text, _TEXT, css="lay-ink", **look)
