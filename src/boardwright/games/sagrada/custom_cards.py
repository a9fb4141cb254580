"""Own cards and windows: a folder of JSON and text files beside the ones that come with the game.

A `.json` file holds `tool_cards`, `public_objectives`, `windows` or `solo_colors`, written like the game's own.
A `.txt` file holds one window in six lines: name, difficulty, four rows of five characters. Cards with a
known id and windows with a known name take the place of the old ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.core.card_data import BadCards, CardFolder, Source
from boardwright.games.sagrada.facts import COLUMNS, LETTERS, ROWS
from boardwright.games.sagrada.rulebook import Rulebook, base_sources
from boardwright.games.sagrada.schema import OwnJson


def _problems(sources: Sequence[Source]) -> list[str]:
    return Rulebook((*base_sources(), *sources)).problems


def _read_window(file: str, text: str) -> Source:
    lines = text.splitlines()
    name, difficulty, *rows = [line.rstrip() for line in lines[: 2 + ROWS]] + [""] * (2 + ROWS - len(lines))
    if not difficulty.isdecimal() or any(len(row) > COLUMNS for row in rows):
        raise BadCards(f"{file}: six lines are needed: name, difficulty, and four rows of five characters.")
    known = LETTERS + "123456"
    cells = ["".join(mark if mark in known else "." for mark in row.ljust(COLUMNS)) for row in rows]
    return Source(file, {"windows": [{"name": name, "difficulty": int(difficulty), "rows": cells}]})


CUSTOM_CARDS = CardFolder(OwnJson, _problems, {".txt": _read_window})
