"""The backup file: gzip-compressed JSON lines.

The first line is a `Head`. A `TableHead` comes before the rows of each table, which are arrays in the order of its
columns. The last line is an `End` with the SHA-256 of all bytes before it, so that a file that is cut off or altered
is noticed. Both directions stream: no table has to fit into memory.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, Literal, TypeAlias

import msgspec

from boardwright.core.refusal import BoardwrightError

FORMAT = 1
BATCH = 1000
"""Rows that are read or written together."""
Row: TypeAlias = Sequence[Any]
ColumnType: TypeAlias = Literal["text", "bigint", "boolean", "double precision"]

_IDENTIFIER = re.compile("[a-z_]+")


class BadBackup(BoardwrightError):
    """The file is not a backup, is damaged, or was written by a newer Boardwright."""


class Head(msgspec.Struct, frozen=True, kw_only=True, tag="boardwright-backup"):
    """The description of a backup: its format, the version of the tables, when and with which Boardwright it was made.

    `key` is the content of the server's key file, None if it was left out.
    """

    format: int
    schema: int
    at: int
    software: str
    key: str | None = None


class TableHead(msgspec.Struct, frozen=True, tag="table"):
    """A table: its name, and the names and types of its columns."""

    name: str
    columns: dict[str, ColumnType]

    def __post_init__(self) -> None:
        for name in (self.name, *self.columns):
            # Names become part of SQL statements.
            if not _IDENTIFIER.fullmatch(name):
                raise ValueError(f"{name!r} is not the name of a table or column")


class End(msgspec.Struct, frozen=True, tag="end"):
    """The last line: the number of rows, and the SHA-256 of all bytes before this line."""

    rows: int
    sha256: str


_encode = msgspec.json.Encoder().encode
_decode_row = msgspec.json.Decoder(list[Any]).decode
_decode_line = msgspec.json.Decoder(Head | TableHead | End).decode


class BackupWriter:
    """Writes a backup to a binary file; only after `finish` it is complete."""

    def __init__(self, file: BinaryIO, head: Head) -> None:
        self._zip = gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0)
        self._hash = hashlib.sha256()
        self.counts: dict[str, int] = {}
        self._table = ""
        self._write(head)

    def table(self, table: TableHead) -> None:
        """Begin a table."""
        self._table = table.name
        self.counts[table.name] = 0
        self._write(table)

    def rows(self, rows: Sequence[Row]) -> None:
        """Add rows to the table that was begun last."""
        self.counts[self._table] += len(rows)
        for row in rows:
            self._write(row)

    def finish(self) -> None:
        """Write the end."""
        self._write(End(sum(self.counts.values()), self._hash.hexdigest()))
        self._zip.close()

    def _write(self, content: Any) -> None:
        line = _encode(content) + b"\n"
        self._hash.update(line)
        self._zip.write(line)


class BackupReader:
    """Reads a backup from a binary file; raises BadBackup."""

    def __init__(self, file: BinaryIO) -> None:
        self._lines = _lines(gzip.GzipFile(fileobj=file, mode="rb"))
        self._hash = hashlib.sha256()
        self.counts: dict[str, int] = {}
        head = self._decode(next(self._lines, b""))
        if not isinstance(head, Head):
            raise BadBackup("This is not a backup; `boardwright backup FILE` makes one.")
        if head.format > FORMAT:
            raise BadBackup(f"The backup was written by a newer Boardwright ({head.software}); update this one.")
        self.head = head

    def batches(self) -> Iterator[tuple[TableHead, list[Row]]]:
        """Yield all rows in batches; the last one only if the whole file is what was written."""
        table: TableHead | None = None
        rows: list[Row] = []
        for content in self._contents():
            is_row = isinstance(content, list)
            if isinstance(content, list):
                if table is None or len(content) != len(table.columns):
                    raise BadBackup("The backup is damaged: a row does not fit its table.")
                rows.append(content)
            if table is not None and rows and (len(rows) == BATCH or not is_row):
                self.counts[table.name] += len(rows)
                yield table, rows
                rows = []
            if isinstance(content, TableHead):
                table = content
                self.counts[table.name] = 0

    def _contents(self) -> Iterator[list[Any] | TableHead | End]:
        """Yield the lines after the first one, the last one if its hash agrees."""
        for line in self._lines:
            hashed = self._hash.hexdigest() if line.startswith(b"{") else ""
            content = self._decode(line)
            if isinstance(content, Head):
                raise BadBackup("The backup is damaged: it has two beginnings.")
            if isinstance(content, End):
                if content.sha256 != hashed or next(self._lines, b""):
                    raise BadBackup("The backup is damaged: its content does not agree with its hash.")
                yield content
                return
            yield content
        raise BadBackup("The backup is cut off: its last line is missing.")

    def _decode(self, line: bytes) -> list[Any] | Head | TableHead | End:
        self._hash.update(line)
        try:
            return _decode_row(line) if line.startswith(b"[") else _decode_line(line)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise BadBackup(f"The backup is damaged, or the file is not a backup: {error}.") from None


def _lines(file: gzip.GzipFile) -> Iterator[bytes]:
    """Yield the lines of a compressed file."""
    try:
        yield from file
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise BadBackup(f"The backup is damaged or cut off, or the file is not a backup: {error}.") from None
