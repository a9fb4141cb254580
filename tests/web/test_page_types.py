"""The declarations that the page is checked with are those of the structs that the server encodes and decodes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tools.page_types import FILES


@pytest.mark.parametrize(("path", "make"), FILES.items(), ids=lambda value: getattr(value, "name", ""))
def test_the_declarations_of_the_page_are_current(path: Path, make: Callable[[], str]) -> None:
    assert path.read_text("utf-8") == make(), "run `.venv/bin/python -m tools.page_types`"
