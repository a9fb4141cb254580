"""Begins a new game: a package of its own that installs, plays and keeps the laws from the first minute.

Its files are short, and say where an author has to decide something.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from boardwright.authoring.package import Plan, files, read_name, read_seats
from boardwright.core.refusal import BadOptions


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="lower case, like night_market")
    parser.add_argument("--seats", default="2", metavar="N[-M]", help="how many can play (2)")
    parser.add_argument("--chance", action="store_true", help="dice are rolled or cards drawn")
    parser.add_argument("--secrets", action="store_true", help="players know different things")
    parser.add_argument("--into", type=Path, default=Path(), metavar="DIR", help="where the folder goes (here)")
    parser.epilog = "example: boardwright new night_market --seats 2-4 --chance --secrets"


def run(args: argparse.Namespace) -> int:
    folder = args.into / args.name
    if args.name and (folder.exists() or folder.is_symlink()):
        raise BadOptions(
            f"{folder} is there already, and nothing is written over it; choose another name or --into DIR."
        )
    plan = Plan(name=read_name(args.name), seats=read_seats(args.seats), chance=args.chance, secrets=args.secrets)
    for path, text in files(plan).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    print(f"{folder} is a game now. Next:")
    print(f"  pip install --editable {folder}\n  boardwright play {plan.name}\n  boardwright check {plan.name}")
    print(f"Then change the rules: {folder}/src/{plan.name}/position.py. Every “Decide” there is yours.")
    return 0
