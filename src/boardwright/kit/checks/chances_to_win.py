"""Every seat wins some random games, and no seat wins them all; unless the game says that sides are unequal."""

from __future__ import annotations

import time
from collections import Counter, defaultdict

from boardwright.core.game.game import AnyGame
from boardwright.kit.walks.failure import Violation
from boardwright.kit.walks.walk import Walk, WalkSetup

ENOUGH = 30
"""Games with a winner, for each seat, after which a seat that has won none, or all, is a fault: where all are equal, it
happens about once in 10^12 times."""
_SECONDS = 5.0
"""For how long games are added where the walks were too few."""


class Wins:
    """Who won the random games, by the number of seats."""

    def __init__(self) -> None:
        self._decided: Counter[int] = Counter()
        self._won: dict[int, Counter[int]] = defaultdict(Counter)

    def add(self, walk: Walk) -> None:
        """Count a game that has winners and losers."""
        outcome = walk.positions[-1].outcome() if walk.positions and walk.crash is None else None
        seats = walk.setup.seats
        if outcome is not None and 0 < len(outcome.winners) < seats:
            self._decided[seats] += 1
            self._won[seats].update(outcome.winners)

    def check(self, game: AnyGame, setups: list[WalkSetup], until: float) -> None:
        """Play more games where it is not clear yet that every seat can win."""
        until = min(until, time.monotonic() + _SECONDS)
        for seats in sorted({setup.seats for setup in setups if setup.seats > 1}):
            own = [setup for setup in setups if setup.seats == seats]
            number = 0
            while self._unclear(game, seats) and time.monotonic() < until:
                self.add(Walk(game, own[number % len(own)], 10**6 + number).play(until))
                number += 1
            self._judge(game, seats)

    def _unclear(self, game: AnyGame, seats: int) -> bool:
        return not game.is_uneven and self._decided[seats] < ENOUGH * seats and len(self._won[seats]) < seats

    def _judge(self, game: AnyGame, seats: int) -> None:
        decided, won = self._decided[seats], self._won[seats]
        never = [seat for seat in range(seats) if not won[seat]]
        if game.is_uneven or decided < ENOUGH * seats or not never:
            return
        always = [seat for seat in range(seats) if won[seat] == decided]
        what = f"seat {always[0]} wins all" if always else f"seat {never[0]} wins none"
        raise Violation(
            f"{what} of {decided} random games with {seats} seats that have a winner.",
            "Look at how the winner is found in outcome(), and whether every seat gets its turns. If the sides are as "
            "unequal as that, say so: is_uneven = True in the game object.",
        )
