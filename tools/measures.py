"""Print how large the contract between Boardwright and its games is, and how large the games are.

python -m tools.measures
"""

from __future__ import annotations

from pathlib import Path

from boardwright.core.game.game import Game
from boardwright.core.game.registry import game, names
from boardwright.core.rules.moved import moved_functions
from boardwright.core.rules.position import Position

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src/boardwright/games"
KERNEL_TABLES = ("kernel.py", "fit_tables.py")
"""Modules that only compiled kernels need."""


def lines(paths: list[Path]) -> int:
    """Return how many lines files have."""
    return sum(len(path.read_text("utf-8").splitlines()) for path in paths)


def measures() -> list[tuple[str, int, str]]:
    """Return what is measured, how large it is, and what is wanted."""
    modules = [path for path in GAMES.rglob("*.py") if "compat" not in path.parts and path.name not in KERNEL_TABLES]
    core = ROOT / "src/boardwright/core"
    moves = [*(core / "moves").glob("*.py"), *(core / "card_data").glob("*.py"), core / "gesture.py"]
    games = [game(name) for name in names()]
    return [
        ("public names of Position", _public(Position), "at most 25"),
        ("public names of Game", _public(Game), "at most 35"),
        ("lines of the guide", lines([ROOT / "docs/new-game.md"]), "at most 450"),
        ("lines of the four games, without founding interfaces and kernel tables", lines(modules), "at most 10,500"),
        ("lines of moves, gestures and card data in core", lines(moves), "at most 1,500"),
        ("games with zones", sum((GAMES / each.name / "zones.py").exists() for each in games), "4"),
        (
            "functions of games that no longer have a place there",
            sum(len([*moved_functions(each)]) for each in games),
            "0",
        ),
    ]


def _public(kind: type) -> int:
    of = [base for base in kind.__mro__ if base.__module__.startswith("boardwright.core")]
    names = {name for base in of for name in (*vars(base), *vars(base).get("__annotations__", ()))}
    return len([name for name in names if not name.startswith("_")])


def main() -> None:
    """Print a line for each measure."""
    for what, size, wanted in measures():
        print(f"{size:>7,}  {what} ({wanted})")


if __name__ == "__main__":
    main()
