"""The difference between two tables: the values that are new, as a page puts them into the table that it shows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, count
from operator import is_not
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import astuple

from boardwright.core.layout.symbol import Art, Symbol
from boardwright.core.layout.zone import Field, Items

AnyShown: TypeAlias = Items | Field


_LATEST = 256


class ZoneChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """Changes of the zone at a place: fields with other values, by their numbers cells, and fields of items."""

    at: int
    fields: dict[str, Any] = {}
    cells: tuple[tuple[int, Symbol | None], ...] = ()
    items: tuple[tuple[int, dict[str, Any]], ...] = ()


class Changes(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that turns one table into another; what stays is left out. With other zones, all are sent anew."""

    zones: tuple[AnyShown, ...] | None = None
    at: tuple[ZoneChange, ...] = ()

    def arts(self) -> Iterator[Art]:
        """Yield everything drawn that the changes name."""
        for zone in self.zones or ():
            yield from zone.arts()
        for change in self.at:
            yield from (symbol for _, symbol in change.cells if symbol is not None)
            for _, item in change.items:
                yield from _arts_in(item.values())
            for value in change.fields.values():
                yield from _arts_in(value if isinstance(value, tuple) else (value,))


def changes(old: Sequence[AnyShown], new: Sequence[AnyShown]) -> Changes:
    """Return what turns one table into another; `Changes()` if they are equal.

    >>> from boardwright.core.layout.zone import Role
    >>> one, other = (Items(role=Role.TEXT, title="Deck", note=f"{left} left") for left in (8, 7))
    >>> changes((one,), (other,))
    Changes(zones=None, at=(ZoneChange(at=0, fields={'note': '7 left'}, cells=(), items=()),))
    """
    if [(type(zone), zone.role) for zone in old] != [(type(zone), zone.role) for zone in new]:
        return Changes(zones=tuple(new))
    pairs = enumerate(zip(old, new, strict=True))
    return Changes(at=tuple([_known(at, was, now) for at, (was, now) in pairs if was is not now and was != now]))


_latest: OrderedDict[tuple[int, int, int], tuple[AnyShown, AnyShown, ZoneChange]] = OrderedDict()
"""The changes of zones found last: viewers who see the same zone have the same object for it."""


def _known(at: int, old: AnyShown, new: AnyShown) -> ZoneChange:
    key = (at, id(old), id(new))
    found = _latest.get(key)
    if found is None:
        found = _latest[key] = (old, new, _change(at, old, new))  # with both zones, so that their ids stay theirs
        if len(_latest) > _LATEST:
            _latest.popitem(last=False)
    return found[2]


def _change(at: int, old: AnyShown, new: AnyShown) -> ZoneChange:
    fields = _other_fields(old, new)
    if isinstance(old, Field):
        known = old.cells
        same = "cells" in fields and len(known) == len(fields["cells"])
        return ZoneChange(at, fields, cells=tuple(_other(known, fields.pop("cells"))) if same else ())
    if "items" not in fields or len(old.items) != len(fields["items"]):
        return ZoneChange(at, fields)
    pairs = _other(old.items, fields.pop("items"))
    return ZoneChange(at, fields, items=tuple([(n, _other_fields(old.items[n], item)) for n, item in pairs]))


def _other_fields(old: Any, new: Any) -> dict[str, Any]:
    """Return the fields of a struct that have another value than those of one before."""
    values = zip(new.__struct_fields__, astuple(old), astuple(new), strict=True)
    return {name: now for name, was, now in values if was is not now and was != now}


def _other(old: Sequence[Any], new: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """Yield what has another value than before, with its number."""
    for number in compress(count(), map(is_not, old, new)):
        if old[number] != new[number]:
            yield number, new[number]


def _arts_in(values: Iterable[Any]) -> Iterator[Art]:
    for value in values:
        if isinstance(value, Art):
            yield value
        elif (art := getattr(value, "art", None)) is not None:
            yield art
