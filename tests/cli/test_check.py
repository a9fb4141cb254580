"""`boardwright check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardwright.kit import Failure
from tests.cli.conftest import Cli, Shell, done

CIRCLING = """
from itertools import count
from toys import Guess, Guessing

class Circling(Guessing, frozen=True):
    def legal(self, seat):
        if all(self.guesses):
            {}
        return super().legal(seat)

class Game(Guess):
    name, title, Position = "circling", "Circling", Circling

    def start(self, seats, options):
        return Circling()

GAME = Game()
"""
LOOPS = {
    "python": "while True: pass",
    "deaf": """while True:
                try: len("")
                except BaseException: break""",
    "compiled": "max(count())",
}


def test_a_game_that_keeps_the_laws_passes(cli: Cli, home: Path) -> None:
    out = done(cli, "check", "deblockle", "--games", "1", "--seed", "5")
    assert out.endswith("all laws hold\n")
    assert "1 game," in out
    assert "seed 5" in out
    assert list(home.iterdir()) == []


def test_a_broken_law_is_told_with_seed_record_and_cure(cli: Cli, home: Path) -> None:
    code, out, err = cli("check", "blind", "--games", "2", "--seed", "3", "--out", "broken")
    assert (code, err) == (1, "")
    assert "blind breaks the law" in out
    assert "the board cannot be shown" in out
    assert "\n  fix: " in out
    assert "\n  again: boardwright check blind --games 1 --seed 3\n" in out
    paths = sorted(str(path.relative_to(home)) for path in (home / "broken").iterdir())
    assert paths
    assert all(f"  record: {path}\n" in out for path in paths)
    assert cli("verify", *paths)[0] == 0


def test_json_has_the_failures_and_where_their_records_are(cli: Cli) -> None:
    code, out, _ = cli("check", "blind", "--games", "1", "--json")
    report = json.loads(out)
    assert code == 1
    assert (report["game"], report["games"], report["seed"]) == ("blind", 1, 0)
    assert all(Path(failure["record"]).is_file() and failure["fix"] for failure in report["failures"])


def test_an_old_version_is_held_to_the_laws_too(cli: Cli) -> None:
    code, out, _ = cli("check", "seven", "--version", "2", "--games", "1")
    assert (code, out.startswith("seven version 2: 1 game")) == (0, True)
    assert cli("check", "seven", "--games", "1")[1].startswith("seven: 1 game")
    code, _, err = cli("check", "seven", "--version", "4")
    assert (code, "Seven version 4 is not installed; installed are versions 2 to 3." in err) == (2, True)


def test_a_failure_in_an_old_version_names_it() -> None:
    failure = Failure(law="pure", text="It is not.", fix="Fix it.", game="seven", seed=5, version=2)
    assert "again: boardwright check seven --version 2 --games 1 --seed 5" in str(failure)


@pytest.mark.parametrize("kind", LOOPS)
def test_the_time_ends_a_check_whatever_the_rules_do(kind: str, home: Path, shell: Shell) -> None:
    site = home.parent / "site"
    (site / "circling.py").write_text(CIRCLING.format(LOOPS[kind]))
    facts = site / "circling-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: circling\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[boardwright.games]\ncircling = circling:GAME\n")
    done = shell("check", "circling", "--seconds", "1")
    assert done.returncode == 1, done.stderr
    if kind == "compiled":  # nothing but the end of the program helps; the lines are told
        assert 'circling.py", line 8 in legal' in done.stderr
        return
    assert "circling" in done.stdout
    assert " after step 4, in " in done.stdout
    assert "circling.py, line " in done.stdout
    assert done.stderr == ""
