"""Hypothesis strategies for random play.

A drawn game is a list of integers, each of which chooses a step, so shorter lists and smaller numbers are simpler games
and Hypothesis can shrink them.
"""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

from hypothesis import strategies as st

from boardwright.core.deal import Deal
from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.playout import dead_end, first_actor
from boardwright.core.position import AnyPosition
from boardwright.kit.walk import Setup, Step, setups

Play: TypeAlias = tuple[AnyPosition, tuple[Step, ...]]
"""A first position and the steps from it."""


def plays(game: AnyGame, max_steps: int = 60) -> st.SearchStrategy[Play]:
    """Openings of random games in any setup, as a first position and the steps from it."""
    return st.builds(_play, st.just(game), _setups(game), _choices(max_steps))


def positions(game: AnyGame, max_steps: int = 60) -> st.SearchStrategy[Any]:
    """Positions that random play reaches."""
    return plays(game, max_steps).map(_last)


def matches(game: AnyGame, max_steps: int = 60) -> st.SearchStrategy[Match]:
    """Running or ended matches, with chance from a random seed."""
    return st.builds(_match, st.just(game), _setups(game), _choices(max_steps), st.binary(min_size=32, max_size=32))


def _setups(game: AnyGame) -> st.SearchStrategy[Setup]:
    return st.sampled_from(setups(game))


def _choices(max_steps: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 10_000), max_size=max_steps)


def _play(game: AnyGame, setup: Setup, choices: list[int]) -> Play:
    start = position = game.begin(*setup)
    steps = []
    for choice in choices:
        if position.outcome() is not None:
            break
        step = _choose(position, choice)
        position = take(position, step)
        steps.append(step)
    return start, tuple(steps)


def _choose(position: AnyPosition, choice: int) -> Step:
    if position.is_chance:
        chances = position.chances()
        if isinstance(chances, Deal):
            return Step(None, chances.sample(Random(choice)))
        return Step(None, chances.outcomes[choice % len(chances)])
    first_actor(position)
    choice, seat = divmod(choice, len(position.actors))
    seat = position.actors[seat]
    moves = list(position.legal_moves(seat))
    if not moves:
        raise dead_end(position, seat)
    return Step(seat, moves[choice % len(moves)])


def take(position: AnyPosition, step: Step) -> AnyPosition:
    """The position after a step, checked."""
    return position.take(step.what) if step.seat is None else position.play(step.what, step.seat)


def _last(play: Play) -> AnyPosition:
    position, steps = play
    for step in steps:
        position = take(position, step)
    return position


def _match(game: AnyGame, setup: Setup, choices: list[int], seed: bytes) -> Match:
    match = Match.new(game, seats=setup.seats, options=setup.options, seed=seed)
    for choice in choices:
        if match.is_over:
            break
        step = _choose(match.position, choice)
        match.play(step.what, step.seat)
    return match
