"""The game with one cube a side, solved backwards from its ends.

A position to roll is a pair: the mover's cube and the other's. Turning the board by half exchanges the players, so
every position is seen as seat 0's turn, and each cube is a number below 1,176. For every cube of the mover the won
positions are one set of other cubes, held as the bits of an int, and so are the lost ones. One step of the
analysis asks, for all other cubes at once: is there a turn after which the opponent is lost, or does every turn
leave the opponent winning?

The table has one byte a position: 0 where nobody can force the end; odd, won by the mover on that turn, the
present one counted as the first; even, lost on that turn.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from boardwright.core.rules.position import applied
from boardwright.core.search.heuristics import Solution
from boardwright.games.deblockle.cube import FACINGS, SIDE, TURN_OF, TURNS, UP_FACES
from boardwright.games.deblockle.facts import NUMBERS, STAR, WIN_NUMBERS
from boardwright.games.deblockle.movegen import HOPS, ROLLS
from boardwright.games.deblockle.position import DeblocklePosition

_ALL = (1 << SIDE) - 1


def _half_turn(cube: int) -> int:
    """Return a side's cube on the board turned by half, where it is the other side's."""
    up, front, right = FACINGS[cube % TURNS]
    return (48 - cube // TURNS) * TURNS + TURN_OF[up, 7 - front, 7 - right]


_HALF_TURNS = tuple(_half_turn(cube) for cube in range(SIDE))


def _standing_on(square: int) -> int:
    """Return the set of all cubes on that square."""
    return ((1 << TURNS) - 1) << square * TURNS


class Roll(NamedTuple):
    """One roll of the mover's cube: the other cubes that stand in its way, and what it can be when the turn is over."""

    blockers: int
    wins: bool
    ends: tuple[int, ...]


def _rolls(cube: int) -> tuple[Roll, ...]:
    found = []
    for end, rolled in ROLLS[cube].ends.items():
        ends = (rolled, *((NUMBERS[hop.end] * TURNS + rolled % TURNS) for hop in HOPS[rolled].all))
        found.append(Roll(_standing_on(end), UP_FACES[rolled % TURNS] == STAR, ends))
    return tuple(found)


def _table() -> bytes:
    """Work outwards from the won positions: wins are found on odd turns, losses on even ones.

    `lost` and `safe` hold, by the cube the mover ends the turn with, the other cubes whose owner has then lost or has
    not won; squares that are taken count as won by the opponent, so that no turn ends there. Each position is found
    once: then it enters `lost` or leaves `safe`, seen from the side that moves before it. Two quiet turns are the end.
    """
    table, rolls = bytearray(SIDE * SIDE), [_rolls(cube) for cube in range(SIDE)]
    lost, safe = [0] * SIDE, [_ALL & ~_standing_on(cube // TURNS) for cube in range(SIDE)]
    nowhere = _standing_on(WIN_NUMBERS[0])
    unknown = [0 if cube // TURNS == WIN_NUMBERS[1] else safe[cube] & ~nowhere for cube in range(SIDE)]
    turn = quiet = 0
    while quiet < 2:
        turn, quiet = turn + 1, quiet + 1
        if turn % 2:
            known = safe
            fresh = [_reaching(lost, cube, rolls[cube]) & rest if rest else 0 for cube, rest in enumerate(unknown)]
        else:
            known = lost
            fresh = [~_reaching(safe, cube, rolls[cube]) & rest if rest else 0 for cube, rest in enumerate(unknown)]
        for cube, others in enumerate(fresh):
            unknown[cube] &= ~others
            bit, row = 1 << _HALF_TURNS[cube], cube * SIDE
            while others:
                quiet = 0
                other = others.bit_length() - 1
                others ^= 1 << other
                table[row + other] = turn
                known[_HALF_TURNS[other]] ^= bit
    return bytes(table)


def _reaching(goal: list[int], cube: int, rolls: tuple[Roll, ...]) -> int:
    """Return the other cubes against which some turn wins at once or ends in the goal; passing ends a turn too."""
    found = goal[cube]
    for roll in rolls:
        reached = _ALL if roll.wins else 0
        for end in roll.ends:
            reached |= goal[end]
        found |= reached & ~roll.blockers
    return found


class OneCube(Solution[DeblocklePosition]):
    """The table as an answer for positions with one cube a side, at the start or at the end of a larger game."""

    name: ClassVar[str] = "deblockle-one-cube"

    def build(self) -> bytes:
        """Return the table, 1.4 MB, computed in about half a second."""
        return _table()

    def turns(self, table: bytes, position: DeblocklePosition) -> int | None:
        """Return the exact number, for variants without blocked hops; None with more cubes or before play begins."""
        owners = sorted(cube // SIDE for cube in position.board)
        if position.is_original or owners != [0, 1] or position.phase not in ("Roll", "Hop"):
            return None
        if position.phase == "Roll":
            return self._to_roll(table, position)
        ends = (applied(position, move, position.active) for move in position.legal_moves())
        return max((self._before(table, end) for end in ends), key=_wish)

    def _to_roll(self, table: bytes, position: DeblocklePosition) -> int:
        first, second = sorted(position.board)
        second -= SIDE
        if position.active:
            first, second = _HALF_TURNS[second], _HALF_TURNS[first]
        turn = table[first * SIDE + second]
        return turn if turn % 2 else -turn

    def _before(self, table: bytes, position: DeblocklePosition) -> int:
        """Return the worth of a turn that leaves the opponent in that position."""
        left = self._to_roll(table, position)
        return 0 if not left else 1 - left if left < 0 else -1 - left


def _wish(turns: int) -> float:
    """Rank an outcome as a player does: to win soon, else not to lose, else to lose late."""
    return 1 / turns if turns else 0.0
