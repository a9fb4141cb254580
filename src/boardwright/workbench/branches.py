"""Which lines and branches of the rules random play reaches, measured by coverage.py."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from boardwright.core.registry import game as find_game
from boardwright.kit.complete import candidates
from boardwright.kit.walk import Walk
from boardwright.workbench.random_games import walks
from boardwright.workbench.session import Session
from boardwright.workbench.sources import package_folder

_SKIPPED = ("compat", "kernel", "batch", "fit_tables")
"""Modules that no play uses."""


def covered(name: str, session: Session, many: int, tell: Callable[[str], None]) -> tuple[str, list[str]]:
    """Plays random games and asks for refusals; says in words what was never reached."""
    try:
        import coverage
    except ModuleNotFoundError:
        raise LookupError("this needs coverage.py: pip install 'boardwright[kit]'") from None

    folder = package_folder(name)
    measure = coverage.Coverage(branch=True, data_file=None, include=[f"{folder}/*"], config_file=False)
    measure.start()
    game = find_game(name)
    for number, walk in enumerate(walks(game, session, many), 1):
        _refusals(walk)
        tell(f"{number} of {many} games")
    measure.stop()
    with TemporaryDirectory() as place:
        file = Path(place) / "coverage.json"
        measure.json_report(outfile=str(file))
        report = json.loads(file.read_text("utf-8"))
    files = {Path(path): found for path, found in report["files"].items()}
    rules = {path: found for path, found in files.items() if not set(_SKIPPED) & {*path.parts, path.stem}}
    lines = [line for path, found in sorted(rules.items()) for line in _missed(path, found)]
    done = sum(found["summary"]["covered_lines"] + found["summary"]["covered_branches"] for found in rules.values())
    there = sum(found["summary"]["num_statements"] + found["summary"]["num_branches"] for found in rules.values())
    return f"{many} random games reach {done / max(1, there):.0%} of the lines and branches", lines


def _refusals(walk: Walk) -> None:
    """Asks for the reasons of moves that are not possible, at sampled positions."""
    for step, position in walk.samples():
        for seat in position.actors:
            for move in candidates(walk, position, seat, step):
                position.refusal(move, seat)


def _missed(path: Path, found: dict[str, Any]) -> Iterator[str]:
    source = path.read_text("utf-8").splitlines()
    share = found["summary"]["percent_covered"]
    yield f"{path.name}: {share:.0f} %"
    never = set(found["missing_lines"])
    for number in sorted(never):
        yield f"  line {number} never runs: {source[number - 1].strip()}"
    for start, end in found.get("missing_branches", ()):
        if start not in never and end not in never:
            where = f"to line {end}" if end > 0 else "out of the function"
            yield f"  line {start} never goes {where}: {source[start - 1].strip()}"
