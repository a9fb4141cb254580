"""The argument parser of a command."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from boardwright.cli.errors import print_error
from boardwright.cli.wrapping import fill, paragraphs

if TYPE_CHECKING:
    from boardwright.cli import CommandModule


class Formatter(argparse.HelpFormatter):
    """A formatter that fills the paragraphs of the description and keeps the lines of the epilog."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if text.startswith(("example:", "exit code:")):
            return fill(text, width, " " * len("example: "))
        return paragraphs(text, width)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return fill(" ".join(text.split()), width).splitlines()


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(print_error(f"{message} (see `{self.prog} --help`)"))


def make_parser(name: str, command: CommandModule) -> Parser:
    """Return the argument parser of a command."""
    parser = Parser(
        prog=f"boardwright {name}", description=command.__doc__, formatter_class=Formatter, allow_abbrev=False
    )
    command.parser(parser)
    return parser


def read(name: str, command: CommandModule, argv: list[str]) -> argparse.Namespace:
    """Parse the arguments of a command; SystemExit after `--help` or an error."""
    return make_parser(name, command).parse_args(argv)
