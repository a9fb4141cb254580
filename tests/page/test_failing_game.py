"""What players see when the rules of their game fail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.faulty import installed
from tests.page.conftest import Server
from tests.page.driver import Driver

SENTENCE = "Faulty failed at move 1: there is a fault in the rules of this game. The match is set aside."


@pytest.fixture
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("faulty")
    with installed(folder):
        server = Server(folder)
    yield server
    server.stop()


def test_an_open_table_gives_way_to_the_reason_and_its_host_can_close_it(chromium: Any, faulty: Server) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 800}, reduced_motion="reduce")
    try:
        page = context.new_page()
        page.goto(faulty.url)
        ann = Driver(page)
        match = ann.sit(game="faulty", players=["me", "me"])
        refused = (
            "(path) => import('/js/lib/api.js').then((api) => api.post(path, {move: 'draw'}))"
            ".catch((error) => `${error}`)"
        )
        assert SENTENCE in page.evaluate(refused, f"/matches/{match}/play")
        page.wait_for_selector("#unreadable")
        assert SENTENCE in page.inner_text("#unreadable")
        assert page.query_selector("#board") is None
        page.click("text=Close the match")
        page.wait_for_url("**/#/")
    finally:
        context.close()
