"""The pieces a picture is made of: dice with pips, cells of leaded glass, windows with an arch."""

from __future__ import annotations

from typing import Any

from boardwright.core.layout import Grid, in_rows, lines, pips, plate
from boardwright.core.picture import Shape, circle, group, part, path, rect
from boardwright.games.sagrada.facts import COLORS, COLUMNS, LETTERS, ROWS, die_name
from boardwright.games.sagrada.moves import cell_name
from boardwright.games.sagrada.state import Window

CELL = 50
MARGIN = 14
ARCH = 46
WIDTH = COLUMNS * CELL + 2 * MARGIN
HEIGHT = ARCH + ROWS * CELL + 54
_SIZE, _OFFER_SIZE = 17, 20
"""Of text: that of windows to choose from is read where two share the width of a small phone."""

INK, LEAD, STONE, GLASS = "#f4f1ea", "#20242e", "#5b6273", "#e9eef3"
FILLS = {"R": "#d23c3c", "G": "#2f9e57", "Y": "#efc030", "B": "#2f6fd0", "P": "#8a4bb5"}
TINTS = {"R": "#f2b3ae", "G": "#aedcbb", "Y": "#f8e7a8", "B": "#b2cdf3", "P": "#d6bbe8"}


@part
def die(x: float, y: float, size: float, text: str, *, name: str = "", label: str = "") -> Shape:
    """A die of that size. Its letter is shown to players who turn color marks on."""
    letter, shade = text[0], text[1]
    css, ink = f"die tint-{COLORS[LETTERS.index(letter)]}", "#2b2410" if letter == "Y" else "#ffffff"
    look: dict[str, Any] = {"fill": FILLS[letter], "stroke": "#14161c", "stroke_width": size * 0.04}
    shapes = [
        rect(x, y, size, size, rx=size * 0.17, css=css, **look),
        _shine(x, y, size),
        *pips(shade, x + size / 2, y + size / 2, size * 0.25, size * 0.085, ink),
        _mark(x + size * 0.85, y + size * 0.15, size, letter),
    ]
    return group(shapes, name=name, label=label or die_name(text), css="held")


def _shine(x: float, y: float, size: float) -> Shape:
    bend = size * 0.22
    d = f"M{x + size * 0.12:.2f} {y + size * 0.34:.2f}q0 -{bend:.2f} {bend:.2f} -{bend:.2f}"
    look: dict[str, Any] = {"stroke_width": size * 0.05, "stroke_opacity": 0.45, "stroke_linecap": "round"}
    return path(d, fill="none", stroke="#ffffff", **look)


def _mark(x: float, y: float, size: float, letter: str) -> Shape:
    radius = max(size * 0.25, 11.8)
    disc = circle(x, y, radius, fill="#ffffff", stroke="#14161c", stroke_width=size * 0.03)
    return plate(disc, letter, 1.6 * radius, "#14161c", bold=True, css="mark")


@part
def window(
    x: float,
    y: float,
    pattern: Window,
    frame: tuple[str, ...],
    seat: int | None,
    *,
    sill: tuple[str, str, str, str],
    lit: bool,
) -> Shape:
    """A window in its stone arch; on the sill two lines, each with a left and a right part.

    That of no seat is one to choose, and its panes have no names.
    """
    panes = _panes(COLUMNS, tuple(zip(pattern.cells, frame, strict=True)), x, y, seat)
    label = f"{pattern.name}, difficulty {pattern.difficulty}"
    return group([*_arch(x, y, lit), *panes, _sill(x, y, sill, _OFFER_SIZE if seat is None else _SIZE)], label=label)


@in_rows
@part
def _panes(number: int, pane: tuple[str, str], x: float, y: float, seat: int | None) -> Shape:
    """What a pane asks for, tinted or with faint pips, and the die on it; it has a name if the seat is given."""
    (row, column), (mark, text) = divmod(number, COLUMNS), pane
    x, y = Grid(x + MARGIN, y + ARCH + 2, CELL).corner(column, row)
    css = f"cell pale-{COLORS[LETTERS.index(mark)]}" if mark in LETTERS else "cell"
    shapes = [rect(x, y, CELL, CELL, fill=TINTS.get(mark, GLASS), stroke=LEAD, stroke_width=3, css=css)]
    if mark in LETTERS:
        shapes.append(path(f"M{x + 4} {y + CELL - 4}L{x + CELL - 4} {y + 4}", stroke=FILLS[mark], stroke_opacity=0.35))
        shapes.append(_mark(x + CELL / 2, y + CELL / 2, CELL, mark))
    elif mark != ".":
        shapes.append(rect(x + 5, y + 5, CELL - 10, CELL - 10, rx=7, fill="#c3cad4"))
        shapes += pips(mark, x + CELL / 2, y + CELL / 2, CELL * 0.22, CELL * 0.0748, "#79828f")
    if text:
        shapes.append(die(x + 4, y + 4, CELL - 8, text))
    name = "" if seat is None else cell_name(seat, row + 1, column + 1)
    return group(shapes, name=name, label=_says(row, column, mark, text))


@part
def _arch(x: float, y: float, lit: bool) -> tuple[Shape, ...]:
    """The stone around a window, in a narrow window of the screen without its arch."""
    right, bottom = x + WIDTH, y + HEIGHT
    top = f"C{x} {y + 18} {x + WIDTH * 0.36} {y + 8} {x + WIDTH / 2} {y - 10}"
    arch = f"M{x} {bottom}V{y + ARCH}{top}C{right - WIDTH * 0.36} {y + 8} {right} {y + 18} {right} {y + ARCH}V{bottom}Z"
    edge, width = ("#e7c15a", 4) if lit else ("#3a4050", 2)
    look: dict[str, Any] = {"fill": STONE, "stroke": edge, "stroke_width": width}
    low = y + ARCH - MARGIN + 4
    stone = path(arch, css="stone wide", **look)
    plain = rect(x, low, WIDTH, bottom - low, rx=10, css="stone narrow", display="none", **look)
    return (stone, plain, group(_rosette(x + WIDTH / 2, y + ARCH * 0.62), css="wide"))


@part
def _sill(x: float, y: float, texts: tuple[str, str, str, str], size: float) -> Shape:
    sides = ((x + MARGIN, "start"), (x + WIDTH - MARGIN, "end"))
    shapes: list[Shape] = []
    for number, (text, (side, anchor)) in enumerate(zip(texts, sides * 2, strict=True)):
        look: dict[str, Any] = {"fill": INK, "font_weight": "bold"} if number < 2 else {"fill": "#dfe3ec"}
        shapes += lines(side, y + HEIGHT - (37 if number < 2 else 14), (text,), size, text_anchor=anchor, **look)
    return group(shapes)


@part
def _rosette(x: float, y: float) -> tuple[Shape, ...]:
    spots = ((0, -8), (7.6, -2.5), (4.7, 6.5), (-4.7, 6.5), (-7.6, -2.5))
    panes = zip(LETTERS, spots, strict=True)
    lights = (circle(x + right, y + down, 4.6, fill=FILLS[letter]) for letter, (right, down) in panes)
    return (circle(x, y, 15, fill=LEAD), *lights)


def _says(row: int, column: int, mark: str, text: str) -> str:
    where = f"row {row + 1}, column {column + 1}"
    if text:
        return f"{where}: {die_name(text)}"
    if mark in LETTERS:
        return f"{where}: empty, {COLORS[LETTERS.index(mark)]} only"
    return f"{where}: empty" + ("" if mark == "." else f", shade {mark} only")
