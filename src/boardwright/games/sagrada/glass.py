"""The pieces a picture is made of: dice with pips, cells of leaded glass, windows with an arch."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.picture import Shape, circle, group, part, path, rect, words
from boardwright.games.sagrada.facts import COLORS, COLUMNS, LETTERS, ROWS
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
_SPOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _pips(x: float, y: float, size: float, shade: int, color: str) -> Iterator[Shape]:
    for right, down in _SPOTS[shade]:
        yield circle(x + size / 2 + right * size * 0.25, y + size / 2 + down * size * 0.25, size * 0.085, fill=color)


@part
def die(x: float, y: float, size: float, text: str, *, name: str = "", label: str = "") -> Shape:
    """A die of that size. Its letter is shown to players who turn color marks on."""
    letter, shade = text[0], int(text[1])
    pip = "#2b2410" if letter == "Y" else "#ffffff"
    said = f"{COLORS[LETTERS.index(letter)]} {shade}"
    box = rect(
        x,
        y,
        size,
        size,
        rx=size * 0.17,
        fill=FILLS[letter],
        stroke="#14161c",
        stroke_width=size * 0.04,
        css=f"die tint-{COLORS[LETTERS.index(letter)]}",
    )
    shine = path(
        f"M{x + size * 0.12:.2f} {y + size * 0.34:.2f}q0 -{size * 0.22:.2f} {size * 0.22:.2f} -{size * 0.22:.2f}",
        fill="none",
        stroke="#ffffff",
        stroke_width=size * 0.05,
        stroke_opacity=0.45,
        stroke_linecap="round",
    )
    mark = _mark(x + size * 0.85, y + size * 0.15, size, letter)
    return group([box, shine, *_pips(x, y, size, shade, pip), mark], name=name, label=label or said, css="held")


def _mark(x: float, y: float, size: float, letter: str) -> Shape:
    radius = max(size * 0.25, 11.8)
    disc = circle(x, y, radius, fill="#ffffff", stroke="#14161c", stroke_width=size * 0.03)
    return group([disc, words(x, y, letter, 1.6 * radius, fill="#14161c", font_weight="bold")], css="mark")


@part
def cell(x: float, y: float, mark: str, text: str, name: str, label: str) -> Shape:
    """One pane: tinted where it asks for a color, with faint pips where it asks for a shade."""
    size = CELL
    css = f"cell pale-{COLORS[LETTERS.index(mark)]}" if mark in LETTERS else "cell"
    shapes = [rect(x, y, size, size, fill=TINTS.get(mark, GLASS), stroke=LEAD, stroke_width=3, css=css)]
    if mark in LETTERS:
        shapes.append(path(f"M{x + 4} {y + size - 4}L{x + size - 4} {y + 4}", stroke=FILLS[mark], stroke_opacity=0.35))
        shapes.append(_mark(x + size / 2, y + size / 2, size, mark))
    elif mark != ".":
        shapes.append(rect(x + 5, y + 5, size - 10, size - 10, rx=7, fill="#c3cad4"))
        shapes += _pips(x + 3, y + 3, size - 6, int(mark), "#79828f")
    if text:
        shapes.append(die(x + 4, y + 4, size - 8, text))
    return group(shapes, name=name, label=label)


@part
def window(
    x: float,
    y: float,
    pattern: Window,
    frame: tuple[str, ...],
    seat: int,
    *,
    lines: tuple[str, str, str, str],
    lit: bool,
    is_offer: bool = False,
) -> Shape:
    """A window in its stone arch; on the sill two lines, each with a left and a right part. Offers have no names."""
    shapes = [*_arch(x, y, lit)]
    for row in range(ROWS):
        places = slice(row * COLUMNS, row * COLUMNS + COLUMNS)
        shapes.append(_panes(x, y, row, pattern.cells[places], frame[places], None if is_offer else seat))
    label = f"{pattern.name}, difficulty {pattern.difficulty}"
    return group([*shapes, _sill(x, y, lines, _OFFER_SIZE if is_offer else _SIZE)], label=label)


@part
def _panes(x: float, y: float, row: int, marks: str, frame: tuple[str, ...], seat: int | None) -> Shape:
    """A row of a window; its panes have names if the seat is given."""
    top, shapes = y + ARCH + 2 + row * CELL, []
    for column, (mark, text) in enumerate(zip(marks, frame, strict=True)):
        name = "" if seat is None else cell_name(seat, row + 1, column + 1)
        shapes.append(cell(x + MARGIN + column * CELL, top, mark, text, name, _says(row, column, mark, text)))
    return group(shapes)


@part
def _arch(x: float, y: float, lit: bool) -> tuple[Shape, ...]:
    """The stone around a window, in a narrow window of the screen without its arch."""
    right, bottom = x + WIDTH, y + HEIGHT
    top = f"C{x} {y + 18} {x + WIDTH * 0.36} {y + 8} {x + WIDTH / 2} {y - 10}"
    arch = f"M{x} {bottom}V{y + ARCH}{top}C{right - WIDTH * 0.36} {y + 8} {right} {y + 18} {right} {y + ARCH}V{bottom}Z"
    edge, width = ("#e7c15a", 4) if lit else ("#3a4050", 2)
    stone = path(arch, fill=STONE, stroke=edge, stroke_width=width, css="stone wide")
    low = y + ARCH - MARGIN + 4
    plain = rect(
        x,
        low,
        WIDTH,
        bottom - low,
        rx=10,
        fill=STONE,
        stroke=edge,
        stroke_width=width,
        css="stone narrow",
        display="none",
    )
    return (stone, plain, group(_rosette(x + WIDTH / 2, y + ARCH * 0.62), css="wide"))


@part
def _sill(x: float, y: float, lines: tuple[str, str, str, str], size: float) -> Shape:
    places = ((x + MARGIN, "start"), (x + WIDTH - MARGIN, "end"))
    shapes = []
    for number, text in enumerate(lines):
        left, anchor = places[number % 2]
        row = y + HEIGHT - (37 if number < 2 else 14)
        look = {"fill": INK, "font_weight": "bold"} if number < 2 else {"fill": "#dfe3ec"}
        if text:
            shapes.append(words(left, row, text, size, text_anchor=anchor, **look))
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
        return f"{where}: {COLORS[LETTERS.index(text[0])]} {text[1]}"
    if mark in LETTERS:
        return f"{where}: empty, {COLORS[LETTERS.index(mark)]} only"
    return f"{where}: empty" + ("" if mark == "." else f", shade {mark} only")
