"""Variants of a game: frozen, validated, with defaults and a JSON schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple, Self, TypeAlias, TypeVar

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions


class DrawRules(NamedTuple):
    """Numbers of repetitions of a position, and of passed turns in a row, that draw the match; 0: never."""

    repetition: int = 0
    passes: int = 0


NO_DRAWS: Final = DrawRules()


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of every game's options; a game without variants uses it as it is.

    Bounds belong into the annotation (`Annotated[int, msgspec.Meta(ge=1, le=4, description="...")]`),
    what concerns several fields into `__post_init__`, as a `check` (`core.refusal`).

    >>> class Size(Options, frozen=True):
    ...     rows: int = 6
    >>> read_options(Size, {"rows": "8"}).rows
    8
    """

    between_people: ClassVar[Mapping[str, JSON]] = {}
    """Options of a match that several people sit down to, unless chosen otherwise or the match has a clock."""

    @property
    def draw_rules(self) -> DrawRules:
        """When a match is drawn because nobody makes progress; by default never."""
        return NO_DRAWS

    @classmethod
    def read_local(cls, given: Mapping[str, JSON]) -> Self:
        """Read options typed on this machine, which may name files to read. Never used for input from elsewhere."""
        return read_options(cls, given)

    @classmethod
    def check_cards(cls, path: str) -> list[str] | None:
        """Return what is wrong with a file or folder of custom cards, one sentence each; None if cards are not data."""
        return None


O = TypeVar("O", bound=Options)
GivenOptions: TypeAlias = Options | Mapping[str, JSON] | None
"""Options as people give them: read, as JSON values or texts by name, or none for the defaults."""


class Choice(NamedTuple):
    """A value of an option in words for players; `seats` are the numbers of players it is for, empty for all."""

    value: str
    title: str
    text: str
    seats: Sequence[int] = ()


def in_words(title: str, *choices: Choice, description: str = "") -> msgspec.Meta:
    """Return the presentation of an option: its title, and those of its values that have words.

    The terminal shows the description, by default the words of all values.

    >>> meta = in_words("Board", Choice("small", "Small", "For a quick match."), Choice("large", "Large", "As usual."))
    >>> meta.extra_json_schema["oneOf"][0]
    {'const': 'small', 'title': 'Small', 'description': 'For a quick match.'}
    >>> meta.description
    'small: For a quick match. large: As usual.'
    """
    description = description or " ".join(f"{choice.value}: {choice.text}" for choice in choices)
    named = [
        {"const": value, "title": name, "description": text, **({"seats": list(seats)} if seats else {})}
        for value, name, text, seats in choices
    ]
    return msgspec.Meta(title=title, description=description, extra_json_schema={"oneOf": named})


def read_options(kind: type[O], given: Mapping[str, JSON] | None) -> O:
    """Return options from JSON values or from the texts of a command line; BadOptions says what is wrong.

    >>> read_options(Options, {"color": "red"})
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.BadOptions: No option 'color' here; there are none.
    """
    given = given or {}
    names = kind.__struct_fields__
    for name in given:
        if name not in names:
            have = f"there are {', '.join(names)}" if names else "there are none"
            raise BadOptions(f"No option {name!r} here; {have}.")
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, ValueError):
            raise BadOptions(f"Option refused: {error.__cause__}.") from None
        raise BadOptions(_fault(kind, given)) from None


def options_schema(kind: type[Options], usual: Mapping[str, JSON] | None = None) -> dict[str, JSON]:
    """Return the JSON schema of a game's options, with the defaults of `usual`, for forms and `boardwright games`.

    >>> options_schema(Options)["properties"]
    {}
    """
    (_,), parts = msgspec.json.schema_components([kind])
    schema: dict[str, JSON] = dict(parts[kind.__name__])
    schema.pop("title", None)
    properties: Any = schema["properties"]
    defaults = {
        name: {**properties[name], "default": value} for name, value in (usual or {}).items() if name in properties
    }
    return {**schema, "properties": properties | defaults}


def _fault(kind: type[Options], given: Mapping[str, JSON]) -> str:
    """Return which of the options has a value of the wrong kind, and what it may be."""
    for name, value in given.items():
        try:
            msgspec.convert({name: value}, kind, strict=False)
        except msgspec.ValidationError as error:
            if error.__cause__ is None:
                return f"Option {name}={value} is not possible; it is {_allowed(kind, name)}."
    return "The options are not possible."


def _allowed(kind: type[Options], name: str) -> str:
    """Return what an option may be, in words, from its schema."""
    properties: Any = options_schema(kind)["properties"]
    schema = properties[name]
    return " or ".join(_kind_text(one) for one in schema.get("anyOf", [schema]) if one.get("type") != "null")


def _kind_text(schema: Any) -> str:
    """Return a JSON schema in words.

    >>> _kind_text({"enum": ["free", "full"]}), _kind_text({"type": "integer", "minimum": 1})
    ('free or full', 'a whole number of at least 1')
    """
    if "enum" in schema:
        *others, last = map(str, schema["enum"])
        return f"{', '.join(others)} or {last}" if others else last
    least, most = schema.get("minimum"), schema.get("maximum")
    bounds = f" from {least} to {most}"
    if least is None or most is None:
        bounds = f" of at least {least}" if least is not None else f" of at most {most}" if most is not None else ""
    match schema.get("type"):
        case "integer":
            return f"a whole number{bounds}"
        case "number":
            return f"a number{bounds}"
        case "boolean":
            return "true or false"
        case "array":
            parts = schema.get("prefixItems") or [schema.get("items") or {}]
            count = f"{schema['minItems']} values" if "minItems" in schema else "values"
            return f"a list of {count}, each {_kind_text(parts[0])}"
        case _:
            return "a text"
