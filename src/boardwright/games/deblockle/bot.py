"""The worth of a position, also in words: the race of both sides, each cube as if it were alone on the board."""

from __future__ import annotations

from functools import cache
from math import tanh
from typing import Final

from boardwright.core.game.explanation import ScoreRow, Term
from boardwright.core.rules.position import applied
from boardwright.core.search.heuristics import Heuristics
from boardwright.games.deblockle.cube import SIDE, TURNS, UP_FACES
from boardwright.games.deblockle.facts import NUMBERS, STAR, WIN_NUMBERS
from boardwright.games.deblockle.movegen import HOPS, ROLLS
from boardwright.games.deblockle.moves import CubeMove, DeblockleMove
from boardwright.games.deblockle.position import DeblocklePosition
from boardwright.games.deblockle.solved import OneCube

TEMPO: Final = 0.5
"""The turn is worth half a turn."""
SPREAD: Final = 4.0
"""A lead of so many turns is worth about three quarters of a win."""


@cache
def turns_home() -> tuple[int, ...]:
    """Return by cube how many turns it needs to score if it were alone; 0 where no cube can stand."""
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
    """Return every cube that a lone cube can be after one turn of rolling, and hopping or not."""
    ends = set(ROLLS[cube].ends.values())
    return ends | {_hopped(rolled, step) for rolled in ends for step in HOPS[rolled].all}


def _hopped(cube: int, step: CubeMove) -> int:
    return cube + (NUMBERS[step.end] - NUMBERS[step.start]) * TURNS


def turns_needed(position: DeblocklePosition) -> list[float]:
    """Return how many turns the cubes of each seat still need, each as if it were alone."""
    turns, needed = turns_home(), [0.0, 0.0]
    for cube in position.board:
        needed[cube // SIDE] += turns[cube]
    return needed


def _hop_gain(position: DeblocklePosition) -> float:
    """Return how much nearer the best hop brings a cube; the opponent's turn follows."""
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
        """Return, between -1 and 1, the lead of that seat in turns still needed, with a little for being on turn."""
        outcome = position.outcome()
        if outcome is not None:
            return outcome.payoffs()[seat]
        needed = turns_needed(position)
        needed[position.active] -= _hop_gain(position) if position.phase == "Hop" else TEMPO
        return tanh((needed[1 - seat] - needed[seat]) / SPREAD)

    def prior(self, move: DeblockleMove, position: DeblocklePosition) -> float:
        """Return the evaluation after the move, for the seat that makes it."""
        return self.evaluate(applied(position, move, position.active), position.active)


BOT = DeblockleHeuristics()


def score_table(position: DeblocklePosition) -> tuple[ScoreRow, ...]:
    """Return one row for each cube that can come home; the cube that won says so.

    >>> from boardwright.games.deblockle import GAME
    >>> [row.label for row in score_table(GAME.begin())]
    ['Cube 1', 'Cube 2', 'Cube 3', 'Cube 4']
    """
    points, outcome = position.scores, position.outcome()
    won = {} if outcome is None else {position.began[seat]: ", which won" for seat in outcome.winners}
    return tuple(
        ScoreRow(f"Cube {number}{won.get(number, '')}", tuple(int(number <= point) for point in points))
        for number in range(1, max(position.began) + 1)
    )


def terms(position: DeblocklePosition, seat: int) -> tuple[Term, ...]:
    """Return the turns that the cubes of both sides still need, each as if it were alone."""
    needed, home = turns_needed(position), position.scores
    return (
        Term("brings {n} cube{s} home", "", 10.0 * home[seat], home[seat]),
        Term("brings your cubes {n} turn{s} nearer home", "takes your cubes {n} turn{s} away from home", -needed[seat]),
        Term("sets the opponent back by {n} turn{s}", "helps the opponent by {n} turn{s}", needed[1 - seat]),
    )
