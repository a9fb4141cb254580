"""What the page of the workbench is sent: the position from all seats, its fields, the line of steps."""

from __future__ import annotations

import msgspec

from boardwright.core.canonical import canonical
from boardwright.core.chance import Distribution
from boardwright.core.game import AnyGame
from boardwright.core.outcome import Outcome
from boardwright.core.position import AnyPosition
from boardwright.kit.failure import place_of
from boardwright.table.offers import OfferGroup, picture_names, position_groups
from boardwright.table.render_cache import StepView, render, step_view
from boardwright.workbench.session import Line, Session, Step

_OUTCOMES = 60
"""How many outcomes of chance are listed to choose from."""


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """The table as one seat sees it, None is a spectator; or the error that drawing it raised."""

    seat: int | None
    svg: str = ""
    prompt: str = ""
    names: tuple[str, ...] = ()
    moves: list[OfferGroup] = []
    error: str = ""


class ShownStep(msgspec.Struct, frozen=True):
    """A step with words for it."""

    seat: int | None
    text: str
    words: str


class Chance(msgspec.Struct, frozen=True):
    """What chance can bring now: outcomes with their probabilities, or an example of a deal."""

    outcomes: list[tuple[str, float]]
    example: str


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A session as the page shows it."""

    session: Session
    problem: str
    seats: int
    actors: tuple[int, ...]
    views: list[SeatView]
    fields: msgspec.Raw
    before: msgspec.Raw
    """The fields of the position before, so that the page can mark what has changed."""
    steps: list[ShownStep]
    made: tuple[StepView, ...]
    chance: Chance | None
    outcome: Outcome | None
    invariants: list[str]


def shown(game: AnyGame, line: Line) -> Shown:
    """Everything about the position of a line."""
    position, at = line.position, line.session.at
    before = line.positions[max(0, at - 1)]
    return Shown(
        session=line.session,
        problem=line.problem,
        seats=position.seats,
        actors=position.actors,
        views=[_view(game, position, seat) for seat in (*range(position.seats), None)],
        fields=msgspec.Raw(canonical(game.encode(position))),
        before=msgspec.Raw(canonical(game.encode(before))),
        steps=[_step(game, line, number) for number in range(len(line.session.steps))],
        made=_made(game, before, line.session.steps[at - 1], at) if at else (),
        chance=_chance(position),
        outcome=position.outcome(),
        invariants=list(position.invariants()),
    )


def _view(game: AnyGame, position: AnyPosition, seat: int | None) -> SeatView:
    try:
        seen = render(game, position, seat)
        names = picture_names(seen.picture)
        moves = [] if seat is None else position_groups(game, position, (seat,), names)
        prompt = seen.prompt if seat in position.actors else ""
        return SeatView(seat=seat, svg=seen.picture.svg(), prompt=prompt, names=names.names, moves=moves)
    except Exception as error:  # a game under development may fail to draw
        return SeatView(seat=seat, error=located(error))


def _step(game: AnyGame, line: Line, number: int) -> ShownStep:
    step = line.session.steps[number]
    if number + 1 >= len(line.positions):
        return ShownStep(step.seat, step.text, "not possible any more")
    before, after = line.positions[number], line.positions[number + 1]
    try:
        what = step.text if step.seat is None else before.parse(step.text)
        events = [event.text for event in game.events(before, what, step.seat, after)]
        label = "" if step.seat is None else game.describe(what, before)
        return ShownStep(step.seat, step.text, " ".join((label, *events)).strip())
    except Exception as error:  # words are not worth losing the position for
        return ShownStep(step.seat, step.text, located(error))


def _made(game: AnyGame, before: AnyPosition, step: Step, number: int) -> tuple[StepView, ...]:
    try:
        return () if step.seat is None else (step_view(game, before, number, step.seat, step.text),)
    except Exception:  # it is marked on the board only
        return ()


def _chance(position: AnyPosition) -> Chance | None:
    if position.outcome() is not None or not position.is_chance:
        return None
    chances = position.chances()
    if not isinstance(chances, Distribution):
        return Chance([], chances.examples)
    listed = zip(chances.outcomes, chances.weights, strict=True)
    return Chance([(outcome, weight / chances.total) for outcome, weight in listed][:_OUTCOMES], chances.examples)


def located(error: BaseException) -> str:
    """An error with the line where it was raised.

    >>> try: int("x")
    ... except ValueError as error: located(error)
    "ValueError: invalid literal for int() with base 10: 'x' (..., line 1)"
    """
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {text} ({place_of(error)})"
