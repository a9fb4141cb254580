"""The first lesson of a game as a client plays it on a free board."""

from __future__ import annotations

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.game import teaching
from boardwright.core.game.game import AnyGame
from boardwright.core.game.lesson import LessonMoment, moments
from boardwright.core.rules.line import StepText
from boardwright.core.rules.seats import usual_seats

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
    """What follows the player's move."""
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
    """Returns the lesson of a game with all positions; raises BadLesson."""
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
