"""Analysis of a match by search: the evaluation after each move, better moves, turning points."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from boardwright.bots.greedy import payoffs_or_playout
from boardwright.bots.history import PlayedMove, played_moves
from boardwright.bots.mcts import Candidate, MctsBot
from boardwright.bots.perfect import known_turns
from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.playout import random_play
from boardwright.core.position import AnyPosition

_SHOWN = 3
_PLAYOUTS = 32
_TURNING = 0.15
"""A move that loses at least this much (of 2, from lost to won) is a turning point."""


class Option(msgspec.Struct, frozen=True):
    """A legal move with its value for the mover and its visits in the search.

    `turns` is the exact number of turns to the end if the position is solved; it is positive if the mover wins.
    """

    move: str
    value: float
    visits: int
    turns: int | None = None


class Moment(msgspec.Struct, frozen=True):
    """One move of a match. `evaluation` is the value after it by seat; `loss` is the value it gave away."""

    number: int
    seat: int
    move: str
    description: str
    evaluation: tuple[float, ...]
    loss: float
    best: list[Option]
    turns: int | None = None

    @property
    def is_turning(self) -> bool:
        """True if the move lost a large part of the game's value."""
        return self.loss >= _TURNING


def analyze(match: Match, iterations: int, seed: str = "analyze") -> Iterator[Moment]:
    """Analyzes every move of the match in order, from what its player could know."""
    bot = MctsBot(match.game, iterations)
    for played in played_moves(match):
        yield _moment(bot, played, random.Random(f"{seed}/{played.number}"))
    bot.close()


def _moment(bot: MctsBot, played: PlayedMove, rng: random.Random) -> Moment:
    move = played.before.parse(played.text)
    found = options(bot, played.before, played.seat, rng, always=move)
    chosen = next(option for option in found if option.move == str(move))
    return Moment(
        number=played.number,
        seat=played.seat,
        move=played.text,
        description=bot.game.describe(move, played.before),
        evaluation=evaluation(bot.game, played.after),
        loss=max(0.0, found[0].value - chosen.value),
        best=found[:_SHOWN],
        turns=chosen.turns,
    )


def options(bot: MctsBot, position: AnyPosition, seat: int, rng: random.Random, always: Any = None) -> list[Option]:
    """The moves with their values, best first: exact if the position is solved, else from a search.

    `always` is a move that is listed even if the search did not visit it.
    """
    if known_turns(bot.game, position) is not None:
        solved = [_solved(bot.game, position, move, seat) for move in position.legal_moves(seat)]
        return sorted(solved, key=lambda option: -option.value)
    found = bot.search(position.resample(seat, rng), seat, rng)
    top = found[0].mean
    if always is not None and all(candidate.move != always for candidate in found):
        found.append(Candidate(always, 0, min(top, _quick_value(bot, position, always, seat))))
    # The most visited move is the search's choice: the mean of a rarely visited move is unreliable and is capped.
    return [Option(str(one.move), round(min(one.mean, top), 3), one.visits) for one in found]


def _quick_value(bot: MctsBot, position: AnyPosition, move: Any, seat: int) -> float:
    """The value of a move that the search did not visit."""
    return evaluation(bot.game, position.after(move, seat))[seat]


def _solved(game: AnyGame, position: AnyPosition, move: Any, seat: int) -> Option:
    after = position.after(move, seat)
    outcome = after.outcome()
    if outcome is not None:
        return Option(str(move), outcome.payoffs()[seat], 0, 1)
    turns = known_turns(game, after) or 0
    if seat not in after.actors and turns:
        turns = 1 - turns if turns < 0 else -1 - turns
    return Option(str(move), (1 if turns > 0 else -1) * (1 - abs(turns) / 1000) if turns else 0.0, 0, turns)


def evaluation(game: AnyGame, position: AnyPosition) -> tuple[float, ...]:
    """The value of a position for every seat, between -1 and 1.

    It comes from the outcome, the solution table, quick play-outs, or the game's evaluation, in this order.
    """
    outcome = position.outcome()
    if outcome is not None:
        return outcome.payoffs()
    turns = known_turns(game, position)
    if turns is not None:
        actor = position.actors[0]
        sign = (turns > 0) - (turns < 0)
        return tuple(float(sign if seat == actor else -sign) for seat in range(position.seats))
    values = _mean_playout(game, position) or [game.evaluate(position, seat) for seat in range(position.seats)]
    return tuple(round(value, 3) for value in values)


def _mean_playout(game: AnyGame, position: AnyPosition) -> list[float] | None:
    """The mean payoffs of quick play-outs; None if the game has no play-outs."""
    rng, played = random.Random(0), []
    for _ in range(_PLAYOUTS):
        payoffs = payoffs_or_playout(game, random_play(position, rng, 0), rng)
        if payoffs is None:
            return None
        played.append(payoffs)
    return [sum(payoffs) / _PLAYOUTS for payoffs in zip(*played, strict=True)]
