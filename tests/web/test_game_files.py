"""Picture files of a game's package: named by their content, served once, and inside pictures that cannot load them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from boardwright.core import registry
from boardwright.core.assets import asset, assets, inlined
from boardwright.core.layout import Layout, Row, card, token
from boardwright.web import game_files

BOAT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An installed game whose package has a picture, and something that is none."""
    folder = tmp_path / "regatta" / "assets"
    folder.mkdir(parents=True)
    (tmp_path / "regatta" / "__init__.py").write_text("")
    (folder / "boat.svg").write_text(BOAT)
    (folder / "notes.txt").write_text("secret")
    monkeypatch.syspath_prepend(tmp_path)
    game = type("Regatta", (), {"__module__": "regatta"})()
    monkeypatch.setattr(registry, "loadable", lambda: ("regatta",))
    monkeypatch.setattr(registry, "game", lambda name: game)
    assets.cache_clear()
    yield "regatta"
    assets.cache_clear()


def test_a_file_is_served_under_its_content_and_kept(package: str) -> None:
    client = TestClient(Starlette(routes=[game_files.ROUTE]))
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
    with pytest.raises(LookupError, match=r"regatta has no file assets/ship\.svg; there is boat\.svg"):
        asset(package, "ship.svg")


def test_pieces_show_files_and_notebooks_have_them_inside(package: str) -> None:
    art = asset(package, "boat.svg")
    pieces = (token(art, "boat", 1), card("Boat", art=art))
    table = Layout(title="Regatta", seats=2, zones=(Row(title="Boats", pieces=pieces, slots=2),))
    svg = table.picture().svg()
    assert svg.count(f'href="{art}"') == 2
    assert table.text() == "Boats: B2 Boat"
    assert "/assets/" not in inlined(svg)
    assert inlined(svg).count("data:image/svg+xml;base64,") == 2
    assert "data:image/svg+xml" in table.picture()._repr_svg_()
