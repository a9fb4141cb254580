"""A view as zones: the viewer's window, the dice, the round track, the cards, and the windows of the others."""

from __future__ import annotations

from itertools import chain, count, zip_longest

from boardwright.core.layout import Item, Items, Role, Zone
from boardwright.core.picture import part
from boardwright.games.sagrada import art
from boardwright.games.sagrada.card_zones import private_zones, public_zone, tool_zone
from boardwright.games.sagrada.facts import ROUNDS, die_name
from boardwright.games.sagrada.moves import RETURN
from boardwright.games.sagrada.terminal_text import Written, dice_text, die_text
from boardwright.games.sagrada.view import SagradaView
from boardwright.games.sagrada.window_zones import choices, offers, windows

_PHASES = {
    "deal": "Cards and windows are dealt.",
    "choose": "Everybody chooses a window.",
    "draw": "Cards are drawn.",
    "over": "The game is over.",
}
_LABELS = {"pass": "End turn", "return": "Put back"}
_DICE, _TRACK_DICE = 1.2, 0.76
"""How large dice of the pool and of the track are."""


def zones(view: SagradaView, layer: str = "") -> tuple[Zone, ...]:
    """Return the table with the reader's own window first and the others clockwise after it."""
    title, line = _headline(view)
    shown = () if view.phase in ("deal", "choose") else tuple(windows(view))
    if not shown:
        return (*offers(view), *private_zones(view), choices(view, title))
    first, *others = shown
    return (
        Written(first.data, lambda color: f"{title} {line}".rstrip() + f"\n{first.text(color=color)}"),
        _pool(view.pool, view.picked, view.seats, view.stuck, _returns(view)),
        _buttons(view.buttons),
        _track(view.track, view.round if view.phase == "play" else 0, title, line),
        tool_zone(view.tools, (view.active, view.passive), view.seats == 1),
        public_zone(view.public),
        *private_zones(view),
        *others,
    )


def _headline(view: SagradaView) -> tuple[str, str]:
    """Where the game stands, in a title and a sentence."""
    if view.current is None:
        return _PHASES[view.phase], _outcome(view)
    turn = "second" if view.is_second_turn else "first"
    whose = "Your" if view.current == view.seat else f"{view.who(view.current)}:"
    following = [view.who(seat).replace("You", "you") for seat in view.order[view.turn + 1 :]]
    then = f", then {_listed(following)}" if following else ""
    return f"Round {view.round} of {ROUNDS}.", f"{whose} {turn} turn{then}."


def _outcome(view: SagradaView) -> str:
    if view.outcome is None:
        return ""
    if view.seats == 1:
        target = view.outcome.detail["target"]
        return f"Score {view.outcome.scores[0]}, target {target}: " + ("won." if view.outcome.winners else "lost.")
    scores = ", ".join(f"{view.who(seat).lower()} {score}" for seat, score in enumerate(view.outcome.scores))
    winners = ", ".join(view.who(seat).lower() for seat in view.outcome.winners)
    return f"Final scores: {scores}. Winner: {winners}, by {view.outcome.reason}."


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


# Dice and buttons


def _returns(view: SagradaView) -> bool:
    """Whether undoing the last move puts the die in hand back: without a tool it was the pick."""
    return bool(view.picked) and not view.used and str(RETURN) not in view.commands


@part
def _pool(pool: tuple[str, ...], picked: str, seats: int, stuck: tuple[int, ...], returns: bool) -> Zone:
    """The pool and the die in hand, on as many places as they ever take; dice that fit nowhere are marked."""
    items = [_pool_die(number, text, number in stuck) for number, text in enumerate(pool, 1)]
    if picked:
        items.append(Item(art=art.die(picked), name="hand", words=f"die in hand: {die_name(picked)}", is_lit=True))
    data = Items(
        role=Role.SUPPLY,
        title="Pool",
        items=tuple(items),
        most=2 * seats + 1 if seats > 1 else 4,
        scale=_DICE,
        held="hand" if picked else "",
        returns=returns,
    )

    def write(color: bool) -> str:
        dice = dice_text(pool, count(1), color)
        return f"\nPool   {dice}" + (f"\nHand   {die_text(picked, color)}" if picked else "")

    return Written(data, write)


@part
def _pool_die(number: int, text: str, is_stuck: bool) -> Item:
    die = (art.stuck_die if is_stuck else art.die)(text)
    return Item(art=die, name=f"pool{number}", words=f"die {number} of the pool: {die.words}")


@part
def _buttons(buttons: tuple[str, ...]) -> Zone:
    """One for every command that no die or card stands for; in a terminal the commands themselves."""
    text = f"Also   {', '.join(buttons)}" if buttons else ""
    return Written(Items(role=Role.BUTTONS, items=tuple(map(_button, buttons))), lambda color: text)


def _button(text: str) -> Item:
    shown = _LABELS.get(text, text.removeprefix("select "))
    return Item(name=text, title=shown, words=shown.lower() if shown != text else text, is_main=text == "pass")


# The round track


@part
def _track(track: tuple[tuple[str, ...], ...], now: int, title: str, line: str) -> Zone:
    """A column for each round: its number and its dice below each other; `now` is the one that is played, else 0."""
    numbers = count(1)
    columns = [[_track_die(place, next(numbers), text) for text in dice] for place, dice in enumerate(track, 1)]
    columns += [[] for _ in range(ROUNDS - len(track))]
    heads = [_round(place, place == now) for place in range(1, ROUNDS + 1)]
    data = Items(
        role=Role.TRACK,
        title=title.rstrip("."),
        lines=(line,) if line else (),
        items=(*heads, *chain.from_iterable(zip_longest(*columns, fillvalue=_NO_DIE))),
        scale=_TRACK_DICE,
        columns=ROUNDS,
    )

    def write(color: bool) -> str:
        counted = count(1)
        rounds = [f"round {place}: {dice_text(dice, counted, color)}" for place, dice in enumerate(track, 1)]
        rest = [f"{'       ' if number else 'Track  '}{text}" for number, text in enumerate(rounds)]
        return "\n".join(rest)

    return Written(data, write)


@part
def _track_die(place: int, number: int, text: str) -> Item:
    words = f"round {place}, die {number} of the track: {die_name(text)}"
    return Item(art=art.die(text), name=f"track{number}", words=words)


_NO_DIE = Item(is_hidden=True)


@part
def _round(place: int, is_now: bool) -> Item:
    return Item(title=str(place), words=f"round {place}", is_lit=is_now)
