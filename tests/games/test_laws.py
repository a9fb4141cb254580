"""The laws of every game, on random play of every variant: values, texts, numbers, arrays, gestures, views, ends."""

from __future__ import annotations

import pytest

from boardwright.core.game.registry import game, names
from boardwright.kit import check
from boardwright.kit.walks.walk import setups

SEEDS = {"blokus": 1, "deblockle": 7, "mage_duel": 11, "sagrada": 3}


@pytest.mark.parametrize("name", names())
def test_the_laws_hold_on_random_play_of_every_variant(name: str) -> None:
    table = game(name)
    report = check(table, games=max(8, len(setups(table))), seed=SEEDS[name])
    assert report.is_clean, str(report)
    assert len(report.setups) >= len(table.variants())
