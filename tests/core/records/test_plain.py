"""The plain notation: what is written reads back, in every game."""

from __future__ import annotations

import random

import pytest

from boardwright.bots.bot import pick
from boardwright.core.game.registry import names
from boardwright.core.match.match import Match
from boardwright.core.records.plain_notation import read, write
from boardwright.core.refusal import Unreadable


def played(name: str, moves: int, seed: int) -> Match:
    match, rng = Match.new(name, seed=seed), random.Random(seed)
    while match.outcome is None and match.moves_done < moves:
        seat = match.position.actors[0]
        match.play(pick(match.position.legal_moves(seat), rng), seat)
    return match


@pytest.mark.parametrize("name", names())
def test_a_match_reads_back(name: str) -> None:
    match = played(name, 30, 5)
    (again,) = read(write(match))
    assert again.position == match.position
    assert again.header.players == match.header.players
    assert write(again) == write(match)


def test_variations_follow_the_match() -> None:
    match = played("deblockle", 6, 1)
    other = match.branch(3)
    other.play(next(iter(other.position.legal_moves())))
    first, second = read(write(match, [other]))
    assert (first.position, second.position) == (match.position, other.position)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 c7-b7", "line 1, '1 c7-b7': the first line must name the game"),
        ("game: chess 1\n1 e2-e4", "No game 'chess' is installed"),
        ("game: deblockle 1\n1 c7-b7\n1 c7-b7", "line 3, '1 c7-b7': "),
        ("game: deblockle 1\nhello", "line 2, 'hello': a line is"),
        ('game: deblockle 1\noptions: {"cubes": 9}\n1 c7-b7', "Option cubes=9 is not possible"),
        ("game: deblockle 1\n* R5", "line 2"),
    ],
)
def test_what_is_wrong_names_its_line(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        list(read(text))
    assert reason in str(caught.value)
