"""The difference between two tables: the values that are new, as a page puts them into the table that it shows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import astuple

from boardwright.core.drawing.symbol import Art, Symbol
from boardwright.core.layout.zone import Field, Items

AnyShown: TypeAlias = Items | Field

_LATEST = 256


class ZoneChange(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """Changes of the zone at a place: fields with other values, by their numbers cells, and fields of items.

    Where most cells or items are others, all of them are among the fields.
    """

    at: int
    fields: dict[str, Any] = {}
    cells: tuple[tuple[int, Symbol | None], ...] = ()
    items: tuple[tuple[int, dict[str, Any]], ...] = ()

    @cached_property
    def arts(self) -> tuple[Art, ...]:
        """Everything drawn that the change names."""
        fields = self.fields
        found = [symbol for _, symbol in self.cells] + [fields.get("frame"), *fields.get("cells", ())]
        found += [each.art for each in (*fields.get("items", ()), *fields.get("previews", ()))]
        found += [item.get("art") for _, item in self.items]
        return tuple([art for art in dict.fromkeys(found) if art is not None])


class Changes(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that turns one table into another; what stays is left out. With other zones, all are sent anew."""

    zones: tuple[AnyShown, ...] | None = None
    at: tuple[ZoneChange, ...] = ()

    @property
    def arts(self) -> tuple[Art, ...]:
        """Everything drawn that the changes name."""
        return tuple(chain(*[zone.arts() for zone in self.zones or ()], *[change.arts for change in self.at]))


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
    found = [_known(at, was, now) for at, (was, now) in pairs if was is not now]
    return Changes(at=tuple([change for change in found if change is not None]))


_latest: OrderedDict[tuple[int, int, int], tuple[AnyShown, AnyShown, ZoneChange | None]] = OrderedDict()
"""The changes of zones found last: viewers who see the same zone have the same object for it."""


def _known(at: int, old: AnyShown, new: AnyShown) -> ZoneChange | None:
    key = (at, id(old), id(new))
    found = _latest.get(key)
    if found is None:
        found = _latest[key] = (old, new, _change(at, old, new))  # with both zones, so that their ids stay theirs
        if len(_latest) > _LATEST:
            _latest.popitem(last=False)
    return found[2]


def _change(at: int, old: AnyShown, new: AnyShown) -> ZoneChange | None:
    fields = _other_fields(old, new)
    name = "cells" if isinstance(old, Field) else "items"
    was, now = getattr(old, name), fields.get(name, ())
    if not was or len(was) != len(now):
        return ZoneChange(at, fields) if fields else None
    pairs = zip(range(len(now)), was, now, strict=True)
    others = [number for number, one, other in pairs if one is not other and one != other]
    if 2 * len(others) > len(now):
        return ZoneChange(at, fields)
    del fields[name]
    if name == "cells":
        return ZoneChange(at, fields, cells=tuple([(number, now[number]) for number in others]))
    return ZoneChange(at, fields, items=tuple([(n, _other_fields(was[n], now[n])) for n in others]))


def _other_fields(old: Any, new: Any) -> dict[str, Any]:
    """Return the fields of a struct that have another value than those of one before."""
    values = zip(new.__struct_fields__, astuple(old), astuple(new), strict=True)
    return {name: now for name, was, now in values if was is not now and was != now}
