"""Conditions and instructions that a game registers by name, for JSON to name with their options.

Data is checked against the types of the functions' parameters, with errors that name the file, the card and the key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import signature
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from boardwright.core.refusal import BadOptions

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class BadCards(BadOptions):
    """Card data that cannot be played with; the text names the file, the card and the key."""


class JsonObject(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of objects in JSON: every key is a field, and there are no others."""


def read(data: object, kind: type[T], where: str) -> T:
    """Return JSON data as a value of that type; raises BadCards for anything else.

    >>> read([1, "2"], list[int], "tools.json: card 5")
    Traceback (most recent call last):
        ...
    boardwright.core.card_data.registry.BadCards: tools.json: card 5: Expected `int`, got `str` - at `$[1]`.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadCards(f"{where}: {error}{_hint(kind, str(error))}.") from None


@contextmanager
def collected(problems: list[str]) -> Iterator[None]:
    """Adds what is wrong with card data to a list, instead of raising BadCards."""
    try:
        yield
    except BadCards as problem:
        problems.append(str(problem))


def _hint(kind: Any, error: str) -> str:
    """The values that the field has which an error names, where there are only a few."""
    named = re.search(r"`\$\.(\w+)`", error)
    field = get_type_hints(kind).get(named[1]) if named and issubclass(kind, msgspec.Struct) else None
    values = [str(value) for one in (field, *get_args(field)) if get_origin(one) is Literal for value in get_args(one)]
    return f"; possible are {', '.join(values)}" if values else ""


class Kind(NamedTuple):
    """A kind of condition or instruction: the type of its options, and the function that makes one from them."""

    options: type[msgspec.Struct]
    make: Callable[..., Any]


class Registry(dict[str, Kind], Generic[T]):
    """The kinds of conditions, or those of instructions, by the names of their functions.

    >>> from collections.abc import Callable
    >>> EFFECTS: Registry[Callable[[int], int]] = Registry("effect")
    >>> @EFFECTS.add
    ... def gain(where: str, coins: int) -> Callable[[int], int]:
    ...     return lambda purse: purse + coins
    >>> EFFECTS.read({"effect": "gain", "coins": 3}, "market.json: card 1", "")(4)
    7
    >>> EFFECTS.read({"effect": "gian"}, "market.json: card 1", "")
    Traceback (most recent call last):
        ...
    boardwright.core.card_data.registry.BadCards: market.json: card 1: unknown effect 'gian'; there are gain.
    """

    def __init__(self, noun: str, compiled: Callable[..., T] | None = None) -> None:
        super().__init__()
        self._noun, self._compiled = noun, compiled or _itself

    def add(self, make: F) -> F:
        """Register a function that makes one; its parameters after the first, the context, are the options."""
        hints = get_type_hints(make, include_extras=True)
        _, *options = signature(make).parameters.values()
        fields = [
            (one.name, hints[one.name]) if one.default is one.empty else (one.name, hints[one.name], one.default)
            for one in options
        ]
        self[make.__name__] = Kind(msgspec.defstruct(make.__name__, fields, bases=(JsonObject,), frozen=True), make)
        return make

    def plain(self, **facts: Any) -> Callable[[F], F]:
        """Register one without options: the decorated function is what it tests or does."""

        def enter(work: F) -> F:
            self[work.__name__] = Kind(JsonObject, lambda context: self._compiled(work, **facts))
            return work

        return enter

    def read(self, data: object, where: str, context: Any) -> T:
        """Make a condition or instruction from its JSON; raises BadCards for anything else.

        The function gets the context, with `where` added to it if it has such a field, and the options.
        """
        given = read(data, dict[str, Any], where)
        name = given.pop(self._noun, None)
        kind = self.get(name) if isinstance(name, str) else None
        if kind is None:
            raise BadCards(f"{where}: unknown {self._noun} {name!r}; there are {', '.join(self)}.")
        where = f"{where}: {self._noun} {name!r}"
        options = read(given, kind.options, where)
        if "where" in getattr(context, "_fields", ()):
            context = context._replace(where=where)
        compiled: T = kind.make(context, **msgspec.structs.asdict(options))
        return compiled


def _itself(work: Any) -> Any:
    return work
