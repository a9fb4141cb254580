"""A duel as zones: the board in its border, the top tile, the buttons, the scores, and the jokers or the deck.

In a terminal a cell has five characters by three; roads are lines, cities shaded blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from textwrap import wrap
from typing import TypeAlias

from boardwright.core.drawing.picture import Shape, group, part, path, rect
from boardwright.core.drawing.symbol import Box
from boardwright.core.layout import Drawing, Field, Frame, Grid, Item, Items, Role, Symbol, Zone, grid_frame
from boardwright.core.layout.frame import Letters
from boardwright.core.rules.seats import SeatColor
from boardwright.games.mage_duel import art, facts
from boardwright.games.mage_duel.board import read_border
from boardwright.games.mage_duel.view import MageDuelView, StructureView

Laid: TypeAlias = tuple[tuple[int, int, int, int], ...]
"""The tiles on the board, each with its cell, its number, its rotation and its side."""
_RIM = 66.0
_BOX: Box = (0, 0, art.WIDTH, art.WIDTH)
_GRID = Grid(0, 0, art.WIDTH)
_ORDER = tuple(column * facts.SIZE + row for row in range(facts.SIZE) for column in range(facts.SIZE))
"""The cells in the order of the frame, row by row."""

_BLOCK, _JOINT = "▒", "\N{NO-BREAK SPACE}"
_UPRIGHT, _SIDEWAYS = ("^^^", _BLOCK * 3, " │ ", "   "), ("^", _BLOCK, "─", " ")
"""Face -> what it looks like above or below a cell, and beside one."""
_MARGIN = " " * 6
_FREE = ("·    ", "     ", "     ")


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
    """Return blue for the first mage, red for the second."""
    return tuple((SeatColor(side.lower(), color),) for side, color in zip(facts.SIDES, art.SIDE_COLORS, strict=True))


class Duel(Zone, frozen=True, kw_only=True):
    """The board; in a terminal its open cities and roads are listed below it."""

    field: Field
    structures: tuple[StructureView, ...]

    def shown(self) -> Field:
        """Return the board."""
        return self.field

    def text(self, *, color: bool = False) -> str:
        """Return the board and the list."""
        return "\n".join([self.field.text(color=color), *_structures_text(self.structures)])


@lru_cache(64)
def _board(border: str, laid: Laid, last: int | None, structures: tuple[StructureView, ...] | None) -> Field:
    found = {cell: _tile(tile * 4 + rotation, side, cell == last) for cell, tile, rotation, side in laid}
    cells = tuple([found.get(cell, _EMPTY) for cell in _ORDER])
    over = []
    if last is not None:
        over.append(art.square(2.5, "#ffd23f", 5, *_GRID.corner(*divmod(last, facts.SIZE))))
    if structures is not None:
        over.append(group(art.structure_shapes(structures, {cell for cell, *_ in laid}), css="structures"))
    return Field(role=Role.BOARD, frame=_frame(border), cells=cells, over=Drawing(over) if over else None)


@lru_cache(512)
def _frame(border: str) -> Frame:
    """Return the cells in a border of cities, roads and mountains, with the coordinates."""
    ground = (art.shared_parts(), _TABLE, *map(_slot, range(len(border)), read_border(border)), *_COORDINATES, _CELLS)
    write = partial(_board_text, border)
    return grid_frame(facts.COLUMNS, facts.ROWS, art.WIDTH, rim=_RIM, ground=ground, flips=True, write=write)


_SIDE = facts.SIZE * art.WIDTH
_TABLE = rect(-_RIM, -_RIM, _SIDE + 2 * _RIM, _SIDE + 2 * _RIM, rx=18, fill="#33454e")
_COORDINATES = _GRID.coordinates(facts.COLUMNS, facts.ROWS, 16.4, -56, _SIDE + 56, fill="#c9d3d6", css="coordinate")
_SQUARES = [f"M{x + 0.5} {y + 0.5}h79v79h-79z" for x in range(0, _SIDE, art.WIDTH) for y in range(0, _SIDE, art.WIDTH)]
_CELLS = path("".join(_SQUARES), fill="#e9e2d0", stroke="#d3c9b1", css="light-square")


@part
def _slot(number: int, face: int) -> Shape:
    cell, edge = facts.SLOT_EDGES[number]
    (x, y), (middle_x, middle_y) = _GRID.corner(*divmod(cell, facts.SIZE)), _GRID.center(*divmod(cell, facts.SIZE))
    turn = f"rotate({(edge + 2) % 4 * 90} {middle_x:g} {middle_y:g}) translate({x:g} {y + art.WIDTH + 1:g})"
    away_x, away_y = art.inward(edge, art.HALF - 64)
    stand = f"translate({x + away_x:g} {y + away_y:g}) scale(0.85)"
    ground, sign = art.slot_art(face)
    drawn = (group(ground, transform=turn), group(sign, css="upright", transform=stand))
    return group(drawn, label=f"border {facts.FACE_NAMES[face]} at {facts.CELL_NAMES[cell]}")


_EMPTY = Symbol((), _BOX, words="empty")


@part
def _tile(lay: int, side: int, is_last: bool) -> Symbol:
    """Return a tile as it lies, whose it is and, in terminals, whether it was laid last: the drawing is the same."""
    name = facts.SIDES[side]
    return Symbol(
        (*art.tile_art(lay), art.owner_mark(side)),
        _BOX,
        words=f"{name}: {facts.edges_text(lay)}",
        letter=_tile_letters(lay, name[0], boxed=is_last),
        styles=(name.lower(), "bold") if is_last else (name.lower(),),
    )


@part
def _thumbnail(tile: int) -> Symbol:
    """Return a tile to be taken, and to be turned while it is held."""
    shapes = (*art.tile_art(tile * 4), art.square(0.5, "#5f5a4c", 1))
    return Symbol([group(shapes, css="held turns")], _BOX, letter=facts.TILES[tile])


_NO_TILE = Symbol(
    [rect(1, 1, art.WIDTH - 2, art.WIDTH - 2, rx=4, fill="none", stroke="#b9b09b", stroke_dasharray="5 4")],
    _BOX,
    words="no top tile",
    letter="none",
)


@part
def _top(top: int | None, left: int, is_skipped: bool) -> Items:
    """Return the top tile, also turned in every way, how many are in the deck, and whether a skip ends the duel."""
    items = [Item(art=_NO_TILE)]
    if top is not None:
        items = [Item(art=_thumbnail(top), name="top", words=f"top tile: {facts.edges_text(top * 4)}")]
        items += [
            Item(art=_thumbnail(top), name=f"top r{turn}", words=f"take it {words}", shows="top", turn=turn)
            for turn, words in enumerate(("not turned", *(words.removeprefix(", ") for words in facts.TURNS[1:])))
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
    """Return the result of a duel that is over."""
    if view.outcome is not None:
        blue, red = view.outcome.scores
        who = f"{facts.SIDES[view.outcome.winners[0]]} wins" if view.outcome.winners else "A draw"
        return f"{who}, Blue {blue} to Red {red}"
    return "" if view.actors or view.drawing else "The duel is over"


def _time_over(view: MageDuelView) -> str:
    if view.late is None or not view.actors:
        return ""
    able = "either side may claim the end" if len(view.actors) > 1 else f"{facts.SIDES[view.actors[0]]} may go on"
    return f"{facts.SIDES[view.late]}'s time is over, {able}."


@part
def _buttons(result: str, time_over: str, is_timed: bool) -> Items:
    """Return the buttons and what is to be known about them, or the result."""
    if result:
        return Items(role=Role.BUTTONS, title=result)
    skip = Item(name="skip", title="Skip", words="skip: put the top tile back")
    claim = Item(name="claim", title="Claim the end", words="claim the end of an abandoned duel")
    lines = (time_over,) if time_over else ()
    return Items(role=Role.BUTTONS, lines=lines, items=(skip, claim) if is_timed else (skip,))


def _score(view: MageDuelView, side: int) -> Items:
    """Return a side's points and jokers, at the end with what these are worth."""
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
        title=facts.SIDES[side],
        value=str(total),
        note=state,
        lines=(points, (left + more).rstrip()),
        color=art.SIDE_COLORS[side],
        seat=side,
        is_lit=is_lit,
    )


@lru_cache(256)
def _palette(deck: tuple[int, ...], has_joker: bool) -> Items:
    """Return the 24 tiles a joker can become, or else the deck."""
    title, note = ("Jokers", "× in the deck") if has_joker else ("In the deck", "")
    items = tuple([_palette_tile(tile, deck[tile], has_joker) for tile in range(facts.NO_TILE)])
    return Items(role=Role.SUPPLY, title=title, note=note, items=items, scale=0.45)


@part
def _palette_tile(tile: int, count: int, is_joker: bool) -> Item:
    return Item(
        art=_thumbnail(tile),
        name=f"joker {facts.TILES[tile]}" if is_joker else "",
        words=f"{'joker as a tile' if is_joker else 'tile'} with {facts.edges_text(tile * 4)}, {count} in the deck",
        caption=f"×{count}",
        is_faded=not (is_joker or count),
    )


def _tile_letters(lay: int, mark: str, *, boxed: bool) -> str:
    """Return a tile as three lines of five characters, with a mark in the middle.

    >>> print("\\n".join(line.rstrip() for line in _tile_letters(5 * 4, "B", boxed=False).split("\\n")))  # CCRR
    ·▒▒▒▒
    ──B▒▒
      │
    """
    top, right, bottom, left = facts.FACES[lay]
    corners = ((left, top, "·"), (top, right, " "), (right, bottom, " "), (bottom, left, " "))
    nw, ne, se, sw = (_BLOCK if one == other == facts.CITY else plain for one, other, plain in corners)
    west, east = _SIDEWAYS[left], _SIDEWAYS[right]
    middle = f"{west}[{mark}]{east}" if boxed else f"{west}{west}{mark}{east}{east}"
    return f"{nw}{_UPRIGHT[top]}{ne}\n{middle}\n{sw}{_UPRIGHT[bottom]}{se}"


def _board_text(border: str, letters: Letters) -> str:
    """Return the cells between the faces of the border."""
    return "\n".join(line.rstrip() for line in _lines(read_border(border), letters))


def _lines(border: bytes, letters: Letters) -> Iterator[str]:
    columns = _MARGIN + "".join(f"  {letter}  " for letter in facts.COLUMNS)
    above, below = (
        _MARGIN + "".join(f" {_UPRIGHT[border[facts.slot(col, row, edge)]]} " for col in range(facts.SIZE))
        for row, edge in ((0, 0), (facts.SIZE - 1, 2))
    )
    yield columns
    yield above
    for row, name in enumerate(facts.ROWS):
        cells = [letters.get(column + name, _FREE) for column in facts.COLUMNS]
        first, second, third = map("".join, zip(*cells, strict=True))
        left, right = (_SIDEWAYS[border[facts.slot(col, row, edge)]] * 2 for col, edge in ((0, 3), (facts.SIZE - 1, 1)))
        yield _MARGIN + first
        yield f"  {name} {left}{second}{right} {name}"
        yield _MARGIN + third
    yield below
    yield columns


def _structures_text(structures: Iterable[StructureView]) -> Iterator[str]:
    """Yield the cities and roads that are still open, those with most points first."""
    for kind, plural in (("city", "cities"), ("road", "roads")):
        known = [each for each in structures if each.kind == kind and not each.contested]
        if known:
            texts = [
                f"{facts.CELL_NAMES[each.nodes[0] // 4]}{_JOINT}{each.blue}:{each.red}{_JOINT}({each.open})"
                for each in sorted(known, key=lambda each: -each.blue - each.red)
            ]
            line = f"Open {plural}, Blue:Red (open edges): " + ", ".join(texts)
            yield from (row.replace(_JOINT, " ") for row in wrap(line, 80, subsequent_indent="  "))
