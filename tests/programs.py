"""Programs that tests run and that do not come from PyPI."""

from __future__ import annotations

import os
import shutil

import pytest


def program(name: str) -> str:
    """Return the path of a program.

    Without it the test is skipped, unless tests/programs.sh could have installed it: then it fails.
    """
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if found is not None:
        return found
    text = f"{name} is not installed; tests/programs.sh installs it"
    if os.geteuid() == 0 and shutil.which("apt-get"):
        pytest.fail(text)
    pytest.skip(f"{text} for root on Debian")
