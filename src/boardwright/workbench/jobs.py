"""Long jobs beside the board: the laws, random games, coverage of the rules, a profile.

Each runs in a process of its own and reports how far it is.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Literal

import msgspec

from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game as find_game
from boardwright.core.rules.seats import usual_seats
from boardwright.kit import Report
from boardwright.kit.checks.complete import candidates
from boardwright.kit.walks.walk import Walk, WalkSetup
from boardwright.table.bots.bot_worker import lower_priority
from boardwright.workbench.commands import Kind
from boardwright.workbench.session import BenchSession
from boardwright.workbench.showing import located
from boardwright.workbench.sources import package_folder

LAW_SECONDS = 60
_SKIPPED = ("compat", "kernel", "batch")
"""Modules that no play uses."""


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of a job. `lines` are what there is to read; each may have a level."""

    kind: Kind
    state: Literal["running", "done", "failed"] = "running"
    text: str = ""
    lines: list[str] = []
    is_good: bool = True


Tell = Callable[[Progress], None]


def run(connection: Connection, name: str, kind: Kind, session: BenchSession, many: int) -> None:
    """Do a job and send its progress."""
    lower_priority()
    try:
        connection.send(_JOBS[kind](name, session, many, connection.send))
    except Exception as error:  # a game under development
        connection.send(Progress(kind=kind, state="failed", text=located(error.__cause__ or error), is_good=False))


def walks(game: AnyGame, session: BenchSession, many: int) -> Iterator[Walk]:
    """Play random games with the setup of a session, each to its end; raises what the rules raise."""
    options = game.read_options(session.options)
    for number in range(many):
        walk = Walk(game, WalkSetup(session.seats or usual_seats(game.seats), options), number).play()
        if walk.crash is not None:
            raise walk.crash
        yield walk


def _laws(name: str, session: BenchSession, many: int, tell: Tell) -> Progress:
    from boardwright.kit import check

    last = 0.0

    def watch(report: Report, what: str) -> None:
        nonlocal last
        if time.monotonic() - last > 0.2:
            last = time.monotonic()
            tell(_found(report, f"game {max(1, report.games)}: {what}", "running"))

    report = check(find_game(name), seconds=LAW_SECONDS, watch=watch)
    return _found(report, str(report).splitlines()[-1], "done")


def _found(report: Report, text: str, state: Literal["running", "done"]) -> Progress:
    lines = [line for failure in report.failures for line in failure.report().splitlines()]
    return Progress(kind="laws", state=state, text=text, lines=lines, is_good=report.is_clean)


def _games(name: str, session: BenchSession, many: int, tell: Tell) -> Progress:
    won: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    lengths, choices = list[int](), list[int]()
    began = time.process_time()
    for number, walk in enumerate(walks(find_game(name), session, many), 1):
        outcome = walk.positions[-1].outcome()
        moves = [(position, step) for position, step in zip(walk.positions, walk.steps, strict=False)]
        lengths.append(len(moves))
        choices += [len(position.legal_moves(step.seat)) for position, step in moves if step.seat is not None]
        reasons[outcome.reason if outcome else "cut off"] += 1
        won.update([f"seat {seat + 1}" for seat in outcome.winners] if outcome and outcome.winners else ["nobody"])
        if number % 5 == 0:
            tell(Progress(kind="games", text=f"{number} of {many} games"))
    seconds = time.process_time() - began
    lines = [
        "won: " + ", ".join(f"{who} {count}" for who, count in sorted(won.items())),
        "ended by: " + ", ".join(f"{reason} {count}" for reason, count in reasons.most_common()),
        f"steps: {min(lengths)} to {max(lengths)}, median {median(lengths):g}",
        f"legal moves: {min(choices)} to {max(choices)}, median {median(choices):g}" if choices else "no moves",
        f"speed: {sum(lengths) / max(seconds, 1e-9):,.0f} steps per second",
    ]
    return Progress(kind="games", state="done", text=f"{many} random games in {seconds:.1f} s", lines=lines)


def _profile(name: str, session: BenchSession, many: int, tell: Tell) -> Progress:
    import cProfile
    import pstats

    game = find_game(name)
    profile = cProfile.Profile()
    with profile:
        for number, _ in enumerate(walks(game, session, many), 1):
            tell(Progress(kind="profile", text=f"{number} of {many} games"))
    found: Any = pstats.Stats(profile).stats  # type: ignore[attr-defined]  # not in the stubs
    rows = sorted(((own, whole, calls, place) for place, (_, calls, own, whole, _) in found.items()), reverse=True)
    total = sum(row[0] for row in rows)
    lines = [f"{'own':>6} {'with calls':>10} {'calls':>9}  function"]
    for own, whole, calls, (file, line, function) in rows[:25]:
        place = f"{'/'.join(file.split(os.sep)[-2:])}:{line} " if line else ""
        lines.append(f"{own / total:>6.1%} {whole / total:>10.1%} {calls:>9,}  {place}{function}")
    return Progress(kind="profile", state="done", text=f"{many} random games, {total:.2f} s profiled", lines=lines)


def _coverage(name: str, session: BenchSession, many: int, tell: Tell) -> Progress:
    """Play random games and ask for refusals; say in words what was never reached."""
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
        tell(Progress(kind="coverage", text=f"{number} of {many} games"))
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
    text = f"{many} random games reach {done / max(1, there):.0%} of the lines and branches"
    return Progress(kind="coverage", state="done", text=text, lines=lines)


def _refusals(walk: Walk) -> None:
    """Ask for the reasons of moves that are not possible, at sampled positions."""
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


_JOBS: dict[Kind, Callable[[str, BenchSession, int, Tell], Progress]] = {
    "laws": _laws,
    "games": _games,
    "coverage": _coverage,
    "profile": _profile,
}
