"""The interface of a command, and its argument parser."""

from __future__ import annotations

import argparse
from typing import NoReturn, Protocol

from boardwright.cli.errors import print_error


class Command(Protocol):
    """The interface of a command's module; its docstring is the description in `--help`."""

    def parser(self, parser: argparse.ArgumentParser) -> None:
        """Adds the arguments, and an example as the epilog."""

    def run(self, args: argparse.Namespace) -> int:
        """Runs the command and returns the exit code; BoardwrightError and OSError become one line and code 2."""


class Parser(argparse.ArgumentParser):
    """Reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(print_error(f"{message} (see `{self.prog} --help`)"))


def read(name: str, command: Command, argv: list[str]) -> argparse.Namespace:
    """Parses the arguments of a command; SystemExit after `--help` or an error."""
    parser = Parser(
        prog=f"boardwright {name}",
        description=command.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.parser(parser)
    return parser.parse_args(argv)
