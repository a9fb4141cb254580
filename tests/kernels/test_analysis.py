"""The analysis of strong play: what it blames is worse when both moves are searched ten times as long."""

from __future__ import annotations

import random

from boardwright.bots.analysis.analysis import analyze, coach, value_after
from boardwright.bots.analysis.played_moves import played_moves
from boardwright.core.match.match import Match

STRONG = (
    "W5@4,4 r180, F5@7,7 f, X5@7,4, Y5@10,5 r270, T5@9,2 r180, N5@3,6, Y5@2,2 r270, Z5@0,6, Z4@12,4 f, W5@11,7 r90, "
    "I1@7,7, Z4@5,9 r90f, F5@5,2 r270, P5@0,9, U5@1,0 r90, T4@0,3 r180, L5@3,7 r270f, T5@2,9 r270, Z5@8,0 f"
)
"""Moves of searches of 4,000 iterations against each other. Searches of 200 blame a third of them."""
WEAK = "I1@4,4"
"""The smallest piece as the first move."""


def duo(moves: str) -> Match:
    match = Match.new("blokus", options={"variant": "duo"}, seed=1)
    for text in moves.split(", "):
        match.play(text)
    return match


def test_what_is_blamed_is_worse_in_a_tenfold_search() -> None:
    match = duo(STRONG)
    deep = coach(match.game, iterations=6000)
    for played, moment in zip(played_moves(match), analyze(match, iterations=600), strict=True):
        if not moment.is_blamed:
            continue
        values = [
            value_after(deep, played.before, played.seat, text, random.Random(1))[played.seat]
            for text in (moment.best[0].move, moment.move)
        ]
        assert values[0] - values[1] > 0.02, moment


def test_a_move_that_wastes_the_opening_is_blamed() -> None:
    moment = next(analyze(duo(WEAK), iterations=600))
    assert moment.is_blamed
    assert moment.loss > moment.error > 0
