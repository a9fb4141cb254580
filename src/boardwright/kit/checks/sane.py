"""Law 6: positions have no problems, cards do not multiply, evaluations fit the outcome, steps are quick."""

from __future__ import annotations

from collections import Counter
from typing import Any

from boardwright.core.hidden.components import held_cards, hidden_fields
from boardwright.core.hidden.dealing import Dealing
from boardwright.core.rules.position import AnyPosition
from boardwright.kit.walks.failure import Violation
from boardwright.kit.walks.walk import Walk

SLOW = 1.0
"""Seconds of processor time for the moves of one position and the next position."""


def check(walk: Walk) -> None:
    """Check every position of a game; evaluations in sampled ones."""
    _speed(walk)
    dealt: dict[str, Counter[Any]] = {}
    for _, position in walk.visit(range(len(walk.positions))):
        _problems(position)
        for pool, cards in _dealt(position).items():
            dealt[pool] = dealt.get(pool, Counter()) | cards
        _cards(position, dealt)
    if walk.game.bot.has_evaluation:
        for _, position in walk.samples():
            _evaluation(walk, position)


def _speed(walk: Walk) -> None:
    seconds, step = walk.slowest
    # Garbage collection, or a first use that loads tables, may fall into any step: a slow step is slow again.
    if seconds > SLOW and (seconds := min(seconds, walk.time_again(step))) > SLOW:
        walk.current_step = step
        raise Violation(
            f"step {step + 1} ({walk.steps[step].text}) took {seconds:.1f} s: its legal moves and the next position.",
            f"People wait for a step, and bots make thousands: keep each below {SLOW:g} s. Find what is slow with "
            "the profile of `boardwright dev`, keep what is computed once in a cached_property, or give the position "
            "a fast `legal`.",
            cause="slow step",
        )


def _problems(position: AnyPosition) -> None:
    for problem in position.problems():
        raise Violation(
            f"the position has a problem: {problem}.",
            "Find the step that broke it, or correct problems() if the position is as it should be.",
        )


def _dealt(position: AnyPosition) -> dict[str, Counter[Any]]:
    """Return the cards that are dealt now, by the pools of the fields they go to."""
    dealing = position.chance
    if not isinstance(dealing, Dealing):
        return {}
    pools = {field.pool for field in hidden_fields(type(position)) if field.name in dealing.fields} or {""}
    return {pool: Counter(dealing.values) for pool in pools}


def _cards(position: AnyPosition, dealt: dict[str, Counter[Any]]) -> None:
    for pool, held in held_cards(position).items():
        known = dealt.get(pool, Counter())
        for card, count in held.items():
            if card in known and count > known[card]:
                where = f"in the pool {pool!r}" if pool else "in decks, hands and secrets"
                raise Violation(
                    f"there are {count} of the card {card} {where}, but {known[card]} were dealt.",
                    "Take a card out of one place when it goes to another: `without` and `draw` return what is left.",
                )


def _evaluation(walk: Walk, position: AnyPosition) -> None:
    worth = [walk.game.bot.evaluate(position, seat) for seat in range(position.seats)]
    for seat, value in enumerate(worth):
        if not -1 <= value <= 1:
            raise Violation(
                f"evaluate gives {value} for seat {seat}.",
                "An evaluation is between -1 (lost) and 1 (won): scale it, and cut it off with max and min.",
            )
    outcome = position.outcome()
    if outcome is None or len(outcome.winners) in (0, position.seats):
        return
    losers = [seat for seat in range(position.seats) if seat not in outcome.winners]
    if min(worth[seat] for seat in outcome.winners) <= max(worth[seat] for seat in losers):
        raise Violation(
            f"seats {outcome.winners} have won, but evaluate gives {worth}.",
            "A finished game is worth more to its winners than to the others: check the sign, and use outcome().",
        )
