"""Benchmarks that every game has, and that of the startup time.

Each is a function that measures once and takes about a quarter of a second; `bench` repeats it. Random play is measured
in CPU time, to reduce the effect of other programs on the machine.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from boardwright.bots.bot import pick
from boardwright.core.game import AnyGame
from boardwright.core.line import make, read
from boardwright.core.match import Match
from boardwright.core.options import Options
from boardwright.core.position import AnyPosition, applied

Measurements = Mapping[str, Callable[[], float]]
RUN = 0.25
"""How long one run of a benchmark takes, in seconds."""
_ENTRIES = 2000
_SAMPLES = 200
_FORGOTTEN = 16
"""As many positions as take the last one out of memory."""


def startup_measurements() -> Measurements:
    """Benchmarks that do not depend on a game."""
    return {"start and help, ms": help_ms}


def game_measurements(game: AnyGame, seats: int, options: Options) -> Measurements:
    """The common benchmarks of a game in that variant."""
    start = game.begin(seats, options)
    return {
        "random steps/s": partial(steps_per_second, start),
        "random games/s": partial(games_per_second, game, start),
        "moves read and played again/s": partial(replayed_per_second, game, seats, options),
        "all moves of a position, µs": partial(generation_us, game, start),
        f"any position of a match of up to {_ENTRIES:,} entries, ms": partial(rebuild_ms, game, seats, options),
    }


def random_step(position: AnyPosition, rng: Random) -> AnyPosition | None:
    """Plays a random step by the checked methods; None at the end of the game."""
    if (chance := position.chance) is not None:
        return position.take(chance.sample(rng))
    if not position.actors:
        return None
    seat = position.actors[0]
    return position.play(pick(position.legal_moves(seat), rng), seat)


def steps_per_second(start: AnyPosition) -> float:
    """Moves and chance outcomes in random games, with every move generated and checked."""
    rng, position, steps = Random(1), start, 0
    begin = process_time()
    while (spent := process_time() - begin) < RUN:
        for _ in range(100):
            position = random_step(position, rng) or start
        steps += 100
    return steps / spent


def games_per_second(game: AnyGame, start: AnyPosition) -> float:
    """Whole random games, or up to the game's bound, by what search asks of the rules."""
    rng, games = Random(2), 0
    begin = process_time()
    while (spent := process_time() - begin) < RUN or not games:
        position, steps = start, 0
        while steps != game.bound and ((chance := position.chance) is not None or position.actors):
            if chance is not None:
                position = position.after_chance(chance.sample(rng))
            else:
                seat = position.actors[0]
                position = applied(position, pick(position.legal(seat), rng), seat)
            steps += 1
        games += 1
    return games / spent


@cache
def _samples(game: AnyGame, start: AnyPosition) -> list[Any]:
    """Positions of random games, encoded, so that each can be decoded without cached moves."""
    rng, position = Random(3), start
    found: list[Any] = []
    while len(found) < _SAMPLES:
        position = random_step(position, rng) or start
        if position.actors and rng.random() < 0.2:
            found.append(game.encode(position))
    return found


def generation_us(game: AnyGame, start: AnyPosition) -> float:
    """The median time to list all legal moves of a new position."""
    times = []
    for data in _samples(game, start):
        position = game.decode(data)
        begin = perf_counter()
        list(position.legal_moves())
        times.append(perf_counter() - begin)
    return median(times) * 1e6


@cache
def long_match(game: AnyGame, seats: int, options: Options) -> Match:
    """The longest of a few random matches of up to 2,000 entries."""
    matches = []
    for seed in range(5):
        rng = Random(seed)
        match = Match.new(game, seats=seats, options=options, seed=bytes(32))
        while not match.is_over and match.number < _ENTRIES:
            seat = match.position.actors[0]
            match.play(pick(match.position.legal_moves(seat), rng), seat)
        matches.append(match)
        if match.number >= _ENTRIES:
            break
    return max(matches, key=lambda match: match.number)


def replayed_per_second(game: AnyGame, seats: int, options: Options) -> float:
    """The moves of a long match, each read from its text, checked and made, with the chance outcomes between them."""
    match = long_match(game, seats, options)
    start, steps = match.at(0), [step.written for step in match.steps()]
    moves, rounds = match.moves_done, 0
    begin = process_time()
    while (spent := process_time() - begin) < RUN or not rounds:
        position = start
        for step in steps:
            position = make(position, read(position, step.seat, step.text))
        rounds += 1
    return rounds * moves / spent


def rebuild_ms(game: AnyGame, seats: int, options: Options) -> float:
    """The longest time to rebuild any position of a long match."""
    match = long_match(game, seats, options)
    last, worst = match.number, 0.0
    for number in range(last):
        best = float("inf")
        for _ in range(3):  # the minimum removes noise from other programs
            for other in range(_FORGOTTEN):  # positions rebuilt just before are still in memory
                match.at((number + last // 2 + other) % last)
            begin = perf_counter()
            match.at(number)
            best = min(best, perf_counter() - begin)
        worst = max(worst, best)
    return worst * 1000


def help_ms() -> float:
    """The time of `boardwright --help`, with the start of Python."""
    begin = perf_counter()
    subprocess.run([sys.executable, "-m", "boardwright", "--help"], check=True, capture_output=True)
    return (perf_counter() - begin) * 1000
