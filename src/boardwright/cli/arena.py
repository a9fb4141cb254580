"""Lets bots play against each other: every pair meets, seats are turned, dice are shared by all orders of seats.

A bot is named as in `play`: level1 … level6, random, greedy, mcts:iterations=800, perfect, or program:COMMAND for a
program that plays by the line protocol. Results are written as they come; an interrupted tournament goes on with
--resume.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import closing
from pathlib import Path

import msgspec

from boardwright.arena import tournament
from boardwright.arena.pairing import default_max_moves
from boardwright.arena.results_file import ResultsFile, read
from boardwright.arena.schedule import Plan
from boardwright.arena.standings import Row, duels, standings, wilson
from boardwright.bots import bot
from boardwright.cli.arguments import add_json, add_variant, read_variant, whole
from boardwright.cli.errors import print_error
from boardwright.cli.progress import progress
from boardwright.cli.show import print_json
from boardwright.core.canonical import digest
from boardwright.core.refusal import BadOptions
from boardwright.core.registry import game as find_game


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME")
    parser.add_argument("bots", nargs="*", metavar="BOT", help="two or more")
    add_variant(parser)
    parser.add_argument("--games", type=whole(1), default=20, metavar="N", help="for each group that meets (20)")
    parser.add_argument("--jobs", type=whole(1, 1000), default=1, metavar="J", help="processes (1)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; `local` starts one on this machine")
    parser.add_argument("--swiss", action="store_true", help="pair bots with like points instead of all with all")
    parser.add_argument("--seed", default="arena", metavar="TEXT", help="decides chance and the bots' dice")
    parser.add_argument(
        "--max-moves", type=whole(0), metavar="N", help="a draw after so many; the game's bound or 1000"
    )
    parser.add_argument("--records", type=Path, metavar="DIR", help="keep the record of every game there")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where results go; an unfinished file is continued")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with an interrupted tournament")
    add_json(parser)
    parser.epilog = "example: boardwright arena deblockle greedy level4 level5 --games 20 --jobs 2"


def run(args: argparse.Namespace) -> int:
    plan = _resumed(args) if args.resume else _new(args)
    path = args.resume or args.out or _draft(plan)
    results_file = ResultsFile(path, plan, args.records)
    games = plan.rounds * len(plan.round(0, []))
    source = tournament.run(plan, results_file, tournament.runner(args.jobs, args.ray))
    try:
        with closing(results_file), closing(source):
            for _ in progress(source, games, len(results_file.results)):
                pass
    except KeyboardInterrupt:
        _report(args, plan, results_file)
        print_error(f"interrupted after {len(results_file.results)} of {games} games; go on with: {_go_on(args, path)}")
        return 130
    _report(args, plan, results_file)
    if not (args.resume or args.out):
        path.unlink(missing_ok=True)
    return 0


def _new(args: argparse.Namespace) -> Plan:
    if not args.game:
        raise BadOptions("Which game? `boardwright arena GAME BOT BOT …`, or --resume FILE.")
    game = find_game(args.game)
    seats = args.seats or game.usual_seats
    options = read_variant(game, args.option)
    game.begin(seats, options)
    for spec in args.bots:
        bot(spec, game).close()
    return Plan(
        game=game.name,
        bots=tuple(args.bots),
        games=args.games,
        seats=seats,
        seed=args.seed,
        options=msgspec.to_builtins(options),
        max_moves=default_max_moves(game) if args.max_moves is None else args.max_moves,
        swiss=args.swiss,
        keep=args.records is not None,
    )


def _resumed(args: argparse.Namespace) -> Plan:
    if args.game or args.bots or args.option or args.out:
        raise BadOptions("The file says what is played: --resume goes without game, bots, options and --out.")
    plan, _ = read(args.resume)
    if plan.keep and args.records is None:
        raise BadOptions("This tournament keeps its games: say where with --records DIR.")
    return plan


def _draft(plan: Plan) -> Path:
    """Where results are kept in the meantime when no file was named; gone when the tournament is over."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "boardwright" / f"arena-{plan.game}-{digest(plan)[:8]}-{os.getpid()}.jsonl"


def _go_on(args: argparse.Namespace, path: Path) -> str:
    command = f"boardwright arena --resume {path}"
    if args.records is not None:
        command += f" --records {args.records}"
    if args.ray is not None:
        return f"{command} --ray {args.ray}"
    return command if args.jobs == 1 else f"{command} --jobs {args.jobs}"


def _report(args: argparse.Namespace, plan: Plan, results_file: ResultsFile) -> None:
    played = tournament.results(results_file)
    if not played:
        return
    if args.json:
        print_json({"plan": plan, "standings": standings(played), "results": played})
        return
    rows = standings(played)
    _print_table(rows)
    pairs = duels(played)
    for one, other in ((a.bot, b.bot) for number, a in enumerate(rows) for b in rows[number + 1 :]):
        points = pairs.get((one, other), [])
        if points:
            low, high = wilson(sum(points), len(points))
            rate = sum(points) / len(points)
            print(f"{one} against {other}: {rate:.0%} of {len(points)} (95 %: {low:.0%} to {high:.0%})")
    for result in played:
        for seat, why in result.forfeits.items():
            print(f"game {result.pairing.number}: {result.pairing.bots[seat]} forfeited: {why}", file=sys.stderr)


def _print_table(rows: list[Row]) -> None:
    width = max(len(row.bot) for row in rows)
    print(f"{'bot':{width}}  games   won drawn  lost   rate   95 %         Elo    ±   score")
    for row in rows:
        print(
            f"{row.bot:{width}}  {row.games:5} {row.wins:5} {row.draws:5} {row.losses:5}  {row.rate:5.1%}"
            f"  {row.low:3.0%}–{row.high:4.0%}  {row.elo:+6.0f} {row.error:4.0f}  {row.score:6.1f}"
        )
