"""Two bots against each other: points with an interval, Elo, scores, and the thinking time a move of each.

    python -m benchmarks.strength mage_duel level6 level5 --games 40 --seed 7

Seats alternate, and both orders of seats share their luck. Times are processor seconds of this process and, after `/`,
wall-clock seconds, each as mean and (maximal) over all decisions of more than one move. A bot may meet itself: then
only scores and times say something.
"""

from __future__ import annotations

import argparse
import random
from hashlib import sha256
from math import log10
from time import monotonic, process_time

from boardwright import bots
from boardwright.arena.pairing import default_max_moves
from boardwright.arena.ranking import wilson
from boardwright.bots.bot import Bot
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game
from boardwright.core.match.header import Adjudication
from boardwright.core.match.match import Match


class Player:
    """A bot, what it scored and how long it thought."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.points = 0.0
        self.scores: list[int] = []
        self.processor: list[float] = []
        self.wall: list[float] = []

    def times(self) -> str:
        """Return the mean and maximal times a decision."""
        if not self.wall:
            return "-"
        spent, wall = self.processor, self.wall
        return (
            f"{sum(spent) / len(spent):.4f} ({max(spent):.3f}) CPU / {sum(wall) / len(wall):.4f} ({max(wall):.3f}) wall"
        )

    def score(self) -> float:
        """Return the mean score."""
        return sum(self.scores) / len(self.scores)


def play(rules: AnyGame, players: tuple[Player, Player], seed: str) -> bool:
    """Play a game, the first player on the first seat; return True if the limit of moves ended it."""
    match = Match.new(
        rules,
        options=rules.read_options(rules.usual_options),
        seed=sha256(seed.encode()).digest(),
        adjudication=Adjudication(dead_position=True, max_moves=default_max_moves(rules)),
    )
    made: list[Bot] = [bots.bot(player.spec, rules) for player in players]
    rngs = [random.Random(f"{seed}/{seat}") for seat in range(2)]
    while match.outcome is None:
        position, seat = match.position, match.position.actors[0]
        spent, wall = process_time(), monotonic()
        move = made[seat].choose(position, seat, rngs[seat])
        if len(position.legal_moves(seat)) > 1:
            players[seat].processor.append(process_time() - spent)
            players[seat].wall.append(monotonic() - wall)
        match.play(move, seat)
    for bot in made:
        bot.close()
    for player, payoff, score in zip(players, match.outcome.payoffs(), match.outcome.scores, strict=True):
        player.points += (payoff + 1) / 2
        player.scores.append(score)
    return match.outcome.reason == "move_limit"


def elo(share: float) -> float:
    """Return the difference of ratings at which a player gets that share of the points.

    >>> round(elo(0.64)), round(elo(0.5))
    (100, 0)
    """
    share = min(max(share, 1e-3), 1 - 1e-3)
    return 400 * log10(share / (1 - share))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    rules, first, second, undecided = game(args.game), Player(args.first), Player(args.second), 0
    for number in range(args.games):
        pair = (first, second) if number % 2 == 0 else (second, first)
        undecided += play(rules, pair, f"{args.seed}/{number // 2}")
    low, high = wilson(first.points, args.games)
    print(
        f"{args.game} {args.first} - {args.second}: {first.points:g} of {args.games} ({low:.0%} to {high:.0%}), Elo "
        f"{elo(first.points / args.games):+.0f} ({elo(low):+.0f} to {elo(high):+.0f}), scores {first.score():.1f} and "
        f"{second.score():.1f}, {undecided} undecided\n  {first.times()}\n  {second.times()}",
        flush=True,
    )


if __name__ == "__main__":
    main()
