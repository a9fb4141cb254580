"""A game's options as parameters of OpenSpiel, one for each, in a form that OpenSpiel's game strings carry.

Numbers and flags are themselves, and an optional number that is left out is the number below its least one. Texts are
percent-encoded where they have characters that game strings split at, and lists are JSON with `;` between the values:
`boardwright_mage_duel(edges=[2;1],variant=short_deck)`. OpenSpiel's numbers have 32 bits or ten decimals.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias, cast
from urllib.parse import quote, unquote

import msgspec
from msgspec import inspect

from boardwright.core.canonical import JSON
from boardwright.core.game.game import AnyGame
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.options import Options

Value: TypeAlias = "bool | int | float | str"

_OURS = ("players", "max_moves")
_SAFE = "!#$&'*+./:<>?@[]^`{|}~"
_NOT_A_TEXT = re.compile(r"[-+.\d]+|true|false", re.IGNORECASE)
"""Texts that OpenSpiel reads as a number or a flag."""
_NOTHING = "%"
"""No text, which is not the empty text; encoded texts never have a percent sign alone."""
_LEAST = -(2**31)
_TYPES: dict[type[inspect.Type], type[Any]] = {
    inspect.BoolType: bool,
    inspect.IntType: int,
    inspect.FloatType: float,
    inspect.StrType: str,
}


class Parameter(msgspec.Struct, frozen=True):
    """One option as a parameter; `missing` is its value where the option has none."""

    name: str
    option: str
    default: Value
    missing: Value
    is_text: bool

    def write(self, value: JSON) -> Value:
        """Return an option's value, as JSON has it, as a value of this parameter."""
        if value is None:
            return self.missing
        if isinstance(self.default, str):
            return _write_text(value, is_text=self.is_text)
        return type(self.default)(cast(Value, value))

    def read(self, value: Value) -> JSON:
        """Return the option's value as JSON has it."""
        if value == self.missing or not isinstance(value, str):
            return None if value == self.missing else value
        if self.is_text:
            return unquote(value)
        try:
            text = unquote(value[:3]) + value[3:] if value.startswith("%") else value
            return cast(JSON, _each_text(unquote, json.loads(text.replace(";", ","))))
        except ValueError:
            raise BadOptions(f"{self.name}={value} cannot be read; a list is written like [2;1].") from None


@cache
def parameters(game: AnyGame) -> tuple[Parameter, ...]:
    """Return the parameters of a game's options. One with the name of a parameter of ours gets an underscore.

    >>> from boardwright.core.game.registry import game
    >>> [(each.name, each.default) for each in parameters(game("deblockle"))]
    [('variant', 'standard'), ('cubes', 4), ('slide', 'full'), ('repetition', -1), ('passes', -1)]
    """
    usual = msgspec.to_builtins(game.read_options())
    kind = inspect.type_info(game.Options)
    assert isinstance(kind, inspect.StructType)
    return tuple(_parameter(field.name, _plain(field.type), usual.get(field.name)) for field in kind.fields)


def read_parameters(game: AnyGame, given: Mapping[str, Value]) -> Options:
    """Return the options that parameters say; BadOptions if they are not possible.

    >>> from boardwright.core.game.registry import game
    >>> read_parameters(game("mage_duel"), {"edges": "[2;1]", "joker_number": -1}).edges
    (2, 1)
    """
    known = {each.name: each for each in parameters(game)}
    options: Options = game.read_options(
        {
            known[name].option: known[name].read(value)
            for name, value in given.items()
            if name in known and value != known[name].default
        }
    )
    return options


def write_parameters(game: AnyGame, options: Options) -> dict[str, Value]:
    """Return the parameters of options, without those that are as usual.

    >>> from boardwright.core.game.registry import game
    >>> duel = game("mage_duel")
    >>> write_parameters(duel, duel.read_options({"edges": [2, 1], "red_joker_number": 0}))
    {'edges': '[2;1]', 'red_joker_number': 0}
    """
    values = msgspec.to_builtins(options)
    written = {each.name: (each.write(values.get(each.option)), each.default) for each in parameters(game)}
    return {name: value for name, (value, default) in written.items() if value != default}


def _parameter(option: str, kinds: list[Any], usual: JSON) -> Parameter:
    name = option + "_" if option in _OURS else option
    kind = _value_type(kinds)
    if kind is bool and usual is not None:
        return Parameter(name, option, usual is True, missing="", is_text=False)
    if kind in (int, float):
        missing = kind(_LEAST if getattr(kinds[0], "ge", None) is None else kinds[0].ge - 1)
        return Parameter(name, option, missing if usual is None else kind(cast(float, usual)), missing, is_text=False)
    is_text = str in {_value_type([each]) for each in kinds}
    missing = _NOTHING if is_text else "null"
    return Parameter(name, option, missing if usual is None else _write_text(usual, is_text=is_text), missing, is_text)


def _plain(kind: Any) -> list[Any]:
    """Return the kinds of a type without None and what describes it."""
    if isinstance(kind, inspect.Metadata):
        return _plain(kind.type)
    if isinstance(kind, inspect.UnionType):
        return [plain for each in kind.types for plain in _plain(each)]
    return [] if isinstance(kind, inspect.NoneType) else [kind]


def _value_type(kinds: list[Any]) -> type[Any] | None:
    """Return the one type of OpenSpiel that holds all values of these kinds; None if there is none."""
    if len(kinds) != 1:
        return None
    if isinstance(kinds[0], inspect.LiteralType | inspect.EnumType):
        values = kinds[0].values if isinstance(kinds[0], inspect.LiteralType) else list(kinds[0].cls)
        types = {type(getattr(value, "value", value)) for value in values}
        return types.pop() if len(types) == 1 else None
    return next((kind for known, kind in _TYPES.items() if isinstance(kinds[0], known)), None)


def _write_text(value: JSON, *, is_text: bool) -> str:
    if is_text and isinstance(value, str):
        return _as_text(_quoted(value))
    return _as_text(json.dumps(_each_text(_quoted, value), separators=(";", ":")))


def _quoted(text: str) -> str:
    return quote(text, safe=_SAFE)


def _as_text(text: str) -> str:
    """Escape the first letter of what OpenSpiel would not take for a text."""
    return f"%{ord(text[0]):02X}{text[1:]}" if _NOT_A_TEXT.fullmatch(text) else text


def _each_text(change: Callable[[str], str], value: Any) -> Any:
    """Return a JSON value with all its texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [_each_text(change, each) for each in value]
    if isinstance(value, dict):
        return {change(key): _each_text(change, each) for key, each in value.items()}
    return value
