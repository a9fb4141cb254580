"""A view as a picture: the board from above, and beside it the players, the signs and the pass button.

A cube shows its upper face large. On each of its four edges, small, is the face that a roll over that edge brings up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from boardwright.core.layout import Grid, in_rows, lines, plate
from boardwright.core.picture import Picture, Shape, circle, group, part, path, polygon, rect, shape, words
from boardwright.core.seats import SeatColor
from boardwright.games.deblockle.cube import SHIFTS, Cube
from boardwright.games.deblockle.facts import FACE_NAMES, NAMES, NUMBERS, SIZE, SQUARES, STAR, STOP, WIN_SQUARES, Square
from boardwright.games.deblockle.icons import STAR_PATH, icon
from boardwright.games.deblockle.prompt import HOPS
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
    """The whole table, the same for everybody; the layer "nets" shows every cube unfolded on its square."""
    return _picture(replace(view, seat=None), layer == "nets")


def seat_colors(view: DeblockleView) -> tuple[tuple[SeatColor, ...], ...]:
    """Blue for player 1, orange for player 2."""
    return tuple((SeatColor(name, paint.deep),) for name, paint in zip(("blue", "orange"), PAINTS, strict=True))


@lru_cache(64)
def _picture(view: DeblockleView, are_nets: bool) -> Picture:
    cubes = {NUMBERS[cube.square]: (cube, cube.name == view.rolled) for cube in view.board}
    squares = _squares(SIZE, tuple(map(cubes.get, range(len(SQUARES)))), are_nets)
    board = group([_COORDINATES, *squares, _previews(view)], css="block flips", data_far=1)
    shapes = (_GROUND, _FACES, board, *_panel(view))
    return Picture(WIDTH, HEIGHT, shapes, f"Deblockle: {headline(view)}", board_text(view.board))


_GRID = Grid(EDGE, EDGE, CELL)
_GROUND = rect(0, 0, WIDTH, HEIGHT, rx=18, fill="#f6f2ea", css="ground paper")
_COORDINATES = group(_GRID.coordinates("abcdefg", "1234567", 20, EDGE / 2 + 2, fill=MUTED, css="muted"))


@in_rows
@part
def _squares(number: int, found: tuple[Cube, bool] | None, is_net: bool) -> Shape:
    """A square with the cube on it, and whether that has rolled."""
    name, square, (cube, is_rolled) = NAMES[number], SQUARES[number], found or (None, False)
    shapes = [*_ground(square)]
    if is_rolled:
        shapes.append(_ring(*_center(square), 36.5))
    if cube is not None:
        shapes.append((_net if is_net else _cube)(cube, *_center(square)))
    return group(shapes, name=name, label=_label(name, square, cube), css="square in-hand" if is_rolled else "square")


def _previews(view: DeblockleView) -> Shape:
    """What every roll would turn up, named like the roll and hidden: the page shows it while that roll is meant."""
    can_roll = view.phase == "Roll" and view.outcome is None
    taken = {cube.square for cube in view.board}
    own = [cube for cube in view.board if can_roll and cube.player == view.active_player]
    return group(shape for cube in own for end, shape in _cube_previews(cube) if end not in taken)


@part
def _cube_previews(cube: Cube) -> tuple[tuple[Square, Shape], ...]:
    """The preview of each roll that ends on the board, with the square where it ends."""
    ends = [(cube.x + dx, cube.y + dy) for dx, dy in SHIFTS]
    rolls = [roll for roll in zip(ends, cube.shown_by_rolls, strict=True) if roll[0] in NUMBERS]
    return tuple((end, _preview(cube.player, face, f"{cube.name}-{NAMES[NUMBERS[end]]}")) for end, face in rolls)


def _preview(player: int, face: int, name: str) -> Shape:
    return shape("use", href=f"#{_face_id(player, face)}", name=name, css="preview", display="none")


def _face_id(player: int, face: int) -> str:
    return f"deblockle-{player}-{face}"


def _box(x: float, y: float, half: float, rx: float, **more: Any) -> Shape:
    """A square around a point."""
    return rect(x - half, y - half, 2 * half, 2 * half, rx=rx, **more)


def _ring(x: float, y: float, half: float) -> Shape:
    """Around the cube that has to be taken now."""
    return _box(x, y, half, half / 3, fill="none", stroke="#e0a800", stroke_width=3.5, css="rolled")


def _face_up(face: int, x: float, y: float, half: float, paint: Paint) -> list[Shape]:
    """A cube of which nothing but the upper face is known."""
    body, top = _box(x, y, half, half / 4, fill=paint.edges[2]), _box(x, y, 0.7 * half, 4, fill="#fffefb")
    return [body, top, icon(face, x, y, 1.16 * half, paint.deep)]


_FACES = Shape(
    "defs",
    {},
    tuple(
        group(_face_up(face, 0, 0, 33, paint), id=_face_id(player, face))
        for player, paint in enumerate(PAINTS, 1)
        for face in range(1, len(FACE_NAMES))
    ),
)
"""The cubes that previews show, sent once."""


def _center(square: Square) -> tuple[float, float]:
    return _GRID.center(square[0] - 1, square[1] - 1)


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
    fill, css = ("#fffdf8", "light-square") if sum(square) % 2 else ("#f0e9da", "dark-square")
    yield _box(x, y, CELL / 2 - 2, 9, fill=fill, stroke="#ded5c2", css=f"cell {css}")
    if square in WIN_SQUARES:
        seat = WIN_SQUARES.index(square)
        paint = PAINTS[seat]
        star = path(STAR_PATH, fill=paint.soft, stroke=paint.deep, stroke_width=5, stroke_linejoin="round")
        yield group([star], css=f"win upright player{seat + 1}", transform=f"translate({x:.1f} {y:.1f}) scale(0.62)")
        yield words(x, y + 2, str(seat + 1), 20, css="mark", fill=paint.deep, font_weight="bold")


def _cube(cube: Cube, x: float, y: float) -> Shape:
    """Four edges like a picture frame seen from above, and the upper face inside it."""
    paint = PAINTS[cube.player - 1]
    half, inner = 33.0, 19.14
    shapes = [*_frame(x, y, half, inner, paint), _box(x, y, inner, 4, fill="#fffefb", css="face")]
    shapes.append(icon(cube.up, x, y, 1.62 * inner, paint.deep))
    away = (half + inner) / 2
    for (dx, dy), face in zip(SHIFTS, cube.shown_by_rolls, strict=True):
        shapes.append(icon(face, x + dx * away, y + dy * away, half * 0.39, "#ffffff"))
    shapes.append(_owner(cube.player, x + half - 7, y - half + 7))
    return group(shapes, css=f"cube player{cube.player} held rolls")


def _net(cube: Cube, x: float, y: float) -> Shape:
    """The cube unfolded: front; left, up, right; back; down. The upper face is the light one."""
    paint = PAINTS[cube.player - 1]
    shapes = []
    for face, dx, dy in zip(cube.net, (0, -18, 0, 18, 0, 0), (-27, -9, -9, -9, 9, 27), strict=True):
        fill, ink = ("#fffefb", paint.deep) if face == cube.up else (paint.edges[2], "#ffffff")
        shapes.append(_box(x + dx, y + dy, 9, 2.5, fill=fill, stroke=paint.deep, css="face"))
        shapes.append(icon(face, x + dx, y + dy, 15, ink))
    return group([*shapes, _owner(cube.player, x + 26, y - 26)], css=f"cube player{cube.player} held")


def _owner(player: int, x: float, y: float) -> Shape:
    """The player's number, for people who cannot tell the colors apart."""
    return plate(circle(x, y, 11, fill=PAINTS[player - 1].deep), str(player), 20, "#ffffff", bold=True, css="mark")


def _frame(x: float, y: float, half: float, inner: float, paint: Paint) -> Iterator[Shape]:
    yield _box(x, y, half, 9, fill=paint.edges[2])
    out, into = half - 2, inner - 1
    turns = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    for side, color in ((0, paint.edges[0]), (2, paint.edges[1]), (1, paint.edges[3])):
        (a, b), (c, d) = turns[side], turns[(side + 1) % 4]
        corners = ((a * out, b * out), (c * out, d * out), (c * into, d * into), (a * into, b * into))
        yield path(polygon((x + dx, y + dy) for dx, dy in corners), fill=color)


def _panel(view: DeblockleView) -> Iterator[Shape]:
    yield _player(view, 2, EDGE)
    yield _legend(EDGE + 156)
    text = headline(view) if view.phase == "End" else ""
    yield _middle(EDGE + 318, view.phase == "Hop", view.can_pass, text)
    yield _player(view, 1, EDGE + SIZE * CELL - 142)


def _player(view: DeblockleView, player: int, y: float) -> Shape:
    paint, right = PAINTS[player - 1], PANEL_X + PANEL - 16
    is_active = player == view.active_player and view.phase not in ("Throw", "End")
    doing = f"to {view.phase.lower()}" if is_active else ""
    is_next = view.phase == "Place" and view.active_player != player
    score, began, waiting = view.scores[player - 1], view.began[player - 1], view.thrown[player - 1]
    room = 112 if doing else 176
    border, width, css = (paint.deep, 3, "card-paper lit") if doing else ("#ded5c2", 1.5, "card-paper")
    shapes = (
        rect(PANEL_X, y, PANEL, 142, rx=12, fill="#fffdf8", stroke=border, stroke_width=width, css=css),
        circle(PANEL_X + 22, y + 25, 9, fill=paint.deep),
        *lines(
            PANEL_X + 40, y + 26, (f"Player {player}",), 18, fill=INK, font_weight="bold", css="ink", data_room=room
        ),
        *lines(right, y + 26, (doing,), 17, fill=paint.deep, text_anchor="end", css="ink"),
        *lines(PANEL_X + 18, y + 55, (f"{score} of {began} home",), 17, fill=MUTED, css="muted"),
        *_slots(player, y, score, began, waiting, is_next),
    )
    return group(shapes, css="block swaps")


@part
def _slots(player: int, y: float, score: int, began: int, waiting: tuple[int, ...], is_next: bool) -> tuple[Shape, ...]:
    """The thrown cubes that wait for their square, or else the cubes that came home and places for the others."""
    if waiting:
        return tuple(_waiting(player, y, waiting, is_next))
    paint = PAINTS[player - 1]
    shapes = []
    for slot, x in enumerate(_SLOTS[:began]):
        if slot < score:
            cube = [_box(x, y + 100, 20, 7, fill=paint.edges[2]), icon(STAR, x, y + 100, 28, "#ffffff")]
            shapes.append(group(cube, label="a cube that came home", css="home"))
        else:
            look = {"fill": "none", "stroke": "#cfc5b0", "stroke_width": 1.5, "stroke_dasharray": "4 4"}
            shapes.append(_box(x, y + 100, 20, 7, **look))
    return tuple(shapes)


def _waiting(player: int, y: float, faces: tuple[int, ...], is_next: bool) -> Iterator[Shape]:
    """Thrown cubes that are not on the board yet; the next one to be placed can be taken."""
    for slot, (face, x) in enumerate(zip(faces, _SLOTS, strict=False)):
        shapes, up = _face_up(face, x, y + 100, 21, PAINTS[player - 1]), f"{FACE_NAMES[face]} up"
        if is_next and slot == 0:
            shapes.append(_ring(x, y + 100, 24))
            yield group(shapes, name="thrown", label=f"the next cube to place, {up}", css="thrown in-hand")
        else:
            yield group(shapes, label=f"thrown cube, {up}")


_MEANINGS = {
    STAR: "the cube is home; it may come up only on your own star square",
    STOP: "the cube stops, the turn is over",
    **{face: f"after the roll the cube may hop {where}" for face, where in HOPS.items()},
}


@part
def _legend(y: float) -> Shape:
    signs = []
    for index, face in enumerate((1, 2, 3, 4, 5, 6)):
        x, line = PANEL_X + 20 + index % 2 * 116, y + 28 + index // 2 * 46
        sign = (
            _box(x + 4, line, 18, 6, fill="#fffefb", stroke="#ded5c2"),
            icon(face, x + 4, line, 26, INK),
            *lines(x + 30, line, (FACE_NAMES[face],), 17, fill=INK, css="ink"),
        )
        signs.append(group(sign, label=f"{FACE_NAMES[face]}: {_MEANINGS[face]}", css="sign"))
    return group(signs, css="block")


@part
def _middle(y: float, is_hop: bool, can_pass: bool, result: str) -> Shape:
    """The pass button, or the result of the game."""
    if result:
        place = rect(PANEL_X, y, PANEL, 48, fill="none")
        return plate(place, result, 19, INK, bold=True, ink_css="outcome ink", css="block")
    fill, ink = (INK, "#ffffff") if can_pass else ("#e4ddcf", "#a49c8c")
    box, text = rect(PANEL_X, y, PANEL, 48, rx=10, fill=fill), "Pass the hop" if is_hop else "Pass"
    return group([plate(box, text, 18, ink, name="pass" if can_pass else "", label="pass", css="button")], css="block")
