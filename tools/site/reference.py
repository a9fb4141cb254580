"""Pages made from the code: the reference of every public name, the commands, and the messages of the API."""

from __future__ import annotations

import inspect
import os
import re
import unittest.mock
from importlib import import_module
from pathlib import Path
from typing import Any

import boardwright
from boardwright import api
from boardwright.cli import COMMANDS
from boardwright.cli.command import make_parser
from boardwright.web.api.openapi import document
from boardwright.web.api.routes import ENDPOINTS
from tools.page_types import FOLDER
from tools.tables import table

LAB = (
    "boardwright.lab.pettingzoo", "boardwright.lab.gymnasium", "boardwright.lab.vector", "boardwright.lab.openspiel",
    "boardwright.lab.episodes.rewards", "boardwright.lab.episodes.episode", "boardwright.core.search.numbering",
)  # fmt: skip
BOTS = (
    "boardwright.bots.bot", "boardwright.bots.mcts", "boardwright.bots.greedy", "boardwright.bots.perfect",
    "boardwright.bots.network", "boardwright.bots.analysis.analysis", "boardwright.arena.selfplay",
)  # fmt: skip
LAWS = ("boardwright.kit.laws", "boardwright.kit.walks.failure")
_SECTION = re.compile(r"^    # ([^:]+): (.+)$")


def pages() -> dict[str, str]:
    """Return the Markdown of every generated page, by its name."""
    return {
        "library": library(),
        "authors": authors(),
        "laws": modules("The laws", "The laws that every game keeps, as functions.", LAWS),
        "lab": modules("Environments", "The environments and what they share.", LAB),
        "bots": modules("Bots", "Computer players, and what is computed with them.", BOTS),
        "commands": commands(),
        "messages": messages(),
    }


def library() -> str:
    """Return every public name of the package, in alphabetical order."""
    parts = [
        "# The library",
        "`import boardwright as bw`: all public names. Tests run the examples.",
    ]
    for name in boardwright.__all__:
        home = boardwright._HOME.get(name, "boardwright.core.game.registry" if name == "games" else "boardwright")
        target = f"{home}.{'names' if name == 'games' else name}"
        parts.append(f"::: {target}\n")
    return "\n\n".join(parts)


def authors() -> str:
    """Return all names of `boardwright.api` in the sections of its `__all__`."""
    parts = [
        "# Reference for authors",
        f"`from boardwright.api import …`, version {api.API}: everything that the package of a game imports. "
        "[A new game](../docs/new-game.md) shows how it is used.",
    ]
    for title, (lead, names) in sections().items():
        parts.append(f"## {title}\n\n{lead[0].upper()}{lead[1:]}")
        parts += [f"::: boardwright.api.{name}\n    options:\n      heading_level: 3\n" for name in names]
    return "\n\n".join(parts)


def sections() -> dict[str, tuple[str, list[str]]]:
    """Return what the sections of `boardwright.api.__all__` are about, and their names, by their titles.

    >>> sections()["Moves"][0]
    'what a player decides, and why it is not possible.'
    """
    found: dict[str, tuple[str, list[str]]] = {}
    names: list[str] = []
    _, _, listed = inspect.getsource(api).partition("__all__ = [")
    for line in listed.splitlines():
        if section := _SECTION.match(line):
            names = []
            found[section[1]] = section[2], names
        else:
            names += re.findall(r'"(\w+)"', line)
    return found


def modules(title: str, lead: str, names: tuple[str, ...]) -> str:
    """Return all public names of some modules; those that a package takes from its modules too."""
    parts = [f"# {title}", lead]
    for name in names:
        module = import_module(name)
        options = ["show_root_heading: false", "show_root_toc_entry: false", "heading_level: 3"]
        if hasattr(module, "__path__"):
            options.append(f"members: [{', '.join(module.__all__)}]")
        listed = "".join(f"      {option}\n" for option in options)
        parts.append(f"## `{name}` {{ #{name} }}\n\n::: {name}\n    options:\n{listed}")
    return "\n\n".join(parts)


def commands() -> str:
    """Return the help of every command."""
    parts = ["# Commands", "`boardwright COMMAND --help` prints the same."]
    with unittest.mock.patch.dict(os.environ, COLUMNS="100"):
        for name, (module, summary) in COMMANDS.items():
            shown = make_parser(name, import_module(module)).format_help()
            parts.append(f"## `{name}`\n\n{summary}.\n\n```text\n{shown}```")
    return "\n\n".join(parts)


def messages() -> str:
    """Return the endpoints, and the types of all messages as TypeScript declarations."""
    paths: dict[str, Any] = document(ENDPOINTS)["paths"]
    rows = [
        (f"`{method.upper()} {path}`", str(operation.get("summary", "")))
        for path, methods in paths.items()
        for method, operation in methods.items()
    ]
    declared = {name: (Path(FOLDER) / f"{name}.d.ts").read_text("utf-8") for name in ("received", "sent")}
    return "\n\n".join([
        "# Message types",
        "[The API](../docs/api.md) says how they are used; `GET /api/openapi.json` has the schemas of all of them.",
        "## Endpoints",
        table(("request", "what it does"), rows),
        "## What the server sends",
        f"```ts\n{declared['received']}```",
        "## What a client sends",
        f"```ts\n{declared['sent']}```",
    ])  # fmt: skip
