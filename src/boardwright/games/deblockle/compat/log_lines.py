"""The board and the log lines of the smart contract. It does not know the `original` variant."""

from __future__ import annotations

from collections.abc import Iterable

from boardwright.games.deblockle.cube import Cube
from boardwright.games.deblockle.events import event_name
from boardwright.games.deblockle.facts import SIZE, WIN_SQUARES
from boardwright.games.deblockle.moves import CubeMove, DeblockleMove
from boardwright.games.deblockle.state import State
from boardwright.games.deblockle.view import DeblockleView

_ACCEPTED = {
    "rolled": "Player {p} Rolled from {a} to position {b}. Next: Hop of the same player {p}.",
    "stopped": "Player {p} Rolls to stop. Roll phase for another player {q}.",
    "scored": "Player {p} scores! Roll phase for player {q}.",
    "won": "Player {p} scores and wins the game!!!",
    "hopped": "Player {p} Hopped from {a} to position {b}. Next: Roll of the other player {q}.",
    "passed": "Player {p} passed the turn. It is player {q} Roll phase.",
}

_REFUSED = {
    "empty_square": "Illegal move attempt from empty space.",
    "not_your_cube": "Illegal move attempt with cube not belonging to player {p}.",
    "opponent_win_square": "Illegal move for player {p} to win position of player {q}",
    "illegal_roll": "Illegal Roll from {a} to position {b} for player {p}.",
    "star_outside_win_square": "This Roll move is not allowed! "
    "(will be facing Star up in no-win position for player {p})",
    "win_square_without_star": "This Roll move is not allowed! (rolling into win position for either player)",
    "not_rolled_cube": "Illegal Hop from {a} to position {b} for player {p}.",
    "illegal_hop": "Illegal Hop from {a} to position {b} for player {p}.",
}


def accepted_line(before: State, move: DeblockleMove, after: State) -> str:
    """Return the line of a call that was accepted."""
    return _fill(_ACCEPTED[event_name(before, move, after)], before.active, move)


def refused_line(state: State, move: DeblockleMove, code: str) -> str:
    """Return the line of a call refused by that code. `not_your_turn` and `off_board` are errors and have no line."""
    if code != "game_over":
        return _fill(_REFUSED[code], state.active, move)
    if isinstance(move, CubeMove):
        return f"The game ended with player {state.active + 1} the winner. No turns allowed."
    return "Game is finished, no moves allowed"


def board_text(cubes: Iterable[Cube]) -> str:
    """Return the board in nine lines; a cube is the letter of its upper face and its player's number.

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
    cells = {cube.square: cube.cell for cube in cubes}
    lines = ["  :a  b  c  d  e  f  g", "  :1  2  3  4  5  6  7  "]
    for y in range(1, SIZE + 1):
        row = "|".join(cells.get((x, y), "__" if (x, y) in WIN_SQUARES else "..") for x in range(1, SIZE + 1))
        lines.append(f"{y} |{row}|")
    return "\n".join(lines)


def status_text(view: DeblockleView) -> str:
    """Return the status line, an empty line, the heading and the board."""
    status = "finished" if view.phase == "End" else "active"
    head = f"Status: {status}, Player: {view.active_player}, Phase: {view.phase}"
    return f"{head}\n\nGame Board:\n{board_text(view.board)}"


def _fill(line: str, seat: int, move: DeblockleMove) -> str:
    squares = (move.start, move.end) if isinstance(move, CubeMove) else ((0, 0), (0, 0))
    a, b = (f"({x},{y})" for x, y in squares)
    return line.format(p=seat + 1, q=2 - seat, a=a, b=b)
