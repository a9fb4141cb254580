"""Gestures of the four games: read back into moves without listing any, and refused with marks that are drawn."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game, names
from boardwright.core.moves.gesture import Drag, Gesture, Put
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.playout import random_play
from tests.games.present import present


def unlisted(*_: Any) -> Any:
    raise AssertionError("moves were listed")


def midgame(name: str, steps: int = 30) -> tuple[AnyGame, AnyPosition]:
    """A position in which somebody is to move, which has not listed its moves yet."""
    found = game(name)
    position = random_play(found.begin(), random.Random(3), steps)
    while position.chance is not None:
        position = position.take(position.chance.sample(random.Random(0)))
    assert position.actors
    return found, found.decode(found.encode(position))


@pytest.mark.parametrize("name", names())
def test_a_gesture_is_read_without_listing_moves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found, position = midgame(name)
    moves = list(position.legal_moves())
    gestures = [move.gesture(position) for move in moves]
    fresh = found.decode(found.encode(position))
    monkeypatch.setattr(type(found), "actions", unlisted)
    monkeypatch.setattr(type(position), "legal", unlisted)
    assert [fresh.moves.from_gesture(gesture, fresh) for gesture in gestures] == moves


def test_every_placement_of_blokus_is_read_back_legal_or_not() -> None:
    found, position = midgame("blokus")
    moves = found.actions(2, found.read_options()).moves
    assert len(moves) > 10_000
    assert all(position.moves.from_gesture(move.gesture(position), position) == move for move in moves)
    assert len({move.gesture(position) for move in moves}) == len(moves)


def test_blokus_turns_clockwise_after_flipping() -> None:
    """V3 is `#./##`: a corner at the bottom left, which one turn to the right brings to the top left."""
    _, position = midgame("blokus")
    covered = {
        (turn, flip): set(position.moves.named(Put("V3", "0,0", turn, flip), position).covers(position))
        for turn in range(4)
        for flip in (False, True)
    }
    assert covered[0, False] == {"0,0", "1,0", "1,1"}
    assert covered[1, False] == {"0,0", "0,1", "1,0"}
    assert covered[0, True] == {"0,1", "1,0", "1,1"}
    assert covered[1, True] == covered[0, False]


def test_a_thrown_cube_of_deblockle_is_turned_on_the_spot() -> None:
    found = game("deblockle")
    position = found.begin(options=found.read_options({"variant": "original", "cubes": 1})).take("S").take("X")
    facings = [position.moves.named(Put("thrown", "c1", turn), position).facing for turn in range(4)]
    assert len(set(facings)) == 4
    for (up, front, right), turned in zip(facings, facings[1:] + facings[:1], strict=True):
        assert turned == (up, 7 - right, front), "what looked to the front looks to the right after a clockwise turn"


@pytest.mark.parametrize(
    ("name", "gesture", "code"),
    [
        ("blokus", Put("I5", "0,19"), "first_move_corner"),
        ("blokus", Put("I5", "0,18", turn=1), "out_of_bounds"),
        ("deblockle", Drag("e5", "e3"), "illegal_roll"),
        ("deblockle", Drag("e3", "e4"), "not_your_cube"),
        ("deblockle", Drag("a1", "a2"), "empty_square"),
    ],
)
def test_an_illegal_gesture_is_refused_for_what_it_means(name: str, gesture: Gesture, code: str) -> None:
    found = game(name)
    position = found.begin()
    refusal = present(position.refusal(position.moves.named(gesture, position)))
    assert refusal.code == code
    drawn = found.picture(position.view(0)).svg()
    assert refusal.marks
    assert all(f'data-name="{name}"' in drawn for name in refusal.marks)


def test_every_cell_of_mage_duel_says_why_the_top_tile_does_not_fit() -> None:
    _, position = midgame("mage_duel")
    legal, refused = 0, 0
    for cell in (f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)):
        for turn in range(4):
            refusal = position.refusal(position.moves.named(Put("top", cell, turn), position))
            legal += refusal is None
            refused += refusal is not None and refusal.marks == (cell,)
    assert (legal > 0, legal + refused) == (True, 256)


def test_a_joker_is_a_tile_of_its_own_and_tiles_are_not_flipped() -> None:
    _, position = midgame("mage_duel")
    assert str(position.moves.from_gesture(Put("joker CCRR", "d5", 2), position)) == "joker CCRR@d5 r2"
    for wrong in (Put("joker XXXX", "d5"), Put("top", "d5", flip=True), Put("top", "d5", 4), Drag("top", "d5")):
        assert position.moves.from_gesture(wrong, position) is None


def test_a_sagrada_gesture_prefers_the_command_that_is_legal() -> None:
    found = game("sagrada")
    seen: set[str] = set()
    for seed in range(12):
        position = found.begin()
        rng = random.Random(seed)
        while position.outcome() is None:
            moves = [] if position.chance is not None else list(position.legal_moves())
            for move in moves:
                gesture = move.gesture(position)
                assert position.moves.from_gesture(gesture, position) == move
                seen.add(str(move).split()[0])
            position = random_play(position, rng, 1)
    assert seen >= {"window", "pick", "place", "tool", "pass", "move", "select"}
