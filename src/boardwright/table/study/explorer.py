"""A free board: any line of moves from a position, and the first lesson of a game. Nothing of it is stored."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.game import teaching
from boardwright.core.game.game import AnyGame
from boardwright.core.game.lesson import LessonMoment, moments
from boardwright.core.records.branch_point import read_start, start_at
from boardwright.core.rules.line import Line, StepText, by
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import AnyPosition
from boardwright.core.rules.seats import usual_seats
from boardwright.table.limits.bucket_memory import BucketMemory
from boardwright.table.limits.limits import Buckets
from boardwright.table.live.offers import SeatOffers, position_groups, table_names
from boardwright.table.live.render_cache import StepView, render, step_view
from boardwright.table.matches.fair_play import AHEAD, fingerprint, trail
from boardwright.table.work_thread import WorkThread

_RATE, _BURST = 100, 1000
"""Steps per second that one caller may have computed in the long run, and at once."""
_POSITIONS = 2000
"""The number of positions that are remembered; those of long options count for several."""
_OPTIONS = 512
"""Characters of options for which a position counts once more."""
_YIELD_AFTER = 10
"""Steps after which other tasks get their turn."""


class DrawnOutcome(msgspec.Struct, frozen=True):
    """A chance outcome that was drawn for a line, with words for it."""

    seat: None
    text: str
    label: str


class Explored(msgspec.Struct, frozen=True, kw_only=True):
    """The position after a line of steps. `drawn` are chance outcomes that followed; they belong to the line."""

    drawn: list[DrawnOutcome]
    seats: int
    view_seat: int
    actors: tuple[int, ...]
    table: msgspec.Raw
    text: msgspec.Raw
    names: tuple[str, ...]
    moves: list[SeatOffers]
    made: tuple[StepView, ...]
    """The last move, as it was made on the table."""
    prompt: str
    """The choices of the seat to move, in words of the game; empty at the end."""
    outcome: Outcome | None


class Followed(msgspec.Struct, frozen=True):
    """The position at the end of a line of steps."""

    game: AnyGame
    position: AnyPosition
    trail: tuple[str, ...] = ()
    """The fingerprints of the positions that led there last (`fair_play`), its own included."""
    drawn: tuple[DrawnOutcome, ...] = ()
    """The steps at its end that were drawn for this line."""
    made: tuple[StepView, ...] = ()


class ExplorerStart(msgspec.Struct, frozen=True):
    """The beginning of a line.

    Equal keys stand for equal positions; `weight` is how many ordinary positions it is like. `trail` are the
    fingerprints of the positions that led there, its own included.
    """

    game: AnyGame
    position: AnyPosition
    key: Hashable
    weight: int = 1
    trail: tuple[str, ...] = ()


def beginning(game: AnyGame, seats: int | None, options: Mapping[str, JSON]) -> ExplorerStart:
    """Return the first position of a game; raise BadOptions.

    >>> from boardwright import game
    >>> beginning(game("deblockle"), None, {}).weight
    1
    """
    position = game.begin(seats, game.read_options(options))
    weight = 1 + sum(len(text) for text in options.values() if isinstance(text, str)) // _OPTIONS
    return ExplorerStart(game, position, (game.name, game.version, position), weight, (fingerprint(game, position),))


class Explorer:
    """The positions of lines. Those met last are remembered, so that the next step costs one step."""

    def __init__(self, memory: BucketMemory | None = None) -> None:
        self.limits = Buckets(_RATE, _BURST, name="explore ", memory=memory)
        self._positions: OrderedDict[Hashable, _Known] = OrderedDict()
        self._weight = 0

    def __len__(self) -> int:
        return len(self._positions)

    async def read(self, game: AnyGame, text: str, work: WorkThread) -> ExplorerStart:
        """Return the position that a text stands for, as a new match would start from it; reads each text once."""
        key = (game.name, game.version, sha256(text.encode()).digest())
        weight = 1 + len(text) // _OPTIONS
        if key not in self._positions:
            self._remember(key, _Known(*await work.run(_read, game, text), weight))
        known = self._positions[key]
        return ExplorerStart(game, known.position, key, weight, known.trail)

    async def follow(self, start: ExplorerStart, steps: Sequence[StepText], caller: str) -> Followed:
        """Return the position after the steps, and draw chance outcomes until somebody is to move.

        Raises IllegalMove or Unreadable for a step that is not possible, and RateLimited.
        """
        game, key = start.game, start.key
        told = tuple(steps)
        done = next((n for n in range(len(told), 0, -1) if (key, told[:n]) in self._positions), 0)
        self.limits.take(caller, 1 + len(told) - done)
        known = self._positions[key, told[:done]] if done else _Known(start.position, start.trail, start.weight)
        line, passed, made = Line(known.position), known.trail, known.made
        for number in range(done, len(told)):
            line = line.read(told[number])
            passed = (*passed[-AHEAD:], fingerprint(game, line.position))
            made = _made(line, number + 1) or made
            self._remember((key, told[: number + 1]), _Known(line.position, passed, start.weight, made))
            if number % _YIELD_AFTER == _YIELD_AFTER - 1:
                await asyncio.sleep(0)
        chance = Line(line.position).settle(by(random.Random()))
        if chance.number:
            passed = (*passed[-AHEAD:], fingerprint(game, chance.position))
        whole = (*told, *(step.written for step in chance.steps))
        self._remember((key, whole), _Known(chance.position, passed, start.weight, made))
        return Followed(game, chance.position, passed, _drawn(game, chance), () if made is None else (made.view,))

    def _remember(self, key: Hashable, known: _Known) -> None:
        old = self._positions.pop(key, None)
        self._weight += known.weight - (0 if old is None else old.weight)
        self._positions[key] = known
        while self._weight > _POSITIONS:
            self._weight -= self._positions.popitem(last=False)[1].weight


class _Made(NamedTuple):
    """A move of a line: the position before it, its number and its seat."""

    before: AnyPosition
    number: int
    seat: int
    move: Any

    @property
    def view(self) -> StepView:
        """The move as it was made on the table."""
        return step_view(*self)


class _Known(NamedTuple):
    """A remembered position: its trail, how many ordinary ones it is like, and the last move that led there."""

    position: AnyPosition
    trail: tuple[str, ...]
    weight: int
    made: _Made | None = None


def _read(game: AnyGame, text: str) -> tuple[AnyPosition, tuple[str, ...]]:
    start = start_at(read_start(game, text))
    return start.position, trail(start.match, start.entry)


def shown(line: Followed, viewer: int | None = None) -> Explored:
    """Return what a client is shown of a line: the view of a seat, with the moves of all seats to move.

    By default it is the view of the first seat to move.
    """
    game, position = line.game, line.position
    seat = viewer if viewer is not None and viewer < position.seats else next(iter(position.actors), 0)
    seen = render(game, position, seat)
    names = table_names(seen.table)
    return Explored(
        drawn=list(line.drawn),
        seats=position.seats,
        view_seat=seat,
        actors=position.actors,
        table=seen.whole,
        text=seen.text,
        names=names.names,
        moves=position_groups(game, position, position.actors, names),
        made=line.made,
        prompt=seen.prompt if seat in position.actors else "",
        outcome=position.outcome(),
    )


def _made(line: Line[AnyPosition], number: int) -> _Made | None:
    """Return the last step of a line if it is a move."""
    step = line.step
    return None if step is None or step.seat is None else _Made(line.before.position, number, step.seat, step.move)


def _drawn(game: AnyGame, line: Line[AnyPosition]) -> tuple[DrawnOutcome, ...]:
    """Return the chance outcomes of a line, with words for them."""
    positions = line.positions()
    steps = zip(line.steps, positions[:-1], positions[1:], strict=True)
    return tuple(DrawnOutcome(None, step.text, _label(game, before, step.text, after)) for step, before, after in steps)


def _label(game: AnyGame, before: AnyPosition, outcome: str, after: AnyPosition) -> str:
    """Return words for a chance outcome as spectators see it."""
    events = [event.text for event in game.events(before, outcome, None, after) if event.is_visible(None)]
    return " ".join(events) or ("Something is drawn." if game.has_secrets else outcome)


WEAKEST_BOT = "level1"


class PlannedStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a lesson."""

    say: str
    start: str | None
    """The position as JSON; null if the step goes on where the one before ended, or at the beginning of the game."""
    moves: tuple[str, ...] | None
    """The moves that will do; null for any legal move, none where there is only something to read."""
    then: str
    answers: list[StepText]
    """The steps that follow the player's move."""
    wrong: str
    mark: tuple[str, ...]
    rule: str
    """A heading of the rules."""


class PlannedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """The match at the end of a lesson."""

    say: str
    seats: int
    options: dict[str, JSON]
    bot: str


class LessonPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The lesson of a game."""

    title: str
    steps: list[PlannedStep]
    match: PlannedMatch


def lesson_plan(game: AnyGame) -> LessonPlan:
    """Return the lesson of a game with all positions; raise BadLesson."""
    lesson = teaching.lesson(game)
    last = lesson.match
    seats = usual_seats(game.seats) if last.seats is None else last.seats
    return LessonPlan(
        title=lesson.title,
        steps=[_planned(game, moment) for moment in moments(lesson, game)],
        match=PlannedMatch(say=last.say, seats=seats, options=dict(last.options), bot=WEAKEST_BOT),
    )


def _planned(game: AnyGame, moment: LessonMoment) -> PlannedStep:
    step = moment.step
    return PlannedStep(
        say=step.say,
        start=msgspec.json.encode(game.encode(moment.position)).decode() if step.scene else None,
        moves=None if step.do == "any" else step.do,
        then=step.then,
        answers=list(moment.answers),
        wrong=step.wrong,
        mark=moment.mark,
        rule=step.rule,
    )
