"""The import graph of the package, read from its source without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import boardwright

ROOT = Path(boardwright.__path__[0])
PACKAGE = "boardwright"


class Import:
    """One import: who imports what, and where."""

    def __init__(self, importer: str, imported: str, line: int) -> None:
        self.importer = importer
        self.imported = imported
        self.line = line

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.imported}"


@cache
def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if "template" not in parts:
            found[".".join((PACKAGE, *parts)).removesuffix(".__init__")] = path
    return found


@cache
def imports() -> tuple[Import, ...]:
    """Every import of one module of the package by another, in functions too, but not for type checkers only."""
    return tuple(found for name, tree in trees() for found in _imports(name, _runtime_nodes(tree)))


@cache
def all_imports() -> tuple[Import, ...]:
    """Every import of one module of the package by another, those for type checkers too."""
    return tuple(found for name, tree in trees() for found in _imports(name, ast.walk(tree)))


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the package by its dotted name, parsed."""
    for name, path in modules().items():
        yield name, ast.parse(path.read_text("utf-8"))


def _imports(name: str, nodes: Iterator[ast.AST]) -> Iterator[Import]:
    for node in nodes:
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            targets = [_target(node.module, alias.name) for alias in node.names]
        else:
            continue
        for target in dict.fromkeys(targets):
            if target in modules() and target != name:
                yield Import(name, target, node.lineno)


def _target(module: str, name: str) -> str:
    """What `from module import name` imports: a module of that name, or else something of the module."""
    return f"{module}.{name}" if f"{module}.{name}" in modules() else module


def _runtime_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below, except those under `if TYPE_CHECKING:`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            continue
        yield child
        yield from _runtime_nodes(child)


def cycles() -> set[frozenset[str]]:
    """The groups of modules that import each other in a circle, by Tarjan's algorithm."""
    graph: dict[str, set[str]] = {name: set() for name in modules()}
    for found in imports():
        graph[found.importer].add(found.imported)
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: set[frozenset[str]] = set()

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in graph[name]:
            if other not in index:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            place = stack.index(name)
            group = frozenset(stack[place:])
            del stack[place:]
            if len(group) > 1:
                groups.add(group)

    for name in graph:
        if name not in index:
            visit(name)
    return groups
