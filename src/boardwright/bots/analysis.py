"""A match seen by a searcher: how it stood after each move, what would have been better, where it turned."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from boardwright.bots.greedy import payoffs_or_playout, settle
from boardwright.bots.mcts import Candidate, MctsBot
from boardwright.bots.perfect import known_turns
from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.position import AnyPosition

_SHOWN = 3
_PLAYOUTS = 32
_TURNING = 0.15
"""A move that gives away at least so much (of 2, from lost to won) turned the game."""


class Option(msgspec.Struct, frozen=True):
    """A move that was possible: what it seems to be worth to the one who makes it, and how much it was looked at.

    `turns` is the exact number of turns to the end where the position is solved: positive, the mover wins.
    """

    move: str
    worth: float
    visits: int
    turns: int | None = None


class Moment(msgspec.Struct, frozen=True):
    """One move of a match. `standing` is the evaluation after it by seat; `lost` is what the move gave away."""

    number: int
    seat: int
    move: str
    words: str
    standing: tuple[float, ...]
    lost: float
    best: list[Option]
    turns: int | None = None

    @property
    def is_turning(self) -> bool:
        """Whether the game might have gone another way here."""
        return self.lost >= _TURNING


def analyze(match: Match, iterations: int, seed: str = "analyze") -> Iterator[Moment]:
    """Every move of the match in order, judged from what its player could know."""
    bot = MctsBot(match.game, iterations)
    previous = 0
    for entry in match.line():
        if entry.kind == "move" and entry.seat is not None:
            before, after = match.at(previous), match.at(entry.number)
            rng = random.Random(f"{seed}/{entry.number}")
            yield _moment(bot, before, after, entry.number, entry.seat, entry.text or "", rng)
        previous = entry.number
    bot.close()


def _moment(
    bot: MctsBot, before: AnyPosition, after: AnyPosition, number: int, seat: int, text: str, rng: random.Random
) -> Moment:
    game, move = bot.game, before.parse(text)
    found = options(bot, before, seat, rng, always=move)
    played = next(option for option in found if option.move == str(move))
    return Moment(
        number=number,
        seat=seat,
        move=text,
        words=game.describe(move, before),
        standing=standing(game, after),
        lost=max(0.0, found[0].worth - played.worth),
        best=found[:_SHOWN],
        turns=played.turns,
    )


def options(bot: MctsBot, position: AnyPosition, seat: int, rng: random.Random, always: Any = None) -> list[Option]:
    """The moves worth a look, best first; exact where the position is solved, else as a search judges them."""
    if known_turns(bot.game, position) is not None:
        solved = [_solved(bot.game, position, move, seat) for move in position.legal_moves(seat)]
        return sorted(solved, key=lambda option: -option.worth)
    found = bot.search(position.resample(seat, rng), seat, rng)
    top = found[0].mean
    if always is not None and all(candidate.move != always for candidate in found):
        found.append(Candidate(always, 0, min(top, _quick_value(bot, position, always, seat))))
    # The most visited move is the search's choice: what was hardly tried may not be called better.
    return [Option(str(one.move), round(min(one.mean, top), 3), one.visits) for one in found]


def _quick_value(bot: MctsBot, position: AnyPosition, move: Any, seat: int) -> float:
    """What a move seems worth that the search did not look at."""
    after = position.after(move, seat)
    return standing(bot.game, after)[seat]


def _solved(game: AnyGame, position: AnyPosition, move: Any, seat: int) -> Option:
    after = position.after(move, seat)
    outcome = after.outcome()
    if outcome is not None:
        return Option(str(move), outcome.payoffs()[seat], 0, 1)
    turns = known_turns(game, after) or 0
    if seat not in after.actors and turns:
        turns = 1 - turns if turns < 0 else -1 - turns
    return Option(str(move), (1 if turns > 0 else -1) * (1 - abs(turns) / 1000) if turns else 0.0, 0, turns)


def standing(game: AnyGame, position: AnyPosition) -> tuple[float, ...]:
    """How it stands for every seat, between -1 and 1: the outcome, the solution, quick play-outs, or the evaluation."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.payoffs()
    turns = known_turns(game, position)
    if turns is not None:
        actor = position.actors[0]
        sign = (turns > 0) - (turns < 0)
        return tuple(float(sign if seat == actor else -sign) for seat in range(position.seats))
    worth = _mean_playout(game, position) or [game.evaluate(position, seat) for seat in range(position.seats)]
    return tuple(round(one, 3) for one in worth)


def _mean_playout(game: AnyGame, position: AnyPosition) -> list[float] | None:
    """The mean of quick play-outs, by which the search judges too; None where the game has none."""
    rng, played = random.Random(0), []
    for _ in range(_PLAYOUTS):
        worth = payoffs_or_playout(game, settle(position, rng), rng)
        if worth is None:
            return None
        played.append(worth)
    return [sum(worth) / _PLAYOUTS for worth in zip(*played, strict=True)]
