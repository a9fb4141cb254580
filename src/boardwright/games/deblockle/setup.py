"""Custom positions."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.core.refusal import BadOptions
from boardwright.core.validation import check
from boardwright.games.deblockle.cube import Cube, pack
from boardwright.games.deblockle.facts import NUMBERS, Square
from boardwright.games.deblockle.options import DeblockleOptions, Phase
from boardwright.games.deblockle.position import VARIANTS, DeblocklePosition
from boardwright.games.deblockle.validation import taken_by


def arrange(
    cubes: Iterable[Cube],
    *,
    active_player: int = 1,
    phase: Phase = "Roll",
    rolled: Square | None = None,
    options: DeblockleOptions | None = None,
) -> DeblocklePosition:
    """A position with these cubes, in this order; BadOptions says what is wrong with an impossible one.

    `rolled` is the square of the cube just rolled, for phase Hop only.

    >>> arrange([Cube(1, 4, 4, 4, 6, 5), Cube(2, 5, 6, 3, 1, 5)])
    <DeblocklePosition Roll of player 1: H1d4 L2e6>
    >>> arrange([Cube(1, 4, 4, 4, 6, 5)])
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.BadOptions: Not a position of Deblockle: each player needs at least one cube.
    """
    options, given = options or DeblockleOptions(), tuple(cubes)
    owners = [cube.player for cube in given]
    try:
        board = tuple(pack(cube) for cube in given)
        check(active_player in (1, 2), f"the active player is 1 or 2, not {active_player}")
        check(rolled is None or rolled in NUMBERS, f"the rolled cube stands on {rolled}, which is off the board")
        began, square = (owners.count(1), owners.count(2)), None if rolled is None else NUMBERS[rolled]
        position = VARIANTS[options.variant](options, began, board, taken_by(board), active_player - 1, phase, square)
        if options.variant == "original" and position.is_dead:
            position = position.replace(phase="End")
        for problem in position.problems():
            raise ValueError(problem)
    except ValueError as error:
        raise BadOptions(f"Not a position of Deblockle: {error}.") from None
    return position
