"""All moves in a fixed numbering."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from boardwright.core.actions import Actions, Limits
from boardwright.games.deblockle.cube import FACINGS
from boardwright.games.deblockle.facts import SIZE, START_SQUARES
from boardwright.games.deblockle.moves import PASS, CubeMove, DeblockleMove, Place
from boardwright.games.deblockle.observation import FACES, PLACING_PLANES, PLANES, encode
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.state import State


@cache
def actions(seats: int, options: DeblockleOptions) -> Actions[DeblockleMove, State]:
    """Pass first, then every step by its squares, then for `original` every placing.

    >>> actions(2, DeblockleOptions()).size, actions(2, DeblockleOptions(variant="original")).size
    (973, 1165)
    """
    is_original = options.variant == "original"
    planes = PLANES + PLACING_PLANES * is_original
    return Actions(_moves(is_original), planes=planes, cells=(SIZE, SIZE), encode=encode)


def limits(seats: int, options: DeblockleOptions) -> Limits:
    """Games have no longest length; a thrown cube shows one of six faces."""
    return Limits(None, FACES if options.variant == "original" else 0)


def _moves(with_placing: bool) -> Iterator[DeblockleMove]:
    yield PASS
    yield from CubeMove.all(None)
    if with_placing:
        yield from (Place(square, facing) for side in START_SQUARES for square in side for facing in FACINGS)
