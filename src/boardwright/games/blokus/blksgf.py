"""Games in the files of Pentobi: a dialect of SGF, with coordinate lists as moves and a1 at the lower left.

Colors that cannot place are simply left out there; here they pass. A file may hold a tree of variations; the
first one at every fork is the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from boardwright.core.refusal import Unreadable
from boardwright.games.blokus.facts import SHAPE_OF_CELLS, SHAPES, Cell, at_origin
from boardwright.games.blokus.moves import PASS, Move, Placement, square_name
from boardwright.games.blokus.options import BlokusOptions, Setup, variant
from boardwright.games.blokus.position import BlokusPosition, start

_GAMES: dict[str, tuple[Setup, int]] = {
    "Blokus": ("classic", 4),
    "Blokus Two-Player": ("classic2", 2),
    "Blokus Three-Player": ("classic3", 3),
    "Blokus Duo": ("duo", 2),
}
_COLORS = {"B": 1, "W": 2, "1": 1, "2": 2, "3": 3, "4": 4}
_SETUP = frozenset({"AB", "AW", "AE", "A1", "A2", "A3", "A4", "PL"})

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z0-9]+)((?:\s*\[(?:[^\]\\]|\\.)*\])+))", re.DOTALL)
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_POINT = re.compile(r"([a-tA-T])([1-9][0-9]?)")


def blksgf_text(setup: Setup, moves: Iterable[Move]) -> str:
    """A game as the text of a .blksgf file.

    >>> print(blksgf_text("duo", [Placement("V3", 4, 4)]))
    (
    ;GM[Blokus Duo]
    ;B[e9,f9,e10]
    )
    """
    name = next((name for name, (known, _) in _GAMES.items() if known == setup), None)
    if name is None:
        known = ", ".join(one for one, _ in _GAMES.values())
        raise Unreadable(f"Pentobi does not know {setup!r}; it knows {known}.")
    lines = [f";GM[{name}]"]
    position = start(variant(*_GAMES[name]), BlokusOptions())
    for move in moves:
        if isinstance(move, Placement) and position.color is not None:
            number = position.color.number
            key = "BW"[number - 1] if setup == "duo" else str(number)
            lines.append(f";{key}[{_points(move, position.variant.board.size)}]")
        position = position.play(move)
    return "\n".join(["(", *lines, ")"])


def parse_blksgf(text: str) -> tuple[Setup, list[Move]]:
    """The variant and the moves of a .blksgf file, passes filled in; Unreadable says what is wrong.

    In Duo the first player may have begun on either start square; such a game is turned by half a circle.

    >>> parse_blksgf("(;GM[Blokus];1[a20];2[t20])")
    ('classic', [Placement(piece='I1', row=0, col=0, turn=''), Placement(piece='I1', row=0, col=19, turn='')])
    """
    root, *nodes = list(_main_line(text)) or [{}]
    game = root.get("GM", [""])[0]
    if game not in _GAMES:
        raise Unreadable(f"{game!r} is no game of Blokus that can be read; there are {', '.join(_GAMES)}.")
    setup, seats = _GAMES[game]
    position = start(variant(setup, seats), BlokusOptions())
    board = position.variant.board
    steps = list(_steps([root, *nodes], board.size))
    if setup == "duo" and steps and position.variant.colors[0].start not in steps[0][1]:
        last = board.size - 1
        steps = [(color, tuple(sorted((last - r, last - c) for r, c in cells))) for color, cells in steps]
    moves: list[Move] = []
    for color, cells in steps:
        for move in (*_passes(position, color), _placement(cells)):
            refusal = position.refusal(move)
            if refusal is not None:
                raise Unreadable(f"Move {len(moves) + 1} of the file, {move}: {refusal.text}")
            moves.append(move)
            position = position.after(move)
    return setup, moves


def _points(move: Placement, size: int) -> str:
    """The squares of a move in the file's order: from the lowest row up, each from the left."""
    cells = sorted(move.cells(), key=lambda cell: (-cell[0], cell[1]))
    return ",".join(f"{chr(ord('a') + col)}{size - row}" for row, col in cells)


def _main_line(text: str) -> Iterator[dict[str, list[str]]]:
    """The nodes of the first game in the file, always along the first variation."""
    node: dict[str, list[str]] | None = None
    place, is_open = 0, False
    while match := _TOKEN.match(text, place):
        place = match.end()
        bracket, name, values = match.groups()
        if bracket == ")" and is_open:
            break
        if bracket == "(":
            is_open = True
        elif bracket == ";" and is_open:
            if node is not None:
                yield node
            node = {}
        elif node is None:
            break
        else:
            node.setdefault(name, []).extend(_VALUE.findall(values))
    if node is None:
        raise Unreadable("This is no .blksgf file; one begins with `(;GM[Blokus]`.")
    if not match:
        raise Unreadable(
            f"The .blksgf file breaks off or is damaged at character {place}: {text[place : place + 20]!r}."
        )
    yield node


def _steps(nodes: Iterable[dict[str, list[str]]], size: int) -> Iterator[tuple[int, tuple[Cell, ...]]]:
    """(color, squares) of every move."""
    for node in nodes:
        if not _SETUP.isdisjoint(node):
            raise Unreadable(
                f"This file sets up a position ({', '.join(_SETUP & node.keys())}); only games can be read."
            )
        for name, values in node.items():
            if name in _COLORS:
                yield _COLORS[name], _cells(",".join(values), size)


def _cells(points: str, size: int) -> tuple[Cell, ...]:
    cells = []
    for point in points.split(","):
        match = _POINT.fullmatch(point.strip())
        if match is None:
            raise Unreadable(f"{point!r} is not a point of the board; points look like `a1` or `t20`.")
        cells.append((size - int(match[2]), ord(match[1].lower()) - ord("a")))
    return tuple(sorted(cells))


def _placement(cells: tuple[Cell, ...]) -> Placement:
    number = SHAPE_OF_CELLS.get(at_origin(cells))
    if number is None:
        raise Unreadable(f"The squares {', '.join(map(square_name, cells))} are no piece.")
    shape = SHAPES[number]
    return Placement(shape.piece, min(r for r, _ in cells), min(c for _, c in cells), shape.turn)


def _passes(position: BlokusPosition, color: int) -> Iterator[Move]:
    """The passes of those who must, until that color is to move; a file leaves them out."""
    while position.color is not None and position.color.number != color:
        yield PASS
        if PASS not in position.legal_moves():
            return
        position = position.after(PASS)
