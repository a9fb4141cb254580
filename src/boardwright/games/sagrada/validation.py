"""What a position must be, beyond the types of its fields: one read from JSON may come from anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from boardwright.games.sagrada import tiny
from boardwright.games.sagrada.chance import private_ids, privates_each
from boardwright.games.sagrada.facts import DICE, OFFERED, bag_ids, id_of, is_dice_bag, is_die, pool_size
from boardwright.games.sagrada.rulebook import Rulebook
from boardwright.games.sagrada.state import State

if TYPE_CHECKING:
    from boardwright.games.sagrada.position import SagradaPosition

_SETUP = ("", "private", "window", "public", "tool")
_PLAY = ("", "die", "bag", "roll", "reroll")


def problems(position: SagradaPosition) -> Iterator[str]:
    """Say why a position cannot be; each problem completes "not a position: ..."."""
    state, book, is_tiny = position.state, position.book, position.options.is_tiny
    yield from _private_problems(position)
    yield from _choice_problems(position)
    for table in (state, state.past):
        if table is not None:
            yield from _seat_problems(table)
            yield from _card_problems(table, book)
            yield from _dice_problems(table, len(tiny.BAG) if is_tiny else DICE)
            yield from (_play_problems if table.round else _setup_problems)(table)
            yield from _waiting_problems(table)
            yield from _rest_problems(table, book)
    if state.past is not None and state.past.past is not None:
        yield "its past has a past"


def _private_problems(position: SagradaPosition) -> Iterator[str]:
    hands, most = position.privates, privates_each(position.seats)
    cards = [*position.undealt, *(card for hand in hands for card in hand)]
    if len(hands) != position.seats:
        yield f"privates must have an entry for each of the {position.seats} seats"
    if sorted(cards) != sorted(private_ids(position.book, position.options)):
        yield "the private objectives must be all different cards, and all of them"
    if any(list(hand) != sorted(hand) for hand in hands):
        yield "a hand must be in ascending order"
    if any(len(hand) > most for hand in hands):
        yield "a seat has too many private objectives"
    if all(len(hand) == most for hand in hands) == (position.state.waiting == "private"):
        yield "the private objectives are dealt first, and all of them"


def _choice_problems(position: SagradaPosition) -> Iterator[str]:
    chosen = [choice.cards for choice in position.chosen if choice.is_set]
    if len(position.chosen) != position.seats:
        yield f"chosen must have an entry for each of the {position.seats} seats"
    if any(len(numbers) != 1 or numbers[0] not in range(1, OFFERED + 1) for numbers in chosen):
        yield "there is no such window"
    if chosen and not (position.is_choosing and len(chosen) < position.seats):
        yield "somebody must be choosing a window"


def _seat_problems(state: State) -> Iterator[str]:
    for name in ("offers", "windows", "frames", "favor"):
        if len(getattr(state, name)) != state.seats:
            yield f"{name} must have an entry for each of the {state.seats} seats"


def _card_problems(state: State, book: Rulebook) -> Iterator[str]:
    for cards, known in ((state.public, book.objectives), (state.tools, book.tools)):
        if len(set(cards)) != len(cards) or not set(cards) <= set(known):
            yield f"{list(cards)} are not different cards of one kind"
    if len(state.points) != len(state.tools):
        yield "every tool must have a number of points"
    for card in (state.active, state.passive):
        if card not in (0, *book.tools):
            yield f"there is no tool {card}"


def _dice_problems(state: State, dice: int) -> Iterator[str]:
    frames = [die for frame in state.frames for die in frame if die]
    out = [*frames, *state.pool, *state.track, *([state.picked] if state.picked else [])]
    if not all(map(is_die, (*out, *state.moved))):
        yield "a die must have an id from 0 to 89 and a shade from 1 to 6"
    if not is_dice_bag(state.bag):
        yield "the bag must have 18 dice of each color at most"
        return
    ids = [*map(id_of, out), *bag_ids(state.bag)]
    if len(set(ids)) != len(ids):
        yield "a die is in two places"
    if not state.is_solo and state.round and len(ids) != dice:
        yield f"there must be {dice} dice, not {len(ids)}"


def _setup_problems(state: State) -> Iterator[str]:
    is_dealt = all(len(offers) == OFFERED for offers in state.offers)
    is_chosen, waiting = None not in state.windows, state.waiting
    if any(len(offers) > OFFERED for offers in state.offers):
        yield f"a seat is offered more than {OFFERED} windows"
    if state.order or state.pool or state.track or state.picked:
        yield "nothing is played before round 1"
    if waiting in ("private", "window"):
        if is_dealt or any(state.windows):
            yield "windows are chosen after they are dealt"
    elif waiting:
        if not is_chosen:
            yield "the cards are drawn when all windows are chosen"
    elif not is_dealt or is_chosen:
        yield "somebody must be choosing a window"


def _play_problems(state: State) -> Iterator[str]:
    if None in state.windows:
        yield "every seat needs a window"
    if sorted(state.order) != sorted([*range(state.seats)] * 2):
        yield "every seat must have two turns in a round"
    turns = range(len(state.order), len(state.order) + 1) if state.is_over else range(len(state.order))
    if state.turn not in turns:
        yield f"there is no turn {state.turn}"
    if len(state.slots) != state.round - 1 or sum(state.slots) != len(state.track) or min((0, *state.slots)) < 0:
        yield "the round track must have a number of dice for each round that is over"
    if state.is_over and (state.pool or state.picked or state.waiting):
        yield "nothing is left to do after the end"


def _waiting_problems(state: State) -> Iterator[str]:
    waiting, size, pool = state.waiting, pool_size(state.seats), len(state.pool)
    if waiting not in (_PLAY if state.round else _SETUP):
        yield f"chance does not bring {waiting!r} now"
    if waiting == "die" and (pool >= size or not len(state.bag)):
        yield "the pool cannot be filled"
    if waiting == "roll" and not state.picked:
        yield "there is no die to roll"
    if waiting == "bag" and (state.picked or not len(state.bag)):
        yield "no die can be drawn into the hand"
    if (waiting == "reroll" or state.rolled) and not 0 <= state.rolled < pool:
        yield "there is no such die to roll again"


def _rest_problems(state: State, book: Rulebook) -> Iterator[str]:
    if state.then is not None:
        rule = book.rules.get(state.then.command)
        if not state.waiting or rule is None or not rule.can_go_on(state.then):
            yield "there is no such command to go on with"
