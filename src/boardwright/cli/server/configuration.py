"""The settings of the server from flags, the environment and a file, and the database that they name.

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
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from boardwright.core.refusal import Unreadable
from boardwright.store.backends.open import default_key_file, has_password, open_store
from boardwright.store.directories import data_folder
from boardwright.web.settings import PREFIX, SettingField, Settings, fields

if TYPE_CHECKING:
    from boardwright.store.port import Store

_CONFIG = "config"
_NOT_OF_THE_SERVER = ("kernels", "token")
"""Variables that other parts of the program read."""


class Configuration(NamedTuple):
    """The settings, and the names of those that were given rather than left at their default."""

    settings: Settings
    given: frozenset[str]


class ServerDatabase(NamedTuple):
    """A database and its key file, None for the default one."""

    url: str
    key_file: Path | None

    async def open(self) -> Store:
        """Open the store; raises StoreError."""
        return await open_store(self.url, self.key_file)

    @property
    def key_path(self) -> Path:
        """The file in which the key is or will be."""
        return self.key_file or default_key_file(self.url)


def add_settings(parser: argparse.ArgumentParser, *groups: str) -> None:
    """Add `--config` and a flag for every setting of these groups; of all groups if none is named."""
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
    """Return the settings; raises Unreadable for a setting that is unknown, misspelled or not valid."""
    known = {field.name: field for field in fields()}
    known |= {f"{field.name}_file": field for field in fields() if field.secret}
    flags = {name: value for name, value in vars(args).items() if value is not None and name in known}
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


def database(args: argparse.Namespace) -> ServerDatabase:
    """Return the database that the settings name."""
    settings = load(args).settings
    return ServerDatabase(settings.db, settings.key_path)


def _check_secrets(flags: Mapping[str, str], known: Mapping[str, SettingField]) -> None:
    """Raise Unreadable for a flag with a password: the list of processes shows all flags to everybody."""
    for name, text in flags.items():
        field = known[name]
        if name == field.name and field.secret and has_password(text):
            raise Unreadable(
                f"{field.flag}: everybody on this machine can read a password on the command line; "
                f"use {field.variable} or {field.flag}-file instead."
            )


def default_db() -> str:
    """Return the default database: boardwright.db in the user's data directory, which is created if needed."""
    return f"sqlite:///{data_folder() / 'boardwright.db'}"


def _variables(environ: Mapping[str, str], known: Mapping[str, SettingField]) -> dict[str, str]:
    """Return the environment variables that are settings, by the name of the setting."""
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
    """Raise Unreadable if there is no such setting; the nearest name is spelled as its source spells it."""
    if name not in known:
        close = get_close_matches(name, known, 1)
        hint = f"did you mean {spell(close[0])}?" if close else f"settings: {', '.join(known)}."
        raise Unreadable(f"Unknown {what}; {hint}")


def _variable(name: str) -> str:
    return PREFIX + name.upper()


def _read(given: Mapping[str, tuple[str, Any]], known: Mapping[str, SettingField]) -> dict[str, Any]:
    """Convert the values of one source; `given` has the place and the value of each, `known` all settings by name."""
    values: dict[str, Any] = {}
    for name, (place, value) in given.items():
        field = known[name]
        if name != field.name:  # the file of a secret
            if field.name in given:
                raise Unreadable(f"{place} and {given[field.name][0]} are both given; use one of them.")
            value = Path(str(value)).read_text("utf-8").strip()
        values[field.name] = _convert(place, value, field)
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
