"""Sorted lists of matches in memory: what the indexes of a database do for the in-memory store."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Hashable, Iterator
from typing import TypeAlias

from boardwright.store.rows import MatchRow

Key: TypeAlias = tuple[int, str]
"""A time and the id of a match."""


class MatchLists:
    """Named lists of matches, each sorted by its own key; a match changes its places when its row changes.

    >>> lists = MatchLists()
    >>> for key in ((2, "b"), (1, "a"), (2, "c")):
    ...     lists.add("started", key)
    >>> list(lists.up("started", after=(1, "a"))), next(lists.down("started")), lists.count("open")
    ([(2, 'b'), (2, 'c')], (2, 'c'), 0)
    """

    def __init__(self) -> None:
        self._lists: dict[Hashable, list[Key]] = {}

    def move(self, old: MatchRow | None, new: MatchRow) -> None:
        """Takes a match from the lists of its old row to those of its new one."""
        if old is None or not _has_same_places(old, new):
            before = set() if old is None else set(_places(old))
            after = set(_places(new))
            for name, key in before - after:
                self.remove(name, key)
            for name, key in after - before:
                self.add(name, key)

    def drop(self, row: MatchRow) -> None:
        """Takes a match that was deleted out of all lists."""
        for name, key in set(_places(row)):
            self.remove(name, key)

    def add(self, name: Hashable, key: Key | None) -> None:
        """Adds a key to a list; None is no key."""
        if key is not None:
            insort(self._lists.setdefault(name, []), key)

    def remove(self, name: Hashable, key: Key | None) -> None:
        """Removes a key from a list, if it is there."""
        keys = self._lists.get(name, [])
        if key is not None and keys[(place := bisect_left(keys, key)) : place + 1] == [key]:
            del keys[place]

    def up(self, name: Hashable, after: Key | None = None) -> Iterator[Key]:
        """Yields the keys of a list after that one, in order."""
        keys = self._lists.get(name, [])
        for place in range(0 if after is None else bisect_right(keys, after), len(keys)):
            yield keys[place]

    def down(self, name: Hashable, before: Key | None = None) -> Iterator[Key]:
        """Yields the keys of a list before that one, the last first."""
        keys = self._lists.get(name, [])
        for place in range(len(keys) if before is None else bisect_left(keys, before), 0, -1):
            yield keys[place - 1]

    def count(self, name: Hashable) -> int:
        """Returns the length of a list."""
        return len(self._lists.get(name, ()))


def age(row: MatchRow) -> Key:
    """Returns the key by which lists of matches are sorted."""
    return row.created, row.id


def ended(row: MatchRow) -> Key | None:
    """Returns when a match that was played ended; None for every other match."""
    return (row.changed, row.id) if row.status == "over" and row.header is not None else None


def _has_same_places(old: MatchRow, new: MatchRow) -> bool:
    """True for a change that only adds entries: most are like that."""
    is_same_lobby = old.lobby is new.lobby and old.header is new.header and old.created == new.created
    return is_same_lobby and old.status == new.status and old.deadline == new.deadline


def _places(row: MatchRow) -> Iterator[tuple[Hashable, Key]]:
    lobby, key = row.lobby, age(row)
    for game in (None, lobby.game):
        for account in lobby.members:
            yield ("member", account, game), key
        for status in (None, row.status):
            if not lobby.private:
                yield ("public", status, game, None), key
                yield ("public", status, game, lobby.quick), key
    yield "all", key
    if row.header is not None:
        yield "started", key
    if row.deadline is not None:
        yield "deadlines", (row.deadline, row.id)
