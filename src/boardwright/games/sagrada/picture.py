"""The view as shapes: round track on top, windows and dice below it, cards beside them or underneath."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from boardwright.core.layout import Grid, in_rows, lines, plate
from boardwright.core.picture import Picture, Shape, circle, group, part, path, rect, words
from boardwright.games.sagrada import card_art, glass
from boardwright.games.sagrada.facts import CELLS, ROUNDS
from boardwright.games.sagrada.moves import RETURN
from boardwright.games.sagrada.rulebook import Card
from boardwright.games.sagrada.text import headline, summary
from boardwright.games.sagrada.view import Player, SagradaView

GAP = 16
TRACK_TOP, TRACK_HEIGHT = 34, 80
WINDOWS_TOP = TRACK_TOP + TRACK_HEIGHT + GAP + 3
DICE_TOP = WINDOWS_TOP + glass.HEIGHT + GAP
DICE_HEIGHT = 66
DICE_BOTTOM = DICE_TOP + DICE_HEIGHT + GAP
CHOICE_TOP = TRACK_TOP + GAP
"""Where the windows begin while they are chosen: there is no track yet."""
_PAPER, _TEXT, _GOLD = "#262b38", "#14161c", "#e7c15a"
_BUTTONS = 300
"""The width that is kept free for buttons."""
_ROUNDS_IN_A_ROW = 5
_NARROWEST = 640
"""The pool of two players and the buttons beside it."""
_STRIDE = glass.WIDTH + GAP
_TITLE_WIDTH = 350
"""Of a picture that is nothing but its title: readable on a phone."""
_LABELS = {"pass": "End turn", "return": "Put back"}


def picture(view: SagradaView, layer: str = "") -> Picture:
    """The table with the reader's own window first and the others clockwise after it.

    The order of the shapes is that of a narrow window: what is looked at in every turn comes first.
    """
    shapes, width, height = _choice(view) if view.phase == "choose" else _table(view)
    title = lines(GAP, 22, (headline(view),), 18, fill=glass.INK, font_weight="bold", css="wide")
    ground = rect(0, 0, width, height, rx=18, fill=_PAPER, css="ground")
    return Picture(width, height, (ground, *title, *shapes), "Sagrada: " + headline(view), summary(view))


def _choice(view: SagradaView) -> tuple[list[Shape], float, float]:
    """The windows to choose from and the private objectives; its width and height. Spectators read the title only."""
    if view.seat is None:
        return [], _TITLE_WIDTH, _TITLE_WIDTH / 2
    width = 4 * _STRIDE + GAP
    top = CHOICE_TOP + glass.HEIGHT + GAP
    cards = [("private", card) for card in _own(view)]
    drawn, bottom = card_art.rows(cards, (0, 0), GAP, top, 4, view.seats == 1)
    return [*(group([one], css="block half") for one in _offers(view)), *drawn], width, bottom + GAP


def _table(view: SagradaView) -> tuple[list[Shape], float, float]:
    """Everything from the first round on; its width and height."""
    left = max(_NARROWEST, view.seats * _STRIDE + GAP)
    cards, width, height = _cards(view, left)
    windows = list(_windows(view, left))
    shapes = [
        *windows[:1],
        rect(GAP, DICE_TOP, left - 2 * GAP, DICE_HEIGHT, rx=12, fill="#333a4b", css="wide"),
        _pool(view.pool, view.picked, view.seats, view.stuck, _returns(view)),
        _buttons(view.buttons, left),
        *cards,
        *windows[1:],
        *_track(width, view.track, view.round if view.phase == "play" else 0),
    ]
    return shapes, width, height


def _own(view: SagradaView) -> tuple[Card, ...]:
    return () if view.seat is None else view.players[view.seat].privates


def _cards(view: SagradaView, left: float) -> tuple[list[Shape], float, float]:
    """All cards: beside the windows as long as there is room, else below them; the width and height of the picture."""
    goals = [("public", card) for card in view.public] + [("private", card) for card in _own(view)]
    tools = [("tool", card) for card in view.tools]
    lit, solo = (view.active, view.passive), view.seats == 1
    if view.seats < 3:
        drawn, bottom = card_art.rows(goals + tools, lit, left, WINDOWS_TOP, 2, solo)
        return drawn, left + 2 * card_art.STRIDE + 8, max(DICE_BOTTOM, bottom + GAP)
    if view.seats == 3:
        first, bottom = card_art.rows(goals, lit, left, WINDOWS_TOP, 1, solo)
        width = left + card_art.STRIDE + 8
    else:
        first, bottom = card_art.rows(goals, lit, GAP, DICE_BOTTOM, 4, solo)
        width = left
    second, bottom = card_art.rows(tools, lit, GAP, max(DICE_BOTTOM, bottom + card_art.GAP), 4, solo)
    return [*first, *second], width, bottom + GAP


@part
def _track(width: float, track: tuple[tuple[str, ...], ...], now: int) -> list[Shape]:
    """The rounds, in a narrow window in two rows; `now` is the one that is played, else 0."""
    track += ((),) * (ROUNDS - len(track))
    numbers = accumulate(map(len, track), initial=1)
    rounds = tuple((dice, next(numbers), place == now) for place, dice in enumerate(track, 1))
    return [group([row], css="block alone") for row in _rounds(_ROUNDS_IN_A_ROW, rounds, width)]


@in_rows
@part
def _rounds(place: int, slot: tuple[tuple[str, ...], int, bool], width: float) -> Shape:
    """A round of the track: its dice, the number of the first of them, and whether it is played now."""
    dice, first, is_now = slot
    wide = (width - 2 * GAP - 9 * 6) / ROUNDS
    size = min(24.0 if len(dice) <= 6 else 15.0, (wide - 8) / 3 - 2)
    x, edge = GAP + place * (wide + 6), _GOLD if is_now else "#4a5163"
    grid = Grid(x + 4, TRACK_TOP + 25, size + 2)
    shapes = [
        rect(x, TRACK_TOP, wide, TRACK_HEIGHT, rx=8, fill="#333a4b", stroke=edge, stroke_width=2, css="slot"),
        words(x + wide / 2, TRACK_TOP + 12, str(place + 1), 20, fill="#c5cbd9"),
    ]
    for at, text in enumerate(dice):
        name, label = f"track{first + at}", f"round {place + 1}, die {first + at} of the track: {text}"
        shapes.append(glass.die(*grid.corner(at % 3, at // 3), size, text, name=name, label=label))
    return group(shapes)


def _windows(view: SagradaView, left: float) -> Iterator[Shape]:
    """The windows of all players; those of others are far below in a narrow window, where the page shows them small."""
    start = (left - view.seats * _STRIDE + GAP) / 2
    for step in range(view.seats):
        player = view.players[((view.seat or 0) + step) % view.seats]
        if player.window is not None:
            texts = (view.who(player.seat), _points(view, player), "" if view.seats == 1 else f"{player.favor} favor")
            one = glass.window(
                start + step * _STRIDE,
                WINDOWS_TOP,
                player.window,
                player.frame,
                player.seat,
                sill=(*texts, f"{player.part.empty} empty"),
                lit=player.seat == view.current,
            )
            yield group([one], css="block alone peeked" if step else "block alone", data_seat=player.seat)


def _points(view: SagradaView, player: Player) -> str:
    """What a window has brought so far; favor and empty panes, which count at the end, are shown beside it."""
    if view.phase == "over":
        return f"{player.score} points"
    points = (player.part.private or 0) + sum(player.part.public)
    return f"{points} points" if player.part.private is not None else f"{points} + ? points"


def _offers(view: SagradaView) -> Iterator[Shape]:
    """The four windows to choose from."""
    for number, pattern in enumerate(view.offers[view.seat or 0], 1):
        chosen = number == view.choice
        texts = (pattern.name, "", "chosen" if chosen else f"{pattern.difficulty} favor", "•" * pattern.difficulty)
        x = GAP + (number - 1) * _STRIDE
        one = glass.window(x, CHOICE_TOP, pattern, ("",) * CELLS, None, sill=texts, lit=chosen)
        label = f"window {number}: {pattern.name}, difficulty {pattern.difficulty}"
        yield group([one], name=f"window{number}", label=label)


def _returns(view: SagradaView) -> bool:
    """Whether undoing the last move puts the die in hand back: without a tool it was the pick."""
    return bool(view.picked) and not view.used and str(RETURN) not in view.commands


@part
def _pool(pool: tuple[str, ...], picked: str, seats: int, stuck: tuple[int, ...], returns: bool) -> Shape:
    """The pool and the die in hand, on a place that is as wide as they ever get; dice that fit nowhere are marked."""
    x: float = GAP + 12
    dice = 2 * seats + 1 if seats > 1 else 4
    shapes = [rect(x, DICE_TOP, dice * 56 + 38, DICE_HEIGHT, fill="none")]
    for number, text in enumerate(pool, 1):
        label = f"die {number} of the pool: {text}{', fits nowhere' if number in stuck else ''}"
        shapes.append(glass.die(x, DICE_TOP + 9, 48, text, name=f"pool{number}", label=label))
        if number in stuck:
            shapes.append(_no_place(x + 40, DICE_TOP + 49))
        x += 56
    if picked:
        x += 12
        die = glass.die(x + 20, DICE_TOP + 9, 48, picked)
        shapes += [
            rect(x + 14, DICE_TOP + 3, 60, 60, rx=12, fill="none", stroke=_GOLD, stroke_width=3),
            group([die], name="hand", label=f"die in hand: {picked}", css="in-hand returns" if returns else "in-hand"),
        ]
    return group(shapes, css="block alone")


@part
def _no_place(x: float, y: float) -> Shape:
    """The sign on a die that fits nowhere."""
    cross = path(f"M{x - 5:g} {y - 5:g}l10 10m0 -10l-10 10", stroke="#ffffff", stroke_width=3, stroke_linecap="round")
    return group([circle(x, y, 10, fill="#14161c", stroke="#ffffff", stroke_width=1.5), cross], css="stuck through")


@part
def _buttons(buttons: tuple[str, ...], left: float) -> Shape:
    """One for every command that no die or card stands for, at the right edge; in two rows if one is too long."""
    edge = left - GAP - 12
    shapes = [rect(edge - _BUTTONS, DICE_TOP + 3, _BUTTONS, 60, fill="none")]
    widths = [26 + 10 * len(_shown(text)) for text in buttons]
    half = len(buttons) if sum(widths) + 8 * len(widths) <= _BUTTONS else (len(buttons) + 1) // 2
    high, top = (40, 13) if half == len(buttons) else (28, 3)
    for row in range(0, len(buttons), half or 1):
        right = edge
        for text, wide in reversed(list(zip(buttons, widths, strict=True))[row : row + half]):
            right -= wide
            shapes.append(_button(right, DICE_TOP + top, wide, high, text))
            right -= 8
        top += high + 4
    return group(shapes, css="block alone")


def _shown(button: str) -> str:
    return _LABELS.get(button, button.removeprefix("select "))


@part
def _button(x: float, y: float, wide: float, high: float, text: str) -> Shape:
    shown = _shown(text)
    box = rect(x, y, wide, high, rx=high / 2, fill=_GOLD, stroke="#14161c", css="button")
    return plate(box, shown, 17, _TEXT, bold=True, name=text, label=shown.lower() if shown != text else text)
