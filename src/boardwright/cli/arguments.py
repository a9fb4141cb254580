"""Arguments shared by several commands."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence

from boardwright.bots import bot
from boardwright.bots.options import read_number
from boardwright.cli.errors import print_error
from boardwright.core.canonical import JSON
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game as find_game
from boardwright.core.game.registry import names
from boardwright.core.refusal import BadOptions, UnknownGame
from boardwright.core.rules.options import Options
from boardwright.core.rules.position import AnyPosition
from boardwright.core.rules.seats import usual_seats

MOVE_HELP = "start when N moves have been made; undone moves do not count"
"""The help of `--move`."""


def whole(low: int, high: int = 1_000_000_000) -> Callable[[str], int]:
    """Return an argparse type: whole numbers from `low` to `high`.

    >>> whole(1)("12")
    12
    """

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if digits.isdecimal() and digits.isascii() and len(digits) < 12 and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"{shorten(text)} is not a whole number from {low:,} to {high:,}")

    return read


def positive(text: str) -> float:
    """Read an argument that is a number above 0.

    >>> positive("0.5")
    0.5
    """
    number = read_number(text)
    if number is None or number <= 0:
        raise argparse.ArgumentTypeError(f"{shorten(text)} is not a number above 0")
    return number


def shorten(text: str) -> str:
    """Return the text, quoted and cut, for messages.

    >>> shorten("x" * 50)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'"
    """
    return repr(text if len(text) <= 40 else text[:40] + "…")


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Add `-o KEY=VALUE` and `--seats`."""
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="game option, see `boardwright games`; repeatable",
    )
    parser.add_argument(
        "--seats", type=whole(1, 1000), metavar="N", help="number of players (default: 2 where possible)"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="output JSON")


def read_variant(game: AnyGame, pairs: Sequence[str]) -> Options:
    """Read the game's options from `KEY=VALUE` texts, the others are the usual ones; a value may be JSON."""
    options: Options = game.Options.read_local({**game.usual_options, **read_pairs(pairs)})
    return options


def read_pairs(pairs: Sequence[str]) -> dict[str, JSON]:
    """Return the values of `KEY=VALUE` texts by their keys."""
    given: dict[str, JSON] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise BadOptions(f"{shorten(pair)} is not an option; write KEY=VALUE.")
        if key in given:
            raise BadOptions(f"The option {key!r} is given twice.")
        given[key] = _value(value)
    return given


def _value(text: str) -> JSON:
    if text[:1] not in ("[", "{") and text != "null":
        return text
    try:
        value: JSON = json.loads(text)
    except (ValueError, RecursionError):
        raise BadOptions(f"{shorten(text)} is not valid JSON.") from None
    return value


def read_setup(name: str, seats: int | None, pairs: Sequence[str]) -> tuple[AnyGame, int, Options]:
    """Return the game, the number of seats and the options; BadOptions if they do not fit."""
    game = find_game(name)
    seats, options = seats or usual_seats(game.seats), read_variant(game, pairs)
    game.begin(seats, options)
    return game, seats, options


def begin(name: str, seats: int | None, pairs: Sequence[str]) -> tuple[AnyGame, AnyPosition]:
    """Return the game and its first position in that variant."""
    game, seats, options = read_setup(name, seats, pairs)
    return game, game.begin(seats, options)


def check_bots(specs: Iterable[str], game: AnyGame) -> None:
    """Raise Unreadable if one of the texts does not name a bot."""
    for spec in specs:
        bot(spec, game).close()


def installed(given: Sequence[str]) -> tuple[list[AnyGame], int]:
    """Return the games of those names, or all, and the exit code; a game that cannot be loaded is reported."""
    found, code = [], 0
    for name in given or names():
        try:
            found.append(find_game(name))
        except UnknownGame as error:
            code = print_error(str(error))
    return found, code
