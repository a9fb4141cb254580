"""Replay recorded traces with the installed rules and compare every key of every line."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from boardwright.cli.arguments import add_json
from boardwright.cli.show import print_json
from boardwright.cli.wrapping import say
from boardwright.core.refusal import Unreadable
from boardwright.core.tracing import Difference, Tally, compare_trace


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="+", metavar="FILE", help="trace file (JSON lines)")
    add_json(parser)
    parser.epilog = "exit code: 1 if a trace differs\nexample: boardwright trace traces/*.jsonl"


def run(args: argparse.Namespace) -> int:
    tally = Tally()
    for path in args.file:
        try:
            compare_trace(Path(path).read_bytes().splitlines(), tally)
        except Difference as difference:
            _print_difference(path, difference, tally, args.json)
            return 1
        except Unreadable as error:
            raise Unreadable(f"{path}: {error}") from error
    if args.json:
        print_json(tally)
    else:
        say(f"{tally.traces} traces agree: {tally.steps:,} steps, {tally.refusals:,} of them refusals.")
    return 0


def _print_difference(path: str, found: Difference, tally: Tally, as_json: bool) -> None:
    if as_json:
        facts = {"file": path, "line": found.line, "where": found.where, "trace": found.trace, "engine": found.engine}
        print_json({**msgspec.to_builtins(tally), "difference": facts})
        return
    print(f"{path}, line {found.line}, {found.where}:")
    print(f"  trace:  {msgspec.json.encode(found.trace).decode()}")
    print(f"  engine: {msgspec.json.encode(found.engine).decode()}")
    print(f"Before that {tally.traces} traces and {tally.steps:,} steps agreed.")
