"""All tests of this folder need the compiled kernels."""

from __future__ import annotations

import pytest

from tests.kernels.case import require_kernels


@pytest.fixture(autouse=True)
def _kernels() -> None:
    require_kernels()
