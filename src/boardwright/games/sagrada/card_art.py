"""Cards as shapes: objectives with what they give, tools with what they cost."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from boardwright.core.layout import lines, plate
from boardwright.core.picture import Shape, circle, group, part, rect, words
from boardwright.games.sagrada import glass
from boardwright.games.sagrada.rulebook import Card

WIDTH, GAP = 236, 8
STRIDE = WIDTH + GAP
_SIZE = 17.0
"""Of all text: readable where two cards share the width of a small phone."""
_LINE = 17.4
_TITLE_WRAP, _WRAP = 21, 23
"""Letters to a line, in a wide typeface."""
_PAPER = {"tool": "#f5ead2", "public": "#dfeaf5", "private": "#efe0f2"}
_INK, _GOLD = "#14161c", "#e7c15a"


def rows(
    cards: Sequence[tuple[str, Card]], lit: tuple[int, int], x: float, y: float, columns: int, is_solo: bool
) -> tuple[list[Shape], float]:
    """Cards with their kinds in rows of so many, each row as high as it must be, and where they end.

    `lit` are the tools in use.
    """
    drawn = []
    for first in range(0, len(cards), columns):
        row = cards[first : first + columns]
        height = max(_height(card) for _, card in row)
        for place, (kind, card) in enumerate(row):
            is_lit = kind == "tool" and card.id in lit
            drawn.append(_card(kind, card, x + place * STRIDE, y, height, is_lit, is_solo))
        y += height + GAP
    return drawn, y - GAP if cards else y


@part
def _wrapped(card: Card) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of its name and of its text."""
    name = textwrap.wrap(card.name, _TITLE_WRAP, break_on_hyphens=False)
    return tuple(name), tuple(textwrap.wrap(card.description, _WRAP))


def _height(card: Card) -> int:
    return round(15 + _LINE * (sum(map(len, _wrapped(card))) + 1))


@part
def _card(kind: str, card: Card, x: float, y: float, height: float, is_lit: bool, is_solo: bool) -> Shape:
    edge, width, css = (_GOLD, 4, "card-paper lit") if is_lit else (_INK, 1, "card-paper")
    shapes = [rect(x, y, WIDTH, height, rx=9, fill=_PAPER[kind], stroke=edge, stroke_width=width, css=css)]
    title, text = _wrapped(card)
    shapes += lines(x + 9, y + 15, title, _SIZE, _LINE, fill=_INK, font_weight="bold", css="ink")
    shapes += lines(x + 9, y + 15 + _LINE * len(title), text, _SIZE, _LINE, fill=_INK, css="ink")
    shapes += _foot(kind, card, x, y + height - 13, is_solo)
    name = f"tool{card.id}" if kind == "tool" else ""
    drawn = group(shapes, name=name, label=_label(kind, card, is_solo), css=f"card {kind}")
    return group([drawn], css="block half")


def _label(kind: str, card: Card, is_solo: bool) -> str:
    """The card in words, with what it gives or costs."""
    said = f"{kind} {card.id}, {card.name}: {card.description}"
    if kind != "tool" or is_solo:
        return said
    return f"{said} It costs {_cost(card)}" + (f"; {card.points} are paid already." if card.points else ".")


def _cost(card: Card) -> str:
    return "2 favor" if card.points else "1 favor"


def _foot(kind: str, card: Card, x: float, y: float, is_solo: bool) -> Iterator[Shape]:
    """What a tool costs and holds, what an objective gives."""
    look = {"fill": "#4a4334", "text_anchor": "start", "css": "muted"}
    if kind == "public":
        yield words(x + 9, y, f"{card.points} {'point' if card.points == 1 else 'points'} each", _SIZE, **look)
    elif kind == "private" or is_solo:
        yield circle(x + 18, y, 9, fill=glass.FILLS[card.color[0].upper()], stroke=_INK, css=f"tint-{card.color}")
        yield words(x + 34, y, "yours alone" if kind == "private" else f"costs a {card.color} die", _SIZE, **look)
    else:
        yield words(x + 9, y, f"costs {_cost(card)}", _SIZE, **look)
        if card.points:
            favor = circle(x + WIDTH - 20, y - 2, 13, fill="#6fc3d6", stroke="#1f4e59", css="favor")
            yield plate(favor, str(card.points), _SIZE, _INK, bold=True)
