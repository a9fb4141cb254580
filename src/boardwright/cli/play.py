"""Plays a match in the terminal, with people and bots at any seat.

At the prompt, type a move; Tab completes the legal ones. `help` lists the other things one can type: hint,
moves, why MOVE, undo, redo, back N, log, save FILE, resign, quit. A match that is left is saved, and
`--from` goes on with it.
"""

from __future__ import annotations

import argparse
import time
from contextlib import suppress
from pathlib import Path

from boardwright.bots import bot, is_bot
from boardwright.bots import names as bot_names
from boardwright.bots.defaults import OPPONENT
from boardwright.cli.arguments import add_variant, read_seed, read_variant
from boardwright.cli.errors import print_error
from boardwright.cli.files import autosave_path, read_match
from boardwright.cli.session import Quit, Session
from boardwright.cli.session_commands import SESSION_COMMANDS
from boardwright.cli.show import wants_color
from boardwright.core.clock import Clock
from boardwright.core.match import Match
from boardwright.core.refusal import BadOptions, BadRecord
from boardwright.core.registry import game as find_game


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="`boardwright games` lists them")
    add_variant(parser)
    parser.add_argument(
        "--players",
        metavar="NAME,…",
        help=f"one for each seat: a bot ({', '.join(bot_names())}), any other name is a person at this keyboard; "
        "`me` against random bots unless given",
    )
    parser.add_argument("--seed", metavar="TEXT", help="decides all chance; drawn unless given")
    parser.add_argument("--clock", metavar="CLOCK", help="seconds a turn (60) or bank+increment (300+5)")
    parser.add_argument("--from", dest="record", metavar="FILE", help="go on with a recorded match")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where the match is saved when it ends or is left")
    parser.epilog = (
        "example: boardwright play deblockle -o cubes=2 --players me,random --seed sunday\n"
        "         boardwright play --from saved.jsonl"
    )


def run(args: argparse.Namespace) -> int:
    match = _resume(args) if args.record else _new(args)
    bots = {seat: bot(name, match.game) for seat, name in enumerate(match.header.players) if is_bot(name, match.game)}
    session = Session(match, bots, SESSION_COMMANDS, now=_now, color=wants_color())
    print(f"{match.game.title}: {' – '.join(match.header.players)}. `help` tells what you can type.")
    path = args.save or (Path(args.record) if args.record else None)
    try:
        with suppress(Quit, EOFError):
            session.run()
        print(_leave(session, path))
    except KeyboardInterrupt:
        print()
        print_error(f"interrupted. {_leave(session, path)}")
        return 130
    finally:
        for one in bots.values():
            one.close()
    return 0


def _new(args: argparse.Namespace) -> Match:
    if args.game is None:
        raise BadOptions("Play what? Name a game, or go on with a record by --from FILE.")
    game = find_game(args.game)
    names = None if args.players is None else split_players(args.players)
    seats = args.seats or (game.usual_seats if names is None else len(names))
    options = read_variant(game, args.option)
    game.begin(seats, options)
    try:
        clock = Clock.read("none" if args.clock is None else args.clock)
    except ValueError as error:
        raise BadOptions(str(error)) from None
    players = names or ["me", *[OPPONENT] * (seats - 1)]
    if not all(players):
        raise BadOptions(f"A name is missing in {args.players!r}.")
    return Match.new(
        game, seats=seats, options=options, players=players, seed=read_seed(args.seed), at=_now(), clock=clock
    )


def split_players(text: str) -> list[str]:
    """The names between commas; a bot's own options may have commas too.

    >>> split_players("me, greedy:blunder_rate=0.5,depth=2,random")
    ['me', 'greedy:blunder_rate=0.5,depth=2', 'random']
    """
    names: list[str] = []
    for part in text.split(","):
        if "=" in part and ":" not in part and names and ":" in names[-1]:
            names[-1] += f",{part.strip()}"
        else:
            names.append(part.strip())
    return names


def _resume(args: argparse.Namespace) -> Match:
    too_much = [name for name, value in vars(args).items() if value and name not in ("record", "save")]
    if too_much:
        raise BadOptions(f"The record says that already: --from goes without a {' or '.join(too_much)}.")
    match = read_match(args.record)
    if match.seed is None and match.header.commitment is not None:
        raise BadRecord(f"{args.record}: its seed is secret, so it cannot go on here; `boardwright branch` can.")
    return match


def _leave(session: Session, path: Path | None) -> str:
    """Saves what was played and says where."""
    if not session.has_played:
        return "Nothing was played, so nothing is saved."
    if session.is_saved:
        return "Everything is saved."
    path = path or autosave_path(session.match)
    session.save(path)
    command = "replay" if session.match.is_over else "play --from"
    return f"Saved. See it again or go on with: boardwright {command} {path}"


def _now() -> int:
    return int(time.time() * 1000)
