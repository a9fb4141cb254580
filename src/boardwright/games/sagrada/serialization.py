"""Positions read back from JSON. Whatever is read is checked: a saved position may come from anywhere."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions
from boardwright.games.sagrada.chance import privates_each
from boardwright.games.sagrada.facts import CELLS, LETTERS, OFFERED, bag_ids, bag_size, id_of, is_die, pool_size
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.rulebook import Rulebook, rulebook
from boardwright.games.sagrada.state import State, Window

_SETUP = ("private", "window", "public", "tool")
_DICE = ("die", "bag", "roll", "reroll")


class _Saved(msgspec.Struct, forbid_unknown_fields=True):
    options: SagradaOptions
    state: State


def decode(data: JSON) -> SagradaPosition:
    """The position that `encode` wrote; BadOptions says what is wrong with anything else."""
    try:
        saved = msgspec.convert(data, _Saved)
    except (msgspec.ValidationError, ValueError) as error:
        raise BadOptions(f"That is no position of Sagrada: {error}.") from None
    book = rulebook(saved.options.cards)
    for state in (saved.state, saved.state.past):
        wrong = next(_problems(state, book), None) if state is not None else None
        if wrong is not None:
            raise BadOptions(f"That is no position of Sagrada: {wrong}.")
    if saved.state.past is not None and saved.state.past.past is not None:
        raise BadOptions("That is no position of Sagrada: its past has a past.")
    return SagradaPosition(saved.options, saved.state)


def _problems(state: State, book: Rulebook) -> Iterator[str]:
    yield from _shape(state)
    yield from _cards(state, book)
    yield from _dice(state)
    yield from _setup(state) if state.round == 0 else _play(state)
    yield from _waiting(state, book)


def _shape(state: State) -> Iterator[str]:
    if not 1 <= state.seats <= 4:
        yield f"it has {state.seats} seats"
        return
    for name in ("privates", "offers", "choices", "windows", "frames", "favor"):
        if len(getattr(state, name)) != state.seats:
            yield f"{name} must have an entry for each of the {state.seats} seats"
    if any(len(frame) != CELLS for frame in state.frames):
        yield "a frame has 20 cells"
    if any(not 0 <= favor <= 999 for favor in state.favor) or any(not 0 <= points <= 9999 for points in state.points):
        yield "favor points are never negative"
    if not 0 <= state.round <= 11:
        yield f"there is no round {state.round}"


def _cards(state: State, book: Rulebook) -> Iterator[str]:
    privates = [card for cards in state.privates for card in cards]
    for cards, known in ((privates, book.privates), (state.public, book.objectives), (state.tools, book.tools)):
        if len(set(cards)) != len(cards) or not set(cards) <= set(known):
            yield f"{list(cards)} are not different cards of one kind"
    if any(len(cards) > privates_each(state.seats) for cards in state.privates):
        yield "a seat has too many private objectives"
    if len(state.points) != len(state.tools):
        yield "every tool has a number of points"
    for card in (state.active, state.passive):
        if card and card not in book.tools:
            yield f"there is no tool {card}"
    windows = [window for windows in (*state.offers, state.windows) for window in windows if window]
    if not all(map(_is_window, windows)):
        yield "a window has 20 cells, each a color's letter, a shade or a dot"


def _is_window(window: Window) -> bool:
    return len(window.cells) == CELLS and set(window.cells) <= set(LETTERS + "123456.") and 0 < window.difficulty < 7


def _dice(state: State) -> Iterator[str]:
    if any(not 0 <= mask < 1 << 18 for mask in state.bag):
        yield "the bag has 18 dice of each color at most"
        return
    out = [die for frame in state.frames for die in frame if die]
    out += [*state.pool, *state.track, *([state.picked] if state.picked else [])]
    if not all(map(is_die, (*out, *state.moved))):
        yield "a die has an id from 0 to 89 and a shade from 1 to 6"
        return
    ids = [*map(id_of, out), *bag_ids(state.bag)]
    if len(set(ids)) != len(ids):
        yield "a die is in two places"
    if state.seats > 1 and state.round and len(ids) != 90:
        yield "there are 90 dice"


def _setup(state: State) -> Iterator[str]:
    dealt = all(len(offers) == OFFERED for offers in state.offers)
    chosen = all(state.choices)
    if any(not 0 <= choice <= OFFERED for choice in state.choices) or any(len(one) > OFFERED for one in state.offers):
        yield "each seat chooses one of four windows"
    if state.order or state.pool or state.track or state.picked:
        yield "nothing is played before round 1"
    if state.waiting in ("private", "window") and (any(state.choices) or dealt):
        yield "windows are chosen after they are dealt"
    if not state.waiting and (not dealt or chosen):
        yield "somebody must be choosing a window"
    if state.waiting in ("public", "tool") and (not chosen or None in state.windows):
        yield "the cards are drawn when all windows are chosen"
    each = privates_each(state.seats)
    if state.waiting != "private" and any(len(cards) != each for cards in state.privates):
        yield "every seat has its private objectives by now"
    if state.waiting == "private" and all(len(cards) == each for cards in state.privates):
        yield "all private objectives are dealt"


def _play(state: State) -> Iterator[str]:
    if None in state.windows or any(not cards for cards in state.privates):
        yield "every seat has a window and a private objective"
    if sorted(state.order) != sorted([*range(state.seats)] * 2):
        yield "every seat has two turns a round"
        return
    turns = len(state.order)
    if state.turn != turns if state.is_over else not 0 <= state.turn < turns:
        yield f"there is no turn {state.turn}"
    if len(state.slots) != state.round - 1 or sum(state.slots) != len(state.track) or min(state.slots, default=0) < 0:
        yield "the round track has a number of dice for each round that is over"
    if state.is_over and (state.pool or state.picked or state.waiting):
        yield "nothing is left to do after the end"


def _waiting(state: State, book: Rulebook) -> Iterator[str]:
    waiting, rest = state.waiting, state.then
    if waiting not in (("", *_SETUP) if state.round == 0 else ("", *_DICE)):
        yield f"chance brings no {waiting!r} now"
    if waiting == "die" and not len(state.pool) < pool_size(state.seats) <= bag_size(state.bag) + len(state.pool):
        yield "the pool cannot be filled"
    if waiting == "roll" and not state.picked:
        yield "there is no die to roll"
    if waiting == "bag" and (state.picked or not bag_size(state.bag)):
        yield "no die can be drawn into the hand"
    if (waiting == "reroll" or state.rolled) and not 0 <= state.rolled < len(state.pool):
        yield "there is no such die to roll again"
    if rest is not None:
        rule = book.rules.get(rest.command)
        if not waiting or rule is None or not rule.can_go_on(rest):
            yield "there is no such command to go on with"
