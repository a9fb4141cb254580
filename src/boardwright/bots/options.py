"""Options of a bot, read from the text after its name: `iterations=200,exploration=0.5`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

_WHOLE = re.compile("-?[0-9]{1,15}")
_NUMBER = re.compile(r"[-+.0-9eE]{1,30}")
_SHOWN = 40


def read_options(name: str, factory: Callable[..., object], text: str) -> dict[str, Any]:
    """Reads `key=value,key=value` by the factory's signature; ValueError says which options there are.

    The type of an option is that of its default. A value without a typed default becomes a number if it looks like one.

    >>> def sleepy(game, naps=3, rate=0.5): ...
    >>> read_options("sleepy", sleepy, "naps=5")
    {'naps': 5}
    >>> read_options("sleepy", sleepy, "5")
    Traceback (most recent call last):
        ...
    ValueError: '5' is not an option. Write key=value; sleepy takes naps=3, rate=0.5
    """
    defaults = option_defaults(factory)
    options: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not defaults:
            raise ValueError(f"{name} takes no options")
        if not equals or key not in defaults:
            raise ValueError(f"{_short(key)} is not an option. Write key=value; {name} takes {_listed(defaults)}")
        if key in options:
            raise ValueError(f"{key} is given twice")
        options[key] = _value(key, value, defaults[key])
    return options


def option_defaults(factory: Callable[..., object]) -> dict[str, Any]:
    """The options of a bot's factory with their defaults: its parameters after the game."""
    parameters = list(inspect.signature(factory).parameters.values())[1:]
    return {
        parameter.name: parameter.default
        for parameter in parameters
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    }


def read_number(text: str) -> float | None:
    """A finite number, or None.

    >>> read_number("1e-3"), read_number("nan")
    (0.001, None)
    """
    try:
        number = float(text) if _NUMBER.fullmatch(text) else None
    except ValueError:
        return None
    return number if number is not None and isfinite(number) else None


def _value(key: str, text: str, default: Any) -> Any:
    whole, number = _WHOLE.fullmatch(text), read_number(text)
    if isinstance(default, bool):
        if text not in ("true", "false"):
            raise ValueError(f"{key} must be true or false, not {_short(text)}")
        return text == "true"
    if isinstance(default, int):
        if not whole:
            raise ValueError(f"{key} must be a whole number, not {_short(text)}")
        return int(text)
    if isinstance(default, float):
        if number is None:
            raise ValueError(f"{key} must be a number, not {_short(text)}")
        return number
    if isinstance(default, str):
        return text
    return int(text) if whole else text if number is None else number


def _listed(defaults: Mapping[str, Any]) -> str:
    shown = []
    for key, default in defaults.items():
        if default is None or default is inspect.Parameter.empty:
            shown.append(key)
        else:
            shown.append(f"{key}={str(default).lower() if isinstance(default, bool) else default}")
    return ", ".join(shown)


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
