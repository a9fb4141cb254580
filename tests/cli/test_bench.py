"""`boardwright bench`: what it measures, not how fast it is."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Cli


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short measurements: the numbers do not matter here."""
    monkeypatch.setattr("boardwright.cli.author.bench.RUN", 0.001)
    monkeypatch.setattr("boardwright.cli.author.bench._SAMPLES", 5)


def test_every_game_has_the_same_benchmarks(cli: Cli) -> None:
    code, out, _ = cli("bench", "guess", "--repeats", "3", "--json")
    report = json.loads(out)
    assert code == 0
    assert [result["name"] for result in report["results"]] == [
        "random steps/s",
        "random games/s",
        "moves read and played again/s",
        "all moves of a position, µs",
        "any position of a match of up to 2,000 entries, ms",
    ]
    for result in report["results"]:
        assert result["game"] == "guess"
        assert len(result["runs"]) == 3
        assert result["median"] == sorted(result["runs"])[1] > 0


@pytest.mark.parametrize("game", ["deblockle", "mage_duel", "sagrada"])
def test_moves_are_read_and_played_again_between_chance_outcomes(cli: Cli, game: str) -> None:
    assert f"{game}: moves read and played again/s: " in cli("bench", game, "--repeats", "1", "--only", "again")[1]


def test_without_a_game_the_start_is_measured_too(cli: Cli) -> None:
    _, out, err = cli("bench", "--only", "start and help", "--repeats", "1")
    assert out.startswith("boardwright: start and help, ms: ")
    assert "The game 'missing' is installed but cannot be loaded" in err
