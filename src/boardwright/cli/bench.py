"""Measure how fast the installed games and the start of the program are.

Random play, move generation and replay are measured for each game. Every benchmark is repeated, and the
median is printed as soon as it is known. One game takes about ten seconds, all of them about a minute.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Iterator
from statistics import median

import msgspec

from boardwright.cli.arguments import add_json, add_variant, installed, read_variant, whole
from boardwright.cli.measurements import RUN, Measurements, game_measurements, startup_measurements
from boardwright.cli.show import print_json
from boardwright.cli.wrapping import say
from boardwright.core.game import AnyGame
from boardwright.core.refusal import BadOptions
from boardwright.core.seats import usual_seats


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
        yield None, startup_measurements()
    for game in games:
        options = read_variant(game, args.option)
        seats = args.seats or usual_seats(game.seats)
        yield game.name, game_measurements(game, seats, options)


def _announcement(game: str | None, benchmarks: int, repeats: int) -> str:
    """
    >>> _announcement("go", 4, 5)
    'go: 4 benchmarks, 5 runs each, at least 5 s'
    """
    many = "1 benchmark" if benchmarks == 1 else f"{benchmarks} benchmarks"
    runs = "1 run" if repeats == 1 else f"{repeats} runs"
    return f"{game or 'boardwright'}: {many}, {runs} each, at least {max(1, round(benchmarks * repeats * RUN))} s"


def _number(value: float) -> str:
    """
    >>> _number(157614.3), _number(69.74), _number(0.11632)
    ('157,614', '69.7', '0.116')
    """
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
