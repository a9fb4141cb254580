"""Tables as messages: zones in which keys stand for drawings, and the drawings that the reader does not have yet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from boardwright.core.drawing.symbol import Art, SymbolData
from boardwright.core.layout.changes import AnyShown
from boardwright.core.layout.frame import FrameData
from boardwright.core.layout.table import Table


class TableData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table; `art` has the drawings by their keys, unless they are sent beside it."""

    title: str
    zones: tuple[AnyShown, ...]
    font: str = ""
    art: dict[str, SymbolData | FrameData] = {}


def table_data(table: Table, *, with_art: bool = True) -> TableData:
    """Return a table as it is sent."""
    art = {key: drawn.data() for key, drawn in table.arts.items()} if with_art else {}
    return TableData(table.title, table.shown, table.font, art)


def art_json(arts: Iterable[Art]) -> bytes:
    """Return drawings by their keys, as JSON.

    >>> from boardwright.core.drawing.symbol import Symbol
    >>> art_json([Symbol([], (0, 0, 9, 9), words="nothing")])
    b'{"...":{"kind":"symbol","box":[0,0,9,9],"svg":"","words":"nothing"}}'
    """
    return b"{%b}" % b",".join([b'"%b":%b' % (art.key.encode(), art.json) for art in arts])


def schema(kind: type) -> dict[str, Any]:
    """Return the JSON schema of what is encoded by its key."""
    return {"type": "string", "description": f"Stands for a {kind.__name__.lower()}."}


def _key(art: Any) -> str:
    """Return what stands for a drawing in a message."""
    key: str = art.key
    return key


encode = msgspec.json.Encoder(enc_hook=_key).encode
"""Encodes what has drawings in it."""
