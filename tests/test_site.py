"""The documentation site builds without a warning, its links work, and it has every public name and number."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import griffe
import pytest

import boardwright
from boardwright import api
from boardwright.cli import COMMANDS
from boardwright.core.game.registry import game
from hatch_build import description
from tools.site.game_page import setups

ROOT = Path(__file__).parent.parent
GAMES = ("blokus", "deblockle", "mage_duel", "sagrada")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run([sys.executable, "-m", "tools.site", str(folder)], cwd=ROOT, capture_output=True, text=True)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "warning" not in said.lower(), said
    return folder / "site"


class Links(HTMLParser):
    """The links, pictures and ids of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids.add(found.get("id") or "")
        for name in ("href", "src"):
            self.targets.add(found.get(name) or "")


def read(path: Path) -> Links:
    links = Links()
    links.feed(path.read_text("utf-8"))
    return links


def test_every_link_and_picture_leads_somewhere(site: Path) -> None:
    pages = {path: read(path) for path in site.rglob("*.html") if path.name != "404.html"}
    assert len(pages) > 25
    missing = []
    for path, links in pages.items():
        for target in links.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc or not target:
                continue
            reached = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if reached.is_dir():
                reached /= "index.html"
            is_there = reached.exists() and (
                not parts.fragment or reached not in pages or unquote(parts.fragment) in pages[reached].ids
            )
            if not is_there:
                missing.append(f"{path.relative_to(site)}: {target}")
    assert missing == []


def test_every_page_is_in_the_navigation(site: Path) -> None:
    listed = re.findall(r'"([\w/-]+\.md)"', (ROOT / "zensical.toml").read_text("utf-8"))
    pages = site.parent / "docs"
    assert sorted(listed) == sorted(str(path.relative_to(pages)) for path in pages.rglob("*.md"))


def test_the_reference_has_every_public_name_with_an_example(site: Path) -> None:
    ids = read(site / "reference/library/index.html").ids
    for name in boardwright.__all__:
        made = getattr(boardwright, name)
        assert name == "games" or f"{made.__module__}.{name}" in ids, name
        assert name == "games" or ">>>" in made.__doc__, f"{name} has no example"
    assert "boardwright.core.game.registry.names" in ids


def test_the_reference_for_authors_has_every_name_with_a_docstring(site: Path) -> None:
    ids = read(site / "reference/authors/index.html").ids
    assert [name for name in api.__all__ if f"boardwright.api.{name}" not in ids] == []
    found = griffe.load("boardwright.api")
    assert [name for name in api.__all__ if not found[name].has_docstring] == []


def text_of(path: Path) -> str:
    return unescape(re.sub(r"<[^>]+>", "", path.read_text("utf-8")))


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_has_every_plane_and_option(site: Path, name: str) -> None:
    page, rules = text_of(site / f"games/{name}/index.html"), game(name)
    for _, seats, options in setups(rules):
        for plane in rules.actions(seats, options).planes:
            assert plane.meaning in page
    for option in rules.Options.__struct_fields__:
        assert option in page


def test_the_commands_are_listed(site: Path) -> None:
    page = text_of(site / "reference/commands/index.html")
    assert [name for name in COMMANDS if f"usage: boardwright {name}" not in page] == []


def test_the_description_on_pypi_has_no_relative_links() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    relative = re.compile(r"\]\((?!https?:)|src=\"(?!https?:)")
    assert relative.search(readme)
    for base in ("", "https://example.org/main/"):
        text = description(readme, base)
        assert not relative.search(text)
        assert ("https://example.org/main/docs/images/mage_duel-1440.png" in text) == bool(base)
        assert "## Researchers" in text
