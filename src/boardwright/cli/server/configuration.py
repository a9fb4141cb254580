"""The settings of the server from flags, the environment and a file.

A flag wins over an environment variable, that over the file, and the file over the default. Nothing unknown is
ignored: a misspelled setting would be a setting that silently does nothing.
"""

from __future__ import annotations

import argparse
import os
import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from boardwright.core.refusal import Unreadable
from boardwright.store.backends.open import has_password
from boardwright.store.directories import data_folder
from boardwright.web.settings import PREFIX, SettingField, Settings, fields

_CONFIG = "config"
_NOT_OF_THE_SERVER = ("kernels", "token")
"""Variables that other parts of the program read."""
_FILE = "_file"


class Configuration(NamedTuple):
    """The settings, and the names of those that were given rather than left at their default."""

    settings: Settings
    given: frozenset[str]


def add_settings(parser: argparse.ArgumentParser, *groups: str) -> None:
    """Adds `--config` and a flag for every setting of these groups; of all groups if none is named."""
    parser.add_argument("--config", metavar="FILE", help=f"TOML file with settings (or {PREFIX}CONFIG)")
    made: dict[str, Any] = {}
    for field in fields():
        if groups and field.group not in groups:
            continue
        if field.group not in made:
            made[field.group] = parser.add_argument_group(field.group)
        metavar = "URL" if field.name == "db" else field.name.split("_")[-1].upper()
        choices = f"{', '.join(field.choices)}; " if field.choices else ""
        text = f"{field.text} ({choices}default: {field.default_text})".replace("%", "%%")
        made[field.group].add_argument(field.flag, metavar=metavar, help=text)
        if field.secret:
            made[field.group].add_argument(f"{field.flag}-file", metavar="FILE", help=f"file that holds {field.flag}")


def load(args: argparse.Namespace, environ: Mapping[str, str] = os.environ) -> Configuration:
    """Returns the settings; raises Unreadable for a setting that is unknown, misspelled or not valid."""
    known = {field.name: field for field in fields()}
    flags = {name: value for name, value in vars(args).items() if value is not None and name in _names(known)}
    _check_secrets(flags, known)
    variables = _variables(environ, known)
    named = variables.pop(_CONFIG, None)
    path = named if args.config is None else args.config
    values: dict[str, Any] = {}
    if path is not None:
        values |= _from_file(Path(path), known)
    values |= _read({name: (_variable(name), text) for name, text in variables.items()}, known)
    values |= _read({name: ("--" + name.replace("_", "-"), text) for name, text in flags.items()}, known)
    given = frozenset(values)
    if "db" not in values:
        values["db"] = default_db()
    try:
        return Configuration(Settings(**values), given)
    except ValueError as error:
        raise Unreadable(f"{error}; name addresses such as 192.0.2.1, or networks such as 192.0.2.0/24.") from None


def _check_secrets(flags: Mapping[str, str], known: Mapping[str, SettingField]) -> None:
    """Raises Unreadable for a flag with a password: the list of processes shows all flags to everybody."""
    for name, text in flags.items():
        if name in known and known[name].secret and has_password(text):
            field = known[name]
            raise Unreadable(
                f"{field.flag}: everybody on this machine can read a password on the command line; "
                f"use {field.variable} or {field.flag}-file instead."
            )


def default_db() -> str:
    """The default database: boardwright.db in the user's data directory, which is created if needed."""
    return f"sqlite:///{data_folder() / 'boardwright.db'}"


def _names(known: Mapping[str, SettingField]) -> list[str]:
    """The names that can be given: all settings, and the files of secrets."""
    return [*known, *(field.name + _FILE for field in known.values() if field.secret)]


def _base(name: str) -> str:
    """The setting that a name belongs to: `db` for `db_file`."""
    return name.removesuffix(_FILE)


def _variables(environ: Mapping[str, str], known: Mapping[str, SettingField]) -> dict[str, str]:
    """The environment variables that are settings, by the name of the setting."""
    found = {name.removeprefix(PREFIX).lower(): text for name, text in environ.items() if name.startswith(PREFIX)}
    for name in _NOT_OF_THE_SERVER:
        found.pop(name, None)
    for name in found:
        if name != _CONFIG:
            _check_name(name, known, f"environment variable {_variable(name)}", _variable)
    return found


def _from_file(path: Path, known: Mapping[str, SettingField]) -> dict[str, Any]:
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path} is not a TOML file: {error}.") from None
    for name in content:
        _check_name(name, known, f"setting {name!r} in {path}", str)
    return _read({name: (f"{name} in {path}", value) for name, value in content.items()}, known)


def _check_name(name: str, known: Mapping[str, SettingField], what: str, spell: Callable[[str], str]) -> None:
    """Raises Unreadable if there is no such setting; the nearest name is spelled as its source spells it."""
    allowed = _names(known)
    if name not in allowed:
        close = get_close_matches(name, allowed, 1)
        hint = f"did you mean {spell(close[0])}?" if close else f"settings: {', '.join(allowed)}."
        raise Unreadable(f"Unknown {what}; {hint}")


def _variable(name: str) -> str:
    return PREFIX + name.upper()


def _read(given: Mapping[str, tuple[str, Any]], known: Mapping[str, SettingField]) -> dict[str, Any]:
    """Converts the values of one source; `given` has the place and the value of each."""
    values: dict[str, Any] = {}
    for name, (place, value) in given.items():
        if name in known:
            values[name] = _convert(place, value, known[name])
            continue
        if _base(name) in given:
            raise Unreadable(f"{place} and {given[_base(name)][0]} are both given; use one of them.")
        text = Path(str(value)).read_text("utf-8").strip()
        values[_base(name)] = _convert(place, text, known[_base(name)])
    return values


def _convert(place: str, value: Any, field: SettingField) -> Any:
    is_text = isinstance(value, str)
    if is_text and isinstance(field.default, tuple):
        value = [part.strip() for part in value.split(",") if part.strip()]
    try:
        return msgspec.convert(value, field.type, strict=not is_text)
    except msgspec.ValidationError as error:
        shown = "the value" if field.secret else repr(value)
        allowed = f"; choose {', '.join(field.choices)}" if field.choices else ""
        raise Unreadable(f"{place}: {shown} is not valid: {error}{allowed}.") from None
