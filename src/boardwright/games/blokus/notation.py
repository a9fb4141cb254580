"""Games in the files of Pentobi: a dialect of SGF in which a move is a list of points, with a1 at the lower left.

These files leave out colors that cannot place; here they pass. A file is a tree: the first branch at every fork is the
game, the others are variations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from boardwright.core.game.notation import Notation
from boardwright.core.match.match import Match
from boardwright.core.records import sgf
from boardwright.core.refusal import IllegalMove, Unreadable
from boardwright.core.rules.position import applied
from boardwright.games.blokus import GAME
from boardwright.games.blokus.facts import SHAPE_OF_CELLS, SHAPES, Cell, at_origin
from boardwright.games.blokus.moves import PASS, Placement, square_name
from boardwright.games.blokus.options import BlokusOptions, Setup
from boardwright.games.blokus.position import BlokusPosition

_GAMES: dict[str, tuple[Setup, int]] = {
    "Blokus": ("classic", 4),
    "Blokus Two-Player": ("classic2", 2),
    "Blokus Three-Player": ("classic3", 3),
    "Blokus Duo": ("duo", 2),
}
_COLORS = {"B": 1, "W": 2, "1": 1, "2": 2, "3": 3, "4": 4}
_SETUP = frozenset({"AB", "AW", "AE", "A1", "A2", "A3", "A4", "PL"})
_POINT = re.compile(r"([a-tA-T])([1-9][0-9]?)")
_Match: TypeAlias = Match[BlokusPosition]


def notations() -> dict[str, Notation]:
    """Return the format of Pentobi."""
    return {"blksgf": Notation(".blksgf", read, write)}


def write(match: Match[Any], variations: Iterable[Match[Any]] = ()) -> str:
    """Return the match as the text of a .blksgf file, with other matches of the same start as its variations.

    Raises Unreadable for variants that Pentobi does not have.

    >>> match = Match.new(GAME, options=BlokusOptions(variant="duo"))
    >>> other = match.branch()
    >>> _ = match.play("V3@4,4"), other.play("I1@4,4")
    >>> write(match, [other]).replace("\\n", "")
    '(;GM[Blokus Duo](;B[e9,f9,e10])(;B[e10]))'
    """
    setup = match.at(0).variant.name
    names = {known: name for name, (known, _) in _GAMES.items()}
    if setup not in names:
        raise Unreadable(f"Pentobi does not have {setup!r}; it has {', '.join(names)}.")
    lines = (match, *variations)
    if any(line.at(0).variant.name != setup or line.header.start is not None for line in lines):
        raise Unreadable(f"This file can hold only games of {setup!r} from the empty board.")
    return sgf.write_tree(f";GM[{names[setup]}]", map(_nodes, lines))


def read(text: str) -> Iterator[_Match]:
    """Yield the matches of a .blksgf file, one by one: the main line, then a branch for each variation; with passes.

    Raises Unreadable for anything else. In Duo the first player may have begun on either start square; such a game is
    turned by half a circle.

    >>> game, other = read("(;GM[Blokus];1[a20](;2[t20])(;2[s20,t20]))")
    >>> [entry.text for entry in other.line()]
    ['I1@0,0', 'I2@0,18 r90']
    """
    root = sgf.read_tree(text, ".blksgf")
    game = root.properties.get("GM", [""])[0]
    if game not in _GAMES:
        raise Unreadable(f"{game!r} is not a game that can be read; there are {', '.join(_GAMES)}.")
    setup, seats = _GAMES[game]
    empty = Match.new(GAME, seats=seats, options=BlokusOptions(variant=setup), seed=None)
    for match in sgf.matches(root, empty, _play, False):
        while PASS in match.position.legal_moves():
            match.play(PASS)
        yield match


def _nodes(match: _Match) -> Iterator[str]:
    """Yield the placements of a match as nodes of the file: squares from the lowest row up, each row from the left."""
    position = match.at(0)
    for entry in match.line():
        move = position.parse(entry.text)
        if isinstance(move, Placement):
            number = position.variant.colors[position.mover].number
            key = "BW"[number - 1] if position.variant.name == "duo" else str(number)
            cells = sorted(move.cells(), key=lambda cell: (-cell[0], cell[1]))
            points = (f"{chr(ord('a') + col)}{position.variant.board.size - row}" for row, col in cells)
            yield f";{key}[{','.join(points)}]"
        position = applied(position, move, position.actors[0])


def _play(match: _Match, node: sgf.Node, is_turned: bool) -> bool:
    """Play the moves of a node; return whether the game is turned by half a circle."""
    variant = match.position.variant
    last = variant.board.size - 1
    if found := _SETUP & node.properties.keys():
        raise Unreadable(f"This file sets up a position ({', '.join(found)}); only games can be read.")
    for name, values in node.properties.items():
        if name not in _COLORS:
            continue
        cells = _cells(",".join(values), last + 1)
        if not match.number and variant.name == "duo":
            is_turned = variant.colors[0].start not in cells
        if is_turned:
            cells = tuple(sorted((last - row, last - col) for row, col in cells))
        move = _placement(cells)
        try:
            while (color := match.position.color) and color.number != _COLORS[name]:
                match.play(PASS)  # which the file leaves out; refused if the color could place
            match.play(move)
        except IllegalMove as error:
            raise Unreadable(f"Move {match.moves_done + 1} of the file, {move}: {error.refusal.text}") from None
    return is_turned


def _cells(points: str, size: int) -> tuple[Cell, ...]:
    cells = []
    for point in points.split(","):
        if (match := _POINT.fullmatch(point.strip())) is None:
            raise Unreadable(f"{point!r} is not a point of the board; points look like `a1` or `t20`.")
        cells.append((size - int(match[2]), ord(match[1].lower()) - ord("a")))
    return tuple(sorted(cells))


def _placement(cells: tuple[Cell, ...]) -> Placement:
    if (number := SHAPE_OF_CELLS.get(at_origin(cells))) is None:
        raise Unreadable(f"The squares {', '.join(map(square_name, cells))} are not a piece.")
    shape = SHAPES[number]
    return Placement(shape.piece, min(r for r, _ in cells), min(c for _, c in cells), shape.turn)
