"""The command line. Only the module of the chosen command is imported, so that `--help` is fast.

A command is a module with `parser(parser)`, which adds its arguments, and `run(args)`, which returns the exit
code. Built-in commands are listed in `COMMANDS`; installed packages add commands by entry points in the group
`boardwright.commands`.

Exit codes: 0 success, 1 failed check or difference, 2 wrong input, 130 interrupted.
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
    "games": ("boardwright.cli.games", "List installed games and their options"),
    "play": ("boardwright.cli.play", "Play in the terminal against people and bots"),
    "replay": ("boardwright.cli.replay", "Show a recorded match"),
    "verify": ("boardwright.cli.verify", "Verify record files"),
    "branch": ("boardwright.cli.branch", "Start a new match from a position of a recorded one"),
    "convert": ("boardwright.cli.convert", "Convert records to and from other notations"),
    "trace": ("boardwright.cli.trace", "Compare traces with the installed rules"),
    "perft": ("boardwright.cli.perft", "Count move sequences"),
    "serve": ("boardwright.cli.serve", "Run the web server"),
    "db": ("boardwright.cli.db", "Manage the server's database"),
    "rules": ("boardwright.cli.rules", "Replay stored matches with the installed rules"),
    "new": ("boardwright.cli.new", "Create a package for a new game"),
    "check": ("boardwright.cli.check", "Check that a game keeps the laws"),
    "arena": ("boardwright.cli.arena", "Run tournaments between bots"),
    "analyze": ("boardwright.cli.analyze", "Analyze a recorded match or an opening"),
    "solve": ("boardwright.cli.solve", "Build the solution table of a game"),
    "selfplay": ("boardwright.cli.selfplay", "Generate training data"),
    "study": ("boardwright.cli.study", "Report on the balance and length of a game"),
    "bench": ("boardwright.cli.bench", "Run benchmarks"),
}
GROUP = "boardwright.commands"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
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
        # The reader is gone. Without this, Python reports the error again when it flushes at exit.
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
    for point in _entry_points():
        if point.name == name:
            loaded: Command = point.load()
            return loaded
    return None


def _entry_points() -> list[EntryPoint]:
    """Commands from installed packages."""
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda point: point.name)


def _unknown(name: str) -> int:
    from difflib import get_close_matches

    from boardwright.cli.errors import print_error

    names = [*COMMANDS, *(point.name for point in _entry_points())]
    close = get_close_matches(name, names, 1)
    hint = f"did you mean {close[0]}?" if close else f"commands: {', '.join(names)}."
    return print_error(f"unknown command {name!r}; {hint}")


def _help() -> str:
    lines = [(name, text) for name, (_, text) in COMMANDS.items()]
    lines += [(point.name, f"(from {point.dist.name if point.dist else point.module})") for point in _entry_points()]
    width = max(len(name) for name, _ in lines)
    return "\n".join(
        (
            "usage: boardwright COMMAND [ARGUMENTS]",
            "",
            "Play, host and study turn-based board games.",
            "",
            "commands:",
            *(f"  {name:{width}}  {text}" for name, text in lines),
            "",
            "Run `boardwright COMMAND --help` for details.",
            "example: boardwright play deblockle",
        )
    )
