"""Output of commands: JSON and color."""

from __future__ import annotations

import json
import os
import sys

import msgspec

from boardwright.bots.analysis.analysis import Option


def print_json(value: object) -> None:
    """Prints a JSON-able value or struct, indented."""
    print(json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=2))


def is_terminal() -> bool:
    """True if input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wants_color() -> bool:
    """True if the output is a terminal, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def option_value(option: Option) -> str:
    """What a move is worth, and how often the search visited it; in a solved position when the game ends.

    >>> option_value(Option("a", 0.25, 12)), option_value(Option("b", 1.0, 0, 7))
    ('+0.25, 12 visits', 'wins on turn 7')
    """
    if option.turns is not None:
        return distance(option.turns)
    return f"{option.value:+.2f}, {option.visits} visits"


def distance(turns: int) -> str:
    """When a solved game ends.

    >>> distance(7), distance(-2), distance(0)
    ('wins on turn 7', 'loses on turn 2', 'drawn')
    """
    if not turns:
        return "drawn"
    return f"{'wins' if turns > 0 else 'loses'} on turn {abs(turns)}"
