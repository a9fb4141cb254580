"""Rules that depend on the order of a set differ between processes: texts have another hash in each.

One game is played again in a process with other hashes. That takes a second, so it is only done for games whose code
has a set.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from math import inf
from pathlib import Path

import msgspec

from boardwright.core.game.game import AnyGame
from boardwright.kit.walks.failure import NotChecked, Violation
from boardwright.kit.walks.walk import Walk, setups

_NAMES = {"set", "frozenset", "hash"}
_LIMIT = 60.0
"""Seconds for the other process."""
_HASHES = ("1", "2")
"""Seeds of hashes: small sets may have the same order here and there by chance, but hardly with both."""
_STEPS = 200


class SeededLine(msgspec.Struct, frozen=True):
    """One step of a game: the moves in their order, and the position."""

    moves: list[str]
    position: str


def check(walk: Walk, until: float = inf) -> None:
    """Compare a game here with the same game in a process with other hashes; NotChecked if that takes too long."""
    game = walk.game
    if not _has_sets(game) or type(game).__qualname__ != type(game).__name__:
        return
    here = _lines(Walk(game, walk.setup, walk.seed))
    for step, one, two in (
        (step, *pair)
        for hashes in _HASHES
        for step, pair in enumerate(zip(here, _elsewhere(game, walk.seed, until, hashes), strict=False))
    ):
        if one != two:
            what = f"the moves are {_some(one.moves)} or {_some(two.moves)}"
            raise Violation(
                f"after step {step}, {what if one.moves != two.moves else 'the position differs'} in another process.",
                "The order of a set of texts changes from process to process: sort it before it is listed or decides "
                "anything (`sorted(...)`), or use a tuple or a dict.",
            )


def _some(moves: list[str]) -> str:
    return ", ".join(moves[:4]) + ("…" if len(moves) > 4 else "")


def _lines(walk: Walk) -> list[SeededLine]:
    walk.play(steps=_STEPS - 1)
    return [
        SeededLine(
            [str(move) for seat in position.actors for move in position.legal_moves(seat)],
            walk.encode(position).decode(),
        )
        for position in walk.positions
    ]


def _elsewhere(game: AnyGame, seed: int, until: float, hashes: str) -> list[SeededLine]:
    """Return the same from a new process with those hashes; nothing if it cannot be had there."""
    command = [sys.executable, "-m", __name__, type(game).__module__, type(game).__name__, str(game.version), str(seed)]
    paths = os.pathsep.join(path for path in sys.path if path)
    limit = max(0.0, min(_LIMIT, until - time.monotonic()))
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": paths},
            capture_output=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NotChecked(f"the order of sets, which another process did not find out within {limit:.0f} s") from None
    return [] if done.returncode else msgspec.json.decode(done.stdout, type=list[SeededLine])


def _has_sets(game: AnyGame) -> bool:
    return any(_makes_set(ast.parse(path.read_text("utf-8"))) for path in _sources(game))


def _sources(game: AnyGame) -> Iterator[Path]:
    spec = find_spec(type(game).__module__)
    if spec is None or spec.origin is None:
        return
    if spec.submodule_search_locations is None:
        yield Path(spec.origin)
        return
    yield from sorted(path for path in Path(spec.origin).parent.rglob("*.py") if "compat" not in path.parts)


def _makes_set(tree: ast.AST) -> bool:
    """Say whether an expression makes a set.

    >>> _makes_set(ast.parse("{1}")), _makes_set(ast.parse("x = {}"))
    (True, False)
    """
    return any(
        isinstance(node, ast.Set | ast.SetComp) or (isinstance(node, ast.Name) and node.id in _NAMES)
        for node in ast.walk(tree)
    )


def main(module: str, name: str, version: str, seed: str) -> None:
    """Write the lines of a game to the standard output."""
    game = getattr(import_module(module), name)().with_version(int(version))
    found = setups(game)
    sys.stdout.buffer.write(msgspec.json.encode(_lines(Walk(game, found[int(seed) % len(found)], int(seed)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
