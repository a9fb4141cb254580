"""The installed games, found by entry points; there is no central list."""

from __future__ import annotations

from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from itertools import takewhile
from typing import Any, Final, overload

from boardwright.core.game.game import AnyGame, Game, O_co, P_co
from boardwright.core.refusal import BoardwrightError, UnknownGame

GROUP = "boardwright.games"
API: Final = 1
"""The version of `boardwright.api`.

A package of a game that is written for this version goes on working: names are added, but none is taken away or gets
another meaning. Any other change raises the version, and the changelog says what authors have to change. A package
names its version in its entry points, which are read without importing it:

    [project.entry-points."boardwright.api"]
    night_market = "v1"

A game that names none is taken for version 1. One that names another version than this is not imported.
"""
API_GROUP = "boardwright.api"
_OWN = __name__.partition(".")[0]


@cache
def _found() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


@overload
def game(name: Game[P_co, O_co], version: int | None = None) -> Game[P_co, O_co]: ...
@overload
def game(name: AnyGame | str, version: int | None = None) -> AnyGame: ...
def game(name: AnyGame | str, version: int | None = None) -> AnyGame:
    """Return the installed game of that name, in its newest version or the given one; UnknownGame lists what there is.

    A game itself is returned as it is, so that functions can take either.

    >>> game("nonesuch")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.UnknownGame: No game 'nonesuch' is installed; installed are ...
    """
    if version is not None:
        return game(name).with_version(version)
    if isinstance(name, Game):
        return name
    if not isinstance(name, str):
        example = f", such as {names()[0]!r}" if names() else ""
        raise TypeError(f"Give a game or its name{example}, not {name!r}.")
    return _loaded(name)


@cache
def _loaded(name: str) -> AnyGame:
    point = _found().get(name)
    if point is None:
        raise UnknownGame(_unknown(name))
    if reason := _other_api(point):
        raise UnknownGame(f"The game {name!r} is installed but cannot be loaded: {reason}.")
    loaded = load(point, "game", UnknownGame)
    if not isinstance(loaded, Game):
        what = f"its entry point names {loaded!r:.60}, not a game"
        raise UnknownGame(f"The game {name!r} is installed but cannot be loaded: {what}.")
    return loaded


def _other_api(point: EntryPoint) -> str:
    """Return why a game cannot be imported that is written for another version of `API`; nothing for this version."""
    if point.dist is None or point.module.partition(".")[0] == _OWN:
        return ""
    wanted = next((each.value for each in point.dist.entry_points.select(group=API_GROUP, name=point.name)), "v1")
    if wanted == f"v{API}":
        return ""
    return (
        f"{point.dist.name} {point.dist.version} is written for {API_GROUP} {wanted}, and this Boardwright has v{API}; "
        "install another release of one of them, or change the rules as Boardwright's changelog says and then the "
        f'entry point in the group {API_GROUP} to {point.name} = "v{API}"'
    )


def load(point: EntryPoint, kind: str, error: type[BoardwrightError]) -> Any:
    """Return what an entry point names. Whatever is wrong with its package becomes an error of that type."""
    try:
        return point.load()
    except (Exception, SystemExit) as problem:  # one package must not end the program or stop the others
        told = isinstance(problem, ImportError | AttributeError) and str(problem)
        reason = told or f"{type(problem).__name__}: {problem}"
        raise error(f"The {kind} {point.name!r} is installed but cannot be loaded: {reason.rstrip('.')}.") from problem


def _unknown(name: str) -> str:
    close = get_close_matches(name, names(), 1)
    hint = f"did you mean {close[0]!r}? Installed" if close else "installed"
    return f"No game {name!r} is installed; {hint} are {', '.join(names()) or 'none'}."


def names() -> tuple[str, ...]:
    """Return the names of all installed games, in alphabetical order, without importing them."""
    return tuple(_found())


def packages() -> tuple[str, ...]:
    """Return the packages of installed games beside Boardwright's own, without importing them.

    >>> "boardwright" in packages()
    False
    """
    roots = {point.module.partition(".")[0] for point in _found().values()}
    return tuple(sorted(roots - {_OWN}))


def owner(module: str) -> str:
    """Return the name of the installed game that a module belongs to; nothing if it belongs to none.

    >>> owner("boardwright.games.blokus.moves"), owner("boardwright.core.match.match")
    ('blokus', '')
    """
    parts = module.split(".")
    least = 3 if parts[0] == _OWN else 1
    shared = {name: _shared(parts, point.module.split(".")) for name, point in _found().items()}
    best = max(shared, key=shared.__getitem__, default="")
    return best if best and shared[best] >= least else ""


def _shared(one: list[str], other: list[str]) -> int:
    """Return how many first parts two names have in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def loadable() -> tuple[str, ...]:
    """Return the names of all installed games without those whose package cannot be imported."""
    found = []
    for name in names():
        with suppress(UnknownGame):
            game(name)
            found.append(name)
    return tuple(found)
