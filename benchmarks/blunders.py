"""The blunders of a level that anybody sees, by the share of the chances that it had.

    python -m benchmarks.blunders sagrada level1 level2 --games 40

The bot plays itself. In Blokus it may open with a small piece (its first three moves), in Deblockle miss a win in this
turn, or (`deblockle-home`) leave a cube that could go home, in Mage Duel lay a tile that makes its own score fall
though another one does not, and in Sagrada take a die that fits nowhere, or none, though another one fits.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from typing import Any

from boardwright import bots
from boardwright.arena.ranking import wilson
from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.games.blokus.facts import NAMES, SIZES
from boardwright.games.blokus.moves import Placement
from boardwright.games.deblockle.cube import SIDE
from boardwright.games.mage_duel.moves import Place

Verdict = bool | None
"""True for a blunder, False for a chance that was taken, None where there was nothing to do wrong."""

_OPENING, _SMALL = 3, 4


def blokus(before: AnyPosition, move: Any, seat: int, turn: int) -> Verdict:
    """Opens with a piece of fewer than four squares."""
    if turn >= _OPENING or not isinstance(move, Placement):
        return None
    return SIZES[NAMES.index(move.piece)] < _SMALL


def deblockle(before: AnyPosition, move: Any, seat: int, turn: int) -> Verdict:
    """Does not win although it could before the turn ends."""
    return _misses(
        before, move, seat, lambda after: after.outcome() is not None and after.outcome().payoffs()[seat] > 0
    )


def deblockle_home(before: AnyPosition, move: Any, seat: int, turn: int) -> Verdict:
    """Leaves a cube that could go home before the turn ends."""
    left = _cubes(before, seat)
    return _misses(before, move, seat, lambda after: _cubes(after, seat) < left)


def _misses(before: AnyPosition, move: Any, seat: int, is_goal: Callable[[AnyPosition], bool]) -> Verdict:
    if not _can_reach(before, seat, is_goal):
        return None
    after = applied(before, move, seat)
    return not (is_goal(after) or _can_reach(after, seat, is_goal))


def _can_reach(position: AnyPosition, seat: int, is_goal: Callable[[AnyPosition], bool]) -> bool:
    if position.actors != (seat,):
        return False
    ways = (applied(position, move, seat) for move in position.legal_moves(seat))
    return any(is_goal(after) or _can_reach(after, seat, is_goal) for after in ways)


def _cubes(position: AnyPosition, seat: int) -> int:
    """The cubes of a seat that are not home yet."""
    return sum(cube // SIDE == seat for cube in position.board)


def mage_duel(before: AnyPosition, move: Any, seat: int, turn: int) -> Verdict:
    """Lays a tile that makes its own score fall, though another one does not."""
    if not isinstance(move, Place):
        return None
    now = _own_score(before, seat)
    tiles = [each for each in before.legal_moves(seat) if isinstance(each, Place) and each.joker == move.joker]
    falls = [_own_score(applied(before, each, seat), seat) < now for each in tiles]
    if all(falls) or not any(falls):
        return None
    return _own_score(applied(before, move, seat), seat) < now


def _own_score(position: AnyPosition, seat: int) -> int:
    """The points of a seat on the board."""
    return sum(position.board.scores[seat])


def sagrada(before: AnyPosition, move: Any, seat: int, turn: int) -> Verdict:
    """Takes a die that fits nowhere, or none, though another one fits."""
    state = before.state
    if not state.round or state.picked or state.placed or state.active:
        return None
    fitting = {
        each for each in before.legal_moves(seat) if each.word == "pick" and _fits(applied(before, each, seat), seat)
    }
    if not fitting or move.word not in ("pick", "pass"):
        return None
    return move not in fitting


def _fits(position: AnyPosition, seat: int) -> bool:
    """True if the seat can place the die in its hand."""
    return position.actors == (seat,) and any(move.word == "place" for move in position.legal_moves(seat))


JUDGES: dict[str, Callable[[AnyPosition, Any, int, int], Verdict]] = {
    "blokus": blokus,
    "deblockle": deblockle,
    "deblockle-home": deblockle_home,
    "mage_duel": mage_duel,
    "sagrada": sagrada,
}


def count(name: str, spec: str, games: int, seed: str) -> tuple[int, int]:
    """The blunders and the chances for them in some games of a bot against itself."""
    rules, judge = game(name.partition("-")[0]), JUDGES[name]
    rng, blunders, chances = random.Random(seed), 0, 0
    for _ in range(games):
        match = Match.new(rules, options=rules.read_options(rules.usual_options), seed=rng.randbytes(32))
        players, turns = [bots.bot(spec, rules) for _ in range(2)], [0, 0]
        while match.outcome is None and match.moves_done < 400:
            position, seat = match.position, match.position.actors[0]
            move = players[seat].choose(position, seat, rng)
            verdict = judge(position, move, seat, turns[seat])
            turns[seat] += 1
            if verdict is not None:
                chances += 1
                blunders += verdict
            match.play(move, seat)
    return blunders, chances


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("fact", choices=JUDGES)
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    for spec in args.bots:
        blunders, chances = count(args.fact, spec, args.games, args.seed)
        low, high = wilson(blunders, chances)
        print(f"{args.fact} {spec}: {blunders} of {chances} ({low:.1%} to {high:.1%})", flush=True)


if __name__ == "__main__":
    main()
