"""Arguments that several commands share, and how their texts are read."""

from __future__ import annotations

import argparse
import hashlib
import json
import secrets
from collections.abc import Callable, Sequence

from boardwright.cli.errors import print_error
from boardwright.core.canonical import JSON
from boardwright.core.game import AnyGame
from boardwright.core.options import Options
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import BadOptions, UnknownGame
from boardwright.core.registry import game as find_game
from boardwright.core.registry import names


def whole(low: int, high: int = 1_000_000_000) -> Callable[[str], int]:
    """A reader of whole numbers from `low` to `high`.

    >>> whole(1)("12")
    12
    """

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if digits.isdecimal() and digits.isascii() and len(digits) < 12 and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"{shorten(text)} is no whole number from {low:,} to {high:,}")

    return read


def shorten(text: str) -> str:
    """The text as it is shown in messages.

    >>> shorten("x" * 50)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'"
    """
    return repr(text if len(text) <= 40 else text[:40] + "…")


def add_variant(parser: argparse.ArgumentParser) -> None:
    """`-o KEY=VALUE` and `--seats`."""
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a variant; `boardwright games` lists them",
    )
    parser.add_argument("--seats", type=whole(1, 1000), metavar="N", help="how many play; the fewest unless given")


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def read_variant(game: AnyGame, pairs: Sequence[str]) -> Options:
    """The game's options from `KEY=VALUE` texts; a value may be JSON."""
    given: dict[str, JSON] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise BadOptions(f"{shorten(pair)} is no option; write KEY=VALUE.")
        if key in given:
            raise BadOptions(f"The option {key!r} is given twice.")
        given[key] = _value(value)
    options: Options = game.local_options(given)
    return options


def _value(text: str) -> JSON:
    if text[:1] not in ("[", "{") and text != "null":
        return text
    try:
        value: JSON = json.loads(text)
    except (ValueError, RecursionError):
        raise BadOptions(f"{shorten(text)} is no JSON.") from None
    return value


def begin(name: str, seats: int | None, pairs: Sequence[str]) -> tuple[AnyGame, AnyPosition]:
    """The game of that name and its first position in that variant."""
    game = find_game(name)
    return game, game.begin(seats, read_variant(game, pairs))


def installed(given: Sequence[str]) -> tuple[list[AnyGame], int]:
    """The games of those names, or all; one that cannot be loaded is complained of and left out.

    The second value is the exit code that this means.
    """
    found, code = [], 0
    for name in given or names():
        try:
            found.append(find_game(name))
        except UnknownGame as error:
            code = print_error(str(error))
    return found, code


def read_seed(text: str | None) -> bytes:
    """A match's seed: 64 hexadecimal digits are the seed itself, another text is hashed, None is drawn.

    >>> read_seed("00" * 32) == bytes(32), len(read_seed("rainy sunday"))
    (True, 32)
    """
    if text is None:
        return secrets.token_bytes(32)
    if len(text) == 64 and all(digit in "0123456789abcdefABCDEF" for digit in text):
        return bytes.fromhex(text)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()
