"""The author's guide works for someone who follows it word for word in a fresh environment."""

from __future__ import annotations

from pathlib import Path

from tests.author.environment import Environment
from tests.author.guide import Reader

GUIDE = Path(__file__).parents[2] / "docs" / "new-game.md"


def test_the_guide_works_word_for_word(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    reader = Reader(Environment(tmp_path), work, work / "two_herds" / "src" / "two_herds")
    troubles = list(reader.follow(GUIDE.read_text("utf-8")))
    assert not troubles, "\n\n".join(troubles)
