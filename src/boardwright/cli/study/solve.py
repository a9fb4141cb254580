"""Build and store the solution table of a game. The `perfect` bot and `analyze` use it."""

from __future__ import annotations

import argparse
from time import perf_counter

from boardwright.bots.perfect import build, known_turns, table_path
from boardwright.cli.arguments import add_json, add_variant, begin
from boardwright.cli.show import print_json
from boardwright.cli.wrapping import say
from boardwright.core.refusal import BadOptions


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    add_variant(parser)
    add_json(parser)
    parser.epilog = "example: boardwright solve deblockle -o cubes=1"


def run(args: argparse.Namespace) -> int:
    game, position = begin(args.game, args.seats, args.option)
    solution = game.bot.solution
    if solution is None:
        raise BadOptions(f"There is no solver for {game.title}.")
    started = perf_counter()
    table = build(solution)
    seconds = perf_counter() - started
    turns = known_turns(game, position)
    if args.json:
        facts = {"game": game.name, "table": str(table_path(solution)), "bytes": len(table), "turns": turns}
        print_json({**facts, "seconds": round(seconds, 2)})
        return 0
    say(f"{solution.name}: {len(table):,} positions in {seconds:.1f} s, stored in {table_path(solution)}")
    say(_verdict(turns))
    return 0


def _verdict(turns: int | None) -> str:
    """Return in words who wins from the start.

    >>> _verdict(7), _verdict(None)
    ('The first player wins on turn 7.', 'The start position of this variant is not in the table; its endings are.')
    """
    if turns is None:
        return "The start position of this variant is not in the table; its endings are."
    if not turns:
        return "With best play the game is drawn: neither player can force a win."
    return f"The {'first' if turns > 0 else 'second'} player wins on turn {abs(turns)}."
