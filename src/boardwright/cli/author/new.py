"""Create a package for a new game. It can be installed and played at once, and keeps the laws.

The files are short; comments mark what you have to decide.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from boardwright.authoring.package import BOARDS, PackagePlan, files, read_name, read_seats
from boardwright.cli.wrapping import say
from boardwright.core.refusal import BadOptions


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="package name in lower case, such as night_market")
    parser.add_argument("--seats", default="2", metavar="N[-M]", help="number of players (default: 2)")
    parser.add_argument("--board", choices=BOARDS, default=BOARDS[0], help="what it is played on (default: square)")
    parser.add_argument("--chance", action="store_true", help="the game has dice")
    parser.add_argument(
        "--secrets", action="store_true", help="the game has hidden information (a game of cards always has)"
    )
    parser.add_argument(
        "--into", type=Path, default=Path(), metavar="DIR", help="parent directory (default: the current one)"
    )
    parser.epilog = "example: boardwright new night_market --seats 2-4 --chance --secrets"


def run(args: argparse.Namespace) -> int:
    folder = args.into / args.name
    if args.name and (folder.exists() or folder.is_symlink()):
        raise BadOptions(f"{folder} already exists; choose another name or --into DIR.")
    name, seats = read_name(args.name), read_seats(args.seats)
    plan = PackagePlan(name=name, seats=seats, board=args.board, chance=args.chance, secrets=args.secrets)
    for path, text in files(plan).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    print(f"Created {folder}. Next steps:")
    print(f"  pip install --editable {folder}")
    print("".join(f"  boardwright {command} {plan.name}\n" for command in ("play", "dev", "check")), end="")
    say(f"Then write the rules in {folder}/src/{plan.name}/position.py: every “Decide” comment marks a choice.")
    return 0
