"""What a file is that was taken for a record."""

from __future__ import annotations

import msgspec

_MAGIC = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "a gzip file; unpack it first",
    b"SQLite format 3\x00": "an SQLite database; `boardwright db` reads those of a server",
    b"PAR1": "a Parquet file",
    b"<svg": "an SVG picture",
    b"<!": "an HTML page",
    b"(;": "a game in SGF notation; `boardwright convert` reads those of a game",
}
"""What files of other formats begin with."""


def what_it_is(data: bytes) -> str:
    """What the bytes of a file look like, in words.

    >>> what_it_is(b""), what_it_is(b"# Notes"), what_it_is(b'{"a": 1}')
    ('an empty file', 'a text file', 'a JSON object with a')
    """
    if not data.strip():
        return "an empty file"
    for start, name in _MAGIC.items():
        if data.startswith(start):
            return name
    first = data.strip().split(b"\n", 1)[0]
    for part, name in ((data, "JSON"), (first, "JSON lines")):
        try:
            return _json_text(msgspec.json.decode(part), name)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
    try:
        text = data[:4096].decode("utf-8", "strict" if len(data) <= 4096 else "ignore")
    except UnicodeDecodeError:
        return "a binary file"
    return "a text file" if all(char.isprintable() or char.isspace() for char in text) else "a binary file"


def _json_text(value: object, name: str) -> str:
    if name == "JSON lines":
        return f"JSON lines of another kind{_keys(value)}"
    return f"a JSON object{_keys(value)}" if isinstance(value, dict) else "a JSON document"


def _keys(value: object) -> str:
    keys = [str(key)[:20] for key in value][:4] if isinstance(value, dict) else []
    return f" with {', '.join(keys)}" if keys else ""
