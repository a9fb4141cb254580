"""Holds a game to the laws: pure, complete, round trips, no leaks, ends, counts.

Random games are played and looked at closely. For a broken law it prints what was found, the cure, and the
record file with the game up to there.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import gettempdir

import msgspec

from boardwright.cli.arguments import add_json, whole
from boardwright.cli.show import print_json
from boardwright.core.registry import game
from boardwright.kit import Failure, Report, check


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=whole(1), default=20, metavar="N", help="how many random games (20)")
    parser.add_argument("--seed", type=whole(0), default=0, metavar="S", help="game i has the seed S + i (0)")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="where records of failures go; a folder for passing files unless given",
    )
    add_json(parser)
    parser.epilog = "exit code: 1 when a law is broken\nexample: boardwright check deblockle --games 1000"


def run(args: argparse.Namespace) -> int:
    report = check(game(args.game), games=args.games, seed=args.seed)
    told = [(failure, _keep(failure, args.out or Path(gettempdir()))) for failure in report.failures]
    if args.json:
        print_json(_facts(report, told))
    else:
        for failure, path in told:
            print(f"{failure.tell(path)}\n")
        print(str(report).splitlines()[-1])
    return 0 if report.is_clean else 1


def _keep(failure: Failure, folder: Path) -> str:
    """Writes the failure's record, where it has one, and returns the path."""
    if failure.record is None:
        return ""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / failure.filename
    path.write_bytes(failure.record)
    return str(path)


def _facts(report: Report, told: list[tuple[Failure, str]]) -> dict[str, object]:
    facts: dict[str, object] = msgspec.to_builtins(msgspec.structs.replace(report, failures=[]))
    facts["failures"] = [
        {**msgspec.to_builtins(msgspec.structs.replace(failure, record=None)), "record": path or None}
        for failure, path in told
    ]
    return facts
