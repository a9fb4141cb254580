"""The table for a terminal: windows in letters and digits, color on top where there is color."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import count

from boardwright.core.ansi import paint
from boardwright.games.sagrada.facts import COLORS, COLUMNS, LETTERS, ROWS
from boardwright.games.sagrada.rulebook import Card
from boardwright.games.sagrada.state import Window
from boardwright.games.sagrada.view import Player, SagradaView

_PHASES = {"deal": "Cards and windows are dealt.", "choose": "Everybody chooses a window.", "draw": "Cards are drawn."}


def text(view: SagradaView, *, color: bool = False) -> str:
    """Everything the reader may know, without color too."""
    parts = [headline(view)]
    if view.phase == "choose":
        parts += _offers(view, color)
    elif view.phase not in ("deal", "draw"):
        parts += [_windows(view, color), _dice(view, color)]
    parts += [part for part in (_cards(view), _outcome(view)) if part]
    return "\n\n".join(parts)


def summary(view: SagradaView) -> str:
    """Where the game stands in a few lines; dice and cards are said by the parts of the picture themselves."""
    heads = () if view.phase in ("choose", "deal", "draw") else map(partial(_head, view), view.players)
    return "\n".join([headline(view), *heads, *([_outcome(view)] if view.outcome else [])])


def headline(view: SagradaView) -> str:
    """Where the game stands, in a line."""
    if view.phase == "over":
        return "The game is over."
    if view.current is None:
        return _PHASES[view.phase]
    turn = "second" if view.is_second_turn else "first"
    whose = "Your" if view.current == view.seat else f"{view.who(view.current)}:"
    following = [view.who(seat).replace("You", "you") for seat in view.order[view.turn + 1 :]]
    then = f", then {_listed(following)}" if following else ""
    return f"Round {view.round} of 10. {whose} {turn} turn{then}."


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def _die(text: str, color: bool) -> str:
    if not text:
        return "--"
    return paint(text, COLORS[LETTERS.index(text[0])], "bold", color=color)


def _cell(text: str, mark: str, color: bool) -> str:
    """A die in brackets; an empty cell with the color or shade it asks for."""
    if text:
        return f"[{_die(text, color)}]"
    if mark in LETTERS:
        return " " + paint(f"{mark.lower()}·", COLORS[LETTERS.index(mark)], color=color) + " "
    return f" ·{'·' if mark == '.' else mark} "


@lru_cache(256)
def _window(window: Window | None, frame: tuple[str, ...], color: bool) -> tuple[str, ...]:
    marks = window.cells if window else "." * len(frame)
    lines = ["    " + " ".join(f" {column + 1}  " for column in range(COLUMNS)).rstrip().ljust(COLUMNS * 5 - 1)]
    for row in range(ROWS):
        cells = range(row * COLUMNS, row * COLUMNS + COLUMNS)
        lines.append(f"{row + 1} | " + " ".join(_cell(frame[cell], marks[cell], color) for cell in cells))
    return tuple(lines)


def _windows(view: SagradaView, color: bool) -> str:
    return "\n\n".join(
        "\n".join([_head(view, player), *_window(player.window, player.frame, color)]) for player in view.players
    )


def _head(view: SagradaView, player: Player) -> str:
    name = player.window.name if player.window else ""
    hidden = "" if player.part.private is not None else " and the private objective"
    favor = "" if view.seats == 1 else f"favor {player.favor}, "
    return f"{view.who(player.seat)}: {name}, {favor}score {player.score}{hidden}"


def _offers(view: SagradaView, color: bool) -> Iterator[str]:
    for seat, offers in enumerate(view.offers):
        chosen, chooses = ("have", "choose") if seat == view.seat else ("has", "chooses")
        state = f"{chosen} chosen" if view.players[seat].has_chosen else f"{chooses} from"
        yield f"{view.who(seat)} {state}: " + ", ".join(f"{window.name} ({window.difficulty})" for window in offers)
        if seat == view.seat:
            for number, window in enumerate(offers, 1):
                chosen = " (chosen)" if number == view.choice else ""
                head = f"window {number}: {window.name}, difficulty {window.difficulty}{chosen}"
                yield "\n".join([head, *_window(window, ("",) * len(window.cells), color)])


def _dice(view: SagradaView, color: bool) -> str:
    pool = "  ".join(f"{number}:{_die(text, color)}" for number, text in enumerate(view.pool, 1)) or "empty"
    lines = [f"Pool   {pool}"]
    if view.picked:
        lines.append(f"Hand   {_die(view.picked, color)}")
    numbers = count(1)
    for turn, slot in enumerate(view.track, 1):
        dice = "  ".join(f"{next(numbers)}:{_die(text, color)}" for text in slot) or "empty"
        lines.append(f"{'Track ' if turn == 1 else '      '} round {turn}: {dice}")
    return "\n".join(lines)


def _cards(view: SagradaView) -> str:
    lines: list[str] = []
    for card in view.tools:
        cost = f"a {card.color} die" if view.seats == 1 else f"{2 if card.points else 1} favor"
        used = " [in effect]" if card.id in (view.active, view.passive) else ""
        lines += _card(f"tool {card.id}", card, f"costs {cost}{used}")
    for card in view.public:
        lines += _card("public", card, f"{card.points} point{'s' if card.points != 1 else ''} each")
    for player in view.players:
        for card in player.privates:
            lines += _card("private" if player.seat == view.seat else f"private {player.seat + 1}", card, "")
    return "\n".join(lines)


@lru_cache(256)
def _card(kind: str, card: Card, note: str) -> tuple[str, ...]:
    head = f"{kind:<9}{card.name}" + (f" ({note})" if note else "") + f": {card.description}"
    return tuple(textwrap.wrap(head, 100, subsequent_indent=" " * 9))


def _outcome(view: SagradaView) -> str:
    if view.outcome is None:
        return ""
    if view.seats == 1:
        target = view.outcome.detail["target"]
        return f"Score {view.outcome.scores[0]}, target {target}: " + ("won." if view.outcome.winners else "lost.")
    scores = ", ".join(f"{view.who(seat).lower()} {score}" for seat, score in enumerate(view.outcome.scores))
    winners = ", ".join(view.who(seat).lower() for seat in view.outcome.winners)
    return f"Final scores: {scores}. Winner: {winners}, by {view.outcome.reason}."
