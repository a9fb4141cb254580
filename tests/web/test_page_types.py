"""The declarations that the page is checked with are those of the structs that the server encodes and decodes."""

from __future__ import annotations

import pytest

from tools.page_types import FOLDER, received, sent


@pytest.mark.parametrize(("name", "text"), [("received.d.ts", received()), ("sent.d.ts", sent())])
def test_the_declarations_of_the_page_are_current(name: str, text: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == text, "run `.venv/bin/python -m tools.page_types`"
