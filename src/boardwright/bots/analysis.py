"""Analysis by search: the evaluation after each move of a match, better moves, turning points, hints."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from boardwright.bots.bot import Candidate
from boardwright.bots.compiled import compiled_playouts
from boardwright.bots.greedy import payoffs_or_playout
from boardwright.bots.history import PlayedMove, played_moves
from boardwright.bots.mcts import MctsBot
from boardwright.bots.perfect import known_turns
from boardwright.bots.reasons import reason
from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.playout import random_play
from boardwright.core.position import AnyPosition

VERSION = 1
"""The version of the analysis; results of another one are computed again."""

SHOWN = 3
"""How many of the best moves are told, each with a line."""
_LINE = 4
"""The moves of a line."""
_PLAYOUTS = 32
_GOOD, _TURNING = 0.05, 0.15
"""What a move may lose (of 2, from lost to won) to be a good one, and what makes it a turning point."""

Mark = Literal["best", "good", "mistake", "turning_point"]


class LineMove(msgspec.Struct, frozen=True):
    """A move of a line."""

    seat: int
    move: str
    description: str


class Option(msgspec.Struct, frozen=True):
    """A legal move with its value for the mover and its visits in the search.

    `turns` is the exact number of turns to the end if the position is solved; it is positive if the mover wins. `why`
    says in a sentence what the move changes, and `line` begins with the move and continues with good ones.
    """

    move: str
    value: float
    visits: int
    turns: int | None = None
    description: str = ""
    why: str = ""
    line: tuple[LineMove, ...] = ()


class Study(msgspec.Struct, frozen=True):
    """A position in which a seat is to move: its value by seat, and the best moves."""

    seat: int
    evaluation: tuple[float, ...]
    best: list[Option]


class Moment(msgspec.Struct, frozen=True):
    """One move of a match. `evaluation` is the value after it by seat; `loss` is the value it gave away.

    >>> Moment(1, 0, "pass", "Ada passes", (-0.2, 0.2), 0.9, [], mark="turning_point").is_turning
    True
    """

    number: int
    seat: int
    move: str
    description: str
    evaluation: tuple[float, ...]
    loss: float
    best: list[Option]
    turns: int | None = None
    mark: Mark = "best"

    @property
    def is_turning(self) -> bool:
        """True if the move lost a large part of the game's value."""
        return self.mark == "turning_point"


def analyze(match: Match, iterations: int = 400, seed: str = "analyze") -> Iterator[Moment]:
    """Analyzes every move of the match in order, from what its player could know.

    >>> from boardwright.core.match import Match
    >>> match = Match.new("deblockle", options={"cubes": 1})
    >>> _ = match.play("pass")
    >>> [(moment.move, moment.best[0].move) for moment in analyze(match, 50)]
    [('pass', 'd7-c7')]
    """
    bot = MctsBot(match.game, iterations)
    for played in played_moves(match):
        yield examine(bot, played, random.Random(f"{seed}/{played.number}"))
    bot.close()


def examine(bot: MctsBot, played: PlayedMove, rng: random.Random) -> Moment:
    """Analyzes one move."""
    before, seat = played.before, played.seat
    move = before.parse(played.text)
    found = options(bot, before, seat, rng, always=move)
    chosen = next(option for option in found if option.move == str(move))
    loss = max(0.0, found[0].value - chosen.value)
    return Moment(
        number=played.number,
        seat=seat,
        move=played.text,
        description=bot.game.describe(move, before),
        evaluation=evaluation(bot.game, played.after),
        loss=round(loss, 3),
        best=[explained(bot, before, seat, option, rng) for option in found[:SHOWN]],
        turns=chosen.turns,
        mark=_mark(loss, is_first=chosen is found[0]),
    )


def study(bot: MctsBot, position: AnyPosition, seat: int, rng: random.Random) -> Study:
    """Analyzes a position from what the seat that is to move knows; the first of the best moves is the hint.

    >>> from boardwright.core.registry import game
    >>> deblockle = game("deblockle")
    >>> start = deblockle.begin(2, deblockle.read_options({"cubes": 1}))
    >>> study(MctsBot(deblockle), start, 0, random.Random(0)).best[0].turns
    7
    """
    found = options(bot, position, seat, rng)[:SHOWN]
    best = [explained(bot, position, seat, option, rng) for option in found]
    return Study(seat, evaluation(bot.game, position.resample(seat, rng)), best)


def options(bot: MctsBot, position: AnyPosition, seat: int, rng: random.Random, always: Any = None) -> list[Option]:
    """The moves with their values, best first: exact if the position is solved, else from a search.

    `always` is a move that is listed even if the search did not visit it.
    """
    if known_turns(bot.game, position) is not None:
        solved = [_solved(bot.game, position, move, seat) for move in position.legal_moves(seat)]
        return sorted(solved, key=lambda option: -option.value)
    shown = position.resample(seat, rng)
    found = bot.search(shown, seat, rng)
    if len(position.legal_moves(seat)) == 1:  # is not searched
        return [Option(str(found[0].move), round(evaluation(bot.game, shown)[seat], 3), found[0].visits)]
    top = found[0].mean
    if always is not None and all(candidate.move != always for candidate in found):
        found.append(Candidate(always, 0, min(top, _quick_value(bot, position, always, seat))))
    # The most visited move is the search's choice: the mean of a rarely visited move is unreliable and is capped.
    best, *others = [Option(str(one.move), round(min(one.mean, top), 3), one.visits) for one in found]
    return [best, *sorted(others[: SHOWN - 1], key=lambda option: -option.value), *others[SHOWN - 1 :]]


def explained(bot: MctsBot, position: AnyPosition, seat: int, option: Option, rng: random.Random) -> Option:
    """The option with its description, its reason and a line."""
    game, move = bot.game, position.parse(option.move)
    line, now = [LineMove(seat, option.move, game.describe(move, position))], position.after(move, seat)
    own = now
    while len(line) < _LINE and (following := _reply(bot, now, seat, rng)) is not None:
        mover = now.actors[0]
        line.append(LineMove(mover, str(following), game.describe(following, now)))
        now = now.after(following, mover)
        if all(each.seat == seat for each in line):
            own = now
    why = reason(game, position, move, seat, own)
    return msgspec.structs.replace(option, description=line[0].description, why=why, line=tuple(line))


def _reply(bot: MctsBot, position: AnyPosition, seat: int, rng: random.Random) -> Any | None:
    """A good move to go on with; None where chance decides, at the end, and where another seat has secrets."""
    if position.is_chance or position.outcome() is not None or not position.actors:
        return None
    if bot.game.has_secrets and position.actors != (seat,):
        return None
    return bot.glance(position, position.actors[0], rng)


def _mark(loss: float, *, is_first: bool) -> Mark:
    if loss >= _TURNING:
        return "turning_point"
    return "best" if is_first else "good" if loss < _GOOD else "mistake"


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
    rng, played, compiled = random.Random(0), [], compiled_playouts(game)
    for _ in range(_PLAYOUTS):
        payoffs = payoffs_or_playout(game, random_play(position, rng, 0), rng, compiled)
        if payoffs is None:
            return None
        played.append(payoffs)
    return [sum(payoffs) / _PLAYOUTS for payoffs in zip(*played, strict=True)]
