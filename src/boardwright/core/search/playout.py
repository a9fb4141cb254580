"""Random play from a position: its worth where a game has no evaluation."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from boardwright.core.canonical import canonical, digest
from boardwright.core.chance.deal import Deal
from boardwright.core.refusal import NoLegalMove
from boardwright.core.rules.line import Step, by, repeat, settled
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import AnyPosition, Position

HORIZON = 400
"""Moves after which a play-out is cut off."""
_GAMES = 8
_MARGIN = 0.25
"""The weight of the lead in points, beside who wins."""


def random_play(position: AnyPosition, rng: random.Random, moves: int) -> AnyPosition:
    """Return the position after that many random moves, or at the end of the game; `rng` decides chance too."""
    draw = by(rng)
    while True:
        if position.chance is not None:
            position = settled(position, draw)
        if not moves or position.outcome() is not None:
            return position
        _, position = random_move(position, first_actor(position), rng)
        moves -= 1


def first_actor(position: AnyPosition) -> int:
    """Return the first seat that may act in a game that goes on; NoLegalMove if there is none."""
    if not position.actors:
        raise dead_end(position, None)
    return position.actors[0]


def dead_end(position: AnyPosition, seat: int | None) -> NoLegalMove:
    """Return the error for a seat without a legal move, or for a game in which nobody is to act."""
    who = "nobody is to act, though the game is not over" if seat is None else f"seat {seat} has no legal move"
    title = type(position).__name__ if position._game is None else position._game.title
    return NoLegalMove(f"{title}: {who}, in the position {canonical(position).decode()}")


def random_move(position: AnyPosition, seat: int, rng: random.Random) -> tuple[Any, AnyPosition]:
    """Return a random legal move of an actor and the position after it; declared moves are not all listed for that."""
    if type(position).legal is Position.legal:
        found = position.moves.sample(position, seat, rng)
        if found is not None:
            return found
    legal = position.legal(seat)
    choice = legal if type(legal) is tuple or isinstance(legal, Sequence) else tuple(legal)
    if not (count := len(choice)):
        raise dead_end(position, seat)
    move = choice[rng.randrange(count)]
    after: Any = position.apply(move, seat)
    return move, after


def playout(position: AnyPosition, rng: random.Random, made: list[tuple[int, Any]] | None = None) -> Sequence[float]:
    """Return what one random continuation is worth to each seat; its moves with their seats are added to `made`.

    Where a position has a `standing`, the hand that is played is judged by it, before new cards are dealt.
    """
    left = HORIZON
    while position.outcome() is None and left:
        if (chance := position.chance) is not None:
            if isinstance(chance, Deal) and left < HORIZON and position.standing() is not None:
                break
            position = repeat(position, Step(None, chance.sample(rng)))
            continue
        seat = first_actor(position)
        move, position = random_move(position, seat, rng)
        if made is not None:
            made.append((seat, move))
        left -= 1
    return worth(position)


def worth(position: AnyPosition) -> Sequence[float]:
    """Return what a position is worth to each seat: who has won, or leads by its `standing`, and by how much.

    >>> from boardwright.core.game.registry import game, names
    >>> worth(game(names()[0]).begin(2))
    (0.0, 0.0)
    """
    outcome, points = position.outcome(), position.standing()
    if outcome is not None:
        points = _upward(outcome) if points is None else points
    elif points is not None:
        outcome = Outcome.highest(points)
    else:
        return (0.0,) * position.seats
    payoffs = outcome.payoffs()
    spread = max(points) - min(points)
    if not spread:
        return payoffs
    leads = [own - max(points[:seat] + points[seat + 1 :]) for seat, own in enumerate(points)]
    return tuple((1 - _MARGIN) * payoff + _MARGIN * lead / spread for payoff, lead in zip(payoffs, leads, strict=True))


def _upward(outcome: Outcome) -> tuple[int, ...]:
    """Return the scores, turned over if the winners have the fewest."""
    won = [outcome.scores[seat] for seat in outcome.winners]
    return tuple(-score for score in outcome.scores) if won and max(won) < max(outcome.scores) else outcome.scores


def playouts(position: AnyPosition, seat: int) -> float:
    """Return the mean worth of a few random games for that seat; equal positions give equal numbers."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.payoffs()[seat]
    rng = random.Random(digest(position))
    return sum(playout(position, rng)[seat] for _ in range(_GAMES)) / _GAMES
