"""The language of commands and cards as data: conditions and instructions that a game registers, for JSON to name.

Data is checked against the types of the functions' parameters, with errors that name the file, the card and the key.
Conditions and instructions see the numbers of a command as arguments, each less one: players count from 1. What an
instruction relies on is proved by facts, in plain words, when the cards are loaded; none of them has to check anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from inspect import signature
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from boardwright.core.card_data.command import Args, C
from boardwright.core.refusal import BadOptions

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

MOST_STEPS = 20
"""Conditions, and instructions, that a command may have."""


class BadCards(BadOptions):
    """Card data that cannot be played with; the text names the file, the card and the key."""


class JsonObject(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of objects in JSON: every key is a field, and there are no others."""


def read(data: object, kind: type[T], where: str) -> T:
    """Return JSON data as a value of that type; raises BadCards for anything else.

    >>> read([1, "2"], list[int], "tools.json: card 5")
    Traceback (most recent call last):
        ...
    boardwright.core.card_data.language.BadCards: tools.json: card 5: Expected `int`, got `str` - at `$[1]`.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadCards(f"{where}: {error}{_hint(kind, str(error))}.") from None


def _hint(kind: Any, error: str) -> str:
    """Return the values that the field has which an error names, where there are only a few."""
    named = re.search(r"`\$\.(\w+)`", error)
    field = get_type_hints(kind).get(named[1]) if named and issubclass(kind, msgspec.Struct) else None
    values = [str(value) for one in (field, *get_args(field)) if get_origin(one) is Literal for value in get_args(one)]
    return f"; possible are {', '.join(values)}" if values else ""


@contextmanager
def collected(problems: list[str]) -> Iterator[None]:
    """Add what is wrong with card data to a list, instead of raising BadCards."""
    try:
        yield
    except BadCards as problem:
        problems.append(str(problem))


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
    boardwright.core.card_data.language.BadCards: market.json: card 1: unknown effect 'gian'; there are gain.
    """

    def __init__(self, noun: str, compiled: Callable[..., T] | None = None) -> None:
        super().__init__()
        self._noun, self._compiled = noun, compiled

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
            made = self._compiled(work, **facts) if self._compiled else work
            self[work.__name__] = Kind(JsonObject, lambda context: made)
            return work

        return enter

    def read(self, data: object, where: str, context: Any) -> T:
        """Make a condition or instruction from its JSON; raises BadCards for anything else.

        The function gets the context, with `where` added to it if it has such a field, and the options.
        """
        given = read(data, dict[str, Any], where)
        name = given.pop(self._noun, None)
        if not isinstance(name, str) or name not in self:
            raise BadCards(f"{where}: unknown {self._noun} {name!r}; there are {', '.join(self)}.")
        where = f"{where}: {self._noun} {name!r}"
        kind = self[name]
        options = read(given, kind.options, where)
        if "where" in getattr(context, "_fields", ()):
            context = context._replace(where=where)
        compiled: T = kind.make(context, **msgspec.structs.asdict(options))
        return compiled


class Condition(NamedTuple):
    """A test that returns "" or the code of a refusal, whatever the arguments are.

    `reads` are the arguments the test looks at, `ranges` what it leaves of them before the state is looked at,
    `proves` what instructions may rely on once it holds.
    """

    test: Callable[[Any, Args], str]
    reads: tuple[int, ...] = ()
    ranges: Mapping[int, range] = {}
    proves: tuple[str, ...] = ()


class Instruction(NamedTuple):
    """A change: what it relies on, what is no longer certain after it, what is certain then."""

    change: Callable[[Any, Args], Any]
    needs: tuple[str, ...] = ()
    spoils: tuple[str, ...] = ()
    proves: tuple[str, ...] = ()


class Language(NamedTuple, Generic[C]):
    """The parts of commands: conditions, instructions, words that are taken, and the largest number that counts.

    `command` is the type of the moves.
    """

    command: type[C]
    conditions: Registry[Condition]
    instructions: Registry[Instruction]
    reserved: tuple[str, ...] = ()
    largest: int = 99


class Steps(JsonObject, frozen=True):
    """The JSON of conditions and instructions."""

    undoable: bool
    conditions: Annotated[list[Any], Meta(max_length=MOST_STEPS)]
    instructions: Annotated[list[Any], Meta(max_length=MOST_STEPS)]


class RuleJson(Steps, frozen=True):
    """The JSON of a command."""

    reg_exp: str


def parts_of(command: Any) -> int:
    """Return how much there is to compile in the JSON of a command, whatever it is."""
    if not isinstance(command, Mapping):
        return 1
    lists = [command.get(key) for key in ("conditions", "instructions")]
    return 1 + str(command.get("reg_exp", "")).count(" ") + sum(len(each) for each in lists if isinstance(each, list))
