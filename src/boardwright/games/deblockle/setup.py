"""First positions, custom positions, and positions read back from data: all made, and checked, here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions, IllegalMove, Unreadable
from boardwright.games.deblockle.cube import TURNS, UP_FACES, Cube, pack
from boardwright.games.deblockle.facts import (
    FACE_NAMES,
    LETTERS,
    NUMBERS,
    SETUPS,
    STAR,
    STOP,
    WIN_SQUARES,
    Square,
)
from boardwright.games.deblockle.moves import Pass, Place, Step, parse, square_text
from boardwright.games.deblockle.options import Deal, DeblockleOptions, Phase
from boardwright.games.deblockle.original import OriginalPosition
from boardwright.games.deblockle.position import ContractPosition, DeblocklePosition, Deed, Last

_KINDS = {"seed": DeblocklePosition, "contract": ContractPosition, "original": OriginalPosition}


def begin(options: DeblockleOptions) -> DeblocklePosition:
    """The first position of a variant: a table of cubes, or for `original` the first cube to be thrown.

    >>> begin(DeblockleOptions(cubes=1))
    <DeblocklePosition Roll of player 1: X1d7 T2d1>
    """
    if options.variant == "original":
        return OriginalPosition(Deal(options, (options.cubes, options.cubes)), (), 0, 0, "Throw")
    cubes = [Cube(player, x, y, *facing) for player, x, y, facing in SETUPS[options.cubes]]
    return arrange(cubes, options=options)


def arrange(
    cubes: Iterable[Cube],
    *,
    active_player: int = 1,
    phase: Phase = "Roll",
    rolled: Square | None = None,
    options: DeblockleOptions | None = None,
    began: tuple[int, int] | None = None,
) -> DeblocklePosition:
    """A position with these cubes, in this order; BadOptions says what is wrong with an impossible one.

    `rolled` is the square of the cube just rolled, for phase Hop only. `began` is how many cubes each side had at
    first, by default as many as now.

    >>> arrange([Cube(1, 4, 4, 4, 6, 5), Cube(2, 5, 6, 3, 1, 5)])
    <DeblocklePosition Roll of player 1: H1d4 L2e6>
    >>> arrange([Cube(1, 4, 4, 1, 2, 3), Cube(2, 5, 6, 3, 1, 5)])
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.BadOptions: No cube shows (1, 2, 3) up, front and right; (1, 3, 2) would be one of the 24
        ways.
    """
    options = options or DeblockleOptions()
    given = tuple(cubes)
    board = tuple(pack(cube) for cube in given)
    _check_squares(given, options)
    if active_player not in (1, 2):
        raise BadOptions(f"The active player is 1 or 2, not {active_player}.")
    counts = _counts(given)
    began = _check_began(began or counts, counts)
    if rolled is not None and rolled not in NUMBERS:
        raise BadOptions(f"The rolled cube stands on {square_text(rolled)}, which is off the board.")
    number = None if rolled is None else NUMBERS[rolled]
    taken = sum(1 << NUMBERS[cube.square] for cube in given)
    position = _KINDS[options.variant](Deal(options, began), board, taken, active_player - 1, phase, number)
    if phase == "Roll" and options.variant == "original" and position.is_dead:
        position = OriginalPosition(position.deal, board, taken, active_player - 1, "End")
    _check_phase(position, counts)
    return position


def _check_squares(cubes: Sequence[Cube], options: DeblockleOptions) -> None:
    seen: set[Square] = set()
    for cube in cubes:
        if cube.square in seen:
            raise BadOptions(f"Two cubes stand on {cube.name}.")
        seen.add(cube.square)
        if cube.square == WIN_SQUARES[2 - cube.player]:
            raise BadOptions(f"Player {cube.player}'s cube stands on the other player's win square {cube.name}.")
        if options.variant == "original" and cube.square in WIN_SQUARES:
            raise BadOptions(f"In the original game no cube rests on a star square such as {cube.name}.")


def _check_began(began: tuple[int, int], counts: tuple[int, int]) -> tuple[int, int]:
    if began[0] < counts[0] or began[1] < counts[1]:
        raise BadOptions(f"There are {counts} cubes on the board, more than the {began} at the beginning.")
    return began


def _check_phase(position: DeblocklePosition, counts: tuple[int, int]) -> None:
    if position.phase in ("Throw", "Place"):
        raise BadOptions(f"Phase {position.phase} is for the thrown set-up of the original game only.")
    if (position.phase == "Hop") != (position.rolled is not None):
        raise BadOptions("A rolled square belongs to phase Hop, and to no other.")
    if position.phase == "End":
        _check_end(position, counts)
    elif 0 in counts:
        raise BadOptions("Each player needs at least one cube.")
    if position.rolled is not None:
        _check_rolled(position, position.active * 49 + position.rolled)


def _check_end(position: DeblocklePosition, counts: tuple[int, int]) -> None:
    is_won = counts[position.active] == 0 and counts[1 - position.active] > 0 and position.deal.began[position.active]
    is_stuck = 0 not in counts and not position.rolls(0) and not position.rolls(1)
    if not is_won and not (is_stuck and isinstance(position, OriginalPosition)):
        raise BadOptions("The game is not over: its winner has no cube left, the other player has some.")


def _check_rolled(position: DeblocklePosition, place: int) -> None:
    cube = next((cube for cube in position.board if cube // TURNS == place), None)
    if cube is None:
        raise BadOptions("The rolled square holds no cube of the active player.")
    face = UP_FACES[cube % TURNS]
    if face in (STAR, STOP):
        raise BadOptions(f"A cube showing {FACE_NAMES[face]} does not hop.")
    if isinstance(position, OriginalPosition) and not position.legal_moves():
        raise BadOptions("The rolled cube has nowhere to hop, so the turn is over.")


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
    position = _set_up_again(saved) if saved.phase in ("Throw", "Place") else _arrange_again(saved)
    position.last = None
    if saved.last is not None:
        position.last = Last(saved.last[0], saved.last[1], move)
        _check_last(position, position.last)
    return position


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
    """Throws and places again what the data says, so that nothing impossible gets through."""
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
    is_won = position.phase == "End" and 0 in _counts(position.cubes)
    if not is_sound or (last.deed == "won") != is_won:
        raise BadOptions(f"The last step cannot have been {last.deed!r}.")


def _counts(cubes: Sequence[Cube]) -> tuple[int, int]:
    return sum(cube.player == 1 for cube in cubes), sum(cube.player == 2 for cube in cubes)
