"""Methods of a game whose bodies live in modules of the game's package, found by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from copy import copy
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from inspect import getattr_static
from types import FunctionType, MethodType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def provided_by(module: str) -> Callable[[F], F]:
    """Lets a module of the game's package provide the decorated method of `Game`.

    `Game.evaluate`, provided by "bot", is the function `evaluate` of the package's `bot.py` if there is one, and the
    decorated default otherwise. The module is imported at the first use. A class that overrides the method wins.

    >>> class Base:
    ...     @provided_by("bot")
    ...     def evaluate(self, position): return 0.0
    >>> Base().evaluate(None)
    0.0
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
        found = module_function(type(game), self._module, self._name)
        method = MethodType(self._default, game) if found is None else found
        if getattr_static(type(game), self._name) is self:  # not where an override calls super()
            game.__dict__[self._name] = method
        return method


def misspelled(game: object) -> Iterator[tuple[str, str, str]]:
    """(module, function, hook) for public functions in hook modules that are almost called like a missing hook."""
    by_module: dict[str, set[str]] = {}
    for kind in type(game).__mro__:
        for hook in vars(kind).values():
            if isinstance(hook, _Provided):
                by_module.setdefault(hook._module, set()).add(hook._name)
    package = type(game).__module__
    for module, hooks in by_module.items():
        if not hasattr(sys.modules[package], "__path__") or find_spec(f"{package}.{module}") is None:
            continue
        loaded = import_module(f"{package}.{module}")
        functions = [name for name, value in vars(loaded).items() if isinstance(value, FunctionType) and name[0] != "_"]
        missing = sorted(hooks.difference(vars(loaded)))
        for name in functions:
            if name not in hooks and (near := get_close_matches(name, missing, 1, 0.8)):
                yield module, name, near[0]


def copy_without_hooks(game: T) -> T:
    """A copy of a game object that looks its methods up again, because default ones are bound to their object."""
    copied = copy(game)
    for name in tuple(copied.__dict__):
        if isinstance(getattr_static(type(game), name, None), _Provided):
            del copied.__dict__[name]
    return copied


def module_function(kind: type, module: str, name: str) -> Callable[..., Any] | None:
    """The function of that name in a module beside the class, if the class lives in a package that has one."""
    package = kind.__module__
    if not hasattr(sys.modules[package], "__path__") or find_spec(f"{package}.{module}") is None:
        return None
    found: Callable[..., Any] | None = getattr(import_module(f"{package}.{module}"), name, None)
    return found
