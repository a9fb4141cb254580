"""The command line. Only the module of the chosen command is imported, so that `--help` is fast.

A command is a module with `parser(parser)`, which adds its arguments, and `run(args)`, which returns the exit
code. Built-in commands are listed in `COMMANDS`; installed packages add commands by entry points in the group
`boardwright.commands`.

Exit codes: 0 success, 1 failed check, damaged record or difference, 2 wrong input, 3 a file or address that cannot be
used, 130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence
    from importlib.metadata import EntryPoint
    from typing import Protocol

    class CommandModule(Protocol):
        """The interface of a command's module; its docstring is the description in `--help`."""

        def parser(self, parser: ArgumentParser) -> None:
            """Add the arguments, and an example as the epilog."""

        def run(self, args: Namespace) -> int:
            """Run the command and return the exit code; BoardwrightError and OSError become one line and a code."""


COMMANDS = {
    "games": ("boardwright.cli.games", "List installed games and their options"),
    "play": ("boardwright.cli.play.play", "Play in the terminal against people and bots"),
    "replay": ("boardwright.cli.play.replay", "Show a recorded match"),
    "verify": ("boardwright.cli.play.verify", "Verify record files"),
    "branch": ("boardwright.cli.play.branch", "Start a new match from a position of a recorded one"),
    "convert": ("boardwright.cli.play.convert", "Convert records to and from other notations"),
    "perft": ("boardwright.cli.author.perft", "Count move sequences"),
    "serve": ("boardwright.cli.server.serve", "Run the web server"),
    "db": ("boardwright.cli.server.db", "Manage the server's database"),
    "admin": ("boardwright.cli.server.admin", "Administer accounts and matches of a server"),
    "backup": ("boardwright.cli.server.backup", "Back up the server's database while it runs"),
    "restore": ("boardwright.cli.server.restore", "Restore a backup into an empty database"),
    "rules": ("boardwright.cli.server.rules", "Replay stored matches with the installed rules"),
    "new": ("boardwright.cli.author.new", "Create a package for a new game"),
    "dev": ("boardwright.cli.author.dev", "Open the workbench of a game under development"),
    "check": ("boardwright.cli.author.check", "Check that a game keeps the laws"),
    "cards": ("boardwright.cli.author.cards", "Check custom cards of games whose cards are data"),
    "arena": ("boardwright.cli.study.arena", "Run tournaments between bots"),
    "analyze": ("boardwright.cli.study.analyze", "Analyze a recorded match or an opening"),
    "solve": ("boardwright.cli.study.solve", "Build the solution table of a game"),
    "selfplay": ("boardwright.cli.study.selfplay", "Generate training data"),
    "train": ("boardwright.cli.study.train", "Train a network by self-play"),
    "study": ("boardwright.cli.study.study", "Report on the balance and length of a game"),
    "bench": ("boardwright.cli.author.bench", "Run benchmarks"),
    "doctor": ("boardwright.cli.doctor", "Show what this installation uses and lacks"),
    "mcp": ("boardwright.cli.mcp", "Let language models play, by the Model Context Protocol"),
    "completion": ("boardwright.cli.completion", "Print the shell script for Tab completion"),
}
GROUP = "boardwright.commands"


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
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
        return print_error("interrupted; nothing was saved.", 130)
    except BrokenPipeError:
        # The reader is gone. Without this, Python reports the error again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 141
    except OSError as error:
        from boardwright.cli.errors import error_code, print_error

        text = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        return print_error(text, error_code(error))
    except Exception as error:
        from boardwright.cli.errors import FAILED, print_error, rules_failure

        text = rules_failure(error)
        if not text:
            raise
        return print_error(text, FAILED)


def _run(argv: list[str]) -> int:
    if "_ARGCOMPLETE" in os.environ:
        from boardwright.cli.completion import complete

        complete(COMMANDS, _command)
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(_help())
        return 0
    if argv[0] == "--version":
        from boardwright import __version__

        print(f"boardwright {__version__}")
        return 0
    name, *rest = argv
    from boardwright.cli.command import read
    from boardwright.cli.errors import error_code, print_error
    from boardwright.core.refusal import BoardwrightError, NoLegalMove

    try:
        command = _command(name)
        return _unknown(name) if command is None else command.run(read(name, command, rest))
    except (BoardwrightError, NoLegalMove) as error:
        return print_error(str(error), error_code(error))


def _command(name: str) -> CommandModule | None:
    from importlib import import_module

    if name in COMMANDS:
        module: CommandModule = import_module(COMMANDS[name][0])
        return module
    for point in _entry_points():
        if point.name == name:
            from boardwright.core.game.registry import load
            from boardwright.core.refusal import Unreadable

            loaded: CommandModule = load(point, "command", Unreadable)
            return loaded
    return None


def _entry_points() -> list[EntryPoint]:
    """Return the commands from installed packages."""
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
    from shutil import get_terminal_size

    from boardwright.cli.wrapping import fill

    lines = [(name, text) for name, (_, text) in COMMANDS.items()]
    lines += [(point.name, _summary(point)) for point in _entry_points()]
    width = max(len(name) for name, _ in lines)
    columns = get_terminal_size().columns
    return "\n".join(
        (
            "usage: boardwright COMMAND [ARGUMENTS]",
            "",
            "Play, host and study turn-based board games.",
            "",
            "commands:",
            *(fill(f"  {name:{width}}  {text}", columns, " " * (width + 2)) for name, text in lines),
            "",
            "Run `boardwright COMMAND --help` for details.",
            "Exit codes: 0 success; 1 failed check, damaged record;",
            "2 wrong input; 3 file or address unusable; 130 interrupted.",
            "example: boardwright play deblockle",
        )
    )


def _summary(point: EntryPoint) -> str:
    """Return the first sentence of a package's command, read from its source: importing it would take long."""
    import ast
    from contextlib import suppress
    from importlib.machinery import PathFinder

    locations = None
    for depth in range(1, point.module.count(".") + 2):
        spec = PathFinder.find_spec(".".join(point.module.split(".")[:depth]), locations)
        if spec is None:
            break
        locations = spec.submodule_search_locations
    if spec is not None and spec.origin is not None and not point.attr:
        with suppress(OSError, SyntaxError, ValueError), open(spec.origin, encoding="utf-8") as file:
            text = ast.get_docstring(ast.parse(file.read())) or ""
            return text.partition("\n")[0].partition(". ")[0].rstrip(".")
    return f"(from {point.dist.name if point.dist else point.module})"
