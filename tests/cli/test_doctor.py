"""`boardwright doctor`."""

from __future__ import annotations

import json

import pytest

from boardwright.bots.evaluation import compiled
from boardwright.cli import doctor
from tests.cli.conftest import Cli


def lines(out: str) -> dict[str, str]:
    return {name.strip(): text.strip() for name, _, text in (line.partition("  ") for line in out.splitlines())}


def test_it_shows_what_is_used(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_KERNELS", "off")
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    code, out, _ = cli("doctor")
    shown = lines(out)
    assert code == 1  # the game `missing` of these tests cannot be loaded
    assert [name for name, text in shown.items() if text.endswith("(broken)")] == ["game missing"]
    assert shown["kernels"] == "off: BOARDWRIGHT_KERNELS=off"
    assert shown["extra web"] == "installed"
    assert shown["game deblockle"] == "rules version 1"
    assert shown["c compiler"] == "not found (no-such-compiler)"
    assert {"python", "chromium", "node", "extra lab"} <= shown.keys()


def test_a_missing_package_of_an_extra_is_named(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_installed", lambda package: None if package == "starlette" else "1")
    assert lines(cli("doctor")[1])["extra web"] == "missing: starlette"


def test_kernels_that_do_not_fit_are_broken(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_KERNELS", "on")
    monkeypatch.setattr(compiled, "PACKAGE", "json")

    def differ() -> None:
        raise compiled.KernelMismatch("interface 0, needs 1")

    monkeypatch.setattr(compiled, "_check_interface", differ)
    code, out, _ = cli("doctor", "--json")
    found = {finding["name"]: finding for finding in json.loads(out)}
    assert code == 1
    assert found["kernels"] == {"name": "kernels", "text": "interface 0, needs 1", "is_broken": True}
    assert "(broken)" in cli("doctor")[1]
