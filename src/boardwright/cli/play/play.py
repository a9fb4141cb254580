"""Play a match in the terminal, with people and bots on any seat.

Type a move at the prompt; Tab completes it. Commands: hint, moves, why MOVE, undo, redo, back N, log, save FILE,
resign, help, quit. An unfinished match is saved; continue it with --from.
"""

from __future__ import annotations

import argparse
import time
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from boardwright import load
from boardwright.bots import bot, is_bot
from boardwright.bots import names as bot_names
from boardwright.bots.levels import OPPONENT
from boardwright.cli.arguments import MOVE_HELP, add_variant, read_variant, whole
from boardwright.cli.errors import FAILED, print_error, rules_failure
from boardwright.cli.files import autosave_path
from boardwright.cli.play.session import Quit, TerminalSession
from boardwright.cli.play.session_commands import SESSION_COMMANDS
from boardwright.cli.show import wants_color
from boardwright.cli.wrapping import say
from boardwright.core.game.game import AnyGame
from boardwright.core.game.position_text import PACKED
from boardwright.core.game.registry import game as find_game
from boardwright.core.match.clock import Clock
from boardwright.core.match.match import Match
from boardwright.core.records.branch_point import BranchPoint, read_start, start_at
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.seats import usual_seats
from boardwright.core.seed import FRESH
from boardwright.table.rules_watch import is_rules_error

_STRENGTHS = ("easy", "medium", "hard")
"""Names that some games give to their strategies; nobody is called that."""


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="see `boardwright games`")
    add_variant(parser)
    parser.add_argument(
        "--players",
        metavar="NAME,…",
        help=f"one name per seat: a bot ({', '.join(bot_names())}, a strategy of the game, program:COMMAND) "
        f"or any other name for a person at this keyboard (default: me against {OPPONENT} bots)",
    )
    parser.add_argument("--seed", metavar="TEXT", help="seed of all chance (default: random)")
    parser.add_argument("--clock", metavar="CLOCK", help="seconds per turn (60) or bank+increment (300+5)")
    parser.add_argument("--from", dest="record", metavar="FILE", help="continue a recorded match")
    parser.add_argument(
        "--start",
        metavar="FILE",
        help="start from the text of a position, or from a file: a position, a record or a notation",
    )
    parser.add_argument("--move", type=whole(0), metavar="N", help=f"with --start: {MOVE_HELP}")
    parser.add_argument(
        "--language", metavar="TAG", default="", help="language of the game, if it has texts in it (de)"
    )
    parser.add_argument("--silent", action="store_true", help="bots say nothing at the end of the match")
    parser.add_argument("--save", type=Path, metavar="FILE", help="file for the match when it ends or you quit")
    parser.epilog = (
        "example: boardwright play deblockle -o cubes=2 --players me,random --seed sunday\n"
        "         boardwright play --from saved.jsonl"
    )


def run(args: argparse.Namespace) -> int:
    match = _resume(args) if args.record else _new(args)
    bots = {seat: bot(name, match.game) for seat, name in enumerate(match.header.players) if is_bot(name, match.game)}
    session = TerminalSession(match, bots, SESSION_COMMANDS, _now, wants_color(), not args.silent, args.language)
    say(f"{session.translate(match.game.title)}: {' – '.join(match.header.players)}. Type `help` for commands.")
    path = args.save or (Path(args.record) if args.record else None)
    try:
        with suppress(Quit, EOFError):
            session.run()
        say(_leave(session, path))
    except KeyboardInterrupt:
        print()
        return print_error(f"interrupted. {_leave(session, path)}", 130)
    except Exception as error:
        if not is_rules_error(error):
            raise
        return print_error(f"{_failure(session, error)} {_leave(session, path)}", FAILED)
    finally:
        for one in bots.values():
            one.close()
    return 0


def _new(args: argparse.Namespace) -> Match:
    if args.game is None:
        raise BadOptions("The game is missing. Name one, or continue a record with --from FILE.")
    game = find_game(args.game)
    start = _start(args, game)
    names = None if args.players is None else split_players(args.players)
    usual = usual_seats(game.seats) if start is None else start.match.header.seats
    seats = args.seats or (usual if names is None else len(names))
    options = read_variant(game, args.option)
    if start is None:
        game.begin(seats, options)
    try:
        clock = Clock.read("none" if args.clock is None else args.clock)
    except ValueError as error:
        raise BadOptions(str(error)) from None
    players = names or ["me", *[OPPONENT] * (seats - 1)]
    if not all(players):
        raise BadOptions(f"A name is empty in {args.players!r}.")
    for name in players:
        _check_person(name, game)
    seed = FRESH if args.seed is None else args.seed
    if start is None:
        return Match.new(game, seats=seats, options=options, players=players, seed=seed, at=_now(), clock=clock)
    start.check(clock, seats)
    at = max(start.match.now, _now())
    return start.match.branch(start.entry, players=players, seed=seed, at=at, clock=clock)


def _start(args: argparse.Namespace, game: AnyGame) -> BranchPoint | None:
    """Return where the match starts; None for the beginning of the game."""
    if args.start is None:
        if args.move is not None:
            raise BadOptions("--move needs a record: name it with --start FILE.")
        return None
    if args.option:
        raise BadOptions("--start cannot be combined with --option; a match keeps the options it starts with.")
    is_text = args.start.startswith(("{", PACKED))
    text = args.start if is_text else Path(args.start).read_text("utf-8", "replace")
    return start_at(read_start(game, text), move=args.move)


def _check_person(name: str, game: AnyGame) -> None:
    """Refuse the name of a person that looks like a misspelled bot, or like a bot of another game."""
    known = bot_names(game)
    if not is_bot(name, game) and (name in _STRENGTHS or get_close_matches(name, known, 1, 0.8)):
        raise BadOptions(f"{game.title} has no bot {name!r}; it has {', '.join(known)}. A person needs another name.")


def split_players(text: str) -> list[str]:
    """Split names at commas, except within the options of a bot.

    >>> split_players("me, greedy:temperature=0.5,depth=2,random")
    ['me', 'greedy:temperature=0.5,depth=2', 'random']
    """
    names: list[str] = []
    for part in text.split(","):
        if "=" in part and ":" not in part and names and ":" in names[-1]:
            names[-1] += f",{part.strip()}"
        else:
            names.append(part.strip())
    return names


def _resume(args: argparse.Namespace) -> Match:
    given = [name for name, value in vars(args).items() if not (value is None or value is False or value in ([], ""))]
    too_much = [name for name in given if name not in ("record", "save", "silent", "language")]
    if too_much:
        raise BadOptions(f"--from cannot be combined with {', '.join(too_much)}; the record has them.")
    match = load(args.record)
    if match.seed is None and match.header.commitment is not None:
        raise BadOptions(f"{args.record}: its seed is secret, so it cannot be continued; use `boardwright branch`.")
    return match


def _leave(session: TerminalSession, path: Path | None) -> str:
    """Save the match and return a message for the user."""
    if not session.has_played:
        return "Nothing was played, so nothing was saved."
    if session.is_saved:
        return "Everything is saved."
    path = path or autosave_path(session.match)
    session.save(path)
    verb, command = ("replay", "replay") if session.match.is_over else ("continue", "play --from")
    return f"Saved. To {verb} it: boardwright {command} {path}"


def _failure(session: TerminalSession, error: Exception) -> str:
    """Return a sentence about rules that have failed, with the move after which they did."""
    match = session.match
    last = next((entry for entry in reversed(match.entries) if entry.kind == "move"), None)
    where = " before the first move" if last is None else f" after move {match.moves_done}, `{last.text}`"
    return rules_failure(error, match.game.title, where)


def _now() -> int:
    return int(time.time() * 1000)
