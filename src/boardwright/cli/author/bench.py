"""Measure how fast the installed games and the start of the program are.

Random play, move generation and replay are measured for each game. Every benchmark is repeated, and the
median is printed as soon as it is known. One game takes about ten seconds, all of them about a minute.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import msgspec

from boardwright.bots.bot import pick
from boardwright.cli.arguments import add_json, add_variant, installed, read_variant, whole
from boardwright.cli.show import print_json
from boardwright.cli.wrapping import say
from boardwright.core.game.game import AnyGame
from boardwright.core.match.match import Match
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.line import make, read
from boardwright.core.rules.options import Options
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.rules.seats import usual_seats


class Measured(msgspec.Struct, frozen=True):
    """One benchmark result: its name ends with its unit."""

    game: str | None
    name: str
    median: float
    runs: list[float]


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="default: all games and the startup time")
    add_variant(parser)
    parser.add_argument(
        "--repeats", type=whole(1, 1000), default=5, metavar="N", help="runs of each benchmark (default: 5)"
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="only benchmarks with TEXT in their name")
    add_json(parser)
    parser.epilog = "example: boardwright bench deblockle --repeats 9"


def run(args: argparse.Namespace) -> int:
    if args.game is None and (args.option or args.seats):
        raise BadOptions("-o and --seats need a game.")
    games, code = installed([args.game] if args.game else [])
    if not games:
        return code
    found: list[Measured] = []
    for name, measurements in _groups(args, games):
        chosen = {what: measure for what, measure in measurements.items() if args.only.casefold() in what.casefold()}
        if chosen:
            print(_announcement(name, len(chosen), args.repeats), file=sys.stderr, flush=True)
        for what, measure in chosen.items():
            runs = [measure() for _ in range(args.repeats)]
            found.append(Measured(name, what, median(runs), runs))
            if not args.json:
                say(f"{name or 'boardwright'}: {what}: {_number(found[-1].median)}")
    if not found:
        raise BadOptions(f"No benchmark has {args.only!r} in its name.")
    if args.json:
        machine = {"python": platform.python_version(), "machine": platform.machine(), "system": platform.system()}
        print_json({**machine, "results": found})
    return code


def _groups(args: argparse.Namespace, games: list[AnyGame]) -> Iterator[tuple[str | None, Measurements]]:
    if args.game is None:
        yield None, {"start and help, ms": help_ms}
    for game in games:
        options = read_variant(game, args.option)
        seats = args.seats or usual_seats(game.seats)
        start = game.begin(seats, options)
        yield (
            game.name,
            {
                "random steps/s": partial(steps_per_second, start),
                "random games/s": partial(games_per_second, game, start),
                "moves read and played again/s": partial(replayed_per_second, game, seats, options),
                "all moves of a position, µs": partial(generation_us, game, start),
                f"any position of a match of up to {_ENTRIES:,} entries, ms": partial(rebuild_ms, game, seats, options),
            },
        )


def _announcement(game: str | None, benchmarks: int, repeats: int) -> str:
    """Return what is said before a benchmark.

    >>> _announcement("go", 4, 5)
    'go: 4 benchmarks, 5 runs each, at least 5 s'
    """
    many = "1 benchmark" if benchmarks == 1 else f"{benchmarks} benchmarks"
    runs = "1 run" if repeats == 1 else f"{repeats} runs"
    return f"{game or 'boardwright'}: {many}, {runs} each, at least {max(1, round(benchmarks * repeats * RUN))} s"


def _number(value: float) -> str:
    """Return a figure as people read it.

    >>> _number(157614.3), _number(69.74), _number(0.11632)
    ('157,614', '69.7', '0.116')
    """
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


Measurements = Mapping[str, Callable[[], float]]
RUN = 0.25
"""Seconds that one run of a benchmark takes."""
_ENTRIES = 2000
_SAMPLES = 200
_FORGOTTEN = 16
"""Number of positions that take the last one out of memory."""


def random_step(position: AnyPosition, rng: Random) -> AnyPosition | None:
    """Play a random step by the checked methods; None at the end of the game."""
    if (chance := position.chance) is not None:
        return position.take(chance.sample(rng))
    if not position.actors:
        return None
    seat = position.actors[0]
    return position.play(pick(position.legal_moves(seat), rng), seat)


def per_second(play: Callable[[], int]) -> float:
    """Play until the run is over, at least once; return the counts that come from it, per second of processor time."""
    count, begin = 0, process_time()
    while (spent := process_time() - begin) < RUN or not count:
        count += play()
    return count / spent


def steps_per_second(start: AnyPosition) -> float:
    """Count moves and chance outcomes in random games, with every move generated and checked."""
    rng, position = Random(1), start

    def play() -> int:
        nonlocal position
        for _ in range(100):
            position = random_step(position, rng) or start
        return 100

    return per_second(play)


def games_per_second(game: AnyGame, start: AnyPosition) -> float:
    """Count whole random games, or up to the game's bound, by what search asks of the rules."""
    rng = Random(2)

    def play() -> int:
        position, steps = start, 0
        while steps != game.bound and ((chance := position.chance) is not None or position.actors):
            if chance is not None:
                position = position.after_chance(chance.sample(rng))
            else:
                seat = position.actors[0]
                position = applied(position, pick(position.legal(seat), rng), seat)
            steps += 1
        return 1

    return per_second(play)


@cache
def _samples(game: AnyGame, start: AnyPosition) -> list[Any]:
    """Return positions of random games, encoded, so that each can be decoded without cached moves."""
    rng, position = Random(3), start
    found: list[Any] = []
    while len(found) < _SAMPLES:
        position = random_step(position, rng) or start
        if position.actors and rng.random() < 0.2:
            found.append(game.encode(position))
    return found


def generation_us(game: AnyGame, start: AnyPosition) -> float:
    """Return the median time to list all legal moves of a new position."""
    times = []
    for data in _samples(game, start):
        position = game.decode(data)
        begin = perf_counter()
        list(position.legal_moves())
        times.append(perf_counter() - begin)
    return median(times) * 1e6


@cache
def long_match(game: AnyGame, seats: int, options: Options) -> Match:
    """Return the longest of a few random matches of up to 2,000 entries."""
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
    """Count the moves of a long match, each read from its text, checked and made, with its chance outcomes."""
    match = long_match(game, seats, options)
    start, steps = match.at(0), [step.written for step in match.steps()]

    def play() -> int:
        position = start
        for step in steps:
            position = make(position, read(position, step.seat, step.text))
        return match.moves_done

    return per_second(play)


def rebuild_ms(game: AnyGame, seats: int, options: Options) -> float:
    """Return the longest time to rebuild any position of a long match."""
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
    """Measure `boardwright --help`, with the start of Python."""
    begin = perf_counter()
    subprocess.run([sys.executable, "-m", "boardwright", "--help"], check=True, capture_output=True)
    return (perf_counter() - begin) * 1000
