"""How fast the rules are: commands through the public calls, and random play with all legal moves listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import perf_counter

from boardwright.core.match import Match
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.setup import begin

_GAMES = 12
_UNDOS = 1_000


def benches() -> Mapping[str, Callable[[], float]]:
    """The figures, each with its unit and how to measure it once."""
    return {
        "accepted commands/s": commands_a_second,
        "random play with all legal moves, steps/s": steps_a_second,
        "undo and redo in a match, µs": undo_microseconds,
    }


def commands_a_second() -> float:
    """Games played again from their texts: each command is read, checked and carried out by `play`."""
    games = [_random_game(seed) for seed in range(_GAMES)]
    commands = sum(seat is not None for steps in games for seat, _ in steps)
    began = perf_counter()
    for number, steps in enumerate(games):
        position = begin(2 + number % 3, SagradaOptions())
        for seat, text in steps:
            position = position.take(text) if seat is None else position.play(position.parse(text), seat)
    return commands / (perf_counter() - began)


def steps_a_second() -> float:
    """Moves and outcomes of chance alike."""
    began = perf_counter()
    steps = sum(len(_random_game(seed)) for seed in range(_GAMES))
    return steps / (perf_counter() - began)


def undo_microseconds() -> float:
    """One undo and one redo in a match, both written to its log, in the first turn."""
    from boardwright.games.sagrada import GAME

    match = Match.new(GAME, seats=2, seed=bytes(32))
    for seat, text in ((0, "window 1"), (1, "window 1"), (0, "pick 1")):
        match.play(text, seat)
    began = perf_counter()
    for _ in range(_UNDOS):
        match.undo(0)
        match.redo(0)
    return (perf_counter() - began) / _UNDOS * 1e6


def _random_game(seed: int) -> list[tuple[int | None, str]]:
    rng = Random(seed)
    position = begin(2 + seed % 3, SagradaOptions())
    steps: list[tuple[int | None, str]] = []
    while not position.state.is_over:
        if position.is_chance:
            outcome = position.chances().sample(rng)
            steps.append((None, outcome))
            position = position.take(outcome)
        else:
            seat = position.actors[0]
            move = rng.choice(list(position.legal_moves(seat)))
            steps.append((seat, str(move)))
            position = position.play(move, seat)
    return steps
