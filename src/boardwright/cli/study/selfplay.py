"""Generate training data: bots play games; records and Parquet files with one row per decision are written.

Columns: observation, mask of the legal actions, action, policy (shares of the search's visits), visits, value of the
search, outcome (-1 to 1) and score. Repeat the command to resume an
interrupted run.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

from boardwright.arena.pairing import default_max_moves
from boardwright.arena.selfplay import SelfPlay, make
from boardwright.arena.workers import runner
from boardwright.bots.levels import SELFPLAY
from boardwright.cli.arguments import add_json, add_variant, check_bots, read_setup, whole
from boardwright.cli.errors import print_error
from boardwright.cli.show import print_json, progress
from boardwright.cli.wrapping import say
from boardwright.core.canonical import json_values
from boardwright.core.refusal import BadOptions


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "bots", nargs="*", metavar="BOT", help=f"one bot for every seat, or one per seat (default: {SELFPLAY})"
    )
    add_variant(parser)
    parser.add_argument("--games", type=whole(1), default=100, metavar="N", help="number of games (default: 100)")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="data directory")
    parser.add_argument("--part", type=whole(1), default=50, metavar="N", help="games per file (default: 50)")
    parser.add_argument("--jobs", type=whole(1, 1000), default=1, metavar="J", help="number of processes (default: 1)")
    parser.add_argument("--ray", metavar="ADDRESS", help="run on a Ray cluster; `local` starts one on this machine")
    parser.add_argument(
        "--seed", default="selfplay", metavar="TEXT", help="seed of chance and bots (default: selfplay)"
    )
    add_json(parser)
    parser.epilog = "example: boardwright selfplay deblockle level4 -o cubes=1 --games 200 --out data"


def run(args: argparse.Namespace) -> int:
    plan = _plan(args)
    source = make(plan, args.out, runner(args.jobs, args.ray))
    done = 0
    try:
        with closing(source):
            for _ in progress(source, plan.games):
                done += 1
    except KeyboardInterrupt:
        return print_error(f"interrupted after {done} of {plan.games} games; repeat the command to resume.", 130)
    files = sorted(args.out.glob("rows/part-*.parquet"))
    if args.json:
        print_json({"plan": plan, "files": [str(path) for path in files]})
    else:
        say(f"{plan.games} games; rows in {args.out / 'rows'}, records in {args.out / 'records'}")
    return 0


def _plan(args: argparse.Namespace) -> SelfPlay:
    bots = tuple(args.bots) or (SELFPLAY,)
    game, seats, options = read_setup(args.game, args.seats or (len(bots) if len(bots) > 1 else None), args.option)
    if len(bots) not in (1, seats):
        raise BadOptions(f"Name 1 or {seats} bots for {seats} seats, not {len(bots)}.")
    check_bots(bots, game)
    return SelfPlay(
        game=game.name,
        bots=bots if len(bots) == seats else bots * seats,
        games=args.games,
        seed=args.seed,
        options=json_values(options),
        max_moves=default_max_moves(game),
        part=args.part,
    )
