"""Start a new match from a position of a recorded one. The recorded match is not changed."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from boardwright.cli.arguments import read_seed, whole
from boardwright.cli.files import read_match, write_match
from boardwright.core.match import Match
from boardwright.core.refusal import Unreadable


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="record file")
    parser.add_argument("--at", type=whole(0), required=True, metavar="N", help="branch after entry N; 0 is the start")
    parser.add_argument("--out", type=Path, metavar="FILE", help="new record file (default: FILE-at-N.jsonl)")
    parser.add_argument("--seed", metavar="TEXT", help="seed of later chance (default: random)")
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
    print(f"{out}: starts after entry {args.at} of {args.file}. Continue with: boardwright play --from {out}")
    return 0


def check_entry(match: Match, number: int) -> None:
    """Unreadable if the match has no such entry."""
    if number > match.number:
        raise Unreadable(f"There is no entry {number}: the match has {match.number}, and 0 is its start.")
