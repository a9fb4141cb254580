"""Views and cubes as text: the exact boards and layouts of the smart contract, and the terminal's page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from boardwright.core.ansi import paint
from boardwright.games.deblockle.cube import Cube
from boardwright.games.deblockle.facts import LETTERS, SIZE, WIN_SQUARES, Square
from boardwright.games.deblockle.view import DeblockleView

STYLES = ("cyan", "yellow")
"""The terminal colors of player 1 and player 2."""
_LAYOUT = "  :-:  \n  |{}|  \n:-:-:-:\n|{}|{}|{}|\n:-:-:-:\n  |{}|  \n  :-:  \n  |{}|  \n  :-:  "


def board_text(cubes: Iterable[Cube]) -> str:
    """The board in nine lines; a cube is the letter of its upper face and its player's number.

    >>> print(board_text([Cube(1, 4, 4, 4, 6, 5), Cube(2, 5, 6, 3, 1, 5)]))
      :a  b  c  d  e  f  g
      :1  2  3  4  5  6  7
    1 |..|..|..|..|..|..|..|
    2 |..|..|..|__|..|..|..|
    3 |..|..|..|..|..|..|..|
    4 |..|..|..|H1|..|..|..|
    5 |..|..|..|..|..|..|..|
    6 |..|..|..|__|L2|..|..|
    7 |..|..|..|..|..|..|..|
    """
    return "\n".join(_board_lines({cube.square: cube.cell for cube in cubes}))


def _board_lines(cells: dict[Square, str]) -> list[str]:
    lines = ["  :a  b  c  d  e  f  g", "  :1  2  3  4  5  6  7  "]
    for y in range(1, SIZE + 1):
        row = "|".join(cells.get((x, y), "__" if (x, y) in WIN_SQUARES else "..") for x in range(1, SIZE + 1))
        lines.append(f"{y} |{row}|")
    return lines


def status_line(view: DeblockleView) -> str:
    """Whether the game goes on, who is to act, and the phase."""
    status = "finished" if view.phase == "End" else "active"
    return f"Status: {status}, Player: {view.active_player}, Phase: {view.phase}"


def headline(view: DeblockleView) -> str:
    """Who does what next, or how the game ended."""
    if view.outcome is not None:
        winners = view.outcome.winners
        return f"Player {winners[0] + 1} won" if winners else "A draw: no cube can roll"
    if view.phase == "End":
        return "The match is over"
    return "The cubes are thrown" if view.phase == "Throw" else f"Player {view.active_player} {view.phase.lower()}s"


def layout_text(cube: Cube) -> str:
    """The cube unfolded: front; left, up, right; back; down.

    >>> print(layout_text(Cube(2, 3, 1, 5, 3, 1)))
      :-:
      |L|
    :-:-:-:
    |P|T|S|
    :-:-:-:
      |H|
      :-:
      |X|
      :-:
    """
    return _LAYOUT.format(*(LETTERS[face] for face in cube.net))


def text(view: DeblockleView, *, color: bool = False) -> str:
    """What the terminal shows: status, board, what each cube would show after a roll, and every cube unfolded."""
    cells = {cube.square: paint(cube.cell, STYLES[cube.player - 1], "bold", color=color) for cube in view.board}
    board = _board_lines(cells)
    beside = ["", "cube  after a roll ↑ ↓ ← →", *(_cube_line(cube, view, color=color) for cube in view.board)]
    width = len(board[1])
    board[0] = board[0].ljust(width)
    lines = [f"{left}   {right}".rstrip() for left, right in zip_longest(board, beside, fillvalue=" " * width)]
    nets, scores = _nets(view.board, color=color), _score_lines(view, color=color)
    return "\n".join([status_line(view), "", *lines, "", *nets, *scores])


def _cube_line(cube: Cube, view: DeblockleView, *, color: bool) -> str:
    faces = " ".join(LETTERS[face] for face in cube.shown_by_rolls)
    cell = paint(cube.cell, STYLES[cube.player - 1], color=color)
    note = f"  may hop ({cube.face})" if cube.name == view.rolled else ""
    return f"{cell} {cube.name}              {faces}{note}"


def _nets(cubes: Sequence[Cube], *, color: bool) -> Iterator[str]:
    """The layouts of all cubes, eight next to each other, each under the name of its cube."""
    for first in range(0, len(cubes), 8):
        some = cubes[first : first + 8]
        yield "  ".join(f" {paint(f'{cube.cell} {cube.name}', STYLES[cube.player - 1], color=color)} " for cube in some)
        for rows in zip(*(layout_text(cube).split("\n") for cube in some), strict=True):
            yield "  ".join(rows).rstrip()
        yield ""


def _score_lines(view: DeblockleView, *, color: bool) -> list[str]:
    lines = []
    for player in (1, 2):
        home = WIN_SQUARES[player - 1]
        label = paint(f"Player {player}", STYLES[player - 1], color=color)
        line = f"{label}: {view.scores[player - 1]} of {view.began[player - 1]} home (star up on d{home[1]})"
        if waiting := view.thrown[player - 1]:
            line += f"; thrown, to be placed: {' '.join(LETTERS[face] for face in waiting)}"
        lines.append(line)
    return [*lines, f"{headline(view)}."] if view.outcome else lines
