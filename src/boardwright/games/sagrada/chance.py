"""The chance outcomes, one small draw at a time: cards and windows first, then dice."""

from __future__ import annotations

from functools import lru_cache

from boardwright.core.chance import Distribution
from boardwright.core.tuples import replace_at
from boardwright.games.sagrada import tiny
from boardwright.games.sagrada.facts import FACES, LETTERS, OFFERED, SHADES, die_from_bag, die_of, id_of, pool_size
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.rulebook import Rulebook
from boardwright.games.sagrada.state import Draft, State, Window, begin_round

ROLL = Distribution.uniform(tuple(map(str, SHADES)))


def receiver(state: Draft) -> int:
    """The seat that the next private objective or window is dealt to."""
    is_private = state.waiting == "private"
    each = privates_each(state.seats) if is_private else OFFERED
    return next(seat for seat, held in enumerate(state.privates if is_private else state.offers) if len(held) < each)


def privates_each(seats: int) -> int:
    """How many private objectives a seat gets: alone one gets two."""
    return 2 if seats == 1 else 1


def chances(state: State, book: Rulebook, options: SagradaOptions) -> Distribution:
    """What chance may bring now."""
    if state.waiting in ("roll", "reroll"):
        return ROLL
    if state.waiting in ("die", "bag"):
        return _faces(tuple(mask.bit_count() for mask in state.bag), options.is_tiny)
    if state.waiting == "private":
        return _cards(set(tiny.PRIVATES if options.is_tiny else book.privates).difference(*state.privates))
    if state.waiting == "public":
        return _cards(set(book.objectives).difference(state.public))
    if state.waiting == "tool":
        return _cards(set(book.tools).difference(state.tools))
    taken = {window.name for offers in state.offers for window in offers}
    names = book.double_sided() if options.double_sided else tuple(book.windows)
    return Distribution.uniform(tuple(name for name in names if name not in taken))


def _cards(ids: set[int]) -> Distribution:
    return Distribution.uniform(tuple(map(str, sorted(ids))))


@lru_cache(maxsize=4096)
def _faces(counts: tuple[int, ...], is_tiny: bool) -> Distribution:
    """Each die is as likely as every other one, and so is each of its shades."""
    faces = tuple(face for face in FACES if counts[LETTERS.index(face[0])] and (not is_tiny or face[1] in tiny.SHADES))
    return Distribution(faces, tuple(counts[LETTERS.index(face[0])] for face in faces))


def bring(draft: Draft, outcome: str, book: Rulebook, options: SagradaOptions) -> None:
    """Put an outcome that can come now on the table."""
    waiting = draft.waiting
    if waiting in ("die", "bag", "roll", "reroll"):
        _bring_dice(draft, outcome)
    elif waiting == "private":
        seat = receiver(draft)
        draft.privates = replace_at(draft.privates, seat, (*draft.privates[seat], int(outcome)))
        if len(draft.privates[-1]) == privates_each(draft.seats):
            draft.waiting = "window"
            if options.is_tiny:
                tiny.begin_last_round(draft)
    elif waiting == "window":
        _bring_window(draft, outcome, book, options.double_sided)
    elif waiting == "public":
        draft.public += (int(outcome),)
        if len(draft.public) == (2 if draft.is_solo else 3):
            draft.waiting = "tool"
    else:
        draft.tools += (int(outcome),)
        draft.points += (0,)
        if len(draft.tools) == options.tool_count(draft.seats):
            begin_round(draft)
    if not draft.waiting and draft.then is not None:
        rest = draft.then
        book.rules[rest.command].go_on(draft, rest.args, rest.index)


def _bring_dice(draft: Draft, outcome: str) -> None:
    waiting, draft.waiting = draft.waiting, ""
    if waiting == "die":
        die, draft.bag = die_from_bag(draft.bag, outcome)
        draft.pool += (die,)
        draft.waiting = "die" if len(draft.pool) < pool_size(draft.seats) and any(draft.bag) else ""
    elif waiting == "bag":
        draft.picked, draft.bag = die_from_bag(draft.bag, outcome)
    elif waiting == "roll":
        draft.picked = die_of(id_of(draft.picked), int(outcome))
    else:
        die = die_of(id_of(draft.pool[draft.rolled]), int(outcome))
        draft.pool = replace_at(draft.pool, draft.rolled, die)
        draft.rolled = (draft.rolled + 1) % len(draft.pool)
        draft.waiting = "reroll" if draft.rolled else ""


def _bring_window(draft: Draft, outcome: str, book: Rulebook, double_sided: bool) -> None:
    seat = receiver(draft)
    dealt: tuple[Window, ...] = (book.windows[outcome],)
    if double_sided:
        dealt += (book.windows[book.backs[outcome]],)
    draft.offers = replace_at(draft.offers, seat, draft.offers[seat] + dealt)
    if len(draft.offers[-1]) == OFFERED:
        draft.waiting = ""


def choose_window(draft: Draft, seat: int, number: int) -> None:
    """A seat keeps one of its windows; when all have, they are turned up and the cards are drawn."""
    draft.choices = replace_at(draft.choices, seat, number)
    draft.undo = True
    if not all(draft.choices):
        return
    windows = tuple(offers[choice - 1] for offers, choice in zip(draft.offers, draft.choices, strict=True))
    draft.windows = windows
    draft.offers = ((),) * draft.seats
    draft.favor = (0,) if draft.is_solo else tuple(window.difficulty for window in windows)
    draft.undo = False
    draft.waiting = "public"
