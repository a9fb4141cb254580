"""The tiny variant: what is on the table, and that it stays small."""

from __future__ import annotations

import random

import pytest

from boardwright.core.match.match import Match
from boardwright.core.records.record import dump, load
from boardwright.core.refusal import BadOptions
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.facts import SHADE_OF, TEXT_OF
from boardwright.games.sagrada.options import TINY_PRIVATES
from boardwright.games.sagrada.position import SagradaPosition


def begun(seed: int) -> Match[SagradaPosition]:
    return Match.new(GAME, options={"size": "tiny"}, seed=seed)


def test_it_is_for_two() -> None:
    for seats in (1, 3, 4):
        with pytest.raises(BadOptions, match=f"Tiny Sagrada is for 2 players, not {seats}"):
            GAME.begin(seats, {"size": "tiny"})


@pytest.mark.parametrize("seed", range(5))
def test_three_dice_and_a_secret_color_each(seed: int) -> None:
    state = begun(seed).position.state
    assert sorted(TEXT_OF[die][0] for die in state.pool) == ["B", "G", "R"]
    assert {SHADE_OF[die] for die in state.pool} <= {2, 5}
    first, second = (hand.cards[0] for hand in begun(seed).position.privates)
    assert first != second
    assert {first, second} <= set(TINY_PRIVATES)
    assert (state.tools, state.public, state.round) == ((), (), 10)


@pytest.mark.parametrize("seed", range(5))
def test_every_die_in_hand_has_a_place_and_a_game_has_at_most_twelve_moves(seed: int) -> None:
    match, rng = begun(seed), random.Random(seed)
    while match.outcome is None:
        seat = match.position.actors[0]
        moves = [str(move) for move in match.position.legal_moves(seat)]
        assert "return" not in moves
        match.play(rng.choice(moves), seat)
    assert match.moves_done <= 12
    assert load(dump(match)).outcome == match.outcome


def test_dice_of_the_secret_color_decide() -> None:
    match = begun(1)
    own = match.position.privates[1].cards[0]
    colors = {23: "R", 24: "G", 26: "B"}
    place = next(at for at, die in enumerate(match.position.state.pool, 1) if TEXT_OF[die][0] == colors[own])
    shade = SHADE_OF[match.position.state.pool[place - 1]]
    for move in (f"pick {place}", "place 1 1", "pass"):
        match.play(move, 1)
    for seat in (0, 0, 1):
        match.play("pass", seat)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.outcome.scores[1] == shade - 1
