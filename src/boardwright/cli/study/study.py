"""Study a game for its designer. Bots play many games; the report shows which seat is favored, how long games are, how
many legal moves there are, when games are decided, and which pieces or cards are rarely used."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

from boardwright.arena.pairing import default_max_moves, series
from boardwright.arena.study import GameFacts, GameStudy, facts, page, study
from boardwright.arena.workers import runner
from boardwright.bots.levels import STUDY
from boardwright.cli.arguments import add_json, add_variant, check_bots, read_setup, whole
from boardwright.cli.errors import print_error
from boardwright.cli.show import print_json, progress
from boardwright.cli.wrapping import say
from boardwright.core.canonical import json_values
from boardwright.core.records import record
from boardwright.core.refusal import BadOptions


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    add_variant(parser)
    parser.add_argument("--games", type=whole(1), default=100, metavar="N", help="number of games (default: 100)")
    parser.add_argument("--bot", default=STUDY, metavar="BOT", help=f"bot on every seat (default: {STUDY})")
    parser.add_argument("--jobs", type=whole(1, 1000), default=1, metavar="J", help="number of processes (default: 1)")
    parser.add_argument("--seed", default="study", metavar="TEXT", help="seed of chance and bots (default: study)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the report as HTML")
    add_json(parser)
    parser.epilog = "example: boardwright study deblockle --games 200 --out deblockle.html"


def run(args: argparse.Namespace) -> int:
    game, seats, options = read_setup(args.game, args.seats, args.option)
    check_bots([args.bot], game)
    bots = (args.bot,) * seats
    pairings = series(game.name, bots, args.games, args.seed, json_values(options), default_max_moves(game))
    found: list[GameFacts] = []
    code = 0
    try:
        with closing(runner(args.jobs, None)(pairings)) as source:
            played = progress(source, args.games)
            found.extend(facts(record.load((result.record or "").encode())) for result in played)
    except KeyboardInterrupt:
        code = print_error(f"interrupted; the report covers {len(found)} of {args.games} games.", 130)
    if not found:
        raise BadOptions("No game was finished, so there is no report.")
    report = study(game.name, bots, found)
    if args.out is not None:
        args.out.write_text(page(report, game.title), "utf-8")
    if args.json:
        print_json(report)
    else:
        _print(report)
    return code


def _print(report: GameStudy) -> None:
    say(f"{report.games} games of {report.bots[0]} on {len(report.bots)} seats")
    for share in (*report.wins, report.draws):
        say(f"{share.name}: {share.share:.1%} (95 %: {share.low:.1%} to {share.high:.1%})")
    for mean in (report.length, report.changes):
        say(f"{mean.name}: {mean.mean:.1f} (95 %: {mean.low:.1f} to {mean.high:.1f})")
    half = report.half_decided
    if half is not None:
        say(f"half of the games are decided after {half:.0%} of their moves")
    rare = [share for share in report.used if share.share < 0.05]
    say(f"rarely used when available: {', '.join(share.name for share in rare[:20]) or 'nothing'}")
