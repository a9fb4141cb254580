"""Pentobi's files, read and written."""

from __future__ import annotations

import pytest

from boardwright.core.refusal import IllegalMove, Unreadable
from boardwright.games.blokus.blksgf import blksgf_text, parse_blksgf
from boardwright.games.blokus.moves import PASS, Move
from boardwright.games.blokus.options import Setup
from tests.games.blokus.play import begin, random_game


def moves_of(name: Setup, seats: int, seed: int) -> list[Move]:
    positions = list(random_game(begin(name, seats), seed))
    return [after._step[1] for after in positions[1:] if after._step is not None]


@pytest.mark.parametrize(("name", "seats"), [("classic", 4), ("classic2", 2), ("classic3", 3), ("duo", 2)])
@pytest.mark.parametrize("seed", range(5))
def test_games_come_back_up_to_the_passes_after_the_last_placement(name: Setup, seats: int, seed: int) -> None:
    moves = moves_of(name, seats, seed)
    while moves[-1] == PASS:
        moves.pop()
    assert parse_blksgf(blksgf_text(name, moves)) == (name, moves)


def test_points_are_ordered_from_the_lower_left() -> None:
    position = begin()
    text = blksgf_text("classic", [position.parse("L5@0,0 r90f")])
    assert text.splitlines() == ["(", ";GM[Blokus]", ";1[a17,b17,a18,a19,a20]", ")"]


def test_the_first_variation_is_the_game_and_comments_are_skipped() -> None:
    text = r"""
    ( ;GM[Blokus]CA[UTF-8]C[a \] bracket; (and more)]
      ( ;1[a17,B17,a18,a19,A20]TE[1] ;2[s17,t17,t18,t19,t20] )
      ( ;1[a20] )
    ) ( ;GM[Blokus Duo] )
    """
    assert [str(move) for move in parse_blksgf(text)[1]] == ["L5@0,0 r90f", "L5@0,18 r270"]


def test_old_files_list_points_one_by_one() -> None:
    assert parse_blksgf("(;GM[Blokus];1[a20][a19])") == parse_blksgf("(;GM[Blokus];1[a19,a20])")


def test_duo_games_that_begin_on_the_other_start_square_are_turned() -> None:
    here = parse_blksgf("(;GM[Blokus Duo];B[e10];W[j5])")
    there = parse_blksgf("(;GM[Blokus Duo];B[j5];W[e10])")
    assert here == there == ("duo", [begin("duo", 2).parse("I1@4,4"), begin("duo", 2).parse("I1@9,9")])


def test_a_game_without_moves() -> None:
    assert parse_blksgf("(;GM[Blokus Three-Player])") == ("classic3", [])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no .blksgf file"),
        ("hello", "no .blksgf file"),
        (")", "no .blksgf file"),
        (";GM[Blokus]", "no .blksgf file"),
        ("(;GM[Blokus]", "breaks off"),
        ("(;GM[Blokus];1[a20", "breaks off"),
        ("(;GM[1];B[aa])", "'1' is no game of Blokus"),
        ("(;GM[Blokus Trigon])", "'Blokus Trigon' is no game"),
        ("(;GM[Blokus];1[z9])", "'z9' is not a point"),
        ("(;GM[Blokus];1[])", "'' is not a point"),
        ("(;GM[Blokus];1[a20,c20])", "are no piece"),
        ("(;GM[Blokus];1[a20,a20])", "are no piece"),
        ("(;GM[Blokus];1[b20])", "Move 1 .* start square"),
        ("(;GM[Blokus];1[a99])", "Move 1 .* not on the board"),
        ("(;GM[Blokus];2[t20])", "Move 1 .* must"),
        ("(;GM[Blokus]A1[a20];2[t20])", r"sets up a position \(A1\)"),
    ],
)
def test_other_files_are_unreadable(text: str, complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        parse_blksgf(text)


def test_only_tables_that_pentobi_knows_are_written() -> None:
    with pytest.raises(Unreadable, match="'opposite'"):
        blksgf_text("opposite", [])


def test_only_legal_games_are_written() -> None:
    with pytest.raises(IllegalMove):
        blksgf_text("classic", [PASS])
