"""How much the randomized tests do: `make nightly` multiplies their counts."""

from __future__ import annotations

import os

SCALE = int(os.environ.get("TEST_SCALE", "1"))


def scaled(count: int) -> int:
    """That many examples, games or crashes, times the scale of this run."""
    return count * SCALE
