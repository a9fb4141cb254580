"""Variants of a game: frozen, validated, with defaults and a JSON schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of every game's options; a game without variants uses it as it is.

    Bounds belong into the annotation (`Annotated[int, msgspec.Meta(ge=1, le=4, description="...")]`),
    what concerns several fields into `__post_init__`, as a ValueError.
    """


O = TypeVar("O", bound=Options)


def read_options(kind: type[O], given: Mapping[str, JSON] | None) -> O:
    """Options from JSON values or from the texts of a command line; BadOptions says what is wrong.

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
    except (msgspec.ValidationError, ValueError) as error:
        raise BadOptions(f"Option refused: {error}.") from None


def options_schema(kind: type[Options]) -> dict[str, JSON]:
    """The JSON schema of a game's options, as the page's form and `boardwright games` show it.

    >>> options_schema(Options)["properties"]
    {}
    """
    (_,), parts = msgspec.json.schema_components([kind])
    schema: dict[str, JSON] = dict(parts[kind.__name__])
    schema.pop("title", None)
    return schema
