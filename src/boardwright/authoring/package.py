"""Generate the package of a new game from the files in `template`.

A template is the file itself with `$name`, `$title` and `$kind` in it. Lines between `#[chance]` and `#[end]` are
kept for a game with chance; `#[not chance]` and `#[chance and not secrets]` work likewise.
"""

from __future__ import annotations

import keyword
import re
import sys
from importlib import resources
from importlib.metadata import version
from importlib.util import find_spec
from string import Template

import msgspec

from boardwright.core.game.registry import API, names
from boardwright.core.refusal import BadOptions

_NAME = re.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*")
_FEW_SEATS = 4
"""Up to so many players, all have about as many turns on the boards of the templates."""
_MARK = re.compile(r"\s*#\[([a-z ]+)\]")
_LONGEST, _MOST_SEATS = 30, 8
BOARDS = ("square", "hex", "graph", "cards")
_SUMMARIES = {True: "Have the highest card, and the most points.", False: "Fill the board and have the most points."}


class PackagePlan(msgspec.Struct, frozen=True, kw_only=True):
    """The properties of a new game.

    >>> PackagePlan(name="night_market", seats=range(2, 5)).title
    'Night Market'
    """

    name: str
    seats: range
    board: str = "square"
    """One of `BOARDS`."""
    chance: bool = False
    secrets: bool = False

    @property
    def title(self) -> str:
        """The display name."""
        return self.name.replace("_", " ").title()

    @property
    def kind(self) -> str:
        """The prefix of class names."""
        return self.title.replace(" ", "")


def read_name(text: str) -> str:
    """Check the name of a game and its package; BadOptions gives the reason.

    >>> read_name("Chess 960")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.BadOptions: 'Chess 960' is not a valid game name: use lower-case letters, digits and single
    underscores, starting with a letter, 30 at most, like night_market.
    """
    shown = text if len(text) <= 40 else text[:40] + "…"
    if not _NAME.fullmatch(text) or len(text) > _LONGEST:
        raise BadOptions(
            f"{shown!r} is not a valid game name: use lower-case letters, digits and single underscores, starting with "
            f"a letter, {_LONGEST} at most, like night_market."
        )
    if text in names():
        raise BadOptions(f"A game named {text!r} is already installed; choose another name.")
    if keyword.iskeyword(text) or text in sys.stdlib_module_names or find_spec(text) is not None:
        raise BadOptions(
            f"{text!r} is a Python keyword, a standard module or an installed package; choose another name."
        )
    return text


def read_seats(text: str) -> range:
    """Read the number of players from `3` or `2-4`.

    >>> read_seats("2-4"), read_seats("3")
    (range(2, 5), range(3, 4))
    """
    found = re.fullmatch("([1-9])(?:-([1-9]))?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last <= _MOST_SEATS:
        raise BadOptions(f"{text!r} is not a number of seats; write 2 or 2-4, with 1 to {_MOST_SEATS} seats.")
    return range(first, last + 1)


def files(plan: PackagePlan) -> dict[str, str]:
    """Return the files of the package: contents by path.

    >>> sorted(files(PackagePlan(name="market", seats=range(2, 3))))[2:4]
    ['LICENSE', 'pyproject.toml']
    """
    package = f"src/{plan.name}"
    templates = {
        ".gitignore": "gitignore",
        ".github/workflows/test.yml": "ci.yml",
        "LICENSE": "LICENSE",
        "pyproject.toml": "pyproject.toml",
        f"{package}/README.md": "README.md",
        f"{package}/__init__.py": "__init__.py",
        f"{package}/position.py": "cards.py" if plan.board == "cards" else "position.py",
        f"tests/test_{plan.name}.py": "test.py",
    }
    return {path: _render(template, plan) for path, template in templates.items()}


def _render(template: str, plan: PackagePlan) -> str:
    text = resources.files(__package__).joinpath("template", f"{template}.txt").read_text("utf-8")
    first, last = plan.seats[0], plan.seats[-1]
    release = version("boardwright")
    return Template(_select_lines(text, plan)).substitute(
        name=plan.name,
        title=plan.title,
        kind=plan.kind,
        fewest=first,
        most=last,
        end=last + 1,
        seats=f"{first} player{'s' * (first > 1)}" if first == last else f"{first} to {last} players",
        package=plan.name.replace("_", "-"),
        release=release,
        major=int(release.partition(".")[0]) + 1,
        api=API,
        summary=_SUMMARIES[plan.board == "cards"],
    )


def _select_lines(text: str, plan: PackagePlan) -> str:
    facts = {"chance": plan.chance, "secrets": plan.secrets, "draws": plan.chance or plan.secrets, "end": True}
    facts["many"] = plan.seats[-1] > _FEW_SEATS
    facts |= {board: board == plan.board for board in BOARDS}
    kept, keeps = [], True
    for line in text.splitlines(keepends=True):
        mark = _MARK.fullmatch(line.rstrip())
        if mark:
            wanted = mark[1].split(" and ")
            keeps = all(facts[fact.removeprefix("not ")] is not fact.startswith("not ") for fact in wanted)
        elif keeps:
            kept.append(line)
    return "".join(kept)
