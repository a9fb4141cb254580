"""Methods and functions of a game whose bodies live in modules of the game's package, found by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from inspect import getattr_static
from types import FunctionType, MethodType, ModuleType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

FUNCTIONS: Mapping[str, tuple[str, ...]] = {
    "actions": ("limits",),
    "bot": ("score_table", "terms"),
    "events": ("progress",),
    "lesson": ("lesson",),
    "zones": ("seat_colors",),
}
"""The functions that modules of a game may have beside the methods of `Game`; `own_function` looks them up."""

HOMES: Mapping[str, str] = {"perft": "moves"}
"""The modules in which games may keep the functions of modules that would be too small."""


def check_class(kind: type) -> None:
    """Raise TypeError for one of the `FUNCTIONS` that a class of games has as a method: nothing calls it there.

    >>> check_class(type("Stones", (), {"score_table": lambda self, position: ()}))
    Traceback (most recent call last):
        ...
    TypeError: Nothing asks Stones.score_table: write a function score_table in bot.py of the game's package.
    """
    for module, names in FUNCTIONS.items():
        for name in names:
            if name in vars(kind):
                home = f"write a function {name} in {module}.py of the game's package"
                raise TypeError(f"Nothing asks {kind.__name__}.{name}: {home}.")


def provided_by(module: str) -> Callable[[F], F]:
    """Let a module of the game's package provide the decorated method of `Game`.

    `Game.start`, provided by "position", is the function `start` of the package's `position.py` if there is one, and
    the decorated default otherwise. The module is imported at the first use. A class that overrides the method wins.

    >>> class Base:
    ...     @provided_by("position")
    ...     def start(self, seats): return seats
    >>> Base().start(2)
    2
    """
    return lambda default: cast(Any, _Provided(module, default))


class _Provided:
    """Looks the method up once per game object and leaves the result in the object's `__dict__`."""

    def __init__(self, module: str, default: Callable[..., Any]) -> None:
        self._module = module
        self._default = default
        self.__doc__ = default.__doc__
        self.__isabstractmethod__ = getattr(default, "__isabstractmethod__", False)

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, game: object | None, owner: type) -> Any:
        if game is None:
            return self._default
        found = member(type(game), self._module, self._name)
        method = MethodType(self._default, game) if found is None else found
        if getattr_static(type(game), self._name) is self:  # not where an override calls super()
            game.__dict__[self._name] = method
        return method


def own_function(game: object, module: str, name: str) -> Callable[..., Any] | None:
    """Return one of the `FUNCTIONS` of a game's modules, None if it has none; looked up once per game object."""
    assert name in FUNCTIONS[module], name
    found: dict[tuple[str, str], Any] = game.__dict__.setdefault("_own_functions", {})
    if (module, name) not in found:
        found[module, name] = member(type(game), module, name)
    return cast("Callable[..., Any] | None", found[module, name])


def answer(game: object, module: str, name: str, default: T, *given: Any) -> T:
    """Return what one of the `FUNCTIONS` of a game's modules answers, or the default if the game has none."""
    own = own_function(game, module, name)
    return default if own is None else cast("T", own(*given))


def misspelled(game: object) -> Iterator[tuple[str, str, str]]:
    """Yield (module, function, hook) for public functions of hook modules with almost the name of a missing hook."""
    by_module: dict[str, set[str]] = {module: set(names) for module, names in FUNCTIONS.items()}
    for kind in type(game).__mro__:
        for hook in vars(kind).values():
            if isinstance(hook, _Provided):
                by_module.setdefault(hook._module, set()).add(hook._name)
    for module, home in HOMES.items():
        by_module.setdefault(home, set()).update(by_module[module])
    for module, hooks in by_module.items():
        loaded = _module(type(game), module)
        if loaded is None:
            continue
        missing = sorted(hooks.difference(vars(loaded)))
        for name, value in vars(loaded).items():
            is_public = isinstance(value, FunctionType) and not name.startswith("_")
            if is_public and name not in hooks and (near := get_close_matches(name, missing, 1, 0.8)):
                yield module, name, near[0]


def copy_without_hooks(game: T) -> T:
    """Return a copy of a game object that looks its methods up again: default ones are bound to their object."""
    copied = copy(game)
    for name in tuple(copied.__dict__):
        if isinstance(getattr_static(type(game), name, None), _Provided):
            del copied.__dict__[name]
    return copied


def member(kind: type, module: str, name: str) -> Any:
    """Return what a module beside the class, or its home, has by that name; None if there is nothing."""
    found = getattr(_module(kind, module), name, None)
    return member(kind, HOMES[module], name) if found is None and module in HOMES else found


def _module(kind: type, module: str) -> ModuleType | None:
    package = kind.__module__
    if not hasattr(sys.modules[package], "__path__") or find_spec(f"{package}.{module}") is None:
        return None
    return import_module(f"{package}.{module}")
