"""The conditions on a position beyond the types of its fields: one read from JSON may come from anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from boardwright.games.sagrada.facts import DICE, FULL_BAG, OFFERED, bag_ids, id_of, pool_size
from boardwright.games.sagrada.rulebook import Rulebook
from boardwright.games.sagrada.state import State

if TYPE_CHECKING:
    from boardwright.games.sagrada.position import SagradaPosition

Findings: TypeAlias = Iterator[tuple[bool, str]]
"""Pairs of whether something is wrong, and how that is said."""


def problems(position: SagradaPosition) -> Iterator[str]:
    """Say why a position cannot be; each problem completes "not a position: ..."."""
    return (text for is_wrong, text in _findings(position) if is_wrong)


def _findings(position: SagradaPosition) -> Findings:
    state, book = position.state, position.book
    yield from _of_hidden_cards(position)
    for table in (state, state.past):
        if table is not None:
            yield from _of_cards(table, book)
            yield from _of_dice(table, len(position.options.bag))
            yield from (_of_play if table.round else _of_setup)(table)
            yield from _of_chance(table, book)
    yield state.past is not None and state.past.past is not None, "its past has a past"


def _of_hidden_cards(position: SagradaPosition) -> Findings:
    seats, hands, most = position.seats, position.privates, position.state.privates_each
    cards = [*position.undealt, *(card for hand in hands for card in hand)]
    yield len(hands) != seats, f"privates must have an entry for each of the {seats} seats"
    is_all = sorted(cards) == sorted(position.options.privates)
    yield not is_all, "the private objectives must be all different cards, and all of them"
    yield any(list(hand) != sorted(hand) for hand in hands), "a hand must be in ascending order"
    yield any(len(hand) > most for hand in hands), "a seat has too many private objectives"
    is_dealt = all(len(hand) == most for hand in hands)
    is_waiting = position.state.waiting == "private"
    yield is_dealt == is_waiting, "the private objectives are dealt first, and all of them"
    chosen = [choice.cards for choice in position.chosen if choice.is_set]
    yield len(position.chosen) != seats, f"chosen must have an entry for each of the {seats} seats"
    is_there = all(len(numbers) == 1 and 1 <= numbers[0] <= OFFERED for numbers in chosen)
    yield not is_there, "there is no such window"
    is_choosing = position.is_choosing and len(chosen) < seats
    yield bool(chosen) and not is_choosing, "somebody must be choosing a window"


def _of_cards(state: State, book: Rulebook) -> Findings:
    for name in ("offers", "windows", "frames", "favor"):
        yield len(getattr(state, name)) != state.seats, f"{name} must have an entry for each of the {state.seats} seats"
    for cards, known in ((state.public, book.objectives), (state.tools, book.tools)):
        is_kind = len(set(cards)) == len(cards) and set(cards) <= set(known)
        yield not is_kind, f"{list(cards)} are not different cards of one kind"
    yield len(state.points) != len(state.tools), "every tool must have a number of points"
    for card in (state.active, state.passive):
        yield card not in (0, *book.tools), f"there is no tool {card}"


def _of_dice(state: State, dice: int) -> Findings:
    out = [die for die in (*(die for frame in state.frames for die in frame), state.picked) if die]
    out += [*state.pool, *state.track]
    are_dice = all(0 < die < DICE * 8 and 1 <= die & 7 <= 6 for die in (*out, *state.moved))
    yield not are_dice, "a die must have an id from 0 to 89 and a shade from 1 to 6"
    bag, full = state.bag, FULL_BAG
    is_bag = bag.kinds == full.kinds and len(bag.left) == len(full.left)
    if not is_bag or not all(0 <= left <= most for left, most in zip(bag.left, full.left, strict=True)):
        yield True, "the bag must have 18 dice of each color at most"
        return
    ids = [*map(id_of, out), *bag_ids(bag)]
    yield len(set(ids)) != len(ids), "a die is in two places"
    is_short = not state.is_solo and state.round > 0 and len(ids) != dice
    yield is_short, f"there must be {dice} dice, not {len(ids)}"


def _of_setup(state: State) -> Findings:
    waiting, is_chosen = state.waiting, None not in state.windows
    is_dealt = all(len(offers) == OFFERED for offers in state.offers)
    yield any(len(offers) > OFFERED for offers in state.offers), f"a seat is offered more than {OFFERED} windows"
    is_played = bool(state.order or state.pool or state.track or state.picked)
    yield is_played, "nothing is played before round 1"
    if waiting in ("private", "window"):
        yield is_dealt or any(state.windows), "windows are chosen after they are dealt"
    elif waiting:
        yield not is_chosen, "the cards are drawn when all windows are chosen"
    else:
        yield not is_dealt or is_chosen, "somebody must be choosing a window"


def _of_play(state: State) -> Findings:
    yield None in state.windows, "every seat needs a window"
    yield sorted(state.order) != sorted([*range(state.seats)] * 2), "every seat must have two turns in a round"
    turns = len(state.order)
    is_turn = state.turn == turns if state.is_over else 0 <= state.turn < turns
    yield not is_turn, f"there is no turn {state.turn}"
    is_full = len(state.slots) == state.round - 1 and sum(state.slots) == len(state.track)
    is_track = is_full and min((0, *state.slots)) == 0
    yield not is_track, "the round track must have a number of dice for each round that is over"
    is_open = bool(state.pool or state.picked or state.waiting)
    yield state.is_over and is_open, "nothing is left to do after the end"


def _of_chance(state: State, book: Rulebook) -> Findings:
    waiting, pool, is_empty = state.waiting, len(state.pool), not len(state.bag)
    known = ("", "die", "bag", "roll", "reroll") if state.round else ("", "private", "window", "public", "tool")
    yield waiting not in known, f"chance does not bring {waiting!r} now"
    yield waiting == "die" and (pool >= pool_size(state.seats) or is_empty), "the pool cannot be filled"
    yield waiting == "roll" and not state.picked, "there is no die to roll"
    yield waiting == "bag" and (state.picked > 0 or is_empty), "no die can be drawn into the hand"
    is_rolling = waiting == "reroll" or state.rolled != 0
    yield is_rolling and not 0 <= state.rolled < pool, "there is no such die to roll again"
    rest = state.then
    if rest is not None:
        rule = book.rules.get(rest.command)
        is_waiting = waiting != "" and rule is not None and rule.can_go_on(rest)
        yield not is_waiting, "there is no such command to go on with"
