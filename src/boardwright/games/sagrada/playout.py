"""How a game might go on: quick play to the end, without tools."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import tanh
from typing import cast

from boardwright.core.chance import Rng
from boardwright.core.playout import random_play
from boardwright.core.position import applied
from boardwright.games.sagrada.facts import COLORS, ROUNDS, SHADES, pool_size, snake
from boardwright.games.sagrada.moves import RETURN
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.rollout_window import FACE_OF, Filling
from boardwright.games.sagrada.scoring import breakdowns
from boardwright.games.sagrada.state import State

_WAYS = 12
SPREAD = 14.0
"""The lead in points that is almost certain to win."""


def lead(points: Sequence[float], seat: int, target: float) -> float:
    """Return the points of a seat against the best of the others, alone against the target, between -1 and 1.

    >>> lead([40, 40, 30], seat=0, target=0), lead([40], seat=0, target=40)
    (0.0, 0.0)
    """
    others = (*points[:seat], *points[seat + 1 :])
    return tanh((points[seat] - max(others, default=target)) / SPREAD)


def is_trap(position: SagradaPosition) -> bool:
    """Return True if every continuation ends where only `return` is possible; of many only some are tried."""
    if position.chance is not None or position.state.can_pass or not position.state.round:
        return False
    moves = position.legal_moves()
    return RETURN in moves or all(is_trap(applied(position, move, position.actors[0])) for move in islice(moves, _WAYS))


def playout(position: SagradaPosition, rng: Rng) -> Sequence[float] | None:
    """Return the payoffs of one quick random game; None in the middle of a tool, which only its user can finish.

    A trap is lost for who walked in: it leads back, and a search that liked it would walk in again and again.
    """
    if is_trap(position):
        return [-1.0 if seat in position.actors else 1.0 for seat in range(position.seats)]
    begun = playable(position, rng)
    if begun is None:
        return None
    scores, target = play_on(begun, coming_faces(begun.state, rng))
    return [lead(scores, seat, target) for seat in range(len(scores))]


def playable(position: SagradaPosition, rng: Rng) -> SagradaPosition | None:
    """The position, with windows chosen at random where they are still to be chosen; None in the middle of a tool."""
    state = position.state
    if state.active or (state.passive and state.picked):
        return None
    if position.is_choosing:
        return cast("SagradaPosition", random_play(position, rng, len(position.actors)))
    return position


def play_on(position: SagradaPosition, faces: Sequence[int]) -> tuple[list[int], int]:
    """The scores after a quick game to the end, and the target of one who plays alone.

    `faces` are those of the rounds to come, one after the other.
    """
    state = position.state
    objectives = position.book.objectives
    public = [objectives[card] for card in state.public]
    fillings = [
        Filling(frame, window.cells if window else "", hand.cards, public)
        for frame, window, hand in zip(state.frames, state.windows, position.privates, strict=True)
    ]
    order, pool, target = state.order[state.turn :], [FACE_OF[die] for die in state.pool], position.target()
    if state.picked:
        fillings[order[0]].add([FACE_OF[state.picked]])
    if state.picked or state.placed:
        order = order[1:]
    size = pool_size(state.seats)
    for round in range(state.round, ROUNDS + 1):
        if round > state.round:
            first = (round - state.round - 1) * size
            order, pool = snake((round - 1) % state.seats, state.seats), list(faces[first : first + size])
        for seat in order:
            fillings[seat].add(pool)
        target += sum(face & 7 for face in pool)
    end = state.draft()
    end.frames = tuple(tuple(filling.frame) for filling in fillings)
    return [part.score for part in breakdowns(end, position.privates, objectives)], target


def coming_faces(state: State, rng: Rng) -> list[int]:
    """Faces for the rounds to come; a color is as likely all the time as it is now."""
    dice = (ROUNDS - state.round) * pool_size(state.seats)
    if not dice:
        return []
    colors = rng.choices(range(len(COLORS)), state.bag.counts, k=dice)
    return [color * 8 + rng.choice(SHADES) for color in colors]
