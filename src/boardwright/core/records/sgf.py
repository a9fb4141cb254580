"""SGF, the Smart Game Format: a file is a tree of nodes, and every way from its root to a leaf is a game.

Many programs have a dialect of it. A game that reads one plays the moves of a node, and writes them as a node's text.

>>> node = read_tree("(;GM[1]C[a [note\\\\]](;B[aa])(;B[ab][ac]))")
>>> node.properties, [child.properties for child in node.children]
({'GM': ['1'], 'C': ['a [note\\\\]']}, [{'B': ['aa']}, {'B': ['ab', 'ac']}])
>>> write_tree(";GM[1]", [[";B[aa]", ";W[bb]"], [";B[aa]", ";W[cc]"]]).replace("\\n", "")
'(;GM[1];B[aa](;W[bb])(;W[cc]))'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

import msgspec

from boardwright.core.match.match import Match
from boardwright.core.refusal import Unreadable
from boardwright.core.rules.position import AnyPosition

P = TypeVar("P", bound=AnyPosition)
S = TypeVar("S")

_MOST_LINES = 1000
_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z0-9]+)((?:\s*\[(?:[^\]\\]|\\.)*\])+))", re.DOTALL)
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)

_Tree: TypeAlias = "dict[str, _Tree]"
"""The nodes that can follow, each with those that can follow it; the main line first."""


class Node(msgspec.Struct):
    """A node with the values of its properties, and what can follow it, the main line first."""

    properties: dict[str, list[str]] = {}
    children: list[Node] = []


def read_tree(text: str, kind: str = "SGF") -> Node:
    """Return the root of the first tree in the text of a file; Unreadable if it is not a file of that kind.

    >>> read_tree("(;GM[1];B[dd])").children[0].properties
    {'B': ['dd']}
    """
    root = Node()
    node, forks = root, list[Node]()
    place, is_open = 0, False
    while match := _TOKEN.match(text, place):
        bracket, name, values = match.groups()
        if bracket == "(":
            forks.append(node)
        elif forks and bracket == ";":
            node.children.append(Node())
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
        raise Unreadable(f"This is not a {kind} file, which begins with `(;`.")
    raise Unreadable(f"The {kind} file breaks off or is damaged at character {place}: {text[place : place + 20]!r}.")


def matches(root: Node, match: Match[P], play: Callable[[Match[P], Node, S], S], state: S) -> Iterator[Match[P]]:
    """Return the match after the main line, then a branch for each variation, one by one.

    `play(match, node, state)` plays the moves of a node and returns the state for the nodes that follow it.
    """
    waiting = [(root, match, match.number, state)]
    count = 0
    while waiting:
        node, match, fork, state = waiting.pop()
        if match.number != fork:
            match = match.branch(fork, seed=None)
        state = play(match, node, state)
        waiting += [(child, match, match.number, state) for child in reversed(node.children)]
        count += not node.children
        if len(waiting) + count > _MOST_LINES:
            raise Unreadable(f"The file has more than {_MOST_LINES} variations.")
        if not node.children:
            yield match


def write_tree(root: str, lines: Iterable[Iterable[str]]) -> str:
    """Return the text of a file with a root and lines of nodes; what lines begin with in common is written once.

    >>> write_tree(";GM[1]", [(";B[dd]", ";W[aa]")]).split()
    ['(', ';GM[1]', ';B[dd]', ';W[aa]', ')']
    """
    tree: _Tree = {}
    for line in lines:
        branch = tree
        for node in line:
            branch = branch.setdefault(node, {})
    return "\n".join(["(", root, *_written(tree), ")"])


def _written(tree: _Tree) -> Iterator[str]:
    while len(tree) == 1:
        ((node, tree),) = tree.items()
        yield node
    for node, rest in tree.items():
        yield from ("(", node, *_written(rest), ")")
