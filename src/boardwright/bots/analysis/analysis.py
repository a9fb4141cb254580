"""Analysis by search: the value after each move of a match, better moves, proven mistakes, hints."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from boardwright import bots
from boardwright.bots.analysis.mistake_proof import SLIP, Mark, MistakeProof, Trial, mistake_proof
from boardwright.bots.analysis.played_moves import PlayedMove, played_moves
from boardwright.bots.analysis.reasons import reason
from boardwright.bots.bot import Candidate
from boardwright.bots.levels import STRENGTHS
from boardwright.bots.mcts import MctsBot
from boardwright.bots.perfect import known_turns, known_values
from boardwright.core.game.game import AnyGame, Game
from boardwright.core.hidden import resampled
from boardwright.core.match.match import Match
from boardwright.core.rules.line import Line, Step
from boardwright.core.rules.position import AnyPosition, applied

VERSION = 2
"""The version of the analysis; results of another one are computed again."""

SHOWN = 3
"""The number of best moves that are told, each with a line."""
_LINE = 4
"""The moves of a line."""
_CLEAR = 0.05
"""Distance (of 2, from lost to won) between the first and the second move from which on the first is worth a star."""
_SELDOM = 10
"""A move with a tenth of the first one's visits, or fewer, has a value that says little."""


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
    """One move of a match. `evaluation` is the value after it by seat, by the search that also judges the move.

    `loss` is the value that it gave away against the first of the `best` moves, and `error` the error of that; without
    proof that the loss exceeds its error it is 0. See `boardwright.bots.analysis.mistake_proof` for the proof.

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
    error: float = 0.0

    @property
    def is_turning(self) -> bool:
        """Whether the move lost a large part of the game's value."""
        return self.mark == "turning_point"

    @property
    def is_blamed(self) -> bool:
        """Whether the move is proven to be worse than the first of the best moves."""
        return self.mark in ("mistake", "turning_point")


class Look(msgspec.Struct, frozen=True):
    """A move of a match after the first search; if it looks worse than the suggestion, trials have to prove that."""

    moment: Moment
    suggested: str | None = None

    @property
    def tried(self) -> tuple[str, ...]:
        """The moves that each trial searches, in the order of its fields."""
        return () if self.suggested is None else (self.moment.move, self.suggested)


def coach(game: AnyGame, iterations: int = 0, seconds: float = 0.0) -> MctsBot:
    """Return the search for hints and analyses, by default with the budget of the strongest level.

    A strongest level that is not a search has the budget of the strongest level of games that name none.

    >>> from boardwright.core.game.registry import game
    >>> coach(game("blokus")).seconds, coach(game("blokus"), iterations=50).seconds
    (1.0, 0.0)
    """
    if iterations:
        return MctsBot(game, iterations)
    if seconds:
        return MctsBot(game, seconds=seconds)
    strongest = bots.bot(STRENGTHS[-1].bot, game)
    if not isinstance(strongest, MctsBot):
        strongest = bots.bot(Game.levels[-1], game)
    assert isinstance(strongest, MctsBot)
    return MctsBot(game, strongest.iterations, strongest.seconds, strongest.exploration)


def analyze(match: Match, iterations: int = 0, seed: str = "analyze", seconds: float = 0.0) -> Iterator[Moment]:
    """Analyze every move of the match in order, from what its player could know, and yield the moments.

    Every search has that many iterations, or seconds, by default the budget of the strongest level.

    >>> from boardwright.core.match.match import Match
    >>> match = Match.new("deblockle", options={"cubes": 1})
    >>> _ = match.play("pass")
    >>> [(moment.move, moment.mark, moment.best[0].move) for moment in analyze(match)]
    [('pass', 'turning_point', 'd7-c7')]
    """
    bot = coach(match.game, iterations, seconds)
    for played in played_moves(match):
        yield analyze_move(bot, played, f"{seed}/{played.number}")
    bot.close()


def analyze_move(bot: MctsBot, played: PlayedMove, seed: str) -> Moment:
    """Analyze one move of a match: a look at the position, then trials if the move looks like a mistake."""
    look, trials = examine(bot, played, random.Random(seed)), list[Trial]()
    while (moment := judged(look, trials)) is None:
        luck = f"{seed}/{len(trials)}"
        values = [value_after(bot, played.before, played.seat, text, random.Random(luck)) for text in look.tried]
        trials.append(Trial(*values))
    return moment


def examine(bot: MctsBot, played: PlayedMove, rng: random.Random) -> Look:
    """Search the position in which a move was played, and say what is known of the move."""
    before, seat, move = played.before, played.seat, played.move
    found = options(bot, before, seat, rng)
    chosen = next((option for option in found if option.move == str(move)), Option(str(move), found[0].value, 0))
    is_suspect = chosen.turns is None and _looks_worse(found[0], chosen)
    shown = found[:SHOWN] if chosen in found[:SHOWN] or not is_suspect else [*found[:SHOWN], chosen]
    exact = MistakeProof(0.0 if chosen.turns is None else _worth(found[0]) - _worth(chosen), 0.0)
    moment = Moment(
        number=played.number,
        seat=seat,
        move=str(move),
        description=move.words(before),
        evaluation=() if is_suspect else _by_seat(bot, before, seat, chosen, rng),
        loss=exact.loss,
        best=[explained(bot, before, seat, option, rng) for option in shown],
        turns=chosen.turns,
        mark=exact.mark if exact.is_proven else _praise(found, chosen, len(before.legal_moves(seat))),
    )
    return Look(moment, found[0].move if is_suspect else None)


def value_after(bot: MctsBot, position: AnyPosition, seat: int, text: str, rng: random.Random) -> tuple[float, ...]:
    """Return the value by seat of a move: the known one, else by a search that looks at no other move."""
    shown = resampled(position, seat, rng)
    move = shown.parse(text)
    known = known_values(bot.game, applied(shown, move, seat))
    return known if known is not None else _rounded(bot.value_of(move, shown, seat, rng))


def judged(look: Look, trials: Sequence[Trial]) -> Moment | None:
    """Return the moment with its values and its mark as the trials have them; None if another trial is needed."""
    moment = look.moment
    if look.suggested is None:
        return moment
    found = mistake_proof([trial.suggested[moment.seat] - trial.played[moment.seat] for trial in trials])
    if found is None:
        return None
    played, suggested = (_mean([getattr(trial, name) for trial in trials]) for name in ("played", "suggested"))
    values = {moment.move: played[moment.seat], look.suggested: suggested[moment.seat]}
    top = max(values.values())  # the search has no better move than these, whatever the mean of its few visits
    best = [msgspec.structs.replace(one, value=values.get(one.move, min(one.value, top))) for one in moment.best]
    if found.loss <= 0:
        best.sort(key=lambda one: one.move != moment.move)
    return msgspec.structs.replace(
        moment,
        evaluation=played,
        loss=found.loss if found.is_proven else 0.0,
        error=found.error,
        best=best,
        mark=found.mark,
    )


def study(bot: MctsBot, position: AnyPosition, seat: int, rng: random.Random) -> Study:
    """Analyze a position from what the seat that is to move knows; the first of the best moves is the hint.

    >>> from boardwright.core.game.registry import game
    >>> deblockle = game("deblockle")
    >>> start = deblockle.begin(2, deblockle.read_options({"cubes": 1}))
    >>> study(coach(deblockle), start, 0, random.Random(0)).best[0].turns
    7
    """
    found = options(bot, position, seat, rng)[:SHOWN]
    best = [explained(bot, position, seat, option, rng) for option in found]
    return Study(seat, _by_seat(bot, position, seat, found[0], rng), best)


def options(bot: MctsBot, position: AnyPosition, seat: int, rng: random.Random) -> list[Option]:
    """Return the moves that were searched with their values, best first; all of them if the position is solved."""
    moves = position.legal_moves(seat)
    if known_turns(bot.game, position) is not None:
        solved = [_solved(bot.game, position, move, seat) for move in moves]
        return sorted(solved, key=lambda option: -option.value)
    shown = resampled(position, seat, rng)
    if len(moves) == 1:
        move = next(iter(moves))
        found = [Candidate(move, 1, bot.value_of(move, shown, seat, rng)[seat])]
    else:
        found = bot.search(shown, seat, rng)
    top = found[0].mean
    # The most visited move is the search's choice: the mean of a rarely visited move is unreliable and is capped.
    best, *others = [Option(str(one.move), round(min(one.mean, top), 3), one.visits) for one in found]
    return [best, *sorted(others[: SHOWN - 1], key=lambda option: -option.value), *others[SHOWN - 1 :]]


def explained(bot: MctsBot, position: AnyPosition, seat: int, option: Option, rng: random.Random) -> Option:
    """Return the option with its description, its reason and a line."""
    game, move = bot.game, position.parse(option.move)
    line = Line(position).then(Step(seat, move))
    while line.number < _LINE and (reply := _reply(bot, line.position, seat, rng)) is not None:
        line = line.then(reply)
    pairs = list(zip(line.steps, line.positions(), strict=False))
    moves = tuple(LineMove(step.seat or 0, step.text, step.move.words(before)) for step, before in pairs)
    own = sum(1 for _ in takewhile(lambda step: step.seat == seat, line.steps))
    why = reason(game, position, move, seat, line.back_to(own).position)
    return msgspec.structs.replace(option, description=moves[0].description, why=why, line=moves)


def _reply(bot: MctsBot, position: AnyPosition, seat: int, rng: random.Random) -> Step | None:
    """Return a good move to go on with; None where chance decides, at the end, and if another seat has secrets."""
    if position.chance is not None or position.outcome() is not None or not position.actors:
        return None
    if bot.game.has_secrets and position.actors != (seat,):
        return None
    return Step(position.actors[0], bot.glance(position, position.actors[0], rng))


def _looks_worse(first: Option, chosen: Option) -> bool:
    """Return whether a move may be a mistake: its value is lower, or it was hardly looked at."""
    return first.value - chosen.value >= SLIP / 2 or chosen.visits * _SELDOM <= first.visits


def _praise(found: Sequence[Option], chosen: Option, legal: int) -> Mark:
    """Return the mark of a move that nothing speaks against: only a choice that matters is worth a star."""
    if legal == 1:
        return "forced"
    others = max((_worth(option) for option in found if option is not chosen), default=_worth(chosen))
    return "best" if chosen is found[0] and _worth(chosen) - others >= _CLEAR else "good"


def _worth(option: Option) -> float:
    """Return the value of an option; that of a solved one without its number of turns."""
    return option.value if option.turns is None else float((option.turns > 0) - (option.turns < 0))


def _by_seat(bot: MctsBot, position: AnyPosition, seat: int, option: Option, rng: random.Random) -> tuple[float, ...]:
    """Return the value of an option for every seat: one of two wins what the other loses, more have their own."""
    known = known_values(bot.game, applied(position, position.parse(option.move), seat))
    if known is not None:
        return known
    if position.seats > 2:
        return value_after(bot, position, seat, option.move, rng)
    return tuple(option.value if each == seat else -option.value for each in range(position.seats))


def _mean(values: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return _rounded([sum(each) / len(values) for each in zip(*values, strict=True)])


def _rounded(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(value, 3) for value in values)


def _solved(game: AnyGame, position: AnyPosition, move: Any, seat: int) -> Option:
    after = applied(position, move, seat)
    outcome = after.outcome()
    if outcome is not None:
        value = outcome.payoffs()[seat]
        return Option(str(move), value, 0, (value > 0) - (value < 0))
    turns = known_turns(game, after) or 0
    if seat not in after.actors and turns:
        turns = 1 - turns if turns < 0 else -1 - turns
    return Option(str(move), (1 if turns > 0 else -1) * (1 - abs(turns) / 1000) if turns else 0.0, 0, turns)
