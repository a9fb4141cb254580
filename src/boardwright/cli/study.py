"""Studies a game for its designer: bots play many games, and a report tells which seat is favored, how long games
are, how many moves there are to choose from, when games are decided, and which pieces or cards are hardly used."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

import msgspec

from boardwright.arena.pairing import Pairing, Result, default_max_moves
from boardwright.arena.report import page
from boardwright.arena.study import GameFacts, Study, facts, half_decided, study
from boardwright.arena.tournament import runner
from boardwright.bots import bot
from boardwright.bots.defaults import STUDY
from boardwright.cli.arguments import add_json, add_variant, read_variant, whole
from boardwright.cli.errors import print_error
from boardwright.cli.progress import progress
from boardwright.cli.show import print_json
from boardwright.core import record
from boardwright.core.game import AnyGame
from boardwright.core.refusal import BadOptions
from boardwright.core.registry import game as find_game


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    add_variant(parser)
    parser.add_argument("--games", type=whole(1), default=100, metavar="N", help="how many (100)")
    parser.add_argument("--bot", default=STUDY, metavar="BOT", help=f"bot on every seat (default: {STUDY})")
    parser.add_argument("--jobs", type=whole(1, 1000), default=1, metavar="J", help="processes (1)")
    parser.add_argument("--seed", default="study", metavar="TEXT", help="decides chance and the bots' dice")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the report as HTML")
    add_json(parser)
    parser.epilog = "example: boardwright study deblockle --games 200 --out deblockle.html"


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    pairings = _pairings(args, game)
    found: list[GameFacts] = []
    code = 0
    try:
        with closing(runner(args.jobs, None)(pairings)) as source:
            found.extend(_facts(result) for result in progress(source, args.games))
    except KeyboardInterrupt:
        print_error(f"interrupted: the report is on {len(found)} of {args.games} games.")
        code = 130
    if not found:
        raise BadOptions("No game was finished, so there is nothing to tell.")
    report = study(game.name, pairings[0].bots, found)
    if args.out is not None:
        args.out.write_text(page(report, game.title), "utf-8")
    if args.json:
        print_json(report)
    else:
        _print(report)
    return code


def _facts(result: Result) -> GameFacts:
    return facts(record.load((result.record or "").encode()))


def _pairings(args: argparse.Namespace, game: AnyGame) -> list[Pairing]:
    seats = args.seats or game.usual_seats
    options = read_variant(game, args.option)
    game.begin(seats, options)
    bot(args.bot, game).close()
    return [
        Pairing(
            number=number,
            game=game.name,
            bots=(args.bot,) * seats,
            seed=f"{args.seed}/{number}",
            options=msgspec.to_builtins(options),
            max_moves=default_max_moves(game),
            keep=True,
        )
        for number in range(args.games)
    ]


def _print(report: Study) -> None:
    print(f"{report.games} games of {report.bots[0]} on {len(report.bots)} seats")
    for share in (*report.wins, report.draws):
        print(f"{share.name}: {share.share:.1%} (95 %: {share.low:.1%} to {share.high:.1%})")
    for mean in (report.length, report.changes):
        print(f"{mean.name}: {mean.mean:.1f} (95 %: {mean.low:.1f} to {mean.high:.1f})")
    half = half_decided(report)
    if half is not None:
        print(f"half of the games are decided after {half:.0%} of their moves")
    rare = [share for share in report.used if share.share < 0.05]
    print(f"hardly ever used when there: {', '.join(share.name for share in rare[:20]) or 'nothing'}")
