"""Files of the page and of games' packages: what browsers keep, what they ask for again, what pictures have inside."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from boardwright.core.drawing.assets import Extras, asset, assets, extras, font_family, inlined
from boardwright.core.drawing.texts import texts
from boardwright.core.game import registry
from boardwright.core.layout import Row, card, token
from boardwright.core.layout.stacked import picture
from boardwright.core.layout.table import Table
from boardwright.web import files
from boardwright.web.files import GAME_FILES, PageFiles
from tests.web.case import AppCase

BOAT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'


class Head(HTMLParser):
    """The tags of a page as a browser reads them, and what its meta element says of games."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.games = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if ("name", "games") in attrs:
            self.games = dict(attrs)["content"] or ""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Install a game whose package has a picture, and something that is not one."""
    folder = tmp_path / "regatta" / "assets"
    folder.mkdir(parents=True)
    (tmp_path / "regatta" / "__init__.py").write_text("")
    (folder / "boat.svg").write_text(BOAT)
    (folder / "notes.txt").write_text("secret")
    (folder / "move.ogg").write_bytes(b"OggS")
    (folder / "font.woff2").write_bytes(b"wOF2")
    (tmp_path / "regatta" / "texts").mkdir()
    (tmp_path / "regatta" / "texts" / "de.toml").write_text('"Boats" = "Boote"', "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = type("Regatta", (), {"__module__": "regatta"})()
    monkeypatch.setattr(registry, "loadable", lambda: ("regatta",))
    monkeypatch.setattr(registry, "game", lambda name: game)
    for known in (assets, texts):
        known.cache_clear()
    yield "regatta"
    for known in (assets, texts):
        known.cache_clear()


def test_a_file_is_served_under_its_content_and_kept(package: str) -> None:
    client = TestClient(Starlette(routes=[GAME_FILES]))
    address = asset(package, "boat.svg")
    found = client.get(address)
    assert (found.status_code, found.text, found.headers["content-type"]) == (200, BOAT, "image/svg+xml")
    assert "immutable" in found.headers["cache-control"]
    assert "default-src 'none'" in found.headers["content-security-policy"]
    for other in (
        address.replace("boat.svg", "notes.txt"),
        address.replace("regatta", "boardwright"),
        address.replace(assets(package)["boat.svg"].digest, "0" * 16),
        "/assets/regatta/x/..%2f__init__.py",
    ):
        assert client.get(other).status_code == 404


def test_a_missing_file_is_named(package: str) -> None:
    with pytest.raises(
        LookupError, match=r"regatta has no file assets/ship\.svg; there is boat\.svg, de\.json, font\.woff2"
    ):
        asset(package, "ship.svg")


def test_pieces_show_files_and_notebooks_have_them_inside(package: str) -> None:
    art = asset(package, "boat.svg")
    pieces = (token(art, "boat", 1), card("Boat", art=art))
    table = Table(title="Regatta", seats=2, zones=(Row(title="Boats", pieces=pieces, slots=2),))
    svg = picture(table).svg()
    assert svg.count(f'href="{art}"') == 2
    assert table.text() == "Boats: B2  Boat"
    assert "/assets/" not in inlined(svg)
    assert inlined(svg).count("data:image/svg+xml;base64,") == 2
    assert "data:image/svg+xml" in picture(table)._repr_svg_()


def test_sounds_texts_and_a_font_are_listed_for_the_page_and_served_once(package: str) -> None:
    found = extras(package)
    assert (list(found.sounds), list(found.texts), bool(found.font)) == (["move"], ["de"], True)
    assert files.all_extras() == {"regatta": found}
    assert extras("boardwright") == Extras()
    client = TestClient(Starlette(routes=[GAME_FILES]))
    for address, kind in ((found.sounds["move"], "audio/ogg"), (found.font, "font/woff2")):
        served = client.get(address)
        assert (served.status_code, served.headers["content-type"]) == (200, kind)
        assert "immutable" in served.headers["cache-control"]
    assert client.get(found.texts["de"]).json() == {"Boats": "Boote"}


def test_the_entry_page_names_the_files_of_games(package: str, tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("<title>x</title>", "utf-8")
    client = TestClient(Starlette(routes=[Mount("/", PageFiles(tmp_path / "page"))]))
    assert json.loads(Head(client.get("/").text).games) == msgspec.to_builtins(files.all_extras())


def test_what_packages_bring_cannot_add_markup_to_the_entry_page() -> None:
    found = {"regatta": Extras(sounds={"'\"><script>alert(1)</script>": "/x&quot;"})}
    head = Head(files.tell_extras("<title>x</title>", found))
    assert json.loads(head.games) == msgspec.to_builtins(found)
    assert head.tags == ["meta", "title"]


def test_words_of_a_table_are_in_the_font_of_the_package(package: str) -> None:
    assert font_family(package) == "regatta"
    assert font_family("boardwright") == ""
    plain, own = (picture(Table(title="Regatta", seats=2, zones=(), font=font)) for font in ("", font_family(package)))
    assert 'font-family="regatta, system-ui, sans-serif"' in own.svg()
    assert 'font-family="system-ui, sans-serif"' in plain.svg()
    notebook = own._repr_svg_()
    assert '@font-face { font-family: regatta; src: url("data:font/woff2;base64,' in notebook
    assert ElementTree.fromstring(notebook).tag.endswith("svg")
    assert "<style>" not in plain._repr_svg_()


class TestPageFiles(AppCase):
    def test_the_entry_page_names_every_file_by_its_content_and_such_files_are_kept_for_good(self) -> None:
        entry = self.client.get("/")
        linked = re.findall(r'(?:src|href)="(/[^"]+)"', entry.text)
        modules = json.loads(re.findall(r'<script type="importmap">(.*?)</script>', entry.text)[0])["imports"]
        assert modules["/js/app.js"] in linked
        for address in (*linked, *modules.values()):
            found = self.client.get(address)
            assert found.headers["cache-control"] == "public, max-age=31536000, immutable", address
            assert address.endswith(f"?v={hashlib.sha256(found.content).hexdigest()[:16]}")

    def test_the_entry_page_allows_its_own_import_map_and_no_other_inline_script(self) -> None:
        entry = self.client.get("/")
        inline = re.findall(r"<script[^>]*>(.+?)</script>", entry.text)
        hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in inline]
        policy = entry.headers.get_list("content-security-policy")
        assert len(policy) == len(hashes) == 1
        assert policy[0].endswith(f"; script-src 'self' 'sha256-{hashes[0]}'")
        same = self.client.get("/", headers={"If-None-Match": entry.headers["etag"]})
        assert same.headers.get_list("content-security-policy") == policy

    def test_other_addresses_are_checked_each_time_and_not_sent_again(self) -> None:
        for address in ("/", "/js/app.js", "/js/app.js?v=older", "/css/style.css"):
            first = self.client.get(address)
            assert first.headers["cache-control"] == "no-cache"
            again = self.client.get(address, headers={"If-None-Match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b""), address
            assert self.client.get(address, headers={"If-None-Match": '"another"'}).status_code == 200
