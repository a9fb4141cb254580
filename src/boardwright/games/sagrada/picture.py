"""The view as shapes: round track on top, windows below it, then pool, hand and buttons, then the cards."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from boardwright.core.picture import Picture, Shape, circle, group, rect, words
from boardwright.games.sagrada import glass
from boardwright.games.sagrada.facts import CELLS, ROUNDS
from boardwright.games.sagrada.rulebook import Card
from boardwright.games.sagrada.text import headline
from boardwright.games.sagrada.text import text as as_text
from boardwright.games.sagrada.view import SagradaView

GAP = 16
TRACK_TOP, TRACK_HEIGHT = 44, 100
WINDOWS_TOP = TRACK_TOP + TRACK_HEIGHT + GAP
DICE_TOP = WINDOWS_TOP + glass.HEIGHT + GAP
DICE_HEIGHT = 72
CARDS_TOP = DICE_TOP + DICE_HEIGHT + GAP
CARD_HEIGHT = 132
HEIGHT = CARDS_TOP + CARD_HEIGHT + GAP
_PAPER, _TEXT, _GOLD = "#262b38", "#14161c", "#e7c15a"
_CARD = {"tool": "#f5ead2", "public": "#dfeaf5", "private": "#efe0f2"}


def picture(view: SagradaView, layer: str = "") -> Picture:
    """The table with the reader's own window first and the others clockwise after it."""
    shown = max(4 if view.phase == "choose" and view.seat is not None else view.seats, 3)
    width = shown * (glass.WIDTH + GAP) + GAP
    shown_windows = _offers(view) if view.phase == "choose" else _windows(view, width)
    windows = [group([one], css="block") for one in shown_windows]
    own = len(windows) if view.phase == "choose" else 1
    title = words(GAP, 24, headline(view), 18, fill=glass.INK, text_anchor="start", font_weight="bold", css="wide")
    shapes = [
        rect(0, 0, width, HEIGHT, rx=18, fill=_PAPER, css="ground"),
        title,
        *(group(_rounds(view, width, half), css="block") for half in (range(ROUNDS // 2), range(ROUNDS // 2, ROUNDS))),
        *windows[:own],
        rect(GAP, DICE_TOP, width - 2 * GAP, DICE_HEIGHT, rx=12, fill="#333a4b", css="wide"),
        group(_pool(view), css="block"),
        group(_buttons(view, width), css="block"),
        *windows[own:],
        *_cards(view, width),
    ]
    return Picture(width, HEIGHT, tuple(shapes), "Sagrada: " + headline(view), as_text(view))


def _rounds(view: SagradaView, width: float, places: range) -> Iterator[Shape]:
    slot = (width - 2 * GAP - 9 * 6) / ROUNDS
    size = min(24.0, (slot - 8) / 3 - 2)
    number = sum(map(len, view.track[: places.start]))
    for place in places:
        x = GAP + place * (slot + 6)
        now = place + 1 == view.round and view.phase == "play"
        edge = _GOLD if now else "#4a5163"
        yield rect(x, TRACK_TOP, slot, TRACK_HEIGHT, rx=8, fill="#333a4b", stroke=edge, stroke_width=2, css="slot")
        yield words(x + slot / 2, TRACK_TOP + 11, str(place + 1), 12, fill="#c5cbd9")
        for at, text in enumerate(view.track[place] if place < len(view.track) else ()):
            number += 1
            left = x + 4 + (at % 3) * (size + 2)
            top = TRACK_TOP + 21 + (at // 3) * (size + 2)
            label = f"round {place + 1}, die {number} of the track: {text}"
            yield glass.die(left, top, size, text, name=f"track{number}", label=label)


def _windows(view: SagradaView, width: float) -> Iterator[Shape]:
    left = (width - view.seats * (glass.WIDTH + GAP) + GAP) / 2
    for step in range(view.seats):
        player = view.players[((view.seat or 0) + step) % view.seats]
        x = left + step * (glass.WIDTH + GAP)
        lit = player.seat == view.current
        if player.window is not None:
            hidden = "" if player.part.private is not None else " + ?"
            favor = "" if view.seats == 1 else f" · {player.favor} favor"
            title = f"{view.who(player.seat)} · {player.score}{hidden} points{favor}"
            yield glass.window(x, WINDOWS_TOP, player.window, player.frame, player.seat, title=title, lit=lit)


def _offers(view: SagradaView) -> Iterator[Shape]:
    """The four windows to choose from; others see only who is still choosing."""
    offers = () if view.seat is None else view.offers[view.seat]
    for number, pattern in enumerate(offers, 1):
        x = GAP + (number - 1) * (glass.WIDTH + GAP)
        chosen = number == view.choice
        title = f"Window {number}" + (" · chosen" if chosen else "")
        one = glass.window(x, WINDOWS_TOP, pattern, ("",) * CELLS, 0, title=title, lit=chosen, names=False)
        label = f"window {number}: {pattern.name}, difficulty {pattern.difficulty}"
        yield group([one], name=f"window{number}", label=label)


def _pool(view: SagradaView) -> Iterator[Shape]:
    x: float = GAP + 12
    for number, text in enumerate(view.pool, 1):
        yield glass.die(x, DICE_TOP + 12, 48, text, name=f"pool{number}", label=f"die {number} of the pool: {text}")
        x += 56
    if view.picked:
        x += 12
        middle = DICE_TOP + DICE_HEIGHT / 2
        yield words(x + 6, middle, "hand", 12, fill=glass.INK, transform=f"rotate(-90 {x + 6} {middle})")
        yield rect(x + 14, DICE_TOP + 6, 60, 60, rx=12, fill="none", stroke=_GOLD, stroke_width=3)
        yield glass.die(x + 20, DICE_TOP + 12, 48, view.picked, name="hand", label=f"die in hand: {view.picked}")


def _buttons(view: SagradaView, width: float) -> Iterator[Shape]:
    """One for every command that no die or card stands for, from the right edge on."""
    right = width - GAP - 12
    for text in reversed(view.buttons):
        shown = text.removeprefix("select ")
        wide = 26 + 9 * len(shown)
        right -= wide
        box = rect(right, DICE_TOP + 16, wide, 40, rx=20, fill=_GOLD, stroke="#14161c", css="button")
        face = words(right + wide / 2, DICE_TOP + 36, shown, 16, fill=_TEXT, font_weight="bold")
        yield group([box, face], name=text.replace(" ", ""), label=text)
        right -= 8


def _cards(view: SagradaView, width: float) -> Iterator[Shape]:
    own = view.players[view.seat].privates if view.seat is not None else ()
    cards = [("tool", card) for card in view.tools]
    cards += [("public", card) for card in view.public] + [("private", card) for card in own]
    if not cards:
        return
    wide = min(220.0, (width - 2 * GAP - 8 * (len(cards) - 1)) / len(cards))
    drawn = [_card(view, kind, card, GAP + place * (wide + 8), wide) for place, (kind, card) in enumerate(cards)]
    for pair in range(0, len(drawn), 2):
        yield group(drawn[pair : pair + 2], css="block")


def _card(view: SagradaView, kind: str, card: Card, x: float, wide: float) -> Shape:
    lit = kind == "tool" and card.id in (view.active, view.passive)
    edge = _GOLD if lit else "#14161c"
    shapes = [rect(x, CARDS_TOP, wide, CARD_HEIGHT, rx=9, fill=_CARD[kind], stroke=edge, stroke_width=4 if lit else 1)]
    size = 12 if wide > 140 else 10
    top = CARDS_TOP + 16
    look = {"fill": _TEXT, "text_anchor": "start"}
    for line in textwrap.wrap(card.name, int((wide - 12) / (size * 0.62))):
        shapes.append(words(x + 8, top, line, size + 1, font_weight="bold", **look))
        top += size + 3
    for line in textwrap.wrap(card.description, int((wide - 12) / (size * 0.5)))[:6]:
        shapes.append(words(x + 8, top + 2, line, size - 1, **look))
        top += size + 1
    shapes += _foot(view, kind, card, x, wide)
    name = f"tool{card.id}" if kind == "tool" else ""
    return group(shapes, name=name, label=f"{kind} {card.id}, {card.name}: {card.description}", css=f"card {kind}")


def _foot(view: SagradaView, kind: str, card: Card, x: float, wide: float) -> Iterator[Shape]:
    """What a tool costs and holds, what an objective gives."""
    y = CARDS_TOP + CARD_HEIGHT - 14
    look = {"fill": "#4a4334", "text_anchor": "start"}
    if kind == "public":
        yield words(x + 8, y, f"{card.points} each", 11, **look)
    elif kind == "private" or view.seats == 1:
        yield circle(x + 16, y, 8, fill=glass.FILLS[card.color[0].upper()], stroke=_TEXT)
        yield words(x + 30, y, "private" if kind == "private" else f"costs {card.color}", 11, **look)
    else:
        yield words(x + 8, y, f"{card.id} · costs {2 if card.points else 1}", 11, **look)
        if card.points:
            yield circle(x + wide - 16, y, 10, fill="#6fc3d6", stroke="#1f4e59", css="favor")
            yield words(x + wide - 16, y, str(card.points), 11, fill=_TEXT, font_weight="bold")
