"""Games played by hand. The laws need no line here: pyproject.toml names the game, and pytest checks them."""

from __future__ import annotations

from causeway import GAME
from causeway.options import CausewayOptions
from causeway.position import CausewayPosition


def played(*moves: str, size: int = 3) -> CausewayPosition:
    position = GAME.begin(2, CausewayOptions(size=size))
    for move in moves:
        position = position.play(move)
    return position


def test_a_chain_from_shore_to_shore_wins() -> None:
    assert played("a1", "b1", "a2", "b2").outcome() is None
    outcome = played("a1", "b1", "a2", "b2", "a3").outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "connected")


def test_red_connects_left_and_right() -> None:
    outcome = played("a1", "a2", "b1", "b2", "a3", "c2").outcome()
    assert outcome is not None
    assert outcome.winners == (1,)


def test_a_swap_mirrors_the_first_stone_and_comes_at_once_or_never() -> None:
    assert played("a2", "swap").stones.at == {"b1": 1}
    for position in (played(), played("a2", "swap"), played("a2", "b2")):
        refusal = position.refusal("swap")
        assert refusal is not None
        assert refusal.code == "too_late"
