"""What a command is, and the parser that reads its arguments."""

from __future__ import annotations

import argparse
from typing import NoReturn, Protocol

from boardwright.cli import complain


class Command(Protocol):
    """What a command's module brings."""

    def parser(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> int: ...


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(complain(f"{message} (see `{self.prog} --help`)"))


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
