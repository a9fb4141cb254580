"""Options of a bot, read from the text after its name: `iterations=200,exploration=0.5`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

_WHOLE = re.compile("-?[0-9]{1,15}")
_NUMBER = re.compile(r"[-+.0-9eE]{1,30}")


def read_options(name: str, factory: Callable[..., object], text: str) -> dict[str, Any]:
    """Read `key=value,key=value` by the factory's signature; ValueError says which options there are.

    The type of an option is that of its default. A value without a typed default becomes a number if it looks like one.

    >>> def sleepy(game, naps=3, rate=0.5): ...
    >>> read_options("sleepy", sleepy, "naps=5")
    {'naps': 5}
    >>> read_options("sleepy", sleepy, "5")
    Traceback (most recent call last):
        ...
    ValueError: '5' is not an option. Write key=value; sleepy takes naps=3, rate=0.5
    """
    parameters = list(inspect.signature(factory).parameters.values())[1:]
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    defaults = {each.name: each.default for each in parameters if each.kind in kinds}
    options: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not defaults:
            raise ValueError(f"{name} takes no options")
        if not equals or key not in defaults:
            raise ValueError(f"{shortened(key)} is not an option. Write key=value; {name} takes {_listed(defaults)}")
        if key in options:
            raise ValueError(f"{key} is given twice")
        options[key] = _value(key, value, defaults[key])
    return options


def read_number(text: str) -> float | None:
    """Return a finite number, or None.

    >>> read_number("1e-3"), read_number("nan")
    (0.001, None)
    """
    try:
        number = float(text) if _NUMBER.fullmatch(text) else None
    except ValueError:
        return None
    return number if number is not None and isfinite(number) else None


def _value(key: str, text: str, default: Any) -> Any:
    whole = int(text) if _WHOLE.fullmatch(text) else None
    number = read_number(text)
    flag = {"true": True, "false": False}.get(text)
    readings = {bool: ("true or false", flag), int: ("a whole number", whole), float: ("a number", number)}
    if type(default) in readings:
        wanted, value = readings[type(default)]
        if value is None:
            raise ValueError(f"{key} must be {wanted}, not {shortened(text)}")
        return value
    untyped = () if isinstance(default, str) else (whole, number)
    return next((each for each in untyped if each is not None), text)


def _listed(defaults: Mapping[str, Any]) -> str:
    untold = (None, inspect.Parameter.empty)
    texts = {key: str(each).lower() if isinstance(each, bool) else str(each) for key, each in defaults.items()}
    return ", ".join(key if defaults[key] in untold else f"{key}={text}" for key, text in texts.items())


def shortened(text: str, longest: int = 40) -> str:
    """Return a text in quotation marks, cut off after `longest` characters."""
    return repr(text if len(text) <= longest else text[:longest] + "…")
