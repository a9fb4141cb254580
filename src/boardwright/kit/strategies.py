"""Hypothesis strategies for random play.

A drawn game is a list of integers, each of which chooses a step, so shorter lists and smaller numbers are simpler games
and Hypothesis can shrink them.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from boardwright.core.chance.deal import Deal
from boardwright.core.game.game import AnyGame
from boardwright.core.match.match import Match
from boardwright.core.rules.line import Line, Step
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.playout import dead_end, first_actor
from boardwright.kit.walks.walk import WalkSetup, setups


def plays(game: AnyGame, max_steps: int = 60) -> st.SearchStrategy[Line[Any]]:
    """Return openings of random games in any setup."""
    return st.builds(_play, *_drawn(game, max_steps))


def positions(game: AnyGame, max_steps: int = 60) -> st.SearchStrategy[Any]:
    """Return positions that random play reaches."""
    return plays(game, max_steps).map(lambda line: line.position)


def matches(game: AnyGame, max_steps: int = 60) -> st.SearchStrategy[Match]:
    """Return running or ended matches, with chance from a random seed."""
    return st.builds(_match, *_drawn(game, max_steps), st.binary(min_size=32, max_size=32))


def _drawn(game: AnyGame, max_steps: int) -> tuple[st.SearchStrategy[Any], ...]:
    """Return strategies for the game itself, a setup and the choices."""
    return st.just(game), st.sampled_from(setups(game)), st.lists(st.integers(0, 10_000), max_size=max_steps)


def _play(game: AnyGame, setup: WalkSetup, choices: list[int]) -> Line[Any]:
    line: Line[Any] = Line(game.begin(*setup))
    for choice in choices:
        if line.position.outcome() is not None:
            break
        line = line.make(_choose(line.position, choice))
    return line


def _choose(position: AnyPosition, choice: int) -> Step:
    if (chance := position.chance) is not None:
        if isinstance(chance, Deal):
            return Step(None, chance.sample(Random(choice)))
        return Step(None, chance.outcomes[choice % len(chance)])
    first_actor(position)
    choice, seat = divmod(choice, len(position.actors))
    seat = position.actors[seat]
    moves = list(position.legal_moves(seat))
    if not moves:
        raise dead_end(position, seat)
    return Step(seat, moves[choice % len(moves)])


def _match(game: AnyGame, setup: WalkSetup, choices: list[int], seed: bytes) -> Match:
    match = Match.new(game, seats=setup.seats, options=setup.options, seed=seed)
    for choice in choices:
        if match.is_over:
            break
        step = _choose(match.position, choice)
        match.play(step.move, step.seat)
    return match
