"""Print how large the contract between Boardwright and its games is, and how large games, rooms and modules are.

python -m tools.measures
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from boardwright.core.game.game import Game
from boardwright.core.game.registry import names
from boardwright.core.rules.position import Position
from tests import test_rooms

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src/boardwright/games"
KERNEL_TABLES = "kernel.py"
"""The module that only compiled kernels need."""


def lines(paths: list[Path]) -> int:
    """Return how many lines files have."""
    return sum(len(path.read_text("utf-8").splitlines()) for path in paths)


def measures() -> list[tuple[str, int, str]]:
    """Return what is measured, how large it is, and what is wanted."""
    modules = [path for path in GAMES.rglob("*.py") if "compat" not in path.parts and path.name != KERNEL_TABLES]
    core = ROOT / "src/boardwright/core"
    moves = [*(core / "moves").glob("*.py"), *(core / "card_data").glob("*.py")]
    return [
        ("public names of Position", _public(Position), "at most 25"),
        ("public names of Game", _public(Game), "at most 35"),
        ("lines of the guide", lines([ROOT / "docs/new-game.md"]), "at most 450"),
        ("lines of the four games, without founding interfaces and kernel tables", lines(modules), "at most 10,500"),
        ("lines of moves, gestures and card data in core", lines(moves), "at most 1,500"),
        ("games with zones", sum((GAMES / each / "zones.py").exists() for each in names()), "4"),
    ]


def room_measures() -> list[tuple[str, int, str]]:
    """Return the same of the floor plan."""
    folders = test_rooms.folders()
    rooms = [count for name, count in folders.items() if not name.startswith("games/")]
    sizes = [len(path.read_text("utf-8").splitlines()) for path in (ROOT / "src").rglob("*.py")]
    return [
        ("lines of Python in src", lines([*(ROOT / "src").rglob("*.py")]), "at most 53,000"),
        ("lines of Python in tests", lines([*(ROOT / "tests").rglob("*.py")]), "at most 38,000"),
        ("modules in the largest folder", max(rooms), "at most 14"),
        (
            "modules in the largest folder of a game",
            max(count for name, count in folders.items() if name.count("/") == 1 and name.startswith("games/")),
            "at most 18",
        ),
        ("pairs of rooms that import each other", len(test_rooms.mutual_rooms()), "0"),
        ("modules that one other module imports", len(test_rooms.serving_one()), "at most 60"),
        ("names of classes with several meanings", len(test_rooms.classes()), "at most 10"),
        ("names of modules with several meanings", len(test_rooms.module_names()), "at most 15"),
        ("files over 350 lines", sum(size > test_rooms.LINES for size in sizes), "0"),
        ("our modules that loading one game imports", max(_loaded(name) for name in names()), "at most 50"),
    ]


def _loaded(name: str) -> int:
    script = f"""import sys
from boardwright.core.game.registry import game
game({name!r})
print(sum(each.startswith("boardwright") for each in sys.modules))"""
    return int(subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout)


def _public(kind: type) -> int:
    of = [base for base in kind.__mro__ if base.__module__.startswith("boardwright.core")]
    names = {name for base in of for name in (*vars(base), *vars(base).get("__annotations__", ()))}
    return len([name for name in names if not name.startswith("_")])


def main() -> None:
    """Print a line for each measure."""
    for what, size, wanted in (*measures(), *room_measures()):
        print(f"{size:>7,}  {what} ({wanted})")


if __name__ == "__main__":
    main()
