"""Run a tournament between bots. Every pair meets; seats rotate, and all seat orders share their random seeds.

Bots: level1 to level6, random, greedy, mcts:iterations=800, perfect, a strategy of the game, or program:COMMAND for
a program that speaks the line protocol. Results are written after each game; resume an interrupted tournament with
--resume.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import closing
from pathlib import Path

from boardwright.arena import tournament
from boardwright.arena.pairing import default_max_moves
from boardwright.arena.ranking import RankingRow, duels, standings, wilson
from boardwright.arena.tournament import ResultsFile, Schedule, read
from boardwright.arena.workers import runner
from boardwright.cli.arguments import add_json, add_variant, check_bots, read_setup, whole
from boardwright.cli.errors import print_error
from boardwright.cli.show import print_json, progress
from boardwright.core.canonical import digest, json_values
from boardwright.core.refusal import BadOptions
from boardwright.store.directories import state_folder


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME")
    parser.add_argument("bots", nargs="*", metavar="BOT", help="bot name; two or more")
    add_variant(parser)
    parser.add_argument("--games", type=whole(1), default=20, metavar="N", help="games per pair (default: 20)")
    parser.add_argument("--jobs", type=whole(1, 1000), default=1, metavar="J", help="number of processes (default: 1)")
    parser.add_argument("--ray", metavar="ADDRESS", help="run on a Ray cluster; `local` starts one on this machine")
    parser.add_argument("--swiss", action="store_true", help="Swiss system instead of round-robin")
    parser.add_argument("--seed", default="arena", metavar="TEXT", help="seed of chance and bots (default: arena)")
    parser.add_argument(
        "--max-moves", type=whole(0), metavar="N", help="draw after N moves (default: the game's bound, or 1000)"
    )
    parser.add_argument("--records", type=Path, metavar="DIR", help="directory for the records of all games")
    parser.add_argument("--out", type=Path, metavar="FILE", help="results file; an unfinished one is resumed")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="resume an interrupted tournament")
    add_json(parser)
    parser.epilog = "example: boardwright arena deblockle greedy level4 level5 --games 20 --jobs 2"


def run(args: argparse.Namespace) -> int:
    schedule = _resumed(args) if args.resume else _new(args)
    path = args.resume or args.out or _temporary_file(schedule)
    results_file = ResultsFile(path, schedule, args.records)
    games = schedule.rounds * len(schedule.round(0, []))
    source = tournament.run(schedule, results_file, runner(args.jobs, args.ray))
    try:
        with closing(results_file), closing(source):
            for _ in progress(source, games, len(results_file.results)):
                pass
    except KeyboardInterrupt:
        _report(args, schedule, results_file)
        command = _resume_command(args, path)
        return print_error(
            f"interrupted after {len(results_file.results)} of {games} games; resume with: {command}", 130
        )
    _report(args, schedule, results_file)
    if not (args.resume or args.out):
        path.unlink(missing_ok=True)
    return 0


def _new(args: argparse.Namespace) -> Schedule:
    if not args.game:
        raise BadOptions("The game is missing. Write `boardwright arena GAME BOT BOT`, or use --resume FILE.")
    game, seats, options = read_setup(args.game, args.seats, args.option)
    check_bots(args.bots, game)
    return Schedule(
        game=game.name,
        bots=tuple(args.bots),
        games=args.games,
        seats=seats,
        seed=args.seed,
        options=json_values(options),
        max_moves=default_max_moves(game) if args.max_moves is None else args.max_moves,
        swiss=args.swiss,
        keep=args.records is not None,
    )


def _resumed(args: argparse.Namespace) -> Schedule:
    if args.game or args.bots or args.option or args.out:
        raise BadOptions("--resume cannot be combined with a game, bots, -o or --out; the file has them.")
    schedule, _ = read(args.resume)
    if schedule.keep and args.records is None:
        raise BadOptions("This tournament keeps its records: add --records DIR.")
    return schedule


def _temporary_file(schedule: Schedule) -> Path:
    """Return the results file of a tournament without --out; it is deleted at the end."""
    return state_folder() / f"arena-{schedule.game}-{digest(schedule)[:8]}-{os.getpid()}.jsonl"


def _resume_command(args: argparse.Namespace, path: Path) -> str:
    command = f"boardwright arena --resume {path}"
    if args.records is not None:
        command += f" --records {args.records}"
    if args.ray is not None:
        return f"{command} --ray {args.ray}"
    return command if args.jobs == 1 else f"{command} --jobs {args.jobs}"


def _report(args: argparse.Namespace, schedule: Schedule, results_file: ResultsFile) -> None:
    played = tournament.results(results_file)
    if not played:
        return
    if args.json:
        print_json({"schedule": schedule, "standings": standings(played), "results": played})
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


def _print_table(rows: list[RankingRow]) -> None:
    width = max(len(row.bot) for row in rows)
    print(f"{'bot':{width}}  games   won drawn  lost   rate   95 %         Elo    ±   score")
    for row in rows:
        print(
            f"{row.bot:{width}}  {row.games:5} {row.wins:5} {row.draws:5} {row.losses:5}  {row.rate:5.1%}"
            f"  {row.low:3.0%}–{row.high:4.0%}  {row.elo:+6.0f} {row.error:4.0f}  {row.score:6.1f}"
        )
