"""The laws of every game, on random play of every variant."""

from __future__ import annotations

from boardwright.games.deblockle import GAME
from boardwright.kit import check


def test_the_laws_hold_on_random_play_of_every_variant() -> None:
    report = check(GAME, games=len(GAME.variants()), seed=7)
    assert report.is_clean, str(report)
    assert len(report.setups) == len(GAME.variants())
