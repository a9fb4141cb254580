"""Which games are installed. There is no list of them anywhere: entry points say it."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from boardwright.core.game import AnyGame
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import UnknownGame

GROUP = "boardwright.games"


@cache
def _found() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


@cache
def game(name: str) -> AnyGame:
    """The installed game of that name; UnknownGame lists what there is.

    >>> game("nonesuch")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.UnknownGame: No game 'nonesuch' is installed; there are ...
    """
    point = _found().get(name)
    if point is None:
        raise UnknownGame(f"No game {name!r} is installed; there are {', '.join(_found()) or 'none'}.")
    try:
        loaded: AnyGame = point.load()
    except (ImportError, AttributeError) as error:
        raise UnknownGame(f"The game {name!r} is installed but cannot be loaded: {error}.") from error
    return loaded


def game_of(position: AnyPosition) -> AnyGame:
    """The installed game whose package a position comes from; UnknownGame if there is none.

    >>> [name == game_of(game(name).begin()).name for name in names()[:2]]
    [True, True]
    """
    home = type(position).__module__ + "."
    for name in names():
        if home.startswith(type(game(name)).__module__ + "."):
            return game(name)
    raise UnknownGame(f"No installed game has positions of the type {type(position).__name__}.")


def names() -> tuple[str, ...]:
    """The names of all installed games, in alphabetical order, without importing them.

    >>> names() == tuple(sorted(names()))
    True
    """
    return tuple(_found())
