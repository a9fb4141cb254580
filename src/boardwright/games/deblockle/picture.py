"""A view as a picture: the board from above, and beside it the players, the signs and the pass button.

A cube shows its upper face large. On each of its four edges, small, is the face that a roll over that edge brings up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from boardwright.core.picture import Picture, Shape, circle, group, path, rect, words
from boardwright.games.deblockle.cube import SHIFTS, Cube
from boardwright.games.deblockle.facts import FACE_NAMES, NAMES, SIZE, SQUARES, STAR, WIN_SQUARES, Square
from boardwright.games.deblockle.icons import STAR_PATH, icon
from boardwright.games.deblockle.text import board_text, headline
from boardwright.games.deblockle.view import DeblockleView

CELL = 80.0
EDGE = 40.0
PANEL = 232.0
WIDTH = EDGE + SIZE * CELL + 24 + PANEL + 20
HEIGHT = EDGE + SIZE * CELL + 28
PANEL_X = EDGE + SIZE * CELL + 24
_SLOTS = tuple(PANEL_X + 40 + slot * 51 for slot in range(4))
"""Where a player's panel shows the cubes that wait or are home."""

INK = "#2b2a33"
MUTED = "#6f6a7a"


class Paint(NamedTuple):
    """One player's colors: of signs and outlines, of a cube's edges (up, down, left, right), of the win square."""

    deep: str
    edges: tuple[str, str, str, str]
    soft: str


PAINTS = (
    Paint("#1b4fae", ("#3f7fe8", "#1f54b8", "#336fd6", "#2a62c6"), "#dbe7fb"),
    Paint("#a83a0c", ("#e2692f", "#a8400f", "#cf5a22", "#bd4e19"), "#fbe3d6"),
)


def picture(view: DeblockleView, layer: str = "") -> Picture:
    """The whole table; the layer "nets" shows every cube unfolded on its square."""
    ground = rect(0, 0, WIDTH, HEIGHT, rx=18, fill="#f6f2ea", css="ground")
    board = group([*_coordinates(), *_squares(view, _net if layer == "nets" else _cube), *_previews(view)], css="block")
    shapes = (ground, board, *_panel(view))
    return Picture(WIDTH, HEIGHT, shapes, f"Deblockle: {headline(view)}", board_text(view.board))


def _coordinates() -> Iterator[Shape]:
    for i in range(SIZE):
        middle = EDGE + (i + 0.5) * CELL
        yield words(middle, EDGE / 2 + 2, "abcdefg"[i], 15, fill=MUTED)
        yield words(EDGE / 2 + 2, middle, str(i + 1), 15, fill=MUTED)


def _squares(view: DeblockleView, draw: Callable[[Cube, float, float], Shape]) -> Iterator[Shape]:
    cubes = {cube.square: cube for cube in view.board}
    for name, square in zip(NAMES, SQUARES, strict=True):
        cube = cubes.get(square)
        shapes = [*_ground(square)]
        if name == view.rolled:
            shapes.append(_ring(*_center(square), 36.5))
        if cube is not None:
            shapes.append(draw(cube, *_center(square)))
        yield group(shapes, name=name, label=_label(name, square, cube), css="square")


def _previews(view: DeblockleView) -> Iterator[Shape]:
    """What every roll would turn up, named like the roll and hidden: the page shows it while that roll is meant."""
    if view.phase != "Roll" or view.outcome is not None:
        return
    taken = {cube.square for cube in view.board}
    for cube in view.board:
        for (dx, dy), face in zip(SHIFTS, cube.shown_by_rolls, strict=True):
            end = (cube.x + dx, cube.y + dy)
            if cube.player == view.active_player and end in SQUARES and end not in taken:
                shapes = _face_up(face, *_center(end), 33, PAINTS[cube.player - 1])
                name = f"{cube.name}-{NAMES[SQUARES.index(end)]}"
                yield group(shapes, name=name, css="preview", display="none")


def _box(x: float, y: float, half: float, rx: float, css: str = "", **more: str | float) -> Shape:
    """A square around a point."""
    return rect(x - half, y - half, 2 * half, 2 * half, name="", label="", css=css, rx=rx, **more)


def _ring(x: float, y: float, half: float) -> Shape:
    """Around the cube that has to be taken now."""
    return _box(x, y, half, half / 3, fill="none", stroke="#e0a800", stroke_width=3.5, css="rolled")


def _face_up(face: int, x: float, y: float, half: float, paint: Paint) -> list[Shape]:
    """A cube of which nothing but the upper face is known."""
    body, top = _box(x, y, half, half / 4, fill=paint.edges[2]), _box(x, y, 0.7 * half, 4, fill="#fffefb")
    return [body, top, icon(face, x, y, 1.16 * half, paint.deep)]


def _center(square: Square) -> tuple[float, float]:
    return EDGE + (square[0] - 0.5) * CELL, EDGE + (square[1] - 0.5) * CELL


def _label(name: str, square: Square, cube: Cube | None) -> str:
    label = name
    if square in WIN_SQUARES:
        label += f", win square of player {WIN_SQUARES.index(square) + 1}"
    if cube is None:
        return label
    up, down, left, right = (FACE_NAMES[face] for face in cube.shown_by_rolls)
    shown = f"rolling up shows {up}, down {down}, left {left}, right {right}"
    return f"{label}, cube of player {cube.player}, {cube.face} up; {shown}"


def _ground(square: Square) -> Iterator[Shape]:
    x, y = _center(square)
    fill = "#fffdf8" if sum(square) % 2 else "#f0e9da"
    yield _box(x, y, CELL / 2 - 2, 9, fill=fill, stroke="#ded5c2", css="cell")
    if square in WIN_SQUARES:
        seat = WIN_SQUARES.index(square)
        paint = PAINTS[seat]
        star = path(STAR_PATH, fill=paint.soft, stroke=paint.deep, stroke_width=5, stroke_linejoin="round")
        yield group([star], css=f"win player{seat + 1}", transform=f"translate({x:.1f} {y:.1f}) scale(0.62)")
        yield words(x, y + 2, str(seat + 1), 15, css="mark", fill=paint.deep, font_weight="bold")


def _cube(cube: Cube, x: float, y: float) -> Shape:
    """Four edges like a picture frame seen from above, and the upper face inside it."""
    paint = PAINTS[cube.player - 1]
    half, inner = 33.0, 19.14
    shapes = [*_frame(x, y, half, inner, paint), _box(x, y, inner, 4, fill="#fffefb", css="face")]
    shapes.append(icon(cube.up, x, y, 1.62 * inner, paint.deep))
    away = (half + inner) / 2
    for (dx, dy), face in zip(SHIFTS, cube.shown_by_rolls, strict=True):
        shapes.append(icon(face, x + dx * away, y + dy * away, half * 0.39, "#ffffff"))
    return group([*shapes, *_owner(cube.player, x + half - 7, y - half + 7)], css=f"cube player{cube.player} held")


def _net(cube: Cube, x: float, y: float) -> Shape:
    """The cube unfolded: front; left, up, right; back; down. The upper face is the light one."""
    paint = PAINTS[cube.player - 1]
    shapes = []
    for face, dx, dy in zip(cube.net, (0, -18, 0, 18, 0, 0), (-27, -9, -9, -9, 9, 27), strict=True):
        fill, ink = ("#fffefb", paint.deep) if face == cube.up else (paint.edges[2], "#ffffff")
        shapes.append(_box(x + dx, y + dy, 9, 2.5, fill=fill, stroke=paint.deep, css="face"))
        shapes.append(icon(face, x + dx, y + dy, 15, ink))
    return group([*shapes, *_owner(cube.player, x + 26, y - 26)], css=f"cube player{cube.player} held")


def _owner(player: int, x: float, y: float) -> Iterator[Shape]:
    """The player's number, for people who cannot tell the colors apart."""
    yield circle(x, y, 7, fill=PAINTS[player - 1].deep, css="mark")
    yield words(x, y + 0.5, str(player), 10, css="mark", fill="#ffffff", font_weight="bold")


def _frame(x: float, y: float, half: float, inner: float, paint: Paint) -> Iterator[Shape]:
    yield _box(x, y, half, 9, fill=paint.edges[2])
    out, into = half - 2, inner - 1
    turns = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    for side, color in ((0, paint.edges[0]), (2, paint.edges[1]), (1, paint.edges[3])):
        (a, b), (c, d) = turns[side], turns[(side + 1) % 4]
        corners = ((a * out, b * out), (c * out, d * out), (c * into, d * into), (a * into, b * into))
        yield path("M" + "L".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners) + "Z", fill=color)


def _panel(view: DeblockleView) -> Iterator[Shape]:
    yield group(_player(view, 2, EDGE), css="block")
    yield group(_legend(EDGE + 156), css="block")
    yield group(_middle(view, EDGE + 318), css="block")
    yield group(_player(view, 1, EDGE + SIZE * CELL - 142), css="block")


def _player(view: DeblockleView, player: int, y: float) -> Iterator[Shape]:
    paint = PAINTS[player - 1]
    is_active = player == view.active_player and view.phase not in ("Throw", "End")
    border = paint.deep if is_active else "#ded5c2"
    yield rect(PANEL_X, y, PANEL, 142, rx=12, fill="#fffdf8", stroke=border, stroke_width=3 if is_active else 1.5)
    yield circle(PANEL_X + 22, y + 25, 9, fill=paint.deep)
    yield words(PANEL_X + 40, y + 26, f"Player {player}", 18, fill=INK, font_weight="bold", text_anchor="start")
    if is_active:
        yield words(PANEL_X + PANEL - 16, y + 26, f"to {view.phase.lower()}", 15, fill=paint.deep, text_anchor="end")
    score, began = view.scores[player - 1], view.began[player - 1]
    yield words(PANEL_X + 18, y + 55, f"{score} of {began} home", 14, fill=MUTED, text_anchor="start")
    if waiting := view.thrown[player - 1]:
        yield from _waiting(view, player, waiting, y)
        return
    for slot, x in enumerate(_SLOTS[:began]):
        if slot < score:
            cube = [_box(x, y + 100, 20, 7, fill=paint.edges[2]), icon(STAR, x, y + 100, 28, "#ffffff")]
            yield group(cube, label="a cube that came home", css="home")
        else:
            yield _box(x, y + 100, 20, 7, fill="none", stroke="#cfc5b0", stroke_width=1.5, stroke_dasharray="4 4")


def _waiting(view: DeblockleView, player: int, faces: tuple[int, ...], y: float) -> Iterator[Shape]:
    """Thrown cubes that are not on the board yet; the next one to be placed can be taken."""
    is_next = view.phase == "Place" and view.active_player != player
    for slot, (face, x) in enumerate(zip(faces, _SLOTS, strict=False)):
        shapes = _face_up(face, x, y + 100, 21, PAINTS[player - 1])
        if is_next and slot == 0:
            shapes.append(_ring(x, y + 100, 24))
            yield group(shapes, name="thrown", label=f"the next cube to place, {FACE_NAMES[face]} up", css="thrown")
        else:
            yield group(shapes, label=f"thrown cube, {FACE_NAMES[face]} up")


def _legend(y: float) -> Iterator[Shape]:
    for index, face in enumerate((1, 2, 3, 4, 5, 6)):
        x, line = PANEL_X + 20 + index % 2 * 116, y + 14 + index // 2 * 46
        yield rect(x - 14, line - 4, 36, 36, rx=6, fill="#fffefb", stroke="#ded5c2")
        yield icon(face, x + 4, line + 14, 26, INK)
        yield words(x + 30, line + 14, FACE_NAMES[face], 15, fill=INK, text_anchor="start")


def _middle(view: DeblockleView, y: float) -> Iterator[Shape]:
    if view.outcome is not None:
        yield words(PANEL_X + PANEL / 2, y + 26, headline(view), 19, fill=INK, font_weight="bold", css="outcome")
        return
    fill, ink = (INK, "#ffffff") if view.can_pass else ("#e4ddcf", "#a49c8c")
    button = [
        rect(PANEL_X, y, PANEL, 48, rx=10, fill=fill),
        words(PANEL_X + PANEL / 2, y + 25, "Pass the hop" if view.phase == "Hop" else "Pass", 18, fill=ink),
    ]
    yield group(button, name="pass" if view.can_pass else "", label="pass", css="button")
