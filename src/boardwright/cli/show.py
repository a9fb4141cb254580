"""Output of commands: JSON and color."""

from __future__ import annotations

import json
import os
import sys

import msgspec


def print_json(value: object) -> None:
    """Prints a JSON-able value or struct, indented."""
    print(json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=2))


def is_terminal() -> bool:
    """True if input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wants_color() -> bool:
    """True if the output is a terminal, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
