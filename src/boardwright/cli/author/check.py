"""Check that a game keeps the laws: pure, complete, round trips, no leaks, display, sane, ends, counts.

Plays random games. For a broken law it prints the finding, the fix, and a record file of the game up to there.
"""

from __future__ import annotations

import argparse
import faulthandler
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

import msgspec

from boardwright.cli.arguments import add_json, whole
from boardwright.cli.show import print_json
from boardwright.core.game.registry import game
from boardwright.kit import Failure, Report, check
from boardwright.store.installed import write_down

_HARD_GRACE = 4.0
"""Seconds after the end of the time at which the program is ended."""


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=whole(1), metavar="N", help="number of random games (default: 20)")
    parser.add_argument(
        "--seconds",
        type=whole(1),
        metavar="T",
        help="stop after that time, whatever the rules do; without --games, play as many games as fit",
    )
    parser.add_argument("--seed", type=whole(0), default=0, metavar="S", help="game i has seed S + i (default: 0)")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="directory for failure records (default: the temp directory)",
    )
    parser.add_argument(
        "--version",
        type=whole(1),
        metavar="N",
        help="version of the rules (default: the newest)",
    )
    add_json(parser)
    parser.epilog = "exit code: 1 if a law is broken\nexample: boardwright check deblockle --games 1000"


def run(args: argparse.Namespace) -> int:
    with _hard_limit(args.seconds), _watching() as watch:
        report = check(
            game(args.game, args.version), games=args.games, seed=args.seed, seconds=args.seconds, watch=watch
        )
    if args.version is None and not report.is_unfinished:
        write_down(args.game, report.games, tuple(sorted(report.broken)))
    failures = [(failure, _keep(failure, args.out or Path(gettempdir()))) for failure in report.failures]
    if args.json:
        print_json(_facts(report, failures))
    else:
        for failure, path in failures:
            print(f"{failure.report(path)}\n")
        print(str(report).splitlines()[-1])
    return 0 if report.is_clean else 1


@contextmanager
def _hard_limit(seconds: int | None) -> Iterator[None]:
    """End the program, with the lines where it is, if compiled code that the rules call does not return."""
    if seconds is not None and sys.__stderr__ is not None:
        faulthandler.dump_traceback_later(seconds + _HARD_GRACE, exit=True, file=sys.__stderr__)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@contextmanager
def _watching() -> Iterator[Callable[[Report, str], None] | None]:
    """Show on a terminal what is being checked, in one line of stderr."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("") as status:

        def watch(report: Report, what: str) -> None:
            of = "" if report.wanted is None else f" of {report.wanted}"
            broken = f", broken: {', '.join(sorted(report.broken))}" if report.broken else ""
            status.update(f"game {max(1, report.games)}{of}: {what}{broken}")

        yield watch


def _keep(failure: Failure, folder: Path) -> str:
    """Write the record of a failure, if it has one, and return the path."""
    if failure.record is None:
        return ""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / failure.filename
    path.write_bytes(failure.record)
    return str(path)


def _facts(report: Report, failures: list[tuple[Failure, str]]) -> dict[str, object]:
    facts: dict[str, object] = msgspec.to_builtins(msgspec.structs.replace(report, failures=[]))
    facts["failures"] = [
        {**msgspec.to_builtins(msgspec.structs.replace(failure, record=None)), "record": path or None}
        for failure, path in failures
    ]
    return facts
