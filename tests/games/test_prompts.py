"""Every game tells its players what they can do, in every phase, and the server what they have missed."""

from __future__ import annotations

import random

import pytest

from boardwright.core.game.game import Game
from boardwright.core.game.registry import game, names
from boardwright.core.match.match import Match

PHASES = {"blokus": 2, "deblockle": 2, "mage_duel": 2, "sagrada": 3}
"""How many different sentences a random match shows at least."""


@pytest.mark.parametrize("name", names())
def test_a_prompt_names_what_can_be_done_in_every_phase(name: str) -> None:
    dice = random.Random(name)
    match, seen = Match.new(name, seed=1), set()
    for _ in range(120):
        if match.is_over:
            break
        seat = dice.choice(match.position.actors)
        prompt = match.game.prompt(match.position.view(seat))
        assert prompt.endswith(".")
        assert prompt[0].isupper()
        seen.add(prompt)
        match.play(dice.choice(list(match.position.legal_moves(seat))), seat=seat)
    assert len(seen) >= PHASES[name]
    assert Game.prompt(game(name), match.position.view(0)) not in seen


def test_moves_since_a_turn_are_those_of_the_others() -> None:
    match = Match.new("deblockle")
    for text in ("c7-d7", "pass", "c3-c4", "c4-f4"):
        match.play(text)
    assert [entry.text for entry in match.moves_since_turn(0)] == ["c3-c4", "c4-f4"]
    assert [entry.text for entry in match.moves_since_turn(1)] == ["c4-f4"]
    assert [entry.text for entry in match.moves_since_turn(None)] == ["c3-c4", "c4-f4"]
    assert [entry.text for entry in match.moves_since_turn(1, 2)] == ["c7-d7", "pass"]
    assert match.moves_since_turn(0, 0) == []
