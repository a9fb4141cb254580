"""The engine against a slow, obvious model of the rules: whole games, every move from everywhere to everywhere.

The model knows a cube as a dict of its six faces by side and rolls it by passing the faces around; it shares no
table with the engine.
"""

from __future__ import annotations

from random import Random
from typing import Literal, TypeAlias

import pytest

from boardwright.core.rules.position import applied
from boardwright.games.deblockle import GAME
from boardwright.games.deblockle.cube import Cube
from boardwright.games.deblockle.facts import SQUARES, Square
from boardwright.games.deblockle.moves import PASS, CubeMove
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import DeblocklePosition

Sides: TypeAlias = dict[str, int]
CYCLES = {(0, -1): "nubd", (0, 1): "bund", (-1, 0): "luRd", (1, 0): "Ruld"}
"""The sides a roll goes through: what was on each comes to the next. n is towards row 1, b row 7, l and R the sides."""
HOME = {1: (4, 2), 2: (4, 6)}


def sides_of(cube: Cube) -> Sides:
    up, north, right = cube.facing
    return {"u": up, "d": 7 - up, "n": north, "b": 7 - north, "R": right, "l": 7 - right}


def roll(sides: Sides, shift: Square) -> Sides:
    """Rolling towards row 1 brings the face of the row-7 side up, the upper one to the row-1 side, and so on."""
    ahead, up, behind, down = tuple(CYCLES[shift])
    return sides | {up: sides[behind], ahead: sides[up], down: sides[ahead], behind: sides[down]}


def can_hop(face: int, dx: int, dy: int) -> bool:
    steps = abs(dx) + abs(dy)
    if face == 2:
        return abs(dx) == abs(dy) == 1
    if face == 3:
        return steps > 0 and 0 in (dx, dy)
    if face == 4:
        return steps in (1, 3)
    return face == 5 and steps == 1


def why_not(position: DeblocklePosition, start: Square, end: Square, variant: str) -> str | None:
    """The first rule that forbids a step, in the stated order."""
    player = position.active + 1
    board = {cube.square: cube for cube in position.cubes}
    if position.phase == "End":
        return "game_over"
    if start not in board:
        return "empty_square"
    if board[start].player != player:
        return "not_your_cube"
    if end == HOME[3 - player]:
        return "opponent_win_square"
    shift = (end[0] - start[0], end[1] - start[1])
    if position.phase == "Roll":
        if shift not in CYCLES or end in board:
            return "illegal_roll"
        star = roll(sides_of(board[start]), shift)["u"] == 1
        if star and end != HOME[player]:
            return "star_outside_win_square"
        return None if star or end != HOME[player] else "win_square_without_star"
    if variant == "standard" and SQUARES[position.rolled or 0] != start:
        return "not_rolled_cube"
    return None if can_hop(board[start].up, *shift) and end not in board else "illegal_hop"


@pytest.mark.parametrize("variant", ["standard", "contract"])
@pytest.mark.parametrize("cubes", [1, 2, 3, 4])
def test_every_step_is_judged_as_the_model_judges_it(variant: Literal["standard", "contract"], cubes: int) -> None:
    rng = Random(cubes)
    position = GAME.begin(options=DeblockleOptions(variant=variant, cubes=cubes))
    for _ in range(20):
        for start in SQUARES:
            for end in SQUARES:
                refusal = position.refusal(CubeMove(start, end))
                expected = why_not(position, start, end, variant)
                assert (refusal and refusal.code) == expected, f"{position}: {CubeMove(start, end)}"
        if position.outcome() is not None:
            break
        position = position.play(rng.choice(tuple(position.legal_moves())))


@pytest.mark.parametrize("variant", ["standard", "contract"])
def test_every_roll_turns_the_cube_as_the_model_turns_it(variant: Literal["standard", "contract"]) -> None:
    rng = Random(7)
    position = GAME.begin(options=DeblockleOptions(variant=variant))
    for _ in range(600):
        moves = [move for move in position.legal_moves() if move != PASS] or [PASS]
        move = rng.choice(moves)
        after = applied(position, move, position.active)
        if isinstance(move, CubeMove) and position.phase == "Roll":
            before, now = position.cube_at(move.start), after.cube_at(move.end)
            assert before is not None
            shift = (move.end[0] - move.start[0], move.end[1] - move.start[1])
            turned = roll(sides_of(before), shift)
            assert (now is None) == (turned["u"] == 1)
            assert now is None or sides_of(now) == turned
        position = after if after.outcome() is None else GAME.begin(options=DeblockleOptions(variant=variant))
