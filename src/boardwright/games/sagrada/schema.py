"""How card files are read: JSON checked against types, with errors that name file, card and key."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import signature
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from boardwright.core.refusal import BadOptions

CardId: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=999)]
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
    boardwright.games.sagrada.schema.BadCards: tools.json: card 5: Expected `int`, got `str` - at `$[1]`.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadCards(f"{where}: {error}{_hint(kind, str(error))}.") from None


def _hint(kind: Any, error: str) -> str:
    """The values that the field has which an error names, where there are only a few."""
    named = re.search(r"`\$\.(\w+)`", error)
    field = get_type_hints(kind).get(named[1]) if named and issubclass(kind, msgspec.Struct) else None
    values = [str(value) for one in (field, *get_args(field)) if get_origin(one) is Literal for value in get_args(one)]
    return f"; possible are {', '.join(values)}" if values else ""


class Context(NamedTuple):
    """What a condition or instruction may depend on: the card and the deck, and where its JSON stands."""

    card: int = 0
    is_active: bool = False
    color: str = ""
    deck_size: int = 12
    where: str = ""


class Kind(NamedTuple):
    """A kind of condition or instruction: the type of its options, and the function that makes one from them."""

    options: type[msgspec.Struct]
    make: Callable[..., Any]


class Registry(dict[str, Kind], Generic[T]):
    """The kinds of conditions, or those of instructions, by the names of their functions."""

    def __init__(self, noun: str, compiled: Callable[..., T]) -> None:
        super().__init__()
        self._noun, self._compiled = noun, compiled

    def add(self, make: F) -> F:
        """Register a function that makes one; its parameters after the context are the options."""
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

    def read(self, data: object, where: str, context: Context) -> T:
        """Make a condition or instruction from its JSON; raises BadCards for anything else.

        >>> from boardwright.games.sagrada.conditions import CONDITIONS
        >>> CONDITIONS.read({"condition": "die_piked"}, "tools.json: card 5", Context())  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        boardwright.games.sagrada.schema.BadCards: tools.json: card 5: unknown condition 'die_piked'; there are ...
        """
        given = read(data, dict[str, Any], where)
        name = given.pop(self._noun, None)
        kind = self.get(name) if isinstance(name, str) else None
        if kind is None:
            raise BadCards(f"{where}: unknown {self._noun} {name!r}; there are {', '.join(self)}.")
        where = f"{where}: {self._noun} {name!r}"
        options = read(given, kind.options, where)
        compiled: T = kind.make(context._replace(where=where), **msgspec.structs.asdict(options))
        return compiled
