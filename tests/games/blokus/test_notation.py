"""Pentobi's files, read and written."""

from __future__ import annotations

from random import Random

import pytest

import boardwright
from boardwright.core.match.match import Match
from boardwright.core.refusal import Unreadable
from boardwright.games.blokus import GAME
from boardwright.games.blokus.moves import PASS
from boardwright.games.blokus.notation import read, write
from boardwright.games.blokus.options import BlokusOptions, Setup
from tests.games.blokus.play import begin


def new(name: Setup, seats: int, *moves: str) -> Match:
    match = Match.new(GAME, seats=seats, options=BlokusOptions(variant=name))
    for move in moves:
        match.play(move)
    return match


def played_on(match: Match, rng: Random, moves: int = 100) -> Match:
    """The match after some more random moves, and after the passes that follow them."""
    for _ in range(moves):
        if not match.is_over:
            match.play(rng.choice(list(match.position.legal_moves())))
    while PASS in match.position.legal_moves():
        match.play(PASS)
    return match


def texts(match: Match) -> list[str | None]:
    return [entry.text for entry in match.line()]


@pytest.mark.parametrize(("name", "seats"), [("classic", 4), ("classic2", 2), ("classic3", 3), ("duo", 2)])
@pytest.mark.parametrize("seed", range(5))
def test_games_come_back_with_all_their_passes(name: Setup, seats: int, seed: int) -> None:
    match = played_on(new(name, seats), Random(seed))
    (again,) = read(write(match))
    assert (again.position, texts(again), again.outcome) == (match.position, texts(match), match.outcome)
    assert match.is_over


def test_points_are_ordered_from_the_lower_left() -> None:
    text = write(new("classic", 4, "L5@0,0 r90f"))
    assert text.splitlines() == ["(", ";GM[Blokus]", ";1[a17,b17,a18,a19,a20]", ")"]


def test_the_first_branch_is_the_game_and_the_others_are_variations() -> None:
    text = r"""
    ( ;GM[Blokus]CA[UTF-8]C[a \] bracket; (and more)]
      ( ;1[a17,B17,a18,a19,A20]TE[1] ( ;2[s17,t17,t18,t19,t20] ) (;2[t20];3[t1]) )
      ( ;1[a20] )
    ) ( ;GM[Blokus Duo] )
    """
    assert [texts(match) for match in read(text)] == [
        ["L5@0,0 r90f", "L5@0,18 r270"],
        ["L5@0,0 r90f", "I1@0,19", "I1@19,19"],
        ["I1@0,0"],
    ]


@pytest.mark.parametrize("seed", range(5))
def test_variations_come_back_as_branches_that_are_matches_of_their_own(seed: int) -> None:
    rng = Random(seed)
    match = played_on(new("duo", 2), rng)
    variations = [played_on(match.branch(number), rng, moves=3) for number in (12, 5, 5, 0)]
    nested = played_on(variations[0].branch(13), rng)
    found = list(read(write(match, [*variations, nested])))
    assert texts(found[0]) == texts(match)
    assert sorted(map(texts, found), key=str) == sorted(map(texts, [match, *variations, nested]), key=str)
    assert all("from another match" in boardwright.verify(boardwright.dump(one)) for one in found[1:4])


def test_a_line_that_another_continues_is_written_once() -> None:
    match = new("classic", 4, "I1@0,0", "I1@0,19")
    assert write(match, [match.branch(1), match.branch(2)]) == write(match)


def test_moves_that_were_taken_back_are_not_written() -> None:
    match = new("classic", 4, "I1@0,0")
    match.undo(0, agreed=(1, 2, 3))
    match.play("I2@0,0")
    assert write(match) == write(new("classic", 4, "I2@0,0"))


def test_old_files_list_points_one_by_one() -> None:
    (old,), (recent,) = read("(;GM[Blokus];1[a20][a19])"), read("(;GM[Blokus];1[a19,a20])")
    assert texts(old) == texts(recent)


def test_duo_games_that_begin_on_the_other_start_square_are_turned() -> None:
    found = read("(;GM[Blokus Duo](;B[e10];W[j5])(;B[j5](;W[e10])(;W[e10,e9])))")
    assert [texts(match) for match in found] == [
        ["I1@4,4", "I1@9,9"],
        ["I1@4,4", "I1@9,9"],
        ["I1@4,4", "I2@8,9"],
    ]


def test_a_game_without_moves() -> None:
    (match,) = read("(;GM[Blokus Three-Player])")
    assert match.position == begin("classic3", 3)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not a .blksgf file"),
        ("hello", "not a .blksgf file"),
        (")", "not a .blksgf file"),
        ("()", "not a .blksgf file"),
        (";GM[Blokus]", "not a .blksgf file"),
        ("(;GM[Blokus]", "breaks off"),
        ("(;GM[Blokus](;1[a20])", "breaks off"),
        ("(;GM[Blokus](1[a20]))", "damaged at character 13: '1"),
        ("(;GM[Blokus];1[a20", "breaks off"),
        ("(;GM[1];B[aa])", "'1' is not a game"),
        ("(;GM[Blokus Trigon])", "'Blokus Trigon' is not a game"),
        ("(;GM[Blokus];1[z9])", "'z9' is not a point"),
        ("(;GM[Blokus];1[])", "'' is not a point"),
        ("(;GM[Blokus];1[a20,c20])", "are not a piece"),
        ("(;GM[Blokus];1[a20,a20])", "are not a piece"),
        ("(;GM[Blokus];1[b20])", "Move 1 .* start square"),
        ("(;GM[Blokus];1[a99])", "Move 1 .* not on the board"),
        ("(;GM[Blokus];2[t20])", "Move 1 .* passes only when"),
        ("(;GM[Blokus];1[a20](;2[t20])(;2[s20]))", "Move 2 .* start square"),
        ("(;GM[Blokus]A1[a20];2[t20])", r"sets up a position \(A1\)"),
        ("(;GM[Blokus]" + "(;1[a20])" * 1001 + ")", "more than 1000 variations"),
        ("(;GM[Blokus]" + "(" * 100_000, "breaks off"),
    ],
)
def test_other_files_are_unreadable(text: str, complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        list(read(text))


def test_only_variants_that_pentobi_has_are_written() -> None:
    with pytest.raises(Unreadable, match="'opposite'"):
        write(new("opposite", 2))


def test_a_variation_of_another_variant_or_from_a_position_set_up_is_not_written() -> None:
    match = new("classic2", 2, "I1@0,0")
    with pytest.raises(Unreadable, match="only games of 'classic2'"):
        write(match, [new("duo", 2)])
    with pytest.raises(Unreadable, match="from the empty board"):
        write(Match.new(GAME, options=BlokusOptions(variant="classic2"), start=match.position))


def test_the_main_line_is_read_without_the_variations() -> None:
    text = "(;GM[Blokus Duo];B[e9,f9,e10](;W[j5])(;W[a1]))"
    assert len(next(read(text)).line()) == 2
    with pytest.raises(Unreadable):
        list(read(text))
