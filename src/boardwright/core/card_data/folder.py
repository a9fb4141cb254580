"""Custom cards: a folder of files beside the ones that come with a game, and the same as one text for its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from boardwright.core.canonical import JSON, canonical
from boardwright.core.card_data.language import BadCards, read

MOST_CHARACTERS = 65_536


class Source(NamedTuple):
    """A file's name and the JSON object in it."""

    file: str
    data: Mapping[str, Any]


def read_source(file: str, text: str | bytes, kind: Any) -> Source:
    """Return a file whose JSON has that type; raises BadCards for any other."""
    try:
        data = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise BadCards(f"{file}: this is not JSON: {error}.") from None
    read(data, kind, file)
    return Source(file, data)


def check_length(cards: str) -> None:
    """Raise BadCards if the JSON text of custom cards is too long to be kept with every match."""
    if len(cards) > MOST_CHARACTERS:
        raise BadCards(f"cards: {len(cards):,} characters; at most {MOST_CHARACTERS:,} are allowed.")


class CardFolder(NamedTuple):
    """The reading of custom cards: the type of a JSON file, what is wrong with several, and other kinds of files.

    The keys of a file hold lists or objects; those of several files are joined.
    """

    kind: Any
    problems: Callable[[Sequence[Source]], list[str]]
    others: Mapping[str, Callable[[str, str], Source]] = {}

    def check(self, path: str | Path) -> list[str]:
        """Return everything that is wrong with a folder, one sentence each; nothing when all is well."""
        try:
            sources = self._read(Path(path))
            check_length(_pack(sources))
        except BadCards as problem:
            return str(problem).splitlines()
        return self.problems(sources)

    def in_options(self, given: Mapping[str, JSON]) -> Mapping[str, JSON]:
        """Return the options with a folder, `cards`, replaced by its content, so that a record needs no files."""
        cards = given.get("cards")
        if not isinstance(cards, str) or not cards.strip() or cards.lstrip().startswith("{"):
            return given
        if problems := self.check(cards):
            raise BadCards("\n".join(problems))
        return {**given, "cards": _pack(self._read(Path(cards)))}

    def _read(self, folder: Path) -> list[Source]:
        if not folder.is_dir():
            raise BadCards(f"{folder}: there is no such folder.")
        files = sorted(path for path in folder.iterdir() if path.suffix in (".json", *self.others))
        if not files:
            raise BadCards(f"{folder}: there is no {' or '.join(('.json', *self.others))} file in this folder.")
        return [self._read_file(path) for path in files]

    def _read_file(self, path: Path) -> Source:
        other = self.others.get(path.suffix)
        try:
            if other is None:
                return read_source(path.name, path.read_bytes(), self.kind)
            return other(path.name, path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise BadCards(f"{path.name}: this is not {'text' if other else 'JSON'}: {error}.") from None


def _pack(sources: Sequence[Source]) -> str:
    """Return several files as one JSON text, always written the same way."""
    packed: dict[str, Any] = {}
    for key, value in (item for source in sources for item in source.data.items()):
        is_object = isinstance(value, Mapping)
        packed[key] = {**packed.get(key, {}), **value} if is_object else [*packed.get(key, []), *value]
    return canonical(packed).decode()
