"""A reader of one game has read them all: the same role is the same module in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "boardwright" / "games"

EVERYWHERE = {
    "options", "facts", "moves", "position", "events", "view", "zones", "art", "actions", "bot", "compat",
}  # fmt: skip
"""The roles that every built-in game has."""
WHERE_NEEDED = {
    "movegen", "refusals", "serialization", "scoring", "notation", "kernel", "perft",
    "cards", "learned", "validation",
}  # fmt: skip
"""Roles that a game has only if it needs them; core has defaults."""
OWN = {
    "blokus": {"board", "color_state"},
    "deblockle": {"cube", "solved", "state"},
    "mage_duel": {"board"},
    "sagrada": {
        "conditions", "instructions", "playout", "rulebook", "state",
    },
}  # fmt: skip
"""What is a game's own. A new module is a role of all games, or is named here on purpose."""


def modules(folder: Path) -> set[str]:
    names = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
    return names - {"__init__"}


@pytest.mark.parametrize("name", OWN)
def test_every_game_has_the_same_modules_for_the_same_roles(name: str) -> None:
    found = modules(GAMES / name)
    assert found >= EVERYWHERE
    assert found - EVERYWHERE - WHERE_NEEDED == OWN[name]
    assert (GAMES / name / "README.md").exists()


def test_every_built_in_game_is_compared() -> None:
    assert set(OWN) == {path.name for path in GAMES.iterdir() if (path / "__init__.py").exists()}


def test_the_template_uses_the_same_names() -> None:
    template = ROOT / "src" / "boardwright" / "authoring" / "template"
    names = {path.name.removesuffix(".py.txt") for path in template.glob("*.py.txt")}
    assert names - {"__init__", "test"} <= EVERYWHERE | WHERE_NEEDED
