"""Codes, words and parts of refusals stay as they are, and so does which of several rules answers."""

from __future__ import annotations

import pytest

from boardwright.core.game.registry import game, names
from tests.games.pinned import pinned, refusals


@pytest.mark.parametrize("name", names())
def test_the_same_moves_are_refused_for_the_same_reasons(name: str) -> None:
    expected, found = pinned("refusals")[name], refusals(game(name))
    assert found.keys() == expected.keys()
    lines = [
        f"{variant}{counts(expected[variant]['codes'], said['codes'])}"
        for variant, said in found.items()
        if said != expected[variant]
    ]
    assert not lines, "\n".join((*lines, f"Compare what `python -m tests.games.pinned {name}` prints."))


def counts(before: dict[str, int], after: dict[str, int]) -> str:
    """Which codes come more or less often; other words and parts have the same code."""
    codes = [code for code in sorted({*before, *after}) if before.get(code) != after.get(code)]
    found = ", ".join(f"{code} {after.get(code, 0)} times instead of {before.get(code, 0)}" for code in codes)
    return f": {found or 'other words, parts or moves'}"
