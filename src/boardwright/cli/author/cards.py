"""Check cards that are data: `boardwright cards check GAME PATH` prints every problem of a file or folder of them.

Games whose cards are data say in their rules how they are written.
"""

from __future__ import annotations

import argparse

from boardwright.cli.errors import print_error
from boardwright.core.game.registry import game


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=["check"], help="what to do with the cards")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("path", metavar="PATH", help="a file or folder of custom cards")
    parser.epilog = "exit code: 0 if all can be played, 1 otherwise\nexample: boardwright cards check sagrada mine"


def run(args: argparse.Namespace) -> int:
    rules = game(args.game)
    problems = rules.Options.check_cards(args.path)
    if problems is None:
        return print_error(f"{rules.title} has no cards that are data.")
    for problem in problems:
        print(problem)
    if not problems:
        print(f"{args.path}: all cards can be played.")
    return 1 if problems else 0
