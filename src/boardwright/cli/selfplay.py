"""Makes training data: bots play, every game is kept as a record, every decision becomes a row of a Parquet file.

A row holds what the seat saw (observation), what it could do (mask), what it did (action) and what came of it
(outcome, -1 to 1, and score). Repeat the command to go on after an interruption.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

import msgspec

from boardwright.arena.pairing import default_max_moves
from boardwright.arena.selfplay import SelfPlay, make
from boardwright.arena.tournament import runner
from boardwright.bots import bot
from boardwright.bots.defaults import SELFPLAY
from boardwright.cli.arguments import add_json, add_variant, read_variant, whole
from boardwright.cli.errors import print_error
from boardwright.cli.progress import progress
from boardwright.cli.show import print_json
from boardwright.core.refusal import BadOptions
from boardwright.core.registry import game as find_game


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "bots", nargs="*", metavar="BOT", help=f"one bot for every seat, or one per seat (default: {SELFPLAY})"
    )
    add_variant(parser)
    parser.add_argument("--games", type=whole(1), default=100, metavar="N", help="how many (100)")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the data goes")
    parser.add_argument("--part", type=whole(1), default=50, metavar="N", help="games in one file (50)")
    parser.add_argument("--jobs", type=whole(1, 1000), default=1, metavar="J", help="processes (1)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; `local` starts one on this machine")
    parser.add_argument("--seed", default="selfplay", metavar="TEXT", help="decides chance and the bots' dice")
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
        print_error(f"interrupted after {done} of {plan.games} games; the same command goes on from there.")
        return 130
    files = sorted(args.out.glob("part-*.parquet"))
    if args.json:
        print_json({"plan": plan, "files": [str(path) for path in files]})
    else:
        print(f"{plan.games} games in {len(files)} Parquet files and as records in {args.out}")
    return 0


def _plan(args: argparse.Namespace) -> SelfPlay:
    game = find_game(args.game)
    bots = tuple(args.bots) or (SELFPLAY,)
    seats = args.seats or (len(bots) if len(bots) > 1 else game.usual_seats)
    if len(bots) not in (1, seats):
        raise BadOptions(f"{seats} seats need one bot for all or {seats}, not {len(bots)}.")
    for spec in bots:
        bot(spec, game).close()
    options = read_variant(game, args.option)
    game.begin(seats, options)
    return SelfPlay(
        game=game.name,
        bots=bots if len(bots) == seats else bots * seats,
        games=args.games,
        seed=args.seed,
        options=msgspec.to_builtins(options),
        max_moves=default_max_moves(game),
        part=args.part,
    )
