"""Games in the files of Pentobi: a dialect of SGF in which a move is a list of points, with a1 at the lower left.

These files leave out colors that cannot place; here they pass. A file is a tree: the first branch at every fork is the
game, the others are variations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from boardwright.core.match import Match
from boardwright.core.notation import Notation
from boardwright.core.refusal import IllegalMove, Unreadable
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
_MOST_LINES = 1000

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z0-9]+)((?:\s*\[(?:[^\]\\]|\\.)*\])+))", re.DOTALL)
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_POINT = re.compile(r"([a-tA-T])([1-9][0-9]?)")

_Tree: TypeAlias = "dict[str, _Tree]"
"""The moves that can follow, each with those that can follow it; the main line first."""


def notations() -> dict[str, Notation]:
    """The format of Pentobi."""
    return {"blksgf": Notation(".blksgf", read_lines, write)}


def write(match: Match, variations: Iterable[Match] = ()) -> str:
    """The match as the text of a .blksgf file, with other matches of the same start as its variations.

    Raises Unreadable for variants that Pentobi does not have.

    >>> match = Match.new(GAME, options=BlokusOptions(variant="duo"))
    >>> other = match.branch()
    >>> _ = match.play("V3@4,4"), other.play("I1@4,4")
    >>> write(match, [other]).replace("\\n", "")
    '(;GM[Blokus Duo](;B[e9,f9,e10])(;B[e10]))'
    """
    setup = _position(match).variant.name
    names = {known: name for name, (known, _) in _GAMES.items()}
    if setup not in names:
        raise Unreadable(f"Pentobi does not have {setup!r}; it has {', '.join(names)}.")
    tree: _Tree = {}
    for line in (match, *variations):
        if _position(line).variant.name != setup or line.header.start is not None:
            raise Unreadable(f"This file can hold only games of {setup!r} from the empty board.")
        branch = tree
        for move in _moves(line):
            branch = branch.setdefault(move, {})
    return "\n".join(["(", f";GM[{names[setup]}]", *_lines(tree), ")"])


def read(text: str) -> list[Match]:
    """The matches of a .blksgf file: the main line, then a branch for each variation; passes are filled in.

    Raises Unreadable for anything else. In Duo the first player may have begun on either start square; such a game is
    turned by half a circle.

    >>> game, other = read("(;GM[Blokus];1[a20](;2[t20])(;2[s20,t20]))")
    >>> [entry.text for entry in other.line()]
    ['I1@0,0', 'I2@0,18 r90']
    """
    return list(read_lines(text))


def read_lines(text: str) -> Iterator[Match]:
    """The same one by one, so that a reader of the main line alone does not pay for a thousand variations."""
    root = _parse(text)
    game = root.properties.get("GM", [""])[0]
    if game not in _GAMES:
        raise Unreadable(f"{game!r} is not a game that can be read; there are {', '.join(_GAMES)}.")
    setup, seats = _GAMES[game]
    waiting = [(root, Match.new(GAME, seats=seats, options=BlokusOptions(variant=setup), seed=None), 0, False)]
    count = 0
    while waiting:
        node, match, fork, is_turned = waiting.pop()
        if match.number != fork:
            match = match.branch(fork, seed=None)
        is_turned = _play(match, node, is_turned)
        waiting += [(child, match, match.number, is_turned) for child in reversed(node.children)]
        count += not node.children
        if len(waiting) + count > _MOST_LINES:
            raise Unreadable(f"The file has more than {_MOST_LINES} variations.")
        while not node.children and PASS in match.position.legal_moves():
            match.play(PASS)
        if not node.children:
            yield match


def _position(match: Match, entry: int = -1) -> BlokusPosition:
    return cast(BlokusPosition, match.at(entry))


def _moves(match: Match) -> Iterator[str]:
    """The placements of a match as nodes of the file: squares from the lowest row up, each row from the left."""
    position = _position(match, 0)
    for entry in match.line():
        move = position.parse(entry.text)
        if isinstance(move, Placement):
            number = position.variant.colors[position.mover].number
            key = "BW"[number - 1] if position.variant.name == "duo" else str(number)
            cells = sorted(move.cells(), key=lambda cell: (-cell[0], cell[1]))
            points = (f"{chr(ord('a') + col)}{position.variant.board.size - row}" for row, col in cells)
            yield f";{key}[{','.join(points)}]"
        position = position.after(move, position.actors[0])


def _lines(tree: _Tree) -> Iterator[str]:
    while len(tree) == 1:
        ((move, tree),) = tree.items()
        yield move
    for move, rest in tree.items():
        yield from ("(", move, *_lines(rest), ")")


@dataclass
class _Node:
    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[_Node] = field(default_factory=list)


def _parse(text: str) -> _Node:
    """The first tree of an SGF file."""
    root = _Node()
    node, forks = root, list[_Node]()
    place, is_open = 0, False
    while match := _TOKEN.match(text, place):
        bracket, name, values = match.groups()
        if bracket == "(":
            forks.append(node)
        elif forks and bracket == ";":
            node.children.append(_Node())
            node = node.children[-1]
        elif forks and bracket == ")":
            node = forks.pop()
        elif is_open:
            node.properties.setdefault(name, []).extend(_VALUE.findall(values))
        else:
            break
        place = match.end()
        is_open = not bracket or bracket == ";"
        if root.children and not forks:
            return root.children[0]
    if not root.children:
        raise Unreadable("This is not a .blksgf file, which begins with `(;GM[Blokus]`.")
    raise Unreadable(f"The .blksgf file breaks off or is damaged at character {place}: {text[place : place + 20]!r}.")


def _play(match: Match, node: _Node, is_turned: bool) -> bool:
    """Plays the moves of a node; returns whether the game is turned by half a circle."""
    variant = _position(match).variant
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
            while (color := _position(match).color) and color.number != _COLORS[name]:
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
