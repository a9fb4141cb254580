"""What a position is worth: the race of both sides, each cube as if it were alone on the board."""

from __future__ import annotations

from functools import cache
from math import tanh
from typing import Final

from boardwright.core.heuristics import Heuristics
from boardwright.core.position import applied
from boardwright.games.deblockle.cube import SIDE, TURNS, UP_FACES
from boardwright.games.deblockle.facts import NUMBERS, STAR, WIN_NUMBERS
from boardwright.games.deblockle.moves import CubeMove, DeblockleMove
from boardwright.games.deblockle.position import DeblocklePosition
from boardwright.games.deblockle.reachability import HOPS, ROLLS
from boardwright.games.deblockle.solved import OneCube

TEMPO: Final = 0.5
"""The turn is worth half a turn."""
SPREAD: Final = 4.0
"""A lead of so many turns is worth about three quarters of a win."""


@cache
def turns_home() -> tuple[int, ...]:
    """For every cube by number, how many turns it needs to score if it were alone; 0 where no cube can stand."""
    turns = [0] * (2 * SIDE)
    waiting = [cube for cube in range(2 * SIDE) if cube // TURNS % 49 != WIN_NUMBERS[1 - cube // SIDE]]
    depth = 0
    while waiting:
        depth += 1
        for cube in waiting:
            if any(UP_FACES[end % TURNS] == STAR or 0 < turns[end] < depth for end in _turn_ends(cube)):
                turns[cube] = depth
        waiting = [cube for cube in waiting if not turns[cube]]
    return tuple(turns)


def _turn_ends(cube: int) -> set[int]:
    """Every cube that a lone cube can be after one turn of rolling, and hopping or not."""
    ends = set(ROLLS[cube].ends.values())
    return ends | {_hopped(rolled, step) for rolled in ends for step in HOPS[rolled].all}


def _hopped(cube: int, step: CubeMove) -> int:
    return cube + (NUMBERS[step.end] - NUMBERS[step.start]) * TURNS


def turns_needed(position: DeblocklePosition) -> list[float]:
    """How many turns the cubes of each seat still need, each as if it were alone."""
    turns, needed = turns_home(), [0.0, 0.0]
    for cube in position.board:
        needed[cube // SIDE] += turns[cube]
    return needed


def _hop_gain(position: DeblocklePosition) -> float:
    """How much nearer the best hop brings a cube; the opponent's turn follows."""
    turns, gain = turns_home(), 0
    cubes = {cube // TURNS % 49: cube for cube in position.board}
    for move in position.legal_moves():
        if isinstance(move, CubeMove):
            cube = cubes[NUMBERS[move.start]]
            gain = max(gain, turns[cube] - turns[_hopped(cube, move)])
    return gain - TEMPO


class DeblockleHeuristics(Heuristics[DeblocklePosition]):
    """The race; the games and endings with one cube a side are solved."""

    solution = OneCube()

    def evaluate(self, position: DeblocklePosition, seat: int) -> float:
        """Between -1 and 1: the lead of that seat in turns still needed, with a little for being on turn."""
        outcome = position.outcome()
        if outcome is not None:
            return outcome.payoffs()[seat]
        needed = turns_needed(position)
        needed[position.active] -= _hop_gain(position) if position.phase == "Hop" else TEMPO
        return tanh((needed[1 - seat] - needed[seat]) / SPREAD)

    def prior(self, move: DeblockleMove, position: DeblocklePosition) -> float:
        """The evaluation after the move, for the seat that makes it."""
        return self.evaluate(applied(position, move, position.active), position.active)


BOT = DeblockleHeuristics()
