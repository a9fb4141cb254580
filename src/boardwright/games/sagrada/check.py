"""Checks a folder of own Sagrada cards and windows and prints every problem."""

from __future__ import annotations

import argparse

from boardwright.games.sagrada.custom_cards import check_cards


def parser(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("action", choices=["check"], help="what to do with the cards")
    parser.add_argument("folder", metavar="FOLDER", help="a folder with .json files and .txt windows")
    parser.epilog = "exit code: 0 when all can be played, 1 otherwise\nexample: boardwright sagrada-cards check mine"


def run(args: argparse.Namespace) -> int:
    """Print one line for every problem."""
    problems = check_cards(args.folder)
    for problem in problems:
        print(problem)
    if not problems:
        print(f"{args.folder}: all cards can be played; use them with `-o cards={args.folder}`.")
    return 1 if problems else 0
