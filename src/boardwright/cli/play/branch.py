"""Start a new match from a position of a recorded one. The recorded match is not changed."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from boardwright import load
from boardwright.cli.arguments import MOVE_HELP, whole
from boardwright.cli.files import write_match
from boardwright.cli.wrapping import say
from boardwright.core.records.branch_point import start_at
from boardwright.core.seed import FRESH


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="record file")
    point = parser.add_mutually_exclusive_group(required=True)
    point.add_argument("--at", type=whole(0), metavar="N", help="branch after entry N; 0 is the start")
    point.add_argument("--move", type=whole(0), metavar="N", help=MOVE_HELP)
    parser.add_argument("--out", type=Path, metavar="FILE", help="new record file (default: FILE-at-ENTRY.jsonl)")
    parser.add_argument("--seed", metavar="TEXT", help="seed of later chance (default: random)")
    parser.epilog = (
        "example: boardwright branch final.jsonl --at 40 --out what-if.jsonl\n"
        "         boardwright play --from what-if.jsonl"
    )


def run(args: argparse.Namespace) -> int:
    match = load(args.file)
    entry = start_at(match, entry=args.at, move=args.move).entry
    out = args.out or Path(args.file).with_name(f"{Path(args.file).stem}-at-{entry}.jsonl")
    seed = FRESH if args.seed is None else args.seed
    branch = match.branch(entry, seed=seed, at=max(match.now, int(time.time() * 1000)))
    write_match(branch, out)
    say(f"{out}: starts after entry {entry} of {args.file}. Continue with: boardwright play --from {out}")
    return 0
