"""How card files are read: options with their values, and errors that name file, card and key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from boardwright.core.refusal import BadOptions

MISSING = object()
T = TypeVar("T", bound=Callable[..., Any])


class BadCards(BadOptions):
    """Card data that cannot be played with; the text names the file, the card and the key."""


class Option(NamedTuple):
    """One key of a JSON object: the values it takes, and the words for them."""

    values: tuple[Any, ...] | type
    words: str
    default: Any = MISSING

    def accepts(self, value: object) -> bool:
        """Return True if the value fits; types count, so True is not 1."""
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
    """Return an option with a few possible values."""
    return Option(values, "one of " + ", ".join("null" if value is None else str(value) for value in values))


class Context(NamedTuple):
    """What a condition or instruction may depend on: the card and the deck, and where its JSON stands."""

    card: int = 0
    is_active: bool = False
    color: str = ""
    deck_size: int = 12
    where: str = ""


class Kind(NamedTuple):
    """A kind of condition or instruction: its options, and the function that makes one from them."""

    options: Mapping[str, Option]
    make: Callable[..., Any]


class Registry(dict[str, Kind]):
    """The kinds of conditions, or those of instructions, by name."""

    def __init__(self, noun: str) -> None:
        super().__init__()
        self._noun = noun

    def add(self, name: str, **options: Option) -> Callable[[T], T]:
        """Register the decorated function, which is called with a context and the values of the options."""

        def enter(make: T) -> T:
            self[name] = Kind(options, make)
            return make

        return enter

    def read(self, data: object, where: str, context: Context) -> Any:
        """Make a condition or instruction from its JSON; raises BadCards for anything else."""
        given = dict(read_object(data, where))
        name = given.pop(self._noun, None)
        kind = self.get(name) if isinstance(name, str) else None
        if kind is None:
            raise BadCards(f"{where}: unknown {self._noun} {name!r}; there are {', '.join(self)}.")
        where = f"{where}: {self._noun} {name!r}"
        return kind.make(context._replace(where=where), **read_options(given, kind.options, where))


def read_object(data: object, where: str) -> Mapping[str, Any]:
    """Return the value if it is a JSON object; raises BadCards otherwise."""
    if not isinstance(data, Mapping):
        raise BadCards(f"{where}: this must be an object in braces, not {data!r}.")
    return data


def read_list(data: object, where: str) -> Sequence[Any]:
    """Return the value if it is a JSON list; raises BadCards otherwise."""
    if not isinstance(data, list | tuple):
        raise BadCards(f"{where}: this must be a list in brackets, not {data!r}.")
    return data


def read_options(data: Mapping[str, Any], options: Mapping[str, Option], where: str) -> dict[str, Any]:
    """Return the values of an object's keys, with defaults; raises BadCards for unknown, missing and wrong ones.

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
