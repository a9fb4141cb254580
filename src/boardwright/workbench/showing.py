"""The session as the page of the workbench is sent it: the position from all seats, its fields, the line of steps."""

from __future__ import annotations

import msgspec

from boardwright.core.canonical import canonical
from boardwright.core.chance.distribution import Distribution
from boardwright.core.game.game import AnyGame
from boardwright.core.rules.line import Line, Step
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import AnyPosition
from boardwright.kit.walks.failure import place_of
from boardwright.table.live.offers import SeatOffers, position_groups, table_names
from boardwright.table.live.render_cache import StepView, render, step_view
from boardwright.workbench.session import BenchSession, Replayed

_OUTCOMES = 60
"""Number of outcomes of chance that are listed to choose from."""


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """The table as one seat sees it, None is a spectator; or the error that drawing it raised."""

    seat: int | None
    table: msgspec.Raw | None = None
    prompt: str = ""
    names: tuple[str, ...] = ()
    moves: list[SeatOffers] = []
    error: str = ""


class ShownStep(msgspec.Struct, frozen=True):
    """A step with words for it."""

    seat: int | None
    text: str
    words: str


class ShownChance(msgspec.Struct, frozen=True):
    """The chance that comes now: outcomes with their probabilities, or an example of a deal."""

    outcomes: list[tuple[str, float]]
    example: str


class ShownSession(msgspec.Struct, frozen=True, kw_only=True):
    """A session as the page shows it."""

    session: BenchSession
    problem: str
    seats: int
    actors: tuple[int, ...]
    views: list[SeatView]
    fields: msgspec.Raw
    before: msgspec.Raw
    """The fields of the position before, so that the page can mark what has changed."""
    steps: list[ShownStep]
    made: tuple[StepView, ...]
    chance: ShownChance | None
    outcome: Outcome | None
    problems: list[str]


def shown(game: AnyGame, replayed: Replayed) -> ShownSession:
    """Return everything about the position of a session."""
    session, position = replayed.session, replayed.position
    line = replayed.line.back_to(session.at)
    return ShownSession(
        session=session,
        problem=replayed.problem,
        seats=position.seats,
        actors=position.actors,
        views=[_view(game, position, seat) for seat in (*range(position.seats), None)],
        fields=msgspec.Raw(canonical(game.encode(position))),
        before=msgspec.Raw(canonical(game.encode(line.before.position))),
        steps=_steps(game, replayed),
        made=_made(line),
        chance=_chance(position),
        outcome=position.outcome(),
        problems=list(position.problems()),
    )


def _view(game: AnyGame, position: AnyPosition, seat: int | None) -> SeatView:
    try:
        seen = render(game, position, seat)
        names = table_names(seen.table)
        moves = [] if seat is None else position_groups(game, position, (seat,), names)
        prompt = seen.prompt if seat in position.actors else ""
        return SeatView(seat=seat, table=seen.whole, prompt=prompt, names=names.names, moves=moves)
    except Exception as error:  # a game under development may fail to draw
        return SeatView(seat=seat, error=located(error))


def _steps(game: AnyGame, replayed: Replayed) -> list[ShownStep]:
    """Return all steps with words, also those that are not possible any more."""
    positions, left = replayed.line.positions(), replayed.session.steps[replayed.line.number :]
    made = [_step(game, *each) for each in zip(replayed.line.steps, positions[:-1], positions[1:], strict=True)]
    return [*made, *(ShownStep(step.seat, step.text, "not possible any more") for step in left)]


def _step(game: AnyGame, step: Step, before: AnyPosition, after: AnyPosition) -> ShownStep:
    try:
        events = [event.text for event in game.events(before, step.move, step.seat, after)]
        label = "" if step.seat is None else step.move.words(before)
        return ShownStep(step.seat, step.text, " ".join((label, *events)).strip())
    except Exception as error:  # words are not worth losing the position for
        return ShownStep(step.seat, step.text, located(error))


def _made(line: Line[AnyPosition]) -> tuple[StepView, ...]:
    step = line.step
    if step is None or step.seat is None:
        return ()
    try:
        return (step_view(line.before.position, line.number, step.seat, step.move),)
    except Exception:  # it is marked on the board only
        return ()


def _chance(position: AnyPosition) -> ShownChance | None:
    chance = position.chance
    if chance is None or position.outcome() is not None:
        return None
    if not isinstance(chance, Distribution):
        return ShownChance([], chance.examples)
    return ShownChance([(outcome, weight / chance.total) for outcome, weight in chance][:_OUTCOMES], chance.examples)


def located(error: BaseException) -> str:
    """Return an error with the line where it was raised.

    >>> try: int("x")
    ... except ValueError as error: located(error)
    "ValueError: invalid literal for int() with base 10: 'x' (..., line 1)"
    """
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {text} ({place_of(error)})"
