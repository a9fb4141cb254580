"""A match as a file: JSON lines that anyone can check offline.

The first line is the header, then one line an entry, then a footer with the number of entries, the last hash,
the outcome, the seed and what was drawn from it. Every line is canonical JSON, so there is one way only
to write a record: a changed byte anywhere is found, and the entry is named. Annotations may follow, a line each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from boardwright.core.canonical import JSON, canonical, is_portable
from boardwright.core.chance.deal import Deal
from boardwright.core.chance.distribution import commitment
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game as find_game
from boardwright.core.match.entry import Entry, broken_link
from boardwright.core.match.header import Header, format_fault
from boardwright.core.match.match import Match
from boardwright.core.records import replay
from boardwright.core.records.annotations import Annotations, Note, Variation
from boardwright.core.records.migration import migration_fault
from boardwright.core.refusal import BadOptions, BadRecord, IllegalMove, NotARecord, Refusal, UnknownGame

T = TypeVar("T")


class Footer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line. `seed` is None where it must stay secret, and then `chances` is empty."""

    entries: int
    head: str
    outcome: dict[str, JSON] | None
    seed: str | None
    chances: list[list[JSON] | dict[str, JSON]] = []
    """The distribution of every chance outcome, in order: `[outcomes, weights]`, or `[outcomes]` if all weights are 1,
    or `{"cards": cards}` for a deal. With them a program that has no rules can check chance."""


class _Format(msgspec.Struct):
    boardwright: int


class _VariationLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    variation: Variation


class _NoteLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    note: Note


_VARIATION = b'{"variation":'
_ADDED = (_VARIATION, b'{"note":')


class Record(msgspec.Struct, frozen=True):
    """The parts of a record file, read but not yet replayed.

    >>> from boardwright.core.match.match import Match
    >>> match = Match.new("deblockle")
    >>> _ = match.play("c7-b7")
    >>> parts = parse(dump(match))
    >>> parts.header.game, len(parts.entries)
    ('deblockle', 1)
    """

    header: Header
    entries: list[Entry]
    footer: Footer
    annotations: Annotations = Annotations()

    @property
    def sealed(self) -> int:
        """Number of entries that are hidden from the reader, as a whole or in part."""
        return sum(entry.is_sealed for entry in self.entries)

    def _repr_svg_(self) -> str | None:
        """Return the last position, as notebooks show it; None while something is sealed."""
        if self.sealed:
            return None
        return replay.load(find_game(self.header.game), self.header, self.entries)._repr_svg_()


def dump(match: Match, annotations: Annotations | None = None) -> bytes:
    """Return the whole match as a record, seed and all: for ended matches, and for its holder to go on with.

    Lines that were not played and notes follow the record where there are any.

    >>> from boardwright.core.match.match import Match
    >>> dump(Match.new("deblockle")).splitlines()[0][:22]
    b'...'
    """
    return _lines(match, match.entries, _footer(match)) + annotation_lines(annotations or Annotations())


def dump_for(match: Match, seat: int | None) -> bytes:
    """Return the record as that seat (None: a spectator) may have it now; after the end it is the whole one.

    While the match goes on the seed is left out and entries hidden from the seat are sealed.
    """
    if match.is_over:
        return dump(match)
    if match.header.start is not None and match.game.has_secrets:
        raise IllegalMove(Refusal("record_sealed", "The position it began from is secret until the end."))
    return _lines(match, match.read(seat), Footer(match.number, match.head, None, None))


def parse(data: bytes) -> Record:
    """Read a record and check its form; `verify` checks the chain and the moves."""
    if not _is_record(data):
        raise NotARecord(f"This is {what_it_is(data)}, not a record: a record begins with a header line of JSON.")
    if not data.endswith(b"\n"):
        raise BadRecord("The file ends in the middle of a line: the record is cut off.")
    lines = data[:-1].split(b"\n")
    end = next((number for number in range(len(lines), 0, -1) if not lines[number - 1].startswith(_ADDED)), 0)
    lines, added = lines[:end], lines[end:]
    if len(lines) < 2:
        raise BadRecord("A record has a header line and a footer line at least.")
    fault = format_fault(_read(lines[0], _Format, "Header", 0).boardwright)
    if fault is not None:
        raise NotARecord(f"Header: {fault}", 0)
    header = _line(lines[0], Header, "Header", 0)
    entries = [_line(line, Entry, f"Entry {number}", number) for number, line in enumerate(lines[1:-1], 1)]
    footer = _line(lines[-1], Footer, "Footer", None)
    return Record(header, entries, footer, _annotations(added, len(entries)))


def _annotations(lines: list[bytes], entries: int) -> Annotations:
    count = sum(line.startswith(_VARIATION) for line in lines)
    variations = [_line(line, _VariationLine, f"Variation {n}", None) for n, line in enumerate(lines[:count], 1)]
    notes = [_line(line, _NoteLine, f"Note {number}", None) for number, line in enumerate(lines[count:], 1)]
    found = Annotations(tuple(each.variation for each in variations), tuple(each.note for each in notes))
    found.check_places(entries)
    return found


def annotation_lines(annotations: Annotations) -> bytes:
    """Return the lines that annotations add to a record; BadOptions if other programs would write them otherwise."""
    if not is_portable(annotations):
        raise BadOptions("Notes may have fractions from 0.0001 to 1e16 only: others are written in several ways.")
    lines = [*map(_VariationLine, annotations.variations), *map(_NoteLine, annotations.notes)]
    return b"".join(canonical(line) + b"\n" for line in lines)


def _is_record(data: bytes) -> bool:
    """Return whether the bytes are a record, or were one before they were damaged."""
    return data.startswith(b'{"adj') or b'"boardwright":' in data[:200]


def load(data: bytes, find: Callable[[str], AnyGame] = find_game) -> Match:
    """Return the match of a record, replayed and checked entry by entry."""
    return load_annotated(data, find)[0]


def load_annotated(data: bytes, find: Callable[[str], AnyGame] = find_game) -> tuple[Match, Annotations]:
    """Return the match of a record, with its variations and notes; all of it is checked."""
    record = parse(data)
    return _replayed(record, find), record.annotations


def _replayed(record: Record, find: Callable[[str], AnyGame]) -> Match:
    try:
        game = find(record.header.game)
    except UnknownGame as error:
        raise NotARecord(f"Header: {error}", 0) from None
    seed = None if record.footer.seed is None else _seed(record.footer.seed)
    if seed is not None and commitment(seed) != record.header.commitment:
        if broken_link(record.header.hash, record.entries[:1]):
            raise BadRecord("Header: the first entry does not follow from it.", 0)
        raise BadRecord("Footer: its seed is not the one that the header commits to.")
    match = replay.load(game, record.header, record.entries, seed)
    _check_footer(record)
    for name in ("outcome", "chances"):
        if canonical(getattr(record.footer, name)) != canonical(getattr(_footer(match), name)):
            raise BadRecord(f"Footer: its {name} is not what the entries lead to.")
    record.annotations.check(match)
    return match


def _footer(match: Match) -> Footer:
    outcome = None if match.outcome is None else match.outcome.content()
    if match.seed is None:
        return Footer(match.number, match.head, outcome, None)
    drawn = [entry.number for entry in match.entries[match.inherited :] if entry.kind == "chance"]
    return Footer(match.number, match.head, outcome, match.seed.hex(), [_chances(match, number) for number in drawn])


def _chances(match: Match, number: int) -> list[JSON] | dict[str, JSON]:
    drawn_from = match.before(number).chance
    assert drawn_from is not None, "a chance entry follows a chance node"
    if isinstance(drawn_from, Deal):
        return {"cards": drawn_from.cards}
    is_uniform = set(drawn_from.weights) == {1}
    return [drawn_from.outcomes] if is_uniform else [drawn_from.outcomes, drawn_from.weights]


def _check_footer(record: Record) -> None:
    header, entries, footer = record.header, record.entries, record.footer
    if footer.entries != len(entries):
        raise BadRecord(f"Footer: it counts {footer.entries} entries, there are {len(entries)}.")
    if footer.head != (entries[-1].hash if entries else header.hash):
        raise BadRecord("Footer: its hash is not that of the last entry.")


def verify(data: bytes, find: Callable[[str], AnyGame] = find_game) -> str:
    """Check everything that can be checked and say in one sentence what was; BadRecord if anything is wrong."""
    record = parse(data)
    number = len(record.entries)
    count = f"{number} {'entry' if number == 1 else 'entries'}, chain intact"
    if record.sealed:
        if record.footer.outcome is not None or record.footer.seed is not None:
            raise BadRecord("Footer: a match with an outcome or an open seed has no sealed entries.")
        link = broken_link(record.header.hash, record.entries)
        if link is not None:
            raise BadRecord(f"Entry {link[0]}: {link[1]}.", link[0])
        if fault := migration_fault(record.header, record.entries):
            raise BadRecord(f"Header: {fault}", 0)
        _check_footer(record)
        return f"{count}; {record.sealed} sealed, so moves and chance can be checked after the end"
    match = _replayed(record, find)
    inherited = match.inherited
    if inherited:
        count += f", the first {inherited} from another match"
    added = f"; beside it {record.annotations}" if record.annotations else ""
    return f"{count}; all moves legal; {_fairness(match)}{added}"


def _fairness(match: Match) -> str:
    """Return what is known of the chance in a replayed match; that of the match it left is not checked."""
    inherited = any(entry.kind == "chance" for entry in match.entries[: match.inherited])
    if not any(entry.kind == "chance" for entry in match.entries[match.inherited :]):
        return "chance in these is not checked" if inherited else "no chance in it"
    if match.seed is None:
        fair = "chance came from outside" if match.header.commitment is None else "the seed is still secret"
    elif shares := sum(map(bool, match.header.shares)):
        many = "1 share" if shares == 1 else f"{shares} shares"
        fair = f"every chance outcome follows from the seed and {many} of the players"
    else:
        fair = "every chance outcome is the seed's"
    return f"chance in these is not checked, after them {fair}" if inherited else fair


def _lines(match: Match, entries: list[Entry], footer: Footer) -> bytes:
    return b"".join(canonical(line) + b"\n" for line in (match.header, *entries, footer))


def _line(line: bytes, kind: type[T], where: str, number: int | None) -> T:
    value = _read(line, kind, where, number)
    if canonical(value) != line:
        raise BadRecord(f"{where}: it is not in canonical form.", number)
    return value


def _read(line: bytes, kind: type[T], where: str, number: int | None) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"{where}: {error}.", number) from None


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if not seed or seed.hex() != text:
        raise BadRecord("Footer: the seed is not a lower-case hexadecimal number.")
    return seed


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
"""The first bytes of files of other formats."""


def what_it_is(data: bytes) -> str:
    """Return what the bytes of a file look like, in words.

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
