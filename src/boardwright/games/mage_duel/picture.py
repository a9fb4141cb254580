"""A duel as a picture: the board with its border on the left, scores, top tile, jokers and buttons on the right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boardwright.core.picture import Picture, Shape, circle, group, path, rect, words
from boardwright.games.mage_duel.art import MIDDLES, WIDTH, slot_ground, slot_sign, tile_art
from boardwright.games.mage_duel.border import read_border
from boardwright.games.mage_duel.facts import FACE_NAMES, LAYS, RED, SIDES, TILES
from boardwright.games.mage_duel.grid import CELL_NAMES, CELLS, SIZE, SLOT_EDGES
from boardwright.games.mage_duel.overlay import structure_shapes
from boardwright.games.mage_duel.text import headline, text
from boardwright.games.mage_duel.view import MageDuelView

_RIM = 66
_BOARD = 2 * _RIM + SIZE * WIDTH
_PANEL = _BOARD + 14
_SIZE = (_BOARD + 330, _BOARD)

COLORS = ("#2563c9", "#cf3a3a")
_PALE = ("#dbe7fb", "#fbdedd")
_GROUND, _FRAME, _INK, _PAPER = "#e9e2d0", "#33454e", "#1f2a30", "#f7f4ec"
_TURNS = ("", ", turned right once", ", upside down", ", turned left once")


def picture(view: MageDuelView, layer: str = "") -> Picture:
    """The view as a picture; the layer "structures" shows who has what in every city and road."""
    laid = {cell: (tile, rotation, side) for cell, tile, rotation, side in view.cells}
    board = [
        *_border(view.border),
        *_coordinates(),
        *(_cell(cell, laid.get(cell), cell == view.last) for cell in range(CELLS)),
    ]
    if layer == "structures":
        board.append(group(structure_shapes(view), css="structures", transform=f"translate({_RIM} {_RIM})"))
    ground = rect(0, 0, *_SIZE, rx=18, fill=_FRAME, css="ground")
    return Picture(*_SIZE, (ground, group(board, css="block"), *_panel(view)), headline(view), text(view))


def _border(border: str) -> Iterator[Shape]:
    for slot, face in enumerate(read_border(border)):
        cell, edge = SLOT_EDGES[slot]
        col, row = divmod(cell, SIZE)
        x, y = _RIM + (col + 0.5) * WIDTH, _RIM + (row + 0.5) * WIDTH
        turn = f"rotate({(edge + 2) % 4 * 90} {x:g} {y:g}) translate({x - WIDTH / 2:g} {y + WIDTH / 2 + 1:g})"
        away_x, away_y = (MIDDLES[edge][0] - WIDTH / 2) / 40, (MIDDLES[edge][1] - WIDTH / 2) / 40
        stand = f"translate({x + away_x * 64:g} {y + away_y * 64:g}) scale(0.85)"
        signs = (group(slot_ground(face), transform=turn), group(slot_sign(face), transform=stand))
        yield group(signs, label=f"border {FACE_NAMES[face]} at {CELL_NAMES[cell]}", css=f"border {FACE_NAMES[face]}")


def _coordinates() -> Iterator[Shape]:
    for place in range(SIZE):
        middle = _RIM + place * WIDTH + WIDTH / 2
        for edge in (10, _BOARD - 10):
            yield words(middle, edge, "abcdefgh"[place], 14, fill="#c9d3d6", css="coordinate")
            yield words(edge, middle, str(place + 1), 14, fill="#c9d3d6", css="coordinate")


def _cell(cell: int, laid: tuple[int, int, int] | None, is_last: bool) -> Shape:
    col, row = divmod(cell, SIZE)
    name = CELL_NAMES[cell]
    where = f"translate({_RIM + col * WIDTH} {_RIM + row * WIDTH})"
    if laid is None:
        empty = rect(0.5, 0.5, WIDTH - 1, WIDTH - 1, fill=_GROUND, stroke="#d3c9b1", css="empty")
        return group((empty,), name=name, label=f"{name}, empty", transform=where)
    tile, rotation, side = laid
    shapes = [*tile_art(tile * 4 + rotation), *_owner(side)]
    if is_last:
        shapes.append(_frame(2.5, "#ffd23f", 5, "last"))
    label = f"{name}, {TILES[tile]}{_TURNS[rotation]}, {SIDES[side]}"
    return group(shapes, name=name, label=label, css=f"tile {SIDES[side].lower()}", transform=where)


def _frame(inset: float, color: str, width: float, css: str) -> Shape:
    side = WIDTH - 2 * inset
    return rect(inset, inset, side, side, fill="none", stroke=color, stroke_width=width, css=css)


def _owner(side: int) -> Iterator[Shape]:
    """A frame in the side's color and a badge: round for Blue, square for Red."""
    yield _frame(1.25, COLORS[side], 2.5, f"owner {SIDES[side].lower()}")
    if side == RED:
        yield rect(4, 4, 14, 14, rx=2, css="badge", fill=COLORS[side], stroke="#ffffff", stroke_width=1.5)
    else:
        yield circle(11, 11, 7.5, css="badge", fill=COLORS[side], stroke="#ffffff", stroke_width=1.5)
    yield words(11, 11.5, SIDES[side][0], 10, fill="#ffffff", font_weight="bold", css="mark")


def _panel(view: MageDuelView) -> Iterator[Shape]:
    yield _sheet(14, 134, [*_score_card(view, 0), *_score_card(view, 1)])
    yield _sheet(152, 156, [*_top(view), *_buttons(view)])
    yield _sheet(312, _BOARD - 326, _palette(view))


def _sheet(y: float, height: float, shapes: Iterable[Shape]) -> Shape:
    return group((rect(_PANEL, y, 302, height, rx=12, fill=_PAPER, css="panel"), *shapes), css="block")


def _score_card(view: MageDuelView, side: int) -> Iterator[Shape]:
    x, y = _PANEL + 10 + side * 146, 24
    city, road = view.scores[side]
    over = view.outcome is not None
    total = view.outcome.scores[side] if view.outcome is not None else city + road
    acts = side in view.actors
    winner = view.outcome is not None and side in view.outcome.winners
    edge = COLORS[side] if acts or winner else "#d5cfc0"
    yield rect(x, y, 136, 118, rx=10, fill=_PALE[side], stroke=edge, stroke_width=3 if acts or winner else 1.5)
    yield words(x + 12, y + 19, SIDES[side], 16, fill=COLORS[side], font_weight="bold", text_anchor="start")
    state = "wins" if winner else "time over" if side == view.late else "to move" if acts else ""
    yield words(x + 124, y + 19, state, 13, fill=_INK, text_anchor="end")
    yield words(x + 12, y + 50, str(total), 34, fill=_INK, font_weight="bold", text_anchor="start", css="score")
    yield words(x + 12, y + 81, f"cities {city} · roads {road}", 11.5, fill=_INK, text_anchor="start")
    jokers = f"jokers {view.jokers[side]}" + (f" (+{view.jokers[side] * view.joker_price})" if over else "")
    yield words(x + 12, y + 102, jokers, 13, fill=_INK, text_anchor="start")
    for joker in range(0 if over else min(view.jokers[side], 5)):
        yield path(_star(x + 120 - joker * 13, y + 101), fill="#d99a1c", css="joker")


def _star(x: float, y: float) -> str:
    return f"M{x:g},{y - 6:g} l1.8,4 l4.2,2 l-4.2,2 l-1.8,4 l-1.8,-4 l-4.2,-2 l4.2,-2z"


def _top(view: MageDuelView) -> Iterator[Shape]:
    y = 158
    yield words(_PANEL + 16, y + 8, "Top tile", 14, fill=_INK, font_weight="bold", text_anchor="start")
    yield words(_PANEL + 16, y + 34, f"{sum(view.deck)} left", 13, fill=_INK, text_anchor="start")
    yield words(_PANEL + 16, y + 52, "in the deck", 13, fill=_INK, text_anchor="start")
    where = f"translate({_PANEL + 110} {y}) scale(1.25)"
    if view.top is None:
        note = words(WIDTH / 2, WIDTH / 2, "none", 14, fill=_INK)
        empty = rect(0, 0, WIDTH, WIDTH, rx=4, fill="none", stroke="#b9b09b", stroke_dasharray="5 4")
        yield group((empty, note), label="no top tile", transform=where)
        return
    name = TILES[view.top]
    yield words(_PANEL + 16, y + 78, name, 15, fill=_INK, text_anchor="start", font_family="monospace")
    yield group(_thumbnail(view.top * 4), name="top", label=f"top tile {name}", css="subject", transform=where)
    for rotation in range(4):
        x, row = _PANEL + 224 + rotation % 2 * 36, y + rotation // 2 * 52
        yield group(_thumbnail(view.top * 4 + rotation), css="turned", transform=f"translate({x} {row}) scale(0.375)")
        yield words(x + 15, row + 39, f"r{rotation}", 11, fill=_INK, font_family="monospace")


def _thumbnail(lay: int) -> tuple[Shape, ...]:
    """A tile to be taken, and to be turned while it is held."""
    return (group((*tile_art(lay), _frame(0.5, "#5f5a4c", 1, "outline")), css="held turns"),)


def _buttons(view: MageDuelView) -> Iterator[Shape]:
    if view.outcome is not None:
        yield words(_PANEL + 151, 284, headline(view), 15, fill=_INK, font_weight="bold", css="result")
        return
    yield _button("skip", "Skip", 16, "skip: put the top tile back")
    if view.move_time:
        yield _button("claim", "Claim the end", 160, "claim the end of an abandoned duel")


def _button(name: str, text: str, x: float, label: str) -> Shape:
    box = rect(_PANEL + x, 268, 126, 34, rx=8, fill="#ffffff", stroke="#8a8371")
    return group((box, words(_PANEL + x + 63, 286, text, 14, fill=_INK)), name=name, label=label, css="button")


def _palette(view: MageDuelView) -> Iterator[Shape]:
    """The 24 tiles a joker can become if the viewer (or the side to move) has one, otherwise the deck."""
    lookers = view.actors if view.seat is None else (view.seat,)
    jokers = view.outcome is None and any(view.jokers[seat] for seat in lookers)
    title = "Jokers (× in the deck)" if jokers else "In the deck"
    yield words(_PANEL + 16, 324, title, 14, fill=_INK, font_weight="bold", text_anchor="start")
    for tile in range(LAYS // 4):
        x, y = _PANEL + 14 + tile % 5 * 57, 340 + tile // 5 * 80
        where = f"translate({x} {y}) scale(0.6)"
        name = f"joker {TILES[tile]}" if jokers else ""
        css, faded = ("subject joker", 1.0) if jokers else ("deck", 1.0 if view.deck[tile] else 0.3)
        label = f"{name or TILES[tile]}, {view.deck[tile]} in the deck"
        yield group(_thumbnail(tile * 4), name=name, label=label, css=css, transform=where, opacity=faded)
        yield words(x + 24, y + 57, f"{TILES[tile]} ×{view.deck[tile]}", 9.5, fill=_INK, font_family="monospace")
