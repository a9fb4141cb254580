"""Measures how fast the installed games are, and how long it takes to start. Figures are medians of repeats."""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterator
from statistics import median

import msgspec

from boardwright.cli.arguments import add_json, add_variant, read_variant, whole
from boardwright.cli.figures import Figures, game_figures, start_figures
from boardwright.cli.show import print_json
from boardwright.core.refusal import BadOptions
from boardwright.core.registry import game as find_game
from boardwright.core.registry import names


class Measured(msgspec.Struct, frozen=True):
    """One figure: its name ends with its unit."""

    game: str | None
    name: str
    median: float
    runs: list[float]


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="all unless given")
    add_variant(parser)
    parser.add_argument("--repeats", type=whole(1, 1000), default=5, metavar="N", help="how often each is measured (5)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only figures with that text in their name")
    add_json(parser)
    parser.epilog = "example: boardwright bench deblockle --repeats 9"


def run(args: argparse.Namespace) -> int:
    if args.game is None and (args.option or args.seats):
        raise BadOptions("Options and seats belong to one game: name it.")
    found: list[Measured] = []
    for name, figures in _groups(args):
        for what, measure in figures.items():
            if args.only.casefold() in what.casefold():
                runs = [measure() for _ in range(args.repeats)]
                found.append(Measured(name, what, median(runs), runs))
                if not args.json:
                    print(f"{name or 'boardwright'}: {what}: {found[-1].median:,.4g}", flush=True)
    if not found:
        raise BadOptions(f"No figure has {args.only!r} in its name.")
    if args.json:
        machine = {"python": platform.python_version(), "machine": platform.machine(), "system": platform.system()}
        print_json({**machine, "figures": found})
    return 0


def _groups(args: argparse.Namespace) -> Iterator[tuple[str | None, Figures]]:
    if args.game is None:
        yield None, start_figures()
    for name in (args.game,) if args.game else names():
        game = find_game(name)
        options = read_variant(game, args.option)
        seats = args.seats or game.seats.start
        yield name, {**game_figures(game, seats, options), **game.benches()}
