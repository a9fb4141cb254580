"""A real server and a real Chromium for the tests of the page."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def find_browser() -> str | None:
    """Returns the path of the installed Chromium; None without one."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


RUN = ("-m", "boardwright")
SAME_SEED = (
    "-c",
    """
from boardwright.cli import main
from boardwright.store.key import ServerKey

ServerKey.seed = lambda key, match: bytes(32)
raise SystemExit(main())
""",
)
"""The program of a server on which chance is the same in all matches."""


class Server:
    """A `boardwright serve` process that can be restarted on the same port and database."""

    def __init__(self, folder: Path, python: str = sys.executable, program: tuple[str, ...] = RUN) -> None:
        self.command = [python, *program]
        self.database = f"sqlite:///{folder}/page.db"
        self.log = folder / "serve.log"
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [*self.command, "serve", "--db", self.database, "--port", str(self.port)]
        # All tests visit from one address.
        command += ["--address-accounts", "100000", "--rate-one-address", "true", "--burst", "2000"]
        command += ["--analysis-seconds", "0.05", "--bot-pace", "200"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://[\d.]+:(\d+)/", line)
            if found:
                self.port = int(found[1])
                return
        raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(30)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def example_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the example games."""
    with serving_examples(tmp_path_factory.mktemp("examples")) as running:
        yield running


@contextmanager
def serving_examples(folder: Path, program: tuple[str, ...] = RUN) -> Iterator[Server]:
    """Start a server on which the example games are installed, as far as Python can tell."""
    games = {path.parent.name: path.parent.name for path in EXAMPLES.glob("*/src")} | {"islands": "tests.page.islands"}
    for name, module in games.items():
        installed = folder / f"{name}-1.dist-info"
        installed.mkdir()
        (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (installed / "entry_points.txt").write_text(f"[boardwright.games]\n{name} = {module}:GAME\n")
    paths = [str(path) for path in (folder, EXAMPLES.parent, *EXAMPLES.glob("*/src"))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")]))
        running = Server(folder, program=program)
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser for one test module: while it runs, no other test of this process may have an event loop."""
    program = find_browser()
    if program is None:
        pytest.skip(
            "no Chromium here: the tests of the page need one (Debian: apt-get install chromium-headless-shell)"
        )
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def people(chromium: Any) -> dict[str, list[Any]]:
    """Browser contexts that no test uses at the moment, by how they were opened: they have loaded the programs."""
    return {}


@pytest.fixture
def visit(chromium: Any, server: Server, people: dict[str, list[Any]]) -> Iterator[Callable[..., Any]]:
    """Opens pages, each in a separate browser context, as different people; without motion unless they ask for it.

    They end their turns by hand unless `ends` is given.
    """
    contexts = []

    def opened(address: str = "", *, width: int = 1280, height: int = 860, ends: bool = False, **more: Any) -> Any:
        wish = {"viewport": {"width": width, "height": height}, "reduced_motion": "reduce", **more}
        kind = json.dumps(wish, sort_keys=True)
        free = people.setdefault(kind, [])
        context = free.pop() if free else chromium.new_context(**wish)
        contexts.append((kind, context))
        page = context.new_page()
        page.goto(f"{server.url}/ready")  # anything of the server that runs no program
        page.evaluate("(ends) => localStorage.setItem('boardwright.settings', JSON.stringify({ends}))", ends)
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.goto(f"{server.url}/{address}")
        return page

    yield opened
    for kind, context in contexts:
        for page in context.pages:
            page.close()
        page = context.new_page()
        page.goto(f"{server.url}/ready")
        page.evaluate("() => localStorage.clear()")
        page.close()
        context.clear_cookies()
        people[kind].append(context)


def pytest_configure() -> None:
    os.environ.setdefault("NODE_NO_WARNINGS", "1")
