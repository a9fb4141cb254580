"""What a seat cannot know, dealt anew: others' private objectives and window choices not yet shown."""

from __future__ import annotations

from copy import copy

from boardwright.core.chance import Rng
from boardwright.games.sagrada.facts import COLORS, FIRST_PRIVATE
from boardwright.games.sagrada.state import State


def resampled(state: State, seat: int | None, rng: Rng) -> State:
    """A table that looks the same to that seat. The bag is no secret: what is in it follows from what is not."""
    draft = copy(state)
    own = () if seat is None else state.privates[seat]
    cards = [card for card in range(FIRST_PRIVATE, FIRST_PRIVATE + len(COLORS)) if card not in own]
    rng.shuffle(cards)
    draft.privates = tuple(
        held if one == seat else tuple(cards.pop() for _ in held) for one, held in enumerate(state.privates)
    )
    if state.past is not None:
        draft.past = copy(state.past)
        draft.past.privates = draft.privates
    if state.round == 0 and not state.waiting:
        draft.choices = tuple(
            choice if one == seat or not choice else 1 + rng.randrange(len(state.offers[one]))
            for one, choice in enumerate(state.choices)
        )
    return draft
