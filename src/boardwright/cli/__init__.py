"""The command line. Only the chosen command's module is imported, so that `--help` is quick.

A command is a module with `parser(parser)`, which adds its arguments, and `run(args)`, which returns the exit
code. A command of Boardwright is one line in `COMMANDS`; an installed package, a game for instance, adds its
own by an entry point in the group `boardwright.commands`.

Exit codes: 0 fine, 1 the answer is no (a check failed, a trace differs), 2 wrong input, 130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.metadata import EntryPoint

    from boardwright.cli.command import Command

COMMANDS = {
    "games": ("boardwright.cli.games", "what is installed, with options"),
    "play": ("boardwright.cli.play", "play in the terminal, with people and bots"),
    "replay": ("boardwright.cli.replay", "show a recorded match, entry by entry"),
    "verify": ("boardwright.cli.verify", "check records without trusting anybody"),
    "branch": ("boardwright.cli.branch", "begin a new match in the middle of a recorded one"),
    "trace": ("boardwright.cli.trace", "compare recorded traces with the rules here"),
    "perft": ("boardwright.cli.perft", "count the sequences of moves of a game"),
    "serve": ("boardwright.cli.serve", "host matches for browsers and programs"),
    "db": ("boardwright.cli.db", "look after the server's database"),
    "rules": ("boardwright.cli.rules", "replay all stored matches through the rules here"),
    "new": ("boardwright.cli.new", "begin a new game as a package of its own"),
    "check": ("boardwright.cli.check", "hold a game to the laws"),
    "arena": ("boardwright.cli.arena", "let bots play tournaments"),
    "analyze": ("boardwright.cli.analyze", "judge a recorded match move by move"),
    "solve": ("boardwright.cli.solve", "build the table of a solved game"),
    "selfplay": ("boardwright.cli.selfplay", "make training data"),
    "study": ("boardwright.cli.study", "what a game is like, for designers"),
    "bench": ("boardwright.cli.bench", "measure how fast games are"),
}
GROUP = "boardwright.commands"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
        return code
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    except KeyboardInterrupt:
        from boardwright.cli.errors import print_error

        print(file=sys.stderr)
        print_error("interrupted; nothing was saved.")
        return 130
    except BrokenPipeError:
        # The reader has gone. Python would complain once more when it flushes at its own end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 141
    except OSError as error:
        from boardwright.cli.errors import print_error

        return print_error(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def _run(argv: list[str]) -> int:
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(_help())
        return 0
    if argv[0] == "--version":
        from boardwright import __version__

        print(f"boardwright {__version__}")
        return 0
    name, *rest = argv
    command = _command(name)
    if command is None:
        return _unknown(name)
    from boardwright.cli.command import read

    args = read(name, command, rest)

    from boardwright.cli.errors import print_error
    from boardwright.core.refusal import BoardwrightError

    try:
        return command.run(args)
    except BoardwrightError as error:
        return print_error(str(error))


def _command(name: str) -> Command | None:
    from importlib import import_module

    if name in COMMANDS:
        module: Command = import_module(COMMANDS[name][0])
        return module
    for point in _brought():
        if point.name == name:
            loaded: Command = point.load()
            return loaded
    return None


def _brought() -> list[EntryPoint]:
    """The commands that installed packages bring."""
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda point: point.name)


def _unknown(name: str) -> int:
    from difflib import get_close_matches

    from boardwright.cli.errors import print_error

    names = [*COMMANDS, *(point.name for point in _brought())]
    close = get_close_matches(name, names, 1)
    meant = f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}."
    return print_error(f"no command {name!r}; {meant}")


def _help() -> str:
    lines = [(name, text) for name, (_, text) in COMMANDS.items()]
    lines += [(point.name, f"from {point.dist.name if point.dist else point.module}") for point in _brought()]
    width = max(len(name) for name, _ in lines)
    return "\n".join(
        (
            "usage: boardwright COMMAND …",
            "",
            "A home for turn-based board games. `boardwright COMMAND --help` tells more about one of these:",
            "",
            *(f"  {name:{width}}  {text}" for name, text in lines),
            "",
            "example: boardwright play deblockle",
        )
    )
