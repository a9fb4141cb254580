"""Begins a new match where a recorded one stood after some entry; the recorded one stays as it is."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from boardwright.cli.arguments import read_seed, whole
from boardwright.cli.files import read_match, write_match
from boardwright.core.match import Match
from boardwright.core.refusal import Unreadable


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record")
    parser.add_argument("--at", type=whole(0), required=True, metavar="N", help="after which entry; 0 is the start")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="where the new record goes; beside the old one unless given"
    )
    parser.add_argument("--seed", metavar="TEXT", help="decides chance from there on; drawn unless given")
    parser.epilog = (
        "example: boardwright branch final.jsonl --at 40 --out what-if.jsonl\n"
        "         boardwright play --from what-if.jsonl"
    )


def run(args: argparse.Namespace) -> int:
    match = read_match(args.file)
    check_entry(match, args.at)
    out = args.out or Path(args.file).with_name(f"{Path(args.file).stem}-at-{args.at}.jsonl")
    branch = match.branch(args.at, seed=read_seed(args.seed), at=max(match.now, int(time.time() * 1000)))
    write_match(branch, out)
    print(f"{out}: begins after entry {args.at} of {args.file}. Go on with: boardwright play --from {out}")
    return 0


def check_entry(match: Match, number: int) -> None:
    """Unreadable when the match has no such entry."""
    if number > match.number:
        raise Unreadable(f"There is no entry {number}: the match has {match.number}, and 0 is its start.")
