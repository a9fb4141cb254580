"""The core serves all games and knows none."""

from __future__ import annotations

from doctest import DocTestParser
from pathlib import Path

import pytest

import boardwright.core
from boardwright.core.game.registry import game, names

FILES = sorted(Path(boardwright.core.__path__[0]).rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_game_is_named_in_the_core(path: Path) -> None:
    parsed = DocTestParser().parse(path.read_text("utf-8"))
    words = "".join(part for part in parsed if isinstance(part, str)).lower()  # examples need a game
    for name in names():
        assert name not in words
        assert game(name).title.lower() not in words
