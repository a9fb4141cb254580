"""Analyze a recorded match move by move, or the first move of a game.

Prints the value after each move, and the better move where a mistake (?) or a turning point (??) is proven. Each search
has the thinking time of the strongest level. Solved positions (Deblockle with one cube per side) are exact, with the
number of turns to the end.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from boardwright import load
from boardwright.arena.plot import lines
from boardwright.bots.analysis.analysis import Moment, analyze, coach, study
from boardwright.cli.arguments import add_json, add_variant, begin, positive, whole
from boardwright.cli.errors import print_error
from boardwright.cli.show import distance, option_value, print_json, progress
from boardwright.cli.wrapping import say
from boardwright.core.match.match import Match
from boardwright.core.refusal import BadOptions
from boardwright.core.search.playout import random_play


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="FILE|GAME", help="a record file, or a game to analyze its first move")
    add_variant(parser)
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument(
        "--iterations",
        type=whole(1),
        default=0,
        metavar="N",
        help="iterations of a search (default: as the level6 bot)",
    )
    budget.add_argument("--seconds", type=positive, default=0.0, metavar="N", help="seconds of a search")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write a plot of the evaluations as SVG")
    parser.add_argument("--seed", default="analyze", metavar="TEXT", help="seed of the search")
    add_json(parser)
    parser.epilog = "example: boardwright analyze match.jsonl --plot match.svg"


def run(args: argparse.Namespace) -> int:
    if not Path(args.what).exists():
        return _opening(args)
    if args.option or args.seats:
        raise BadOptions("-o and --seats apply to a game; a record has its own.")
    match = load(args.what)
    moments: list[Moment] = []
    try:
        for moment in progress(
            analyze(match, args.iterations, args.seed, args.seconds), match.moves_done, what="moves"
        ):
            moments.append(moment)
            if not args.json:
                say(_line(match, moment))
    except KeyboardInterrupt:
        _finish(args, match, moments)
        return print_error(f"interrupted after {len(moments)} of {match.moves_done} moves.", 130)
    _finish(args, match, moments)
    return 0


def _opening(args: argparse.Namespace) -> int:
    game, position = begin(args.what, args.seats, args.option)
    rng = random.Random(args.seed)
    position = random_play(position, rng, 0)
    seat = position.actors[0]
    found = study(coach(game, args.iterations, args.seconds), position, seat, rng)
    if args.json:
        print_json({"game": game.name, "seat": seat, "evaluation": found.evaluation, "best": found.best})
        return 0
    for option in found.best:
        say(f"{option.move}: {option_value(option)}. {option.why}")
        if len(option.line) > 1:
            say(f"    then {', '.join(move.move for move in option.line[1:])}")
    return 0


def _finish(args: argparse.Namespace, match: Match, moments: list[Moment]) -> None:
    turning = [moment for moment in moments if moment.is_turning]
    if args.json:
        facts = {"game": match.game.name, "players": match.header.players, "moves": moments}
        print_json({**facts, "turning_points": [moment.number for moment in turning]})
    elif moments:
        listed = ", ".join(f"entry {moment.number} ({moment.move})" for moment in turning)
        say(f"Turning points: {listed or 'none'}.")
    if args.plot is not None:
        args.plot.write_text(_plot(match, moments), "utf-8")


def _line(match: Match, moment: Moment) -> str:
    values = " ".join(f"{value:+.2f}" for value in moment.evaluation)
    text = f"{moment.number:5}  {match.header.players[moment.seat]}: {moment.move}  [{values}]"
    if moment.turns is not None:
        text += f"  {distance(moment.turns)}"
    if moment.is_blamed:
        best, sign = moment.best[0], "??" if moment.is_turning else "?"
        loss = f"{moment.loss:.2f} ± {moment.error:.2f}" if moment.error else f"{moment.loss:.2f}"
        text += f"  {sign} loses {loss}; better: {best.move} ({option_value(best)}). {best.why}"
    return text


def _plot(match: Match, moments: list[Moment]) -> str:
    series = [(name, [moment.evaluation[seat] for moment in moments]) for seat, name in enumerate(match.header.players)]
    return lines(f"{match.game.title}: evaluation", series, -1.0, 1.0, "moves")
