"""`boardwright games`."""

from __future__ import annotations

import json

import pytest

from boardwright.core.game import registry
from tests.cli.conftest import Cli, done


def test_options_are_listed_with_default_bounds_and_description(cli: Cli) -> None:
    out = done(cli, "games", "deblockle")
    assert out.startswith("deblockle – Deblockle, 2 players\n")
    assert "  -o cubes=4  (1 to 4) " in out
    assert "  -o variant=standard  (contract, original, standard) " in out


def test_json_has_the_schema_of_the_options(cli: Cli) -> None:
    code, out, _ = cli("games", "deblockle", "guess", "--json")
    deblockle, guess = json.loads(out)
    assert code == 0
    assert (deblockle["name"], deblockle["seats"], deblockle["has_secrets"]) == ("deblockle", [2], False)
    assert deblockle["options"]["properties"]["cubes"]["maximum"] == 4
    assert "random" in guess["bots"]
    assert (guess["has_secrets"], guess["options"]["properties"]) == (True, {})


def test_strategies_of_a_game_are_listed(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"easy": lambda position, seat, rng: None}
    monkeypatch.setattr(registry.game("guess").bot, "strategies", own)
    assert "  bots of its own: easy\n" in cli("games", "guess")[1]
    assert json.loads(cli("games", "guess", "--json")[1])[0]["bots"][0] == "easy"


def test_the_package_is_named_and_whether_its_laws_were_checked(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli("games", "guess")[1].endswith("  from guess 1.0; its laws were not checked here\n")
    cli("check", "guess", "--games", "1")
    assert "  from guess 1.0; its laws held in 1 random game (2" in cli("games", "guess")[1]
    found = json.loads(cli("games", "guess", "--json")[1])[0]["installed"]
    assert (found["package"], found["version"], found["laws"]) == ("guess", "1.0", "hold")
    cli("check", "blind", "--games", "1")
    assert "; a check found a broken law (2" in cli("games", "blind")[1]
    monkeypatch.setattr("boardwright.store.installed.digest", lambda name: "another")
    assert "; changed since its laws were checked (2" in cli("games", "guess")[1]
