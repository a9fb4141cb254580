"""What a position read from JSON must be, beyond the types of its fields: it may come from anywhere."""

from __future__ import annotations

from boardwright.core.validation import check
from boardwright.games.sagrada import tiny
from boardwright.games.sagrada.chance import privates_each
from boardwright.games.sagrada.facts import DICE, OFFERED, bag_ids, bag_size, id_of, is_die, pool_size
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.rulebook import Rulebook
from boardwright.games.sagrada.state import State

_SETUP = ("", "private", "window", "public", "tool")
_PLAY = ("", "die", "bag", "roll", "reroll")


def validate(state: State, book: Rulebook, options: SagradaOptions) -> None:
    """Raise ValueError for a table that cannot be; the message completes "not a position: ..."."""
    for table in (state, state.past):
        if table is not None:
            _check_seats(table)
            _check_cards(table, book)
            _check_dice(table, bag_size(tiny.BAG) if options.is_tiny else DICE)
            (_check_play if table.round else _check_setup)(table)
            _check_waiting(table)
            _check_rest(table, book)
    check(state.past is None or state.past.past is None, "its past has a past")


def _check_seats(state: State) -> None:
    for name in ("privates", "offers", "choices", "windows", "frames", "favor"):
        is_full = len(getattr(state, name)) == state.seats
        check(is_full, f"{name} must have an entry for each of the {state.seats} seats")


def _check_cards(state: State, book: Rulebook) -> None:
    privates = tuple(card for cards in state.privates for card in cards)
    for cards, known in ((privates, book.privates), (state.public, book.objectives), (state.tools, book.tools)):
        are_known = len(set(cards)) == len(cards) and set(cards) <= set(known)
        check(are_known, f"{list(cards)} are not different cards of one kind")
    most = privates_each(state.seats)
    check(all(len(cards) <= most for cards in state.privates), "a seat has too many private objectives")
    check(len(state.points) == len(state.tools), "every tool must have a number of points")
    for card in (state.active, state.passive):
        check(card in (0, *book.tools), f"there is no tool {card}")


def _check_dice(state: State, dice: int) -> None:
    frames = [die for frame in state.frames for die in frame if die]
    out = [*frames, *state.pool, *state.track, *([state.picked] if state.picked else [])]
    check(all(map(is_die, (*out, *state.moved))), "a die must have an id from 0 to 89 and a shade from 1 to 6")
    ids = [*map(id_of, out), *bag_ids(state.bag)]
    check(len(set(ids)) == len(ids), "a die is in two places")
    check(state.is_solo or not state.round or len(ids) == dice, f"there must be {dice} dice, not {len(ids)}")


def _check_setup(state: State) -> None:
    is_dealt = all(len(offers) == OFFERED for offers in state.offers)
    is_chosen, waiting, each = all(state.choices), state.waiting, privates_each(state.seats)
    have_cards = all(len(cards) == each for cards in state.privates)
    check(all(len(offers) <= OFFERED for offers in state.offers), f"a seat is offered more than {OFFERED} windows")
    check(not (state.order or state.pool or state.track or state.picked), "nothing is played before round 1")
    check(have_cards != (waiting == "private"), "the private objectives are dealt first, and all of them")
    if waiting in ("private", "window"):
        check(not is_dealt and not any(state.choices), "windows are chosen after they are dealt")
    elif waiting:
        check(is_chosen and None not in state.windows, "the cards are drawn when all windows are chosen")
    else:
        check(is_dealt and not is_chosen, "somebody must be choosing a window")


def _check_play(state: State) -> None:
    check(None not in state.windows and all(state.privates), "every seat needs a window and a private objective")
    check(sorted(state.order) == sorted([*range(state.seats)] * 2), "every seat must have two turns in a round")
    turns = range(len(state.order), len(state.order) + 1) if state.is_over else range(len(state.order))
    check(state.turn in turns, f"there is no turn {state.turn}")
    check(
        len(state.slots) == state.round - 1 and sum(state.slots) == len(state.track) and min((0, *state.slots)) == 0,
        "the round track must have a number of dice for each round that is over",
    )
    is_idle = not (state.pool or state.picked or state.waiting)
    check(is_idle or not state.is_over, "nothing is left to do after the end")


def _check_waiting(state: State) -> None:
    waiting, size, pool = state.waiting, pool_size(state.seats), len(state.pool)
    check(waiting in (_PLAY if state.round else _SETUP), f"chance does not bring {waiting!r} now")
    check(waiting != "die" or (pool < size and bag_size(state.bag) > 0), "the pool cannot be filled")
    check(waiting != "roll" or state.picked != 0, "there is no die to roll")
    check(waiting != "bag" or (not state.picked and bag_size(state.bag) > 0), "no die can be drawn into the hand")
    is_rolling = waiting == "reroll" or state.rolled != 0
    check(not is_rolling or 0 <= state.rolled < pool, "there is no such die to roll again")


def _check_rest(state: State, book: Rulebook) -> None:
    if state.then is not None:
        rule = book.rules.get(state.then.command)
        goes_on = state.waiting and rule is not None and rule.can_go_on(state.then)
        check(bool(goes_on), "there is no such command to go on with")
