"""The numbers of moves and the planes of observations stay as they are: kernels and learned weights rely on both."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import pytest

from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game, names
from tests.games.pinned import BLOCK, examples, numberings, pinned

GAMES = (*map(game, names()), *examples())


@pytest.mark.parametrize("table", GAMES, ids=lambda table: table.name)
def test_moves_keep_their_numbers_and_planes_their_names(table: AnyGame) -> None:
    expected, found = pinned("numbering")[table.name], numberings(table)
    assert found["variants"].keys() == expected["variants"].keys()
    lines = [line for name in found["variants"] for line in differences(name, expected, found)]
    assert not lines, "\n".join(lines)


def differences(name: str, expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """What has changed in a variant, and where to look."""
    lines, was, now = [], expected["variants"][name], found["variants"][name]
    if was["moves"] != now["moves"]:
        before, after = expected["moves"][was["moves"]], found["moves"][now["moves"]]
        pairs = enumerate(zip_longest(before["blocks"].split(), after["blocks"].split()))
        first = next(number for number, (one, other) in pairs if one != other) * BLOCK
        counts = f"{after['count']} moves instead of {before['count']}"
        lines.append(f"{name}: {counts}; the first that differ are between {first} and {first + BLOCK - 1}")
    if was["planes"] != now["planes"]:
        planes = zip_longest(expected["planes"][was["planes"]], found["planes"][now["planes"]])
        one, other = next((one, other) for one, other in planes if one != other)
        lines.append(f"{name}: a plane {other!r} instead of {one!r}")
    if was["shape"] != now["shape"]:
        lines.append(f"{name}: the shape {now['shape']} instead of {was['shape']}")
    return lines
