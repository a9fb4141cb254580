"""The interface of a command, and its argument parser."""

from __future__ import annotations

import argparse
from typing import NoReturn, Protocol

from boardwright.cli.errors import print_error
from boardwright.cli.wrapping import fill, paragraphs


class CommandModule(Protocol):
    """The interface of a command's module; its docstring is the description in `--help`."""

    def parser(self, parser: argparse.ArgumentParser) -> None:
        """Adds the arguments, and an example as the epilog."""

    def run(self, args: argparse.Namespace) -> int:
        """Runs the command and returns the exit code; BoardwrightError and OSError become one line and a code."""


class Formatter(argparse.HelpFormatter):
    """Fills the paragraphs of the description and keeps the lines of the epilog."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if text.startswith(("example:", "exit code:")):
            return fill(text, width, " " * len("example: "))
        return paragraphs(text, width)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return fill(" ".join(text.split()), width).splitlines()


class Parser(argparse.ArgumentParser):
    """Reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(print_error(f"{message} (see `{self.prog} --help`)"))


def make_parser(name: str, command: CommandModule) -> Parser:
    """The argument parser of a command."""
    parser = Parser(
        prog=f"boardwright {name}", description=command.__doc__, formatter_class=Formatter, allow_abbrev=False
    )
    command.parser(parser)
    return parser


def read(name: str, command: CommandModule, argv: list[str]) -> argparse.Namespace:
    """Parses the arguments of a command; SystemExit after `--help` or an error."""
    return make_parser(name, command).parse_args(argv)
