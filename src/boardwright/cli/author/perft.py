"""Count the move sequences of a given length. Each chance outcome is a step, too.

A sequence that ends the game earlier is not counted. With --no-pass, sequences with the move `pass` are left out.
"""

from __future__ import annotations

import argparse

from boardwright.cli.arguments import add_json, add_variant, begin, whole
from boardwright.cli.show import print_json
from boardwright.core.game.perft import perft
from boardwright.kit.checks.counts import divide


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("depth", type=whole(0, 100), metavar="DEPTH", help="number of steps")
    add_variant(parser)
    parser.add_argument("--no-pass", action="store_true", help="leave out the move `pass`")
    parser.add_argument("--divide", action="store_true", help="show the count for each first step")
    add_json(parser)
    parser.epilog = "example: boardwright perft deblockle 4 -o cubes=2 --no-pass"


def run(args: argparse.Namespace) -> int:
    game, position = begin(args.game, args.seats, args.option)
    without = "pass" if args.no_pass else ""
    below = divide(position, args.depth, without) if args.divide and args.depth else {}
    count = sum(below.values()) if below else perft(position, args.depth, without)
    if args.json:
        facts = {"game": game.name, "seats": position.seats, "depth": args.depth, "passes": not without, "count": count}
        print_json({**facts, "divide": below} if args.divide else facts)
        return 0
    for text, number in below.items():
        print(f"{text}: {number}")
    print(count)
    return 0
