"""The chance outcomes, one small draw at a time: cards and windows first, then dice."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from functools import lru_cache

from boardwright.core.chance import Distribution
from boardwright.core.tuples import replace_at
from boardwright.games.sagrada import tiny
from boardwright.games.sagrada.facts import FACES, LETTERS, OFFERED, SHADES, die_from_bag, die_of, id_of, pool_size
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.rulebook import Rulebook
from boardwright.games.sagrada.state import Draft, State, Window, begin_round

ROLL = Distribution.uniform(tuple(map(str, SHADES)))


def receiver(dealt: Iterable[Sized], each: int) -> int:
    """The first seat that was not yet dealt so many cards."""
    return next(seat for seat, held in enumerate(dealt) if len(held) < each)


def private_ids(book: Rulebook, options: SagradaOptions) -> tuple[int, ...]:
    """The private objectives that are dealt from."""
    return tiny.PRIVATES if options.is_tiny else tuple(book.privates)


def privates_each(seats: int) -> int:
    """How many private objectives a seat gets: alone one gets two."""
    return 2 if seats == 1 else 1


def draws(state: State, book: Rulebook, options: SagradaOptions) -> Distribution:
    """What chance may bring now, unless it is a private objective."""
    if state.waiting in ("roll", "reroll"):
        return ROLL
    if state.waiting in ("die", "bag"):
        return _faces(state.bag.counts, options.is_tiny)
    if state.waiting == "public":
        return cards(set(book.objectives).difference(state.public))
    if state.waiting == "tool":
        return cards(set(book.tools).difference(state.tools))
    taken = {window.name for offers in state.offers for window in offers}
    names = book.double_sided() if options.double_sided else tuple(book.windows)
    return Distribution.uniform(tuple(name for name in names if name not in taken))


def cards(ids: Iterable[int], seen: tuple[int, ...] | None = None) -> Distribution:
    """Each card is as likely as every other one."""
    return Distribution.uniform(tuple(map(str, sorted(ids))), seen)


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
        draft.waiting = "die" if len(draft.pool) < pool_size(draft.seats) and any(draft.bag.left) else ""
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
    seat = receiver(draft.offers, OFFERED)
    dealt: tuple[Window, ...] = (book.windows[outcome],)
    if double_sided:
        dealt += (book.windows[book.backs[outcome]],)
    draft.offers = replace_at(draft.offers, seat, draft.offers[seat] + dealt)
    if len(draft.offers[-1]) == OFFERED:
        draft.waiting = ""


def show_windows(draft: Draft, numbers: Iterable[int]) -> None:
    """All have chosen one of their windows: they are turned up, and the cards are drawn."""
    windows = tuple(offers[number - 1] for offers, number in zip(draft.offers, numbers, strict=True))
    draft.windows = windows
    draft.offers = ((),) * draft.seats
    draft.favor = (0,) if draft.is_solo else tuple(window.difficulty for window in windows)
    draft.undo = False
    draft.waiting = "public"
