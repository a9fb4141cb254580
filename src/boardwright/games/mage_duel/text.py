"""A duel for the terminal: five characters by three a cell, roads as lines, cities as shaded blocks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from boardwright.core.ansi import paint
from boardwright.games.mage_duel.border import read_border
from boardwright.games.mage_duel.facts import CITY, FACES, SIDES, TILES
from boardwright.games.mage_duel.grid import CELL_NAMES, CELLS, SIZE, slot
from boardwright.games.mage_duel.view import MageDuelView, StructureView

_STYLES = ("blue", "red")
_BLOCK = "▒"
_UPRIGHT, _SIDEWAYS = ("^^^", _BLOCK * 3, " │ ", "   "), ("^", _BLOCK, "─", " ")
"""Face -> what it looks like above or below a cell, and beside one."""
_MARGIN = "      "
Rows = tuple[str, str, str]
Lay = tuple[int, int]
"""A tile as it lies, and the side that laid it."""


def headline(view: MageDuelView) -> str:
    """Where the duel stands, in one line."""
    if view.outcome is not None:
        blue, red = view.outcome.scores
        who = f"{SIDES[view.outcome.winners[0]]} wins" if view.outcome.winners else "A draw"
        return f"{who}, Blue {blue} to Red {red}"
    if view.drawing:
        return "Mage Duel: chance acts"
    if not view.actors:
        return "The duel is over"
    if view.late is not None:
        able = "either side may claim the end" if len(view.actors) > 1 else f"{SIDES[view.actors[0]]} may go on"
        return f"Mage Duel: {SIDES[view.late]}'s time is over, {able}"
    who = "either side may begin" if len(view.actors) > 1 else f"{SIDES[view.actors[0]]} to move"
    return f"Mage Duel: {who}"


def summary(view: MageDuelView) -> str:
    """Where the duel stands in a few lines; what lies where is said by the parts of the picture themselves."""
    top = "no top tile" if view.top is None else f"top tile {TILES[view.top]}"
    scores = (line.rstrip() for line in _scores(view, color=False))
    return "\n".join([headline(view), *scores, f"{sum(view.deck)} tiles in the deck, {top}"])


def tile_rows(lay: int, mark: str = " ", *, boxed: bool = False) -> Rows:
    """A tile as three rows of five characters, with a mark in the middle.

    >>> print("\\n".join(row.rstrip() for row in tile_rows(5 * 4, "B")))  # CCRR
    ·▒▒▒▒
    ──B▒▒
      │
    """
    top, right, bottom, left = FACES[lay]
    corners = ((left, top, "·"), (top, right, " "), (right, bottom, " "), (bottom, left, " "))
    nw, ne, se, sw = (_BLOCK if one == other == CITY else plain for one, other, plain in corners)
    west, east = _SIDEWAYS[left], _SIDEWAYS[right]
    middle = f"{west}[{mark}]{east}" if boxed else f"{west}{west}{mark}{east}{east}"
    return nw + _UPRIGHT[top] + ne, middle, sw + _UPRIGHT[bottom] + se


def text(view: MageDuelView, *, color: bool = False) -> str:
    """The whole view as text."""
    lines = [headline(view), "", *_board(view, color), "", *_scores(view, color), "", *_top(view)]
    lines += _structures(view)
    return "\n".join(line.rstrip() for line in lines)


def _board(view: MageDuelView, color: bool) -> Iterator[str]:
    border = read_border(view.border)
    laid = {cell: (tile * 4 + rotation, side) for cell, tile, rotation, side in view.cells}
    letters = _MARGIN + "".join(f"  {letter}  " for letter in "abcdefgh")
    yield letters
    yield _MARGIN + "".join(f" {_UPRIGHT[border[slot(col, 0, 0)]]} " for col in range(SIZE))
    for row in range(SIZE):
        cells = tuple([laid.get(cell) for cell in range(row, CELLS, SIZE)])
        last = view.last // SIZE if view.last is not None and view.last % SIZE == row else None
        yield from _row(row, cells, last, border[slot(0, row, 3)], border[slot(SIZE - 1, row, 1)], color)
    yield _MARGIN + "".join(f" {_UPRIGHT[border[slot(col, SIZE - 1, 2)]]} " for col in range(SIZE))
    yield letters


@lru_cache(1024)
def _row(row: int, laid: tuple[Lay | None, ...], last: int | None, left: int, right: int, color: bool) -> Rows:
    """A row of the board between the faces of the border; `last` is the column laid last."""
    cells = [_cell(each, col == last, color) for col, each in enumerate(laid)]
    first, second, third = ("".join(lines) for lines in zip(*cells, strict=True))
    label = str(row + 1)
    return (
        f"      {first}    ",
        f"  {label} {_SIDEWAYS[left] * 2}{second}{_SIDEWAYS[right] * 2} {label}",
        f"      {third}    ",
    )


def _cell(laid: Lay | None, is_last: bool, color: bool) -> Rows:
    if laid is None:
        return ("·    ", "     ", "     ")
    lay, side = laid
    one, two, three = tile_rows(lay, SIDES[side][0], boxed=is_last)
    styles = (_STYLES[side], "bold") if is_last else (_STYLES[side],)
    return paint(one, *styles, color=color), paint(two, *styles, color=color), paint(three, *styles, color=color)


def _scores(view: MageDuelView, color: bool) -> Iterator[str]:
    for side, (city, road) in enumerate(view.scores):
        name = paint(f"{SIDES[side]:<4}", _STYLES[side], "bold", color=color)
        jokers = f"{view.jokers[side]} joker{'' if view.jokers[side] == 1 else 's'}"
        if view.outcome is not None:
            jokers += f" worth {view.jokers[side] * view.joker_price}, {view.outcome.scores[side]} in all"
        yield f"{name} {city + road:>4}  cities {city}, roads {road}, {jokers}"


def _top(view: MageDuelView) -> Iterator[str]:
    left = ", ".join(f"{TILES[tile]} {count}" for tile, count in enumerate(view.deck) if count)
    if view.top is None:
        yield "No top tile."
    else:
        for row, note in zip(tile_rows(view.top * 4), ("", f"  top tile: {TILES[view.top]}", ""), strict=True):
            yield f"  {row}{note}"
    yield f"In the deck: {sum(view.deck)} tiles" + (f" ({left})" if left else "")
    if view.last_skipped and view.outcome is None:
        yield "The last move was a skip: another one ends the duel."


def _structures(view: MageDuelView) -> Iterator[str]:
    for kind, plural in (("city", "cities"), ("road", "roads")):
        found = [each for each in view.structures if each.kind == kind and not each.contested]
        if found:
            found.sort(key=lambda each: -each.blue - each.red)
            yield f"Open {plural}, Blue:Red (open edges): " + ", ".join(map(_structure, found))


def _structure(each: StructureView) -> str:
    return f"{CELL_NAMES[each.nodes[0] // 4]} {each.blue}:{each.red} ({each.open})"
