"""Positions as plain data and back. Whatever is read is set up anew, so that nothing impossible gets through."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions, IllegalMove, Unreadable
from boardwright.games.deblockle.cube import Cube
from boardwright.games.deblockle.facts import LETTERS, SQUARES, Square
from boardwright.games.deblockle.moves import Pass, Place, Step, parse
from boardwright.games.deblockle.options import DeblockleOptions, Phase
from boardwright.games.deblockle.position import DeblocklePosition, Deed, Last
from boardwright.games.deblockle.setup import arrange, begin, counts_of


def encode(position: DeblocklePosition) -> dict[str, JSON]:
    """Options, phase, player, cubes and the last step; cubes are player, column, row, up, front, right.

    >>> encode(begin(DeblockleOptions(cubes=1)))["board"]
    [[1, 4, 7, 2, 3, 6], [2, 4, 1, 5, 3, 1]]
    """
    options = position.deal.options
    last = position.last
    return {
        "options": {"variant": options.variant, "cubes": options.cubes, "slide": options.slide},
        "began": list(position.deal.began),
        "thrown": list(position.deal.thrown),
        "phase": position.phase,
        "active_player": position.active + 1,
        "rolled": None if position.rolled is None else list(SQUARES[position.rolled]),
        "board": [[cube.player, *cube.square, *cube.facing] for cube in position.cubes],
        "last": None if last is None else [last.deed, last.seat, None if last.move is None else str(last.move)],
    }


class _Saved(msgspec.Struct, forbid_unknown_fields=True):
    """The form of `position.encode()`."""

    options: DeblockleOptions
    began: tuple[Annotated[int, Meta(ge=0, le=49)], Annotated[int, Meta(ge=0, le=49)]]
    thrown: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(max_length=8)]
    phase: Phase
    active_player: int
    rolled: Square | None
    board: Annotated[tuple[tuple[int, int, int, int, int, int], ...], Meta(max_length=49)]
    last: tuple[Deed, Annotated[int, Meta(ge=0, le=1)], str | None] | None


def decode(data: JSON) -> DeblocklePosition:
    """Reads `position.encode()` back; BadOptions for anything that is no position."""
    try:
        saved = msgspec.convert(data, _Saved)
        move = parse(saved.last[2]) if saved.last and saved.last[2] is not None else None
    except (msgspec.ValidationError, Unreadable) as error:
        raise BadOptions(f"That is no Deblockle position: {error}") from None
    set_up = _set_up_again(saved) if saved.phase in ("Throw", "Place") else _arrange_again(saved)
    last = None if saved.last is None else Last(saved.last[0], saved.last[1], move)
    if last is not None:
        _check_last(set_up, last)
    deal, board, taken = set_up.deal, set_up.board, set_up.taken
    return type(set_up)(deal, board, taken, set_up.active, set_up.phase, set_up.rolled, last)


def _arrange_again(saved: _Saved) -> DeblocklePosition:
    if saved.thrown:
        raise BadOptions("Thrown faces belong to a set-up that is not finished.")
    return arrange(
        [Cube(*fields) for fields in saved.board],
        active_player=saved.active_player,
        phase=saved.phase,
        rolled=saved.rolled,
        options=saved.options,
        began=saved.began,
    )


def _set_up_again(saved: _Saved) -> DeblocklePosition:
    """Throws and places again what the data says."""
    position = begin(saved.options)
    cubes = sorted((Cube(*fields) for fields in saved.board), key=lambda cube: -cube.player)
    try:
        for face in saved.thrown:
            position = position.take(LETTERS[face])
        for cube in cubes:
            position = position.play(Place(cube.square, cube.facing))
    except IllegalMove as error:
        raise BadOptions(f"That set-up cannot be: {error}") from None
    said = (saved.phase, saved.active_player, saved.rolled, saved.began, [Cube(*fields) for fields in saved.board])
    if said != (position.phase, position.active + 1, None, position.deal.began, list(position.cubes)):
        raise BadOptions("That set-up does not follow from the cubes thrown and placed.")
    return position


_DEED_MOVES: dict[str, type] = {"passed": Pass, "thrown": type(None), "placed": Place}


def _check_last(position: DeblocklePosition, last: Last) -> None:
    """The last step is only shown, never played; it must be one that can be shown."""
    is_sound = isinstance(last.move, _DEED_MOVES.get(last.deed, Step)) and (
        (last.deed == "thrown") == bool(position.deal.thrown and not position.board)
    )
    is_won = position.phase == "End" and 0 in counts_of(position.cubes)
    if not is_sound or (last.deed == "won") != is_won:
        raise BadOptions(f"The last step cannot have been {last.deed!r}.")
