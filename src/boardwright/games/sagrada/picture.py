"""The view as shapes: round track on top, windows below it, then pool, hand and buttons, then the cards."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from boardwright.core.picture import Picture, Shape, circle, group, part, rect, words
from boardwright.games.sagrada import glass
from boardwright.games.sagrada.facts import CELLS, ROUNDS
from boardwright.games.sagrada.rulebook import Card
from boardwright.games.sagrada.text import headline, summary
from boardwright.games.sagrada.view import SagradaView

GAP = 16
TRACK_TOP, TRACK_HEIGHT = 40, 98
WINDOWS_TOP = TRACK_TOP + TRACK_HEIGHT + GAP
DICE_TOP = WINDOWS_TOP + glass.HEIGHT + GAP
DICE_HEIGHT = 72
CARDS_TOP = DICE_TOP + DICE_HEIGHT + GAP
CARD_HEIGHT = 190
HEIGHT = CARDS_TOP + CARD_HEIGHT + GAP
_PAPER, _TEXT, _GOLD = "#262b38", "#14161c", "#e7c15a"
_IN_A_ROW = 3
"""How many cards lie side by side in a narrow window."""
_BUTTONS = 300
"""The width that is kept free for buttons."""
_LABELS = {"pass": "End turn", "return": "Take back"}
_CARD = {"tool": "#f5ead2", "public": "#dfeaf5", "private": "#efe0f2"}


def picture(view: SagradaView, layer: str = "") -> Picture:
    """The table with the reader's own window first and the others clockwise after it."""
    shown = max(4 if view.phase == "choose" and view.seat is not None else view.seats, 3)
    width = shown * (glass.WIDTH + GAP) + GAP
    shown_windows = _offers(view) if view.phase == "choose" else _windows(view, width)
    windows = [group([one], css="block alone") for one in shown_windows]
    own = len(windows) if view.phase == "choose" else 1
    own_cards = view.players[view.seat].privates if view.seat is not None else ()
    # The order is that of a narrow window: what is looked at in every turn comes first.
    shapes = [
        _ground(width),
        words(GAP, 24, headline(view), 18, fill=glass.INK, text_anchor="start", font_weight="bold", css="wide"),
        *windows[:own],
        _shelf(width),
        _pool(view.pool, view.picked, view.seats),
        _buttons(view.buttons, width),
        *_cards(view.public, own_cards, view.tools, (view.active, view.passive), width, view.seats == 1),
        *windows[own:],
        *_track(width, view.track, view.round if view.phase == "play" else 0),
    ]
    return Picture(width, HEIGHT, tuple(shapes), "Sagrada: " + headline(view), summary(view))


@part
def _ground(width: float) -> Shape:
    return rect(0, 0, width, HEIGHT, rx=18, fill=_PAPER, css="ground")


@part
def _shelf(width: float) -> Shape:
    return rect(GAP, DICE_TOP, width - 2 * GAP, DICE_HEIGHT, rx=12, fill="#333a4b", css="wide")


@part
def _track(width: float, track: tuple[tuple[str, ...], ...], now: int) -> tuple[Shape, ...]:
    """The rounds, as many side by side as a narrow window has place for; `now` is the one that is played, else 0."""
    stride = 5 if width < 1000 else 4
    return tuple(_rounds(width, track, now, first, stride) for first in range(0, ROUNDS, stride))


def _rounds(width: float, track: tuple[tuple[str, ...], ...], now: int, first: int, stride: int) -> Shape:
    """Some rounds of the track, on a place for `stride` of them."""
    number = sum(map(len, track[:first]))
    slot = _slot(width)
    shapes = [rect(GAP + first * (slot + 6), TRACK_TOP, stride * (slot + 6) - 6, TRACK_HEIGHT, fill="none")]
    for place in range(first, min(first + stride, ROUNDS)):
        dice = track[place] if place < len(track) else ()
        shapes += _round(width, place, place + 1 == now, dice, number)
        number += len(dice)
    return group(shapes, css="block alone")


def _slot(width: float) -> float:
    """How wide a round of the track is."""
    return (width - 2 * GAP - 9 * 6) / ROUNDS


@part
def _round(width: float, place: int, is_now: bool, dice: tuple[str, ...], before: int) -> tuple[Shape, ...]:
    """A round of the track and its dice, which are numbered from those of the rounds before."""
    slot = _slot(width)
    size = min(24.0, (slot - 8) / 3 - 2)
    x = GAP + place * (slot + 6)
    edge = _GOLD if is_now else "#4a5163"
    shapes = [
        rect(x, TRACK_TOP, slot, TRACK_HEIGHT, rx=8, fill="#333a4b", stroke=edge, stroke_width=2, css="slot"),
        words(x + slot / 2, TRACK_TOP + 11, str(place + 1), 16, fill="#c5cbd9"),
    ]
    for at, text in enumerate(dice):
        number = before + at + 1
        left = x + 4 + (at % 3) * (size + 2)
        top = TRACK_TOP + 21 + (at // 3) * (size + 2)
        label = f"round {place + 1}, die {number} of the track: {text}"
        shapes.append(glass.die(left, top, size, text, name=f"track{number}", label=label))
    return tuple(shapes)


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


@part
def _pool(pool: tuple[str, ...], picked: str, seats: int) -> Shape:
    """The pool and the die in hand, on a place that is as wide as they ever get."""
    x: float = GAP + 12
    dice = 2 * seats + 1 if seats > 1 else 4
    shapes = [rect(x, DICE_TOP, dice * 56 + 38, DICE_HEIGHT, fill="none")]
    for number, text in enumerate(pool, 1):
        label = f"die {number} of the pool: {text}"
        shapes.append(glass.die(x, DICE_TOP + 12, 48, text, name=f"pool{number}", label=label))
        x += 56
    if picked:
        x += 12
        die = glass.die(x + 20, DICE_TOP + 12, 48, picked)
        shapes += [
            rect(x + 14, DICE_TOP + 6, 60, 60, rx=12, fill="none", stroke=_GOLD, stroke_width=3),
            group([die], name="hand", label=f"die in hand: {picked}", css="in-hand"),
        ]
    return group(shapes, css="block alone")


@part
def _buttons(buttons: tuple[str, ...], width: float) -> Shape:
    """One for every command that no die or card stands for, from the right edge on."""
    right = width - GAP - 12
    shapes = [rect(right - _BUTTONS, DICE_TOP + 16, _BUTTONS, 40, fill="none")]
    for text in reversed(buttons):
        shown = _LABELS.get(text, text.removeprefix("select "))
        wide = 26 + 9 * len(shown)
        right -= wide
        shapes.append(_button(right, wide, shown, text))
        right -= 8
    return group(shapes, css="block alone")


@part
def _button(x: float, wide: float, shown: str, text: str) -> Shape:
    box = rect(x, DICE_TOP + 16, wide, 40, rx=20, fill=_GOLD, stroke="#14161c", css="button")
    face = words(x + wide / 2, DICE_TOP + 36, shown, 16, fill=_TEXT, font_weight="bold")
    return group([box, face], name=text, label=shown.lower() if shown != text else text)


@part
def _cards(
    public: tuple[Card, ...],
    own: tuple[Card, ...],
    tools: tuple[Card, ...],
    lit: tuple[int, int],
    width: float,
    is_solo: bool,
) -> tuple[Shape, ...]:
    """All cards, as many to a block as a narrow window has place for; `lit` are the tools in use."""
    cards = [("public", card) for card in public] + [("private", card) for card in own]
    cards += [("tool", card) for card in tools]
    if not cards:
        return ()
    wide = min(122.0, (width - 2 * GAP - 8 * (len(cards) - 1)) / len(cards))
    drawn = [
        _card(kind, card, GAP + place * (wide + 8), wide, kind == "tool" and card.id in lit, is_solo)
        for place, (kind, card) in enumerate(cards)
    ]
    blocks = []
    for first in range(0, len(drawn), _IN_A_ROW):
        ground = rect(GAP + first * (wide + 8), CARDS_TOP, _IN_A_ROW * (wide + 8) - 8, CARD_HEIGHT, fill="none")
        blocks.append(group([ground, *drawn[first : first + _IN_A_ROW]], css="block alone"))
    return tuple(blocks)


@part
def _card(kind: str, card: Card, x: float, wide: float, lit: bool, solo: bool) -> Shape:
    edge = _GOLD if lit else "#14161c"
    css = "card-paper lit" if lit else "card-paper"
    shapes = [
        rect(
            x, CARDS_TOP, wide, CARD_HEIGHT, rx=9, fill=_CARD[kind], stroke=edge, stroke_width=4 if lit else 1, css=css
        )
    ]
    top: float = CARDS_TOP + 16
    look = {"fill": _TEXT, "text_anchor": "start", "css": "ink"}
    for line in textwrap.wrap(card.name, int((wide - 10) / 9.2)):
        shapes.append(words(x + 8, top, line, 14, font_weight="bold", **look))
        top += 16
    for line in textwrap.wrap(card.description, int((wide - 10) / 6.8)):
        shapes.append(words(x + 8, top + 2, line, 13, **look))
        top += 14.5
    shapes += _foot(kind, card, x, wide, solo)
    name = f"tool{card.id}" if kind == "tool" else ""
    return group(shapes, name=name, label=f"{kind} {card.id}, {card.name}: {card.description}", css=f"card {kind}")


def _foot(kind: str, card: Card, x: float, wide: float, solo: bool) -> Iterator[Shape]:
    """What a tool costs and holds, what an objective gives."""
    y = CARDS_TOP + CARD_HEIGHT - 14
    look = {"fill": "#4a4334", "text_anchor": "start", "css": "muted"}
    if kind == "public":
        yield words(x + 8, y, f"{card.points} each", 13, **look)
    elif kind == "private" or solo:
        yield circle(x + 16, y, 8, fill=glass.FILLS[card.color[0].upper()], stroke=_TEXT, css=f"tint-{card.color}")
        yield words(x + 30, y, "private" if kind == "private" else f"costs {card.color}", 13, **look)
    else:
        yield words(x + 8, y, f"{card.id} · costs {2 if card.points else 1}", 13, **look)
        if card.points:
            yield circle(x + wide - 16, y, 10, fill="#6fc3d6", stroke="#1f4e59", css="favor")
            yield words(x + wide - 16, y, str(card.points), 13, fill=_TEXT, font_weight="bold")
