"""How fast the rules are: commands read, checked and carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import perf_counter

from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.position import start

_GAMES = 12


def benches() -> Mapping[str, Callable[[], float]]:
    """The figures, each with its unit and how to measure it once."""
    return {"accepted commands/s": commands_a_second}


def commands_a_second() -> float:
    """Games played again from their texts, each command by `parse` and `play`."""
    games = [_random_game(seed) for seed in range(_GAMES)]
    commands = sum(seat is not None for steps in games for seat, _ in steps)
    began = perf_counter()
    for number, steps in enumerate(games):
        position = start(2 + number % 3, SagradaOptions())
        for seat, text in steps:
            position = position.take(text) if seat is None else position.play(position.parse(text), seat)
    return commands / (perf_counter() - began)


def _random_game(seed: int) -> list[tuple[int | None, str]]:
    rng = Random(seed)
    position = start(2 + seed % 3, SagradaOptions())
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
