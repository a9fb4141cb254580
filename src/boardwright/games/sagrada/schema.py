"""What card files may say: options with their values, and errors that name file, card and key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from boardwright.core.refusal import BadOptions

MISSING = object()


class BadCards(BadOptions):
    """Card data that cannot be played with; the text names the file, the card and the key."""


class Option(NamedTuple):
    """One key of a condition or instruction: which values it takes, and in which words to say so."""

    values: tuple[Any, ...] | type
    words: str
    default: Any = MISSING

    def accepts(self, value: object) -> bool:
        """Whether the value fits; True is no number here, and 1 is not True."""
        if self.values is object:
            return True
        if isinstance(self.values, type):
            return type(value) is self.values
        return any(type(value) is type(choice) and value == choice for choice in self.values)


FLAG = Option(bool, "true or false")
NUMBER = Option(int, "a whole number")
TEXT = Option(str, "a text")
ANYTHING = Option(object, "there")


def one_of(*values: Any) -> Option:
    """An option with a few possible values."""
    return Option(values, "one of " + ", ".join("null" if value is None else str(value) for value in values))


class Context(NamedTuple):
    """What a condition or instruction may know of the card and deck it is compiled for."""

    card: int = 0
    is_active: bool = False
    color: str = ""
    deck_size: int = 12


def read_object(data: object, where: str) -> Mapping[str, Any]:
    """The value as a JSON object, or an error."""
    if not isinstance(data, Mapping):
        raise BadCards(f"{where}: this must be an object in braces, not {data!r}.")
    return data


def read_list(data: object, where: str) -> Sequence[Any]:
    """The value as a JSON list, or an error."""
    if not isinstance(data, list | tuple):
        raise BadCards(f"{where}: this must be a list in brackets, not {data!r}.")
    return data


def read_options(data: Mapping[str, Any], options: Mapping[str, Option], where: str) -> dict[str, Any]:
    """The values of an object's keys, with defaults; errors for unknown, missing and wrong ones.

    >>> read_options({"value": 1}, {"value": FLAG}, "tools.json: card 5")
    Traceback (most recent call last):
        ...
    boardwright.games.sagrada.schema.BadCards: tools.json: card 5: key 'value' must be true or false, not 1.
    """
    for key in data:
        if key not in options:
            raise BadCards(f"{where}: unknown key {key!r}; there are {', '.join(options) or 'none'}.")
    read = {}
    for key, option in options.items():
        value = data.get(key, option.default)
        if value is MISSING:
            raise BadCards(f"{where}: key {key!r} is missing; it must be {option.words}.")
        if key in data and not option.accepts(value):
            raise BadCards(f"{where}: key {key!r} must be {option.words}, not {value!r}.")
        read[key] = value
    return read
