"""A part of law 5: the lesson can be played, what it and the rules refer to exists, other languages can be read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from boardwright.core.drawing import texts
from boardwright.core.game import teaching
from boardwright.core.game.game import AnyGame
from boardwright.core.game.lesson import BadLesson, Lesson, Scene, moments
from boardwright.core.game.table_of import table_of
from boardwright.core.refusal import BadOptions, IllegalMove, Unreadable
from boardwright.core.rules.position import AnyPosition
from boardwright.kit.walks.failure import Violation

_PICTURE = re.compile("^```position +(.*)$", re.MULTILINE)
_HEADING = re.compile("^#+ +(.*?) *$", re.MULTILINE)
_FIX = "Play the step by `boardwright play`, and correct lesson.toml."


def check(game: AnyGame) -> None:
    """Check every scene, every step with its moves, every reference, and the texts in other languages."""
    try:
        teaching.texts(game)
        teaching.rules(game)
    except texts.BadTexts as error:
        raise Violation(
            str(error), "Correct the file, or delete it: what has no translation stays in English."
        ) from None
    try:
        lesson = teaching.lesson(game)
        _steps(game, lesson)
        game.begin(lesson.match.seats, game.read_options(lesson.match.options))
    except (BadLesson, BadOptions) as error:
        raise Violation(str(error), _FIX) from None
    for name, scene in lesson.scenes.items():
        _scene(game, name, scene)
    for name in _PICTURE.findall(teaching.rules(game)):
        if name not in lesson.scenes:
            raise Violation(
                f"README.md shows the position {name!r}; lesson.toml has no such scene.",
                f"Name one of its scenes: {', '.join(lesson.scenes) or 'there are none'}.",
            )


def _steps(game: AnyGame, lesson: Lesson) -> None:
    headings = _HEADING.findall(teaching.player_rules(game))
    for number, moment in enumerate(moments(lesson, game), 1):
        where = f"lesson.toml, step {number}"
        _marks(game, moment.position, moment.mark, where)
        if moment.step.rule and moment.step.rule not in headings:
            raise Violation(
                f"{where}: README.md has no heading {moment.step.rule!r}.",
                f"Its headings for players are {', '.join(headings)}.",
            )


def _scene(game: AnyGame, name: str, scene: Scene) -> None:
    try:
        position = scene.build(game)
    except (BadOptions, IllegalMove, Unreadable) as error:
        raise Violation(f"lesson.toml, scene {name!r}: {error}", _FIX) from None
    _marks(game, position, (*scene.mark, *scene.crop), f"lesson.toml, scene {name!r}")


def _marks(game: AnyGame, position: AnyPosition, marks: Sequence[str], where: str) -> None:
    if not marks:
        return
    names = table_of(game, position.view(next(iter(position.actors), 0))).names
    for mark in marks:
        if mark not in names:
            raise Violation(f"{where}: the table has no part {mark!r}.", f"Its parts are {', '.join(sorted(names))}.")
