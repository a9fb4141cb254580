"""How many sequences of actions there are from the standard set-ups."""

from __future__ import annotations

import pytest

from boardwright.core.game.perft import Perft, perft
from boardwright.games.deblockle import GAME


@pytest.mark.parametrize(
    "figure", GAME.perfts(), ids=lambda f: f"{f.options['variant']}-{f.options['cubes']}{f.without and '-no'}-{f.depth}"
)
def test_perft(figure: Perft) -> None:
    start = GAME.begin(options=GAME.read_options(figure.options))
    assert perft(start, figure.depth, figure.without) == figure.count


def test_every_variant_with_a_fixed_set_up_has_figures() -> None:
    assert {figure.options["variant"] for figure in GAME.perfts()} == {"standard", "contract"}
    assert max(figure.depth for figure in GAME.perfts()) == 6
