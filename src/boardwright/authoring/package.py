"""A new game's package, written from the files in `template`.

A template is the file itself with `$name`, `$title` and `$kind` in it. Lines between `#[chance]` and `#[end]` are
kept for a game with chance; `#[not chance]` and `#[chance and not secrets]` work likewise.
"""

from __future__ import annotations

import keyword
import re
import sys
from importlib import resources
from importlib.util import find_spec
from string import Template

import msgspec

from boardwright.core.refusal import BadOptions
from boardwright.core.registry import names

_NAME = re.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*")
_MARK = re.compile(r"\s*#\[([a-z ]+)\]")
_LONGEST, _MOST_SEATS = 30, 8
_ROOMS = ("README.md", "__init__.py", "moves.py", "position.py", "picture.py")


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What an author has decided before the first line.

    >>> Plan(name="night_market", seats=range(2, 5)).title
    'Night Market'
    """

    name: str
    seats: range
    chance: bool = False
    secrets: bool = False

    @property
    def title(self) -> str:
        """The name as people read it."""
        return self.name.replace("_", " ").title()

    @property
    def kind(self) -> str:
        """The name as the beginning of class names."""
        return self.title.replace(" ", "")


def read_name(text: str) -> str:
    """A name that a game and its package can have; BadOptions says why not.

    >>> read_name("Chess 960")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.BadOptions: 'Chess 960' is no name for a game: use lower-case letters, digits and single
    underscores, beginning with a letter, 30 at most, like night_market.
    """
    shown = text if len(text) <= 40 else text[:40] + "…"
    if not _NAME.fullmatch(text) or len(text) > _LONGEST:
        raise BadOptions(
            f"{shown!r} is no name for a game: use lower-case letters, digits and single underscores, beginning with "
            f"a letter, {_LONGEST} at most, like night_market."
        )
    if text in names():
        raise BadOptions(f"A game {text!r} is installed already; choose another name.")
    if keyword.iskeyword(text) or text in sys.stdlib_module_names or find_spec(text) is not None:
        raise BadOptions(f"Python itself or an installed package is called {text!r}; choose another name.")
    return text


def read_seats(text: str) -> range:
    """How many can play, from `3` or `2-4`.

    >>> read_seats("2-4"), read_seats("3")
    (range(2, 5), range(3, 4))
    """
    found = re.fullmatch("([1-9])(?:-([1-9]))?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last <= _MOST_SEATS:
        raise BadOptions(f"{text!r} is no number of seats; write 2 or 2-4, with 1 to {_MOST_SEATS} seats.")
    return range(first, last + 1)


def files(plan: Plan) -> dict[str, str]:
    """The package: paths and texts.

    >>> sorted(files(Plan(name="market", seats=range(2, 3))))[:2]
    ['pyproject.toml', 'src/market/README.md']
    """
    rooms = (*_ROOMS, "view.py") if plan.secrets else _ROOMS
    return {
        "pyproject.toml": _written("pyproject.toml", plan),
        **{f"src/{plan.name}/{room}": _written(room, plan) for room in rooms},
        f"tests/test_{plan.name}.py": _written("test.py", plan),
    }


def _written(template: str, plan: Plan) -> str:
    text = resources.files(__package__).joinpath("template", f"{template}.txt").read_text("utf-8")
    first, last = plan.seats[0], plan.seats[-1]
    return Template(_chosen(text, plan)).substitute(
        name=plan.name,
        title=plan.title,
        kind=plan.kind,
        fewest=first,
        most=last,
        end=last + 1,
        seats=f"{first} player{'s' * (first > 1)}" if first == last else f"{first} to {last} players",
        shown="view" if plan.secrets else "position",
        view=f"{plan.kind}View" if plan.secrets else "Open",
    )


def _chosen(text: str, plan: Plan) -> str:
    facts = {"chance": plan.chance, "secrets": plan.secrets, "draws": plan.chance or plan.secrets, "end": True}
    kept, keeps = [], True
    for line in text.splitlines(keepends=True):
        mark = _MARK.fullmatch(line.rstrip())
        if mark:
            wanted = mark[1].split(" and ")
            keeps = all(facts[fact.removeprefix("not ")] is not fact.startswith("not ") for fact in wanted)
        elif keeps:
            kept.append(line)
    return "".join(kept)
