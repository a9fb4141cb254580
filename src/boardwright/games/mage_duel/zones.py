"""A duel as zones: the board in its border, the top tile, the buttons, the scores, and the jokers or the deck."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import TypeAlias

from boardwright.core.layout import Drawing, Field, Frame, Grid, Item, Items, Role, Symbol, Zone, grid_frame
from boardwright.core.layout.symbol import Box
from boardwright.core.picture import Shape, circle, group, part, rect
from boardwright.core.seats import SeatColor
from boardwright.games.mage_duel.art import MIDDLES, WIDTH, slot_ground, slot_sign, tile_art
from boardwright.games.mage_duel.border import read_border
from boardwright.games.mage_duel.facts import FACE_NAMES, LAYS, RED, SIDES, TILES, TURNS, edges_text
from boardwright.games.mage_duel.grid import CELL_NAMES, CELLS, SIZE, SLOT_EDGES
from boardwright.games.mage_duel.overlay import structure_shapes
from boardwright.games.mage_duel.terminal_text import board_text, structures_text, tile_letters
from boardwright.games.mage_duel.view import MageDuelView, StructureView

Laid: TypeAlias = tuple[tuple[int, int, int, int], ...]
"""The tiles on the board, each with its cell, its rotation and its side."""
_RIM = 66.0
_BOX: Box = (0, 0, WIDTH, WIDTH)
_WAYS = tuple(words.removeprefix(", ") or "not turned" for words in TURNS)
"""How large the turned top tiles are beside the one that is taken."""
_ORDER = tuple(column * SIZE + row for row in range(SIZE) for column in range(SIZE))
"""The cells in the order of the frame, row by row."""
COLORS = ("#2563c9", "#cf3a3a")
_STYLES = ("blue", "red")
_GRID = Grid(0, 0, WIDTH)


def zones(view: MageDuelView, layer: str = "") -> tuple[Zone, ...]:
    """Return the table; the layer "structures" shows who has what in every city and road.

    What a joker can become is shown if the viewer (or the side to move) has one. All else is the same for everybody.
    """
    lookers = view.actors if view.seat is None else (view.seat,)
    has_joker = view.outcome is None and any(view.jokers[seat] for seat in lookers)
    shown = view.structures if layer == "structures" else None
    is_skipped = view.last_skipped and view.outcome is None
    return (
        Duel(field=_board(view.border, view.cells, view.last, shown), structures=view.structures),
        _top(view.top, sum(view.deck), is_skipped),
        _buttons(_result(view), _time_over(view), view.move_time > 0),
        _score(view, 0),
        _score(view, 1),
        _palette(view.deck, has_joker),
    )


def seat_colors(view: MageDuelView) -> tuple[tuple[SeatColor, ...], ...]:
    """Blue for the first mage, red for the second."""
    return tuple((SeatColor(side.lower(), color),) for side, color in zip(SIDES, COLORS, strict=True))


class Duel(Zone, frozen=True, kw_only=True):
    """The board; in a terminal its open cities and roads are listed below it."""

    field: Field
    structures: tuple[StructureView, ...]

    def shown(self) -> Field:
        """Return the board."""
        return self.field

    def text(self, *, color: bool = False) -> str:
        """Return the board and the list."""
        return "\n".join([self.field.text(color=color), *structures_text(self.structures)])


@lru_cache(64)
def _board(border: str, laid: Laid, last: int | None, structures: tuple[StructureView, ...] | None) -> Field:
    found = {cell: _tile(tile * 4 + rotation, side, cell == last) for cell, tile, rotation, side in laid}
    cells = tuple([found.get(cell, _EMPTY) for cell in _ORDER])
    over = [_last(last)] if last is not None else []
    if structures is not None:
        over.append(group(structure_shapes(structures, {cell for cell, *_ in laid}), css="structures"))
    return Field(role=Role.BOARD, frame=_frame(border), cells=cells, over=Drawing(over) if over else None)


@lru_cache(512)
def _frame(border: str) -> Frame:
    """The cells in a border of cities, roads and mountains, with the coordinates."""
    ground = (_TABLE, *map(_slot, range(len(border)), read_border(border)), *_COORDINATES, *_CELLS)
    write = partial(board_text, border)
    return grid_frame("abcdefgh", "12345678", WIDTH, rim=_RIM, ground=ground, flips=True, write=write)


def _cell(cell: int) -> Shape:
    x, y = _GRID.corner(*divmod(cell, SIZE))
    return rect(x + 0.5, y + 0.5, WIDTH - 1, WIDTH - 1, fill="#e9e2d0", stroke="#d3c9b1", css="light-square")


_SIDE = SIZE * WIDTH
_TABLE = rect(-_RIM, -_RIM, _SIDE + 2 * _RIM, _SIDE + 2 * _RIM, rx=18, fill="#33454e")
_COORDINATES = _GRID.coordinates("abcdefgh", "12345678", 16.4, -56, _SIDE + 56, fill="#c9d3d6", css="coordinate")
_CELLS = tuple(map(_cell, range(CELLS)))


@part
def _slot(slot: int, face: int) -> Shape:
    cell, edge = SLOT_EDGES[slot]
    x, y = _GRID.center(*divmod(cell, SIZE))
    turn = f"rotate({(edge + 2) % 4 * 90} {x:g} {y:g}) translate({x - WIDTH / 2:g} {y + WIDTH / 2 + 1:g})"
    away_x, away_y = (MIDDLES[edge][0] - WIDTH / 2) / 40, (MIDDLES[edge][1] - WIDTH / 2) / 40
    stand = f"translate({x + away_x * 64:g} {y + away_y * 64:g}) scale(0.85)"
    signs = (group(slot_ground(face), transform=turn), group(slot_sign(face), css="upright", transform=stand))
    return group(signs, label=f"border {FACE_NAMES[face]} at {CELL_NAMES[cell]}")


_EMPTY = Symbol((), _BOX, words="empty")


@part
def _tile(lay: int, side: int, is_last: bool) -> Symbol:
    """A tile as it lies, whose it is and, in terminals, whether it was laid last: the drawing is the same."""
    styles = (_STYLES[side], "bold") if is_last else (_STYLES[side],)
    letter = tile_letters(lay, SIDES[side][0], boxed=is_last)
    words = f"{SIDES[side]}: {edges_text(lay)}"
    return Symbol((*tile_art(lay), *_owner(side)), _BOX, words=words, letter=letter, styles=styles)


@part
def _last(cell: int) -> Shape:
    """A frame around the tile that was laid last."""
    x, y = _GRID.corner(*divmod(cell, SIZE))
    side = WIDTH - 5
    return rect(x + 2.5, y + 2.5, side, side, fill="none", stroke="#ffd23f", stroke_width=5, css="last")


def _edge(inset: float, color: str, width: float, css: str) -> Shape:
    side = WIDTH - 2 * inset
    return rect(inset, inset, side, side, fill="none", stroke=color, stroke_width=width, css=css)


def _owner(side: int) -> Iterator[Shape]:
    """A frame in the side's color and a badge: round for Blue, square for Red."""
    yield _edge(1.25, COLORS[side], 2.5, "owner")
    if side == RED:
        yield rect(4, 4, 14, 14, rx=2, css="badge", fill=COLORS[side], stroke="#ffffff", stroke_width=1.5)
    else:
        yield circle(11, 11, 7.5, css="badge", fill=COLORS[side], stroke="#ffffff", stroke_width=1.5)


@part
def _thumbnail(tile: int) -> Symbol:
    """A tile to be taken, and to be turned while it is held."""
    shapes = (*tile_art(tile * 4), _edge(0.5, "#5f5a4c", 1, "outline"))
    return Symbol([group(shapes, css="held turns")], _BOX, letter=TILES[tile])


_NO_TILE = Symbol(
    [rect(1, 1, WIDTH - 2, WIDTH - 2, rx=4, fill="none", stroke="#b9b09b", stroke_dasharray="5 4")],
    _BOX,
    words="no top tile",
    letter="none",
)


@part
def _top(top: int | None, left: int, is_skipped: bool) -> Items:
    """The top tile, beside it turned in every way, how many tiles are in the deck, and whether a skip ends the duel."""
    items = [Item(art=_NO_TILE)]
    if top is not None:
        items = [Item(art=_thumbnail(top), name="top", words=f"top tile: {edges_text(top * 4)}")]
        items += [
            Item(art=_thumbnail(top), name=f"top r{turn}", words=f"take it {words}", shows="top", turn=turn)
            for turn, words in enumerate(_WAYS)
        ]
    return Items(
        role=Role.SUPPLY,
        title="Top tile",
        note=f"{left} left, last skipped" if is_skipped else f"{left} left",
        items=tuple(items),
        most=5,
        scale=1.0,
        held="" if top is None else "top",
    )


def _result(view: MageDuelView) -> str:
    """How the duel ended, if it has."""
    if view.outcome is not None:
        blue, red = view.outcome.scores
        who = f"{SIDES[view.outcome.winners[0]]} wins" if view.outcome.winners else "A draw"
        return f"{who}, Blue {blue} to Red {red}"
    return "" if view.actors or view.drawing else "The duel is over"


def _time_over(view: MageDuelView) -> str:
    if view.late is None or not view.actors:
        return ""
    able = "either side may claim the end" if len(view.actors) > 1 else f"{SIDES[view.actors[0]]} may go on"
    return f"{SIDES[view.late]}'s time is over, {able}."


@part
def _buttons(result: str, time_over: str, is_timed: bool) -> Items:
    """The buttons and what is to be known about them, or the result."""
    if result:
        return Items(role=Role.BUTTONS, title=result)
    skip = Item(name="skip", title="Skip", words="skip: put the top tile back")
    claim = Item(name="claim", title="Claim the end", words="claim the end of an abandoned duel")
    lines = (time_over,) if time_over else ()
    return Items(role=Role.BUTTONS, lines=lines, items=(skip, claim) if is_timed else (skip,))


def _score(view: MageDuelView, side: int) -> Items:
    """A side's points and jokers, at the end with what these are worth."""
    outcome, jokers, (city, road) = view.outcome, view.jokers[side], view.scores[side]
    wins, acts = outcome is not None and side in outcome.winners, side in view.actors
    moves = "may begin" if len(view.actors) > 1 and view.late is None else "to move"
    state = "wins" if wins else "time over" if side == view.late else moves if acts else ""
    total = city + road if outcome is None else outcome.scores[side]
    worth = None if outcome is None else jokers * view.joker_price
    return _card(side, acts or wins, state, total, f"cities {city}, roads {road}", jokers, worth)


@part
def _card(side: int, is_lit: bool, state: str, total: int, points: str, jokers: int, worth: int | None) -> Items:
    left = f"{jokers} joker{'' if jokers == 1 else 's'}"
    more = " " + "★" * min(jokers, 3) if worth is None else f": +{worth}"
    return Items(
        role=Role.SCORE,
        title=SIDES[side],
        value=str(total),
        note=state,
        lines=(points, (left + more).rstrip()),
        color=COLORS[side],
        seat=side,
        is_lit=is_lit,
    )


@lru_cache(256)
def _palette(deck: tuple[int, ...], has_joker: bool) -> Items:
    """The 24 tiles a joker can become, or else the deck."""
    title, note = ("Jokers", "× in the deck") if has_joker else ("In the deck", "")
    items = tuple([_palette_tile(tile, deck[tile], has_joker) for tile in range(LAYS // 4)])
    return Items(role=Role.SUPPLY, title=title, note=note, items=items, scale=0.45)


@part
def _palette_tile(tile: int, count: int, is_joker: bool) -> Item:
    return Item(
        art=_thumbnail(tile),
        name=f"joker {TILES[tile]}" if is_joker else "",
        words=f"{'joker as a tile' if is_joker else 'tile'} with {edges_text(tile * 4)}, {count} in the deck",
        caption=f"×{count}",
        is_faded=not (is_joker or count),
    )
