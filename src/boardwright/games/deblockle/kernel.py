"""Tables for the compiled kernel, and positions as its states."""

from __future__ import annotations

from array import array
from typing import Any, ClassVar, Final, cast

from boardwright.core.search.kernel import KernelTables, integers, reals
from boardwright.games.deblockle.actions import EVEN, GOALS, ROLLED, WAITING, places
from boardwright.games.deblockle.bot import SPREAD, TEMPO, turns_home
from boardwright.games.deblockle.cube import FACINGS, SHIFTS, SIDE, TURN_OF, TURNS, UP_FACES, taken_by
from boardwright.games.deblockle.facts import HOOPS, NUMBERS, SLIDE, SQUARES, STAR, START_SQUARES, STOP, WIN_NUMBERS
from boardwright.games.deblockle.movegen import HOPS, NEIGHBORS, ROLLS, STAR_SQUARES, hop_reach
from boardwright.games.deblockle.moves import CUBE_MOVES, CubeMove, DeblockleMove, Place
from boardwright.games.deblockle.options import DeblockleOptions, Phase
from boardwright.games.deblockle.position import VARIANTS, DeblocklePosition

_CELLS: Final = len(SQUARES)
_NOWHERE: Final = _CELLS
_THROWN: Final = 8
_PHASES: Final[tuple[Phase, ...]] = ("Place", "Roll", "Hop", "End")
_HOP_RULES: Final = ("standard", "contract", "original")
_PASS, _PLACE = -1, -2
_LONGEST: Final = 2000
"""Steps after which a play-out is cut off."""


def kernel(position: DeblocklePosition) -> DeblockleTables | None:
    """Return the tables of any variant, from the first placing or roll on."""
    return DeblockleTables.of(position) if position.chance is None else None


class DeblockleTables(KernelTables[DeblocklePosition, DeblockleOptions]):
    """The tables of one variant."""

    engine: ClassVar[str] = "deblockle"

    def tables(self) -> dict[str, array[Any]]:
        return {
            "sizes": integers((len(self.moves), _LONGEST)),
            "hop_rule": integers([_HOP_RULES.index(self.options.variant)]),
            "full_slide": integers([self.options.slide == "full"]),
            "faces": integers((STAR, STOP, SLIDE, HOOPS)),
            "up_face": integers(UP_FACES),
            "rolls": integers(_rolls()),
            "rays": integers(_rays()),
            "start_squares": integers(NUMBERS[square] for side in START_SQUARES for square in side),
            "turns_home": integers(turns_home()),
            "hops": integers(hops.mask for hops in HOPS),
            "reach": integers(hop_reach(face, start) for face in range(7) for start in range(_CELLS)),
            "neighbors": integers(NEIGHBORS),
            "star_squares": integers([STAR_SQUARES]),
            "evaluation": reals(TEMPO, SPREAD),
            "planes": integers((ROLLED, GOALS, EVEN, WAITING, self.actions.shape[0])),
            "places": integers(number for me in (0, 1) for cube in places(me) for number in cube),
            "goals": integers(WIN_NUMBERS),
            **_numbering(self.moves),
        }

    def pack(self, position: DeblocklePosition, seat: int | None = None) -> bytes:
        board, thrown = position.board, position.thrown
        rolled = _NOWHERE if position.rolled is None else position.rolled
        words = [_PHASES.index(position.phase), position.active, rolled, *position.began, len(board), len(thrown)]
        words += [*thrown, *[0] * (_THROWN - len(thrown)), *board, *[0] * (_CELLS - len(board))]
        return array("I", words).tobytes()

    def unpack(self, state: bytes) -> DeblocklePosition:
        phase, active, rolled, first, second, cubes, thrown, *rest = array("I", state)
        board = tuple(rest[_THROWN : _THROWN + cubes])
        return VARIANTS[self.options.variant](
            options=self.options,
            began=(first, second),
            board=board,
            taken=taken_by(board),
            active=active,
            phase=_PHASES[phase],
            rolled=None if rolled == _NOWHERE else rolled,
            thrown=tuple(rest[:thrown]),
        )


def _rolls() -> list[int]:
    """Return by cube and direction, the cube after the roll; -1 where it cannot roll even on an empty board."""
    found = []
    for cube in range(2 * SIDE):
        x, y = SQUARES[cube // TURNS % _CELLS]
        ends = [NUMBERS.get((x + dx, y + dy), _NOWHERE) for dx, dy in SHIFTS]
        found += [ROLLS[cube].ends.get(end, -1) for end in ends]
    return found


def _rays() -> list[int]:
    """Return by square and direction, the six squares that follow; -1 beyond the edge."""
    return [
        NUMBERS.get((x + dx * distance, y + dy * distance), -1)
        for x, y in SQUARES
        for dx, dy in SHIFTS
        for distance in range(1, 7)
    ]


def _numbering(moves: tuple[DeblockleMove, ...]) -> dict[str, array[int]]:
    """Return the squares of moves by number, and the numbers by squares; 0, the pass, stands for no move."""
    places = [(_PASS, 0, 0)] * len(moves)
    for index, move in enumerate(moves):
        if isinstance(move, CubeMove):
            places[index] = NUMBERS[move.start], NUMBERS[move.end], 0
        elif isinstance(move, Place):
            places[index] = _PLACE, NUMBERS[move.square], TURN_OF[move.facing]
    starts, ends, turns = zip(*places, strict=True)
    number = {move: index for index, move in enumerate(moves)}
    placings = [cast(DeblockleMove, Place(square, facing)) for square in SQUARES for facing in FACINGS]
    return {
        "action_start": integers(starts),
        "action_end": integers(ends),
        "action_turn": integers(turns),
        "step_action": integers(number.get(step, 0) for row in CUBE_MOVES for step in row),
        "place_action": integers(number.get(placing, 0) for placing in placings),
    }
