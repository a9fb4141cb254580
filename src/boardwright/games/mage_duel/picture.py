"""A duel as a picture: the board with its border on the left, scores, top tile, jokers and buttons on the right."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from msgspec.structs import replace

from boardwright.core.layout import Grid, in_rows, lines, plate
from boardwright.core.picture import Picture, Shape, circle, group, part, path, rect, words
from boardwright.core.seats import SeatColor
from boardwright.games.mage_duel.art import MIDDLES, WIDTH, slot_ground, slot_sign, tile_art
from boardwright.games.mage_duel.border import read_border
from boardwright.games.mage_duel.facts import FACE_NAMES, LAYS, RED, SIDES, TILES, TURNS, edges_text
from boardwright.games.mage_duel.grid import CELL_NAMES, CELLS, SIZE, SLOT_EDGES
from boardwright.games.mage_duel.overlay import structure_shapes
from boardwright.games.mage_duel.text import headline, summary
from boardwright.games.mage_duel.view import MageDuelView

_RIM = 66
_BOARD = 2 * _RIM + SIZE * WIDTH
_PANEL = _BOARD + 14
_SIZE = (_BOARD + 330, _BOARD)
_TOP = 176
"""Where the top tile lies."""
_SMALL = 16.4
"""The smallest text of the panel: 12 pixels in a window of 1280 by 800."""

COLORS = ("#2563c9", "#cf3a3a")
_PALE = ("#dbe7fb", "#fbdedd")
_GROUND, _FRAME, _INK, _PAPER = "#e9e2d0", "#33454e", "#1f2a30", "#f7f4ec"
_GRID = Grid(_RIM, _RIM, WIDTH)
_COORDINATES = group(
    _GRID.coordinates("abcdefgh", "12345678", _SMALL, 10, _BOARD - 10, fill="#c9d3d6", css="coordinate wide")
)
_BASE = rect(0, 0, *_SIZE, rx=18, fill=_FRAME, css="ground")


def picture(view: MageDuelView, layer: str = "") -> Picture:
    """The view as a picture; the layer "structures" shows who has what in every city and road.

    What a joker can become is shown if the viewer (or the side to move) has one. All else is the same for everybody.
    """
    lookers = view.actors if view.seat is None else (view.seat,)
    has_joker = view.outcome is None and any(view.jokers[seat] for seat in lookers)
    return _picture(replace(view, seat=None), layer, has_joker)


@lru_cache(64)
def _picture(view: MageDuelView, layer: str, has_joker: bool) -> Picture:
    laid = {cell: (tile, rotation, side, cell == view.last) for cell, tile, rotation, side in view.cells}
    board = [_border(view.border), _COORDINATES, *_cells(SIZE, tuple(map(laid.get, range(CELLS))))]
    if layer == "structures":
        board.append(group(structure_shapes(view), css="structures", transform=f"translate({_RIM} {_RIM})"))
    shapes = (_BASE, group(board, css="block flips"), *_panel(view, has_joker))
    return Picture(*_SIZE, shapes, headline(view), summary(view))


def seat_colors(view: MageDuelView) -> tuple[tuple[SeatColor, ...], ...]:
    """Blue for the first mage, red for the second."""
    return tuple((SeatColor(side.lower(), color),) for side, color in zip(SIDES, COLORS, strict=True))


@part
def _border(border: str) -> Shape:
    shapes = []
    for slot, face in enumerate(read_border(border)):
        cell, edge = SLOT_EDGES[slot]
        x, y = _GRID.center(*divmod(cell, SIZE))
        turn = f"rotate({(edge + 2) % 4 * 90} {x:g} {y:g}) translate({x - WIDTH / 2:g} {y + WIDTH / 2 + 1:g})"
        away_x, away_y = (MIDDLES[edge][0] - WIDTH / 2) / 40, (MIDDLES[edge][1] - WIDTH / 2) / 40
        stand = f"translate({x + away_x * 64:g} {y + away_y * 64:g}) scale(0.85)"
        signs = (group(slot_ground(face), transform=turn), group(slot_sign(face), css="upright", transform=stand))
        label = f"border {FACE_NAMES[face]} at {CELL_NAMES[cell]}"
        shapes.append(group(signs, label=label, css=f"border {FACE_NAMES[face]}"))
    return group(shapes)


@in_rows
@part
def _cells(cell: int, laid: tuple[int, int, int, bool] | None) -> Shape:
    """A cell with the tile on it, how that is turned, whose it is and whether it was laid last."""
    x, y = _GRID.corner(*divmod(cell, SIZE))
    name, where = CELL_NAMES[cell], f"translate({x} {y})"
    if laid is None:
        empty = rect(0.5, 0.5, WIDTH - 1, WIDTH - 1, fill=_GROUND, stroke="#d3c9b1", css="empty light-square")
        return group((empty,), name=name, label=f"{name}, empty", transform=where)
    tile, rotation, side, is_last = laid
    shapes = [*tile_art(tile * 4 + rotation), *_owner(side)]
    if is_last:
        shapes.append(_frame(2.5, "#ffd23f", 5, "last"))
    label = f"{name}, {SIDES[side]}: {edges_text(tile * 4 + rotation)}"
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


def _panel(view: MageDuelView, has_joker: bool) -> Iterator[Shape]:
    """The sheets beside the board; in a narrow window the top tile comes first, next to the board."""
    result = "" if view.actors or view.drawing else headline(view)
    yield _sheet(170, 150, *_left(sum(view.deck)), *_top(view.top), *_buttons(result, view.move_time > 0))
    yield _sheet(14, 152, *_score_card(view, 0), *_score_card(view, 1))
    yield _sheet(324, _BOARD - 338, *_palette(view.deck, has_joker))


def _sheet(y: float, height: float, *shapes: Shape) -> Shape:
    paper = rect(_PANEL, y, 302, height, rx=12, fill=_PAPER, css="panel paper")
    return group((paper, *shapes), css="block alone")


def _score_card(view: MageDuelView, side: int) -> tuple[Shape, ...]:
    """A side's points and jokers, at the end with what these are worth."""
    outcome, jokers, (city, road) = view.outcome, view.jokers[side], view.scores[side]
    wins, acts = outcome is not None and side in outcome.winners, side in view.actors
    state = "wins" if wins else "time over" if side == view.late else "to move" if acts else ""
    if outcome is None:
        total, stars, left = city + road, min(jokers, 3), f"{jokers} {'joker' if jokers == 1 else 'jokers'}"
    else:
        total, stars, left = outcome.scores[side], 0, f"jokers +{jokers * view.joker_price}"
    return _score(side, acts or wins, state, total, (f"cities {city}", f"roads {road}", left), stars)


@part
def _score(side: int, is_lit: bool, state: str, total: int, rest: tuple[str, ...], stars: int) -> tuple[Shape, ...]:
    x, y = _PANEL + 10 + side * 146, 23
    edge, width, css = (COLORS[side], 3, "card-paper lit") if is_lit else ("#d5cfc0", 1.5, "card-paper")
    return (
        rect(x, y, 136, 132, rx=10, fill=_PALE[side], stroke=edge, stroke_width=width, css=css),
        *lines(x + 10, y + 17, (SIDES[side],), 17, fill=COLORS[side], font_weight="bold", css="ink"),
        *lines(x + 127, y + 17, (state,), _SMALL, fill=_INK, text_anchor="end", css="ink"),
        *lines(x + 10, y + 46, (str(total),), 34, fill=_INK, font_weight="bold", css="score ink"),
        *lines(x + 10, y + 77, rest, _SMALL, 20, fill=_INK, css="ink"),
        *(path(_star(x + 122 - star * 13, y + 116), fill="#d99a1c", css="joker") for star in range(stars)),
    )


def _star(x: float, y: float) -> str:
    return f"M{x:g},{y - 6:g} l1.8,4 l4.2,2 l-4.2,2 l-1.8,4 l-1.8,-4 l-4.2,-2 l4.2,-2z"


@part
def _left(left: int) -> tuple[Shape, ...]:
    """How many tiles are in the deck."""
    return (
        *lines(_PANEL + 14, _TOP + 9, ("Top tile",), _SMALL, fill=_INK, font_weight="bold", css="ink"),
        *lines(_PANEL + 14, _TOP + 33, ("deck:", f"{left} left"), _SMALL, 20, fill=_INK, css="ink"),
    )


@part
def _top(top: int | None) -> tuple[Shape, ...]:
    where = f"translate({_PANEL + 98} {_TOP}) scale(1.25)"
    if top is None:
        empty = rect(0, 0, WIDTH, WIDTH, rx=4, fill="none", stroke="#b9b09b", stroke_dasharray="5 4")
        return (plate(empty, "none", _SMALL, _INK, ink_css="ink", label="no top tile", transform=where),)
    label = f"top tile: {edges_text(top * 4)}"
    shapes = [group(_thumbnail(top * 4), name="top", label=label, css="subject in-hand", transform=where)]
    for rotation in range(4):
        small = f"translate({_PANEL + 208 + rotation % 2 * 46} {_TOP + rotation // 2 * 56}) scale(0.52)"
        label = f"take it {TURNS[rotation].removeprefix(', ') or 'not turned'}"
        shapes.append(group(tile_art(top * 4 + rotation), name=f"top r{rotation}", label=label, transform=small))
    return tuple(shapes)


@part
def _thumbnail(lay: int) -> tuple[Shape, ...]:
    """A tile to be taken, and to be turned while it is held."""
    return (group((*tile_art(lay), _frame(0.5, "#5f5a4c", 1, "outline")), css="held turns"),)


@part
def _buttons(result: str, is_timed: bool) -> tuple[Shape, ...]:
    if result:
        return (words(_PANEL + 151, 297, result, _SMALL, fill=_INK, font_weight="bold", css="result ink"),)
    skip = _button("skip", "Skip", 16, "skip: put the top tile back")
    claim = _button("claim", "Claim the end", 160, "claim the end of an abandoned duel")
    return (skip, claim) if is_timed else (skip,)


def _button(name: str, text: str, x: float, label: str) -> Shape:
    box = rect(_PANEL + x, 281, 126, 34, rx=8, fill="#ffffff", stroke="#8a8371", css="card-paper")
    return plate(box, text, _SMALL, _INK, ink_css="ink", name=name, label=label, css="button")


@part
def _palette(deck: tuple[int, ...], has_joker: bool) -> tuple[Shape, ...]:
    """The 24 tiles a joker can become, or else the deck."""
    title = "Jokers (× in the deck)" if has_joker else "In the deck"
    head = lines(_PANEL + 14, 338, (title,), _SMALL, fill=_INK, font_weight="bold", css="ink")
    return (*head, *chain.from_iterable(_palette_tile(tile, deck[tile], has_joker) for tile in range(LAYS // 4)))


@part
def _palette_tile(tile: int, count: int, is_joker: bool) -> tuple[Shape, Shape]:
    x, y = _PANEL + 14 + tile % 5 * 57, 352 + tile // 5 * 80
    where = f"translate({x} {y}) scale(0.6)"
    name = f"joker {TILES[tile]}" if is_joker else ""
    css, faded = ("subject joker", 1.0) if is_joker else ("deck", 1.0 if count else 0.3)
    label = f"{'joker as a tile' if is_joker else 'tile'} with {edges_text(tile * 4)}, {count} in the deck"
    return (
        group(_thumbnail(tile * 4), name=name, label=label, css=css, transform=where, opacity=faded),
        words(x + 24, y + 61, f"×{count}", _SMALL, fill=_INK, css="ink"),
    )
