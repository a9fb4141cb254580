"""A plain alpha-beta search with the game's own evaluation, to measure the tree search of Deblockle against.

    python -m benchmarks.alpha_beta perfect:seconds=0.1 --seconds 0.1 --games 40

Iterative deepening over single moves, with a table of positions and the best move so far first. Openings of four
random moves are played from both sides. Prints the points of the bot with a 95 % interval.
"""

from __future__ import annotations

import argparse
import random
from time import monotonic
from typing import Any

from boardwright import bots
from boardwright.arena.ranking import wilson
from boardwright.bots.bot import Bot
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.search.playout import random_play

_OPENING = 4
_DEEPEST = 60
_LONGEST = 1000


class OutOfTime(Exception):
    """The search has used up its time."""


class AlphaBeta(Bot):
    """For games of two without chance and secrets; a turn of several moves is several plies of the same side."""

    def __init__(self, game: AnyGame, seconds: float) -> None:
        super().__init__(game)
        self._seconds = seconds
        self._stop = 0.0
        self._known: dict[tuple[AnyPosition, int], tuple[int, float]] = {}
        """By position and depth: the kind of bound (0 exact, 1 at least, -1 at most), the value."""
        self._best: dict[AnyPosition, Any] = {}

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        self._stop = monotonic() + self._seconds
        self._known.clear()
        self._best.clear()
        choice = next(iter(position.legal_moves(seat)))
        for depth in range(1, _DEEPEST):
            try:
                self._value(position, seat, depth, -2.0, 2.0)
            except OutOfTime:
                break
            choice = self._best[position]
        return choice

    def _value(self, position: AnyPosition, seat: int, depth: int, low: float, high: float) -> float:
        """Return the value for that seat, which is to move, within the window."""
        if position.outcome() is not None or not depth:
            return self.game.bot.evaluate(position, seat)
        if monotonic() > self._stop:
            raise OutOfTime
        bound, known = self._known.get((position, depth), (2, 0.0))
        if bound == 0 or (bound == 1 and known >= high) or (bound == -1 and known <= low):
            return known
        first, value = low, -2.0
        for move in self._ordered(position, seat):
            after = applied(position, move, seat)
            if after.actors == (seat,):
                found = self._value(after, seat, depth - 1, max(first, value), high)
            else:
                found = -self._value(after, 1 - seat, depth - 1, -high, -max(first, value))
            if found > value:
                value, self._best[position] = found, move
            if value >= high:
                break
        self._known[position, depth] = (1 if value >= high else -1 if value <= low else 0, value)
        return value

    def _ordered(self, position: AnyPosition, seat: int) -> list[Any]:
        moves = sorted(position.legal_moves(seat), key=lambda move: -self.game.bot.prior(move, position))
        best = self._best.get(position)
        if best is not None:
            moves.remove(best)
            moves.insert(0, best)
        return moves


def play(rules: AnyGame, players: list[Bot], start: AnyPosition, rng: random.Random) -> float:
    """Return the points of the first bot, which has the first seat."""
    match = Match.new(rules, start=start, seed=1)
    while match.outcome is None and match.moves_done < _LONGEST:
        seat = match.position.actors[0]
        match.play(players[seat].choose(match.position, seat, rng), seat)
    return 0.5 if match.outcome is None else (1 + match.outcome.payoffs()[0]) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("bot")
    parser.add_argument("--seconds", type=float, default=0.1, help="of the alpha-beta search for a move")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rules, rng, points = game("deblockle"), random.Random(args.seed), 0.0
    for number in range(args.games):
        if number % 2 == 0:
            start = random_play(rules.begin(2, rules.read_options(rules.usual_options)), rng, _OPENING)
        pair = [bots.bot(args.bot, rules), AlphaBeta(rules, args.seconds)]
        won = play(rules, pair if number % 2 == 0 else pair[::-1], start, rng)
        points += won if number % 2 == 0 else 1 - won
    low, high = wilson(points, args.games)
    print(f"{args.bot}: {points:g} of {args.games} points ({low:.0%} to {high:.0%}), alpha-beta {args.seconds:g} s")


if __name__ == "__main__":
    main()
