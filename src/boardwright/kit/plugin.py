"""The pytest plugin: one test per law for every game that a project names.

It is installed with Boardwright and checks the games named in the project's settings

    [tool.pytest.ini_options]
    boardwright_games = ["mygame"]

or on the command line, `pytest --boardwright mygame`. Failures show the position, the fix and a record file.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from boardwright.kit.walks.failure import Failure


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command-line options."""
    group = parser.getgroup("boardwright", "Boardwright games")
    group.addoption("--boardwright", action="append", default=[], metavar="GAME", help="check the laws of this game")
    group.addoption(
        "--boardwright-random", type=int, default=20, metavar="N", help="random games per law (default: 20)"
    )
    group.addoption(
        "--boardwright-seed", type=int, default=0, metavar="S", help="seed of the first random game (default: 0)"
    )
    parser.addini("boardwright_games", "games whose laws are checked", type="linelist", default=[])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the tests; games of the settings are skipped if single tests are named on the command line."""
    names = list(config.getoption("boardwright"))
    if not any("::" in arg for arg in config.args):
        names += config.getini("boardwright_games")
    if names:
        from boardwright.kit import LAWS

        items += [
            Law.from_parent(session, name=f"{name}: {law}", game=name, law=law)
            for name in dict.fromkeys(names)
            for law in LAWS
        ]


class LawBroken(Exception):
    """Carries a failure to `repr_failure`."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.text)
        self.failure = failure


class Law(pytest.Item):
    """One law of one game as a test."""

    def __init__(self, *, game: str, law: str, **more: object) -> None:
        super().__init__(**more)  # type: ignore[arg-type]  # pytest passes its own arguments
        self.game = game
        self.law = law

    def runtest(self) -> None:
        """Play random games and checks this law only."""
        from boardwright.core.game.registry import game
        from boardwright.kit import check

        many, seed = self.config.getoption("boardwright_random"), self.config.getoption("boardwright_seed")
        for failure in check(game(self.game), games=many, seed=seed, laws=(self.law,)).failures:
            raise LawBroken(failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """Return the failure as text, with the path of its record."""
        from boardwright.core.refusal import BoardwrightError

        error = excinfo.value
        if isinstance(error, LawBroken):
            return error.failure.report(self._save(error.failure))
        if isinstance(error, BoardwrightError):
            return str(error)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the place and the name under which the test is listed."""
        return self.config.rootpath, None, self.name

    def _save(self, failure: Failure) -> str:
        if failure.record is None:
            return ""
        cache = self.config.cache
        folder = cache.mkdir("boardwright") if cache else Path(tempfile.mkdtemp(prefix="boardwright-"))
        path = folder / failure.filename
        path.write_bytes(failure.record)
        return str(path)
