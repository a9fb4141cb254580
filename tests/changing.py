"""Tables as messages, merged with their changes as the page does it (`zones.js`, `drawings.js`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from boardwright.core.drawing.symbol import Art
from boardwright.core.layout import message
from boardwright.core.layout.changes import Changes
from boardwright.core.layout.table import Table
from boardwright.core.layout.zone import Field, Item, Items

DRAWINGS = {"cells", "art", "frame"}
"""The places where keys stand for drawings."""


class Reader:
    """Shows one table, and remembers all drawings that it was ever sent."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        self.art: dict[str, Any] = dict.fromkeys(known)
        self.table: dict[str, Any] = {}

    def remember(self, art: dict[str, Any]) -> None:
        """Keeps drawings."""
        self.art |= art

    def show(self, table: dict[str, Any]) -> None:
        """Shows another table."""
        self.remember(table.pop("art", {}))
        self.table = table
        self._draw()

    def change(self, changes: dict[str, Any]) -> None:
        """Puts new values into the table."""
        if "zones" in changes:
            self.table["zones"] = changes["zones"]
        for change in changes.get("at", []):
            zone = self.table["zones"][change["at"]]
            zone |= change.get("fields", {})
            for place, value in change.get("cells", []):
                zone["cells"][place] = value
            for place, fields in change.get("items", []):
                zone["items"][place] |= fields
        self._draw()

    def _draw(self) -> None:
        """Fails unless all drawings of the table are known."""
        assert drawn_in(self.table["zones"]) <= self.art.keys()

    @property
    def zones(self) -> list[dict[str, Any]]:
        """The zones shown, with the values that messages leave out."""
        return filled(self.table["zones"])


def drawn_in(data: Any) -> set[str]:
    """Return the keys of all drawings that zones name."""
    if isinstance(data, list):
        return {key for each in data for key in drawn_in(each)}
    if not isinstance(data, dict):
        return set()
    own = {key for name in DRAWINGS & data.keys() for key in _listed(data[name]) if key is not None}
    return own | {key for value in data.values() for key in drawn_in(value)}


def filled(zones: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return zones with the values that messages leave out, because they are the default ones."""
    found = [_DEFAULTS[zone["kind"]] | zone for zone in zones]
    return [zone | {"items": [_ITEM | item for item in zone["items"]]} if "items" in zone else zone for zone in found]


def table_json(table: Table) -> dict[str, Any]:
    """Return a table as it is sent."""
    found: dict[str, Any] = _read(message.encode(message.table_data(table)))
    return found


def changes_json(changes: Changes) -> dict[str, Any]:
    """Return changes as they are sent."""
    found: dict[str, Any] = _read(message.encode(changes))
    return found


def art_json(arts: Iterable[Art]) -> dict[str, Any]:
    """Return drawings as they are sent."""
    found: dict[str, Any] = _read(message.art_json(arts))
    return found


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _read(data: bytes) -> Any:
    return msgspec.json.decode(data)


def _defaults(kind: type) -> dict[str, Any]:
    fields = msgspec.structs.fields(kind)
    return {field.name: _read(msgspec.json.encode(field.default)) for field in fields if not field.required}


_ITEM = _defaults(Item)
_DEFAULTS = {"items": _defaults(Items), "field": _defaults(Field)}
