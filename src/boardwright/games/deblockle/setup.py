"""First positions and custom positions: all made, and checked, here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boardwright.core.refusal import BadOptions
from boardwright.games.deblockle.cube import TURNS, UP_FACES, Cube, pack
from boardwright.games.deblockle.facts import FACE_NAMES, NUMBERS, SETUPS, STAR, STOP, WIN_SQUARES, Square
from boardwright.games.deblockle.moves import square_text
from boardwright.games.deblockle.options import Deal, DeblockleOptions, Phase
from boardwright.games.deblockle.original import OriginalPosition
from boardwright.games.deblockle.position import ContractPosition, DeblocklePosition

_KINDS = {"standard": DeblocklePosition, "contract": ContractPosition, "original": OriginalPosition}


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
    counts = counts_of(given)
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


def counts_of(cubes: Iterable[Cube]) -> tuple[int, int]:
    """How many of the cubes are player 1's, and how many player 2's."""
    owners = [cube.player for cube in cubes]
    return owners.count(1), owners.count(2)
