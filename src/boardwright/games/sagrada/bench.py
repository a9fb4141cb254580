"""How fast the rules are: commands read, checked and carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import process_time

from boardwright.core.match import Match
from boardwright.games.sagrada import GAME

_GAMES = 12


def benches() -> Mapping[str, Callable[[], float]]:
    """The figures, each with its unit and how to measure it once."""
    return {"accepted commands/s": commands_a_second}


def commands_a_second() -> float:
    """Games played again from their texts, each command by `parse` and `play`."""
    matches = [_random_match(number) for number in range(_GAMES)]
    games = [(match.at(0), [entry for entry in match.entries if entry.is_step]) for match in matches]
    commands, began = sum(entry.kind == "move" for _, steps in games for entry in steps), process_time()
    for position, steps in games:
        for entry in steps:
            text = str(entry.text)
            position = position.take(text) if entry.seat is None else position.play(position.parse(text), entry.seat)
    return commands / (process_time() - began)


def _random_match(number: int) -> Match:
    rng, match = Random(number), Match.new(GAME, seats=2 + number % 3, seed=bytes([number]) * 32)
    while not match.is_over:
        seat = match.position.actors[0]
        match.play(rng.choice(list(match.position.legal_moves(seat))), seat)
    return match
