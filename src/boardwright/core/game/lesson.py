"""The first lesson of a game: positions, what to do in them, and what to say about it. Written as data."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.game.position_text import read_position
from boardwright.core.refusal import BadOptions, IllegalMove, Unreadable
from boardwright.core.rules.line import Line, StepText
from boardwright.core.rules.position import AnyPosition

if TYPE_CHECKING:
    from boardwright.core.game.game import AnyGame

FILE = "lesson.toml"
"""The name of the file in the game's package."""

Words = Annotated[str, msgspec.Meta(max_length=280)]
"""A text that the page has room for."""


class BadLesson(ValueError):
    """A lesson that cannot be played, with the step and the reason."""


class Data(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file: unknown keys are errors."""


class Scene(Data, frozen=True, kw_only=True):
    """A position: the text of one (`core/game/position_text.py`), or the beginning of a game; and the steps `after` it.

    A step is the text of a move, made by the first seat that is to act, or of a chance outcome. `mark` names parts of
    the table, `crop` those that a picture in the rules is limited to.
    """

    seats: int | None = None
    options: Mapping[str, JSON] = {}
    position: str = ""
    after: tuple[str, ...] = ()
    mark: tuple[str, ...] = ()
    crop: tuple[str, ...] = ()

    def build(self, game: AnyGame) -> AnyPosition:
        """Return the position; BadOptions, IllegalMove or Unreadable if there is no such position."""
        return reduce(Line.play, self.after, Line(self._start(game))).position

    def _start(self, game: AnyGame) -> AnyPosition:
        if self.position:
            return read_position(game, self.position)
        start: AnyPosition = game.begin(self.seats, game.read_options(self.options))
        return start


class LessonStep(Data, frozen=True, kw_only=True):
    """One thing to do: `say` what, `do` one of these moves, `then` say what has happened.

    Without a `scene` the step goes on where the step before ended. Without `do` the player reads and goes on; with
    "any" every legal move will do. `answer` are the moves and chance outcomes that follow the player's move. `wrong`
    is said at other legal moves; illegal ones are refused by the rules. `rule` is a heading of the rules.
    """

    say: Words
    scene: str = ""
    do: tuple[str, ...] | Literal["any"] = ()
    then: Words = ""
    answer: tuple[str, ...] = ()
    wrong: Words = ""
    mark: tuple[str, ...] = ()
    rule: str = ""


class LastMatch(Data, frozen=True, kw_only=True):
    """The small match against the weakest bot at the end."""

    say: Words = "That is all you need. Now try it in a small match against the weakest bot."
    seats: int | None = None
    options: Mapping[str, JSON] = {}


class Lesson(Data, frozen=True, kw_only=True):
    """The lesson of a game. Its scenes are also pictures for the rules."""

    title: str
    steps: Annotated[tuple[LessonStep, ...], msgspec.Meta(min_length=1)]
    scenes: Mapping[str, Scene] = {}
    match: LastMatch = LastMatch()


class LessonMoment(NamedTuple):
    """A step of a lesson at its position."""

    step: LessonStep
    position: AnyPosition
    answers: tuple[StepText, ...]
    """The steps that follow the player's move."""
    mark: tuple[str, ...]


def read_lesson(text: str) -> Lesson:
    """Read the file; BadLesson says what is wrong with it.

    >>> read_lesson('title = "Nim"\\nsteps = [{say = "Take one or two."}]').steps[0].say
    'Take one or two.'
    >>> read_lesson('title = "Nim"\\nsteps = [{says = "Take one or two."}]')
    Traceback (most recent call last):
        ...
    boardwright.core.game.lesson.BadLesson: lesson.toml: Object contains unknown field `says` - at `$.steps[0]`.
    """
    try:
        return msgspec.convert(tomllib.loads(text), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadLesson(f"{FILE}: {error}.") from None


def default_lesson(game: AnyGame) -> Lesson:
    """Return a lesson for games that have none: what it is about, and a first move."""
    return Lesson(
        title=game.title,
        steps=(
            LessonStep(say=f"{game.summary} This is how it begins."),
            LessonStep(
                say="Make a first move, whichever you like: what you can take or press has a frame.",
                do="any",
                then="That is how moves are made. The line above the board always says what you can do.",
            ),
        ),
    )


def moments(lesson: Lesson, game: AnyGame) -> Iterator[LessonMoment]:
    """Return the steps at their positions; BadLesson if a position does not exist or a move is not legal."""
    position: AnyPosition | None = Scene().build(game)
    for number, step in enumerate(lesson.steps, 1):
        where = f"{FILE}, step {number}"
        if step.scene and step.scene not in lesson.scenes:
            there = ", ".join(lesson.scenes) or "none"
            raise BadLesson(f"{where}: there is no scene {step.scene!r}; there are {there}.")
        scene = lesson.scenes.get(step.scene)
        try:
            position = position if scene is None else scene.build(game)
            if position is None:
                raise BadOptions("The step before does not always end in the same position; name a scene.")
            answers, after = _played(step, position)
        except (BadOptions, IllegalMove, Unreadable) as error:
            raise BadLesson(f"{where}: {error}") from None
        yield LessonMoment(step, position, answers, step.mark or (scene.mark if scene else ()))
        position = after


def _played(step: LessonStep, position: AnyPosition) -> tuple[tuple[StepText, ...], AnyPosition | None]:
    """Return the answers to each of the moves, and the position after them; None if it is not always the same."""
    if not step.do:
        return (), position
    if step.do == "any":
        return (), None
    start = Line(position)
    lines = [reduce(Line.play, step.answer, start.play(text)) for text in step.do]
    answers, after = lines[0].steps[1:], lines[0].position
    return tuple(each.written for each in answers), None if len(lines) > 1 or after.chance is not None else after
