"""What a command is, and the parser that reads its arguments."""

from __future__ import annotations

import argparse
from typing import NoReturn, Protocol

from boardwright.cli.errors import print_error


class Command(Protocol):
    """What a command's module brings; its docstring is the description that `--help` shows."""

    def parser(self, parser: argparse.ArgumentParser) -> None:
        """Adds the arguments, and an example as the epilog."""

    def run(self, args: argparse.Namespace) -> int:
        """Does it and returns the exit code; a BoardwrightError or OSError becomes one line and code 2."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(print_error(f"{message} (see `{self.prog} --help`)"))


def read(name: str, command: Command, argv: list[str]) -> argparse.Namespace:
    """The arguments of that command; SystemExit after help or a complaint."""
    parser = Parser(
        prog=f"boardwright {name}",
        description=command.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.parser(parser)
    return parser.parse_args(argv)
