"""Show a recorded match: its entries, the position after one of them, or all positions."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

import msgspec

from boardwright import load
from boardwright.cli.arguments import add_json, whole
from boardwright.cli.show import is_terminal, print_json, wants_color
from boardwright.cli.wrapping import say
from boardwright.core.game.position_text import position_text
from boardwright.core.match.match import Match
from boardwright.core.match.wording import log_text
from boardwright.core.records.branch_point import start_at
from boardwright.core.refusal import Unreadable


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="record file")
    parser.add_argument("--at", type=whole(0), metavar="N", help="show the position after entry N; 0 is the start")
    parser.add_argument("--step", action="store_true", help="show every position; in a terminal, wait for Enter")
    parser.add_argument(
        "--seat", type=whole(0, 1000), metavar="S", help="show what seat S sees, counted from 0 (default: a spectator)"
    )
    parser.add_argument(
        "--position", action="store_true", help="print the position as one line of text, which `play --start` reads"
    )
    add_json(parser)
    parser.epilog = "example: boardwright replay final.jsonl --at 40"


def run(args: argparse.Namespace) -> int:
    match = load(args.file)
    seats = match.header.seats
    if args.seat is not None and args.seat >= seats:
        raise Unreadable(f"There is no seat {args.seat}: the match has {seats}, numbered from 0.")
    start_at(match, entry=args.at)
    last = match.number
    shown = range(args.at or 0, last + 1) if args.step else () if args.at is None else (args.at,)
    if args.position:
        print(position_text(match.game, match.at(last if args.at is None else args.at)))
        return 0
    if args.json:
        print_json(_facts(match, shown, args.seat))
        return 0
    say(f"{match.game.title}: {' – '.join(match.header.players)}, {last} entries")
    if shown:
        _show(match, shown, args.seat)
    else:
        for line in log_text(match, args.seat):
            say(line)
        _board(match, last, args.seat)
    return 0


def _facts(match: Match, shown: Iterable[int], seat: int | None) -> dict[str, Any]:
    return {
        "header": msgspec.to_builtins(match.header),
        "entries": [msgspec.to_builtins(entry) for entry in match.read(seat)],
        "undone": sorted(match.undone()),
        "outcome": msgspec.to_builtins(match.outcome),
        "views": {str(number): msgspec.to_builtins(match.at(number).view(seat)) for number in shown or (match.number,)},
    }


def _show(match: Match, shown: Iterable[int], seat: int | None) -> None:
    lines = ["    0  The start", *log_text(match, seat)]
    for number in shown:
        print(f"\n{lines[number]}")
        _board(match, number, seat)
        if is_terminal() and number < match.number:
            try:
                input("Enter for the next position, Ctrl-D to stop: ")
            except EOFError:
                print()
                return


def _board(match: Match, number: int, seat: int | None) -> None:
    print(match.game.text(match.at(number).view(seat), color=wants_color()))
