"""Own cards and windows: a folder of JSON and text files beside the ones that come with the game.

A `.json` file holds `tool_cards`, `public_objectives`, `windows` or `solo_colors`, written like the game's own.
A `.txt` file holds one window in six lines: name, difficulty, four rows of five characters. Cards with a
known id and windows with a known name take the place of the old ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boardwright.core.canonical import JSON, canonical
from boardwright.games.sagrada.facts import COLUMNS, LETTERS, ROWS
from boardwright.games.sagrada.rulebook import Rulebook, Source, base_sources, check_length, own_source
from boardwright.games.sagrada.schema import BadCards


def check_cards(path: str | Path) -> list[str]:
    """Everything that is wrong with a folder of own cards, one sentence each; nothing when all is well."""
    try:
        sources = read_folder(Path(path))
        check_length(pack(sources))
    except BadCards as problem:
        return str(problem).splitlines()
    return Rulebook((*base_sources(), *sources)).problems


def with_cards(given: Mapping[str, JSON]) -> Mapping[str, JSON]:
    """The options with a folder of own cards replaced by what is in it, so that a record needs no files."""
    cards = given.get("cards")
    if not isinstance(cards, str) or not cards.strip() or cards.lstrip().startswith("{"):
        return given
    problems = check_cards(cards)
    if problems:
        raise BadCards("\n".join(problems))
    return {**given, "cards": pack(read_folder(Path(cards)))}


def pack(sources: list[Source]) -> str:
    """Several files as one JSON text, always written the same way."""
    packed: dict[str, Any] = {}
    for source in sources:
        for key, value in source.data.items():
            if key == "solo_colors":
                packed[key] = {**packed.get(key, {}), **value}
            else:
                packed[key] = [*packed.get(key, []), *value]
    return canonical(packed).decode()


def read_folder(folder: Path) -> list[Source]:
    """The files of a folder, by name."""
    if not folder.is_dir():
        raise BadCards(f"{folder}: there is no such folder.")
    files = sorted(path for path in folder.iterdir() if path.suffix in (".json", ".txt"))
    if not files:
        raise BadCards(f"{folder}: there is no .json or .txt file in this folder.")
    return [_read_window(path) if path.suffix == ".txt" else _read_file(path) for path in files]


def _read_file(path: Path) -> Source:
    try:
        return own_source(path.name, path.read_bytes())
    except OSError as error:
        raise BadCards(f"{path.name}: this is not JSON: {error}.") from None


def _read_window(path: Path) -> Source:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadCards(f"{path.name}: this is not text: {error}.") from None
    name, difficulty, *rows = [line.rstrip() for line in lines[: 2 + ROWS]] + [""] * (2 + ROWS - len(lines))
    if not difficulty.isdecimal() or any(len(row) > COLUMNS for row in rows):
        raise BadCards(f"{path.name}: six lines are needed: name, difficulty, and four rows of five characters.")
    known = LETTERS + "123456"
    cells = ["".join(mark if mark in known else "." for mark in row.ljust(COLUMNS)) for row in rows]
    return Source(path.name, {"windows": [{"name": name, "difficulty": int(difficulty), "rows": cells}]})
