"""Show what this installation uses: Python, compiled kernels, extras, games, Chromium, Node.js and a C compiler.

Exit code 1 if something is installed but does not work.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from typing import Any, NamedTuple

from boardwright.bots.evaluation.compiled import KernelMismatch, status
from boardwright.cli.arguments import add_json
from boardwright.cli.show import print_json
from boardwright.core.game.registry import game, names
from boardwright.core.refusal import BoardwrightError

_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[^]]*\])?[^;]*;\s*extra == ['\"]([\w-]+)['\"]")
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_WITHIN = "boardwright"
_DEVELOPMENT = "dev"


class Finding(NamedTuple):
    """One line of the report; `is_broken` if it is there and does not work."""

    name: str
    text: str
    is_broken: bool = False


def parser(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    parser.epilog = "example: boardwright doctor --json"


def run(args: argparse.Namespace) -> int:
    found = list(_findings())
    if args.json:
        print_json([finding._asdict() for finding in found])
    else:
        width = max(len(finding.name) for finding in found)
        for finding in found:
            print(f"{finding.name:{width}}  {finding.text}{'  (broken)' * finding.is_broken}")
    return int(any(finding.is_broken for finding in found))


def _findings() -> Iterator[Finding]:
    yield Finding("boardwright", version("boardwright"))
    yield Finding("python", f"{platform.python_version()} ({platform.python_implementation()}, {platform.machine()})")
    yield _kernels()
    for extra in metadata("boardwright").get_all("Provides-Extra") or ():
        if extra != _DEVELOPMENT:
            yield Finding(f"extra {extra}", _extra(extra))
    for name in names():
        yield _game(name)
    yield Finding("chromium", _program(*_BROWSERS))
    yield Finding("node", _program("node"))
    yield Finding("c compiler", _program(os.environ.get("CC", "cc").partition(" ")[0]))


def _kernels() -> Finding:
    """Return whether bots think in C, and why not."""
    try:
        state = status()
        built = f" (boardwright-kernels {version('boardwright-kernels')})" if state == "on" else ""
    except PackageNotFoundError:
        built = " (boardwright-kernels on the path, not installed)"
    except (KernelMismatch, ImportError) as error:
        return Finding("kernels", str(error), is_broken=True)
    return Finding("kernels", state + built)


def _extra(extra: str) -> str:
    """Return which packages of an extra are there and which are missing."""
    packages = [
        found[1] for each in requires("boardwright") or () if (found := _REQUIREMENT.match(each)) and found[2] == extra
    ]
    missing = [package for package in packages if package != _WITHIN and _installed(package) is None]
    return f"missing: {', '.join(missing)}" if missing else "installed"


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _game(name: str) -> Finding:
    try:
        rules: Any = game(name)
    except BoardwrightError as error:
        return Finding(f"game {name}", str(error), is_broken=True)
    return Finding(f"game {name}", f"rules version {rules.version}")


def _program(*candidates: str) -> str:
    """Return where the first program of these is."""
    return next(filter(None, map(shutil.which, candidates)), f"not found ({', '.join(candidates)})")
