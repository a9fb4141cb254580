"""Counts the sequences of moves of a length. Chance counts too: each outcome is a step.

A sequence that ends the game earlier is not counted. With --no-pass the move `pass` is never used, and a
position without another move has no continuation.
"""

from __future__ import annotations

import argparse

from boardwright.cli.arguments import add_json, add_variant, begin, whole
from boardwright.cli.show import print_json
from boardwright.core.perft import perft
from boardwright.core.position import AnyPosition


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("depth", type=whole(0, 100), metavar="DEPTH", help="how many steps")
    add_variant(parser)
    parser.add_argument("--no-pass", action="store_true", help="never use the move `pass`")
    parser.add_argument("--divide", action="store_true", help="show the count below each first step")
    add_json(parser)
    parser.epilog = "example: boardwright perft deblockle 4 -o cubes=2 --no-pass"


def run(args: argparse.Namespace) -> int:
    game, position = begin(args.game, args.seats, args.option)
    without = "pass" if args.no_pass else ""
    below = _divide(position, args.depth, without) if args.divide and args.depth else {}
    count = sum(below.values()) if below else perft(position, args.depth, without)
    if args.json:
        facts = {"game": game.name, "seats": position.seats, "depth": args.depth, "passes": not without, "count": count}
        print_json({**facts, "divide": below} if args.divide else facts)
        return 0
    for text, number in below.items():
        print(f"{text}: {number}")
    print(count)
    return 0


def _divide(position: AnyPosition, depth: int, without: str) -> dict[str, int]:
    """The count below each first step, by its text, and by its seat too where several may act."""
    if position.is_chance:
        return {one: perft(position.take(one), depth - 1, without) for one in position.chances().outcomes}
    several = len(position.actors) > 1
    return {
        f"seat {seat} {move}" if several else str(move): perft(position.after(move, seat), depth - 1, without)
        for seat in position.actors
        for move in position.legal_moves(seat)
        if str(move) != without
    }
