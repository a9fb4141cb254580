"""The commands arena, analyze, solve, selfplay and study, as a user types them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from boardwright.cli import main
from boardwright.core.match.match import Match
from boardwright.core.records import record


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


def output(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(argv) == 0
    return capsys.readouterr().out


def test_arena_prints_rates_with_intervals(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = output(capsys, "arena", "deblockle", "greedy", "random", "--games", "4", "-o", "cubes=1")
    assert "greedy against random: 100% of 4 (95 %: 51% to 100%)" in out
    assert not list((tmp_path / "state" / "boardwright").iterdir())


def test_arena_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(output(capsys, "arena", "deblockle", "greedy", "random", "--games", "2", "--json"))
    assert [row["bot"] for row in report["standings"]] == ["greedy", "random"]
    assert len(report["results"]) == 2


@pytest.mark.parametrize(
    "argv",
    [
        ["arena"],
        ["arena", "deblockle", "greedy"],
        ["arena", "deblockle", "greedy", "greedy"],
        ["arena", "deblockle", "greedy", "nobody"],
        ["arena", "deblockle", "greedy", "random", "--seats", "5"],
        ["arena", "--resume", "nothing.jsonl"],
        ["selfplay", "deblockle", "random", "random", "random", "--seats", "2", "--out", "x"],
        ["solve", "blokus"],
        ["study", "deblockle", "--bot", "nobody"],
        ["analyze", "nothing.jsonl"],
        ["analyze", "deblockle", "--seconds", "0"],
        ["analyze", "deblockle", "--seconds", "1", "--iterations", "5"],
    ],
)
def test_wrong_input_is_answered_in_one_line(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == (3 if "--resume" in argv else 2)
    assert capsys.readouterr().err.count("\n") == 1


def test_an_interrupted_arena_prints_how_to_resume_and_resumes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "boardwright", "arena", "deblockle", "greedy", "random", "-o", "cubes=1"]
    results = tmp_path / "results.jsonl"
    process = subprocess.Popen(
        [*command, "--games", "2000", "--out", str(results)], stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    while not results.exists() or results.read_bytes().count(b"\n") < 4:
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=30)
    assert process.returncode == 130
    assert f"resume with: boardwright arena --resume {results}" in error
    lines = results.read_bytes().split(b"\n")
    short = json.loads(lines[0]) | {"games": 6}
    results.write_bytes(b"\n".join([json.dumps(short).encode(), *lines[1:4], b""]))
    assert "of 6 (95 %" in output(capsys, "arena", "--resume", str(results))


def test_the_same_command_goes_on_with_its_results(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ("arena", "mage_duel", "greedy", "random", "--games", "2", "--out", str(tmp_path / "results.jsonl"))
    assert output(capsys, *command) == output(capsys, *command)


def test_solve_builds_the_table_and_prints_the_verdict(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "The first player wins on turn 7." in output(capsys, "solve", "deblockle", "-o", "cubes=1")
    assert list((tmp_path / "cache" / "boardwright").glob("*.table"))


def test_analyze_prints_distances_turning_points_and_a_plot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "d7-c7: wins on turn 7" in output(capsys, "analyze", "deblockle", "-o", "cubes=1")
    arena = ["arena", "deblockle", "random", "level1", "-o", "cubes=1", "--games", "1", "--max-moves", "60"]
    output(capsys, *arena, "--records", str(tmp_path))
    path = str(next(tmp_path.glob("deblockle-*.jsonl")))
    out = output(capsys, "analyze", path, "--plot", "plot.svg")
    assert "Turning points: entry" in out
    assert (tmp_path / "plot.svg").read_text().startswith("<svg")
    facts = json.loads(output(capsys, "analyze", path, "--json"))
    assert facts["turning_points"]
    assert all(len(moment["evaluation"]) == 2 for moment in facts["moves"])


@pytest.mark.parametrize("name", ["deblockle", "mage_duel", "sagrada", "blokus"])
def test_analyze_works_for_every_game(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    output(capsys, "arena", name, "random", "level1", "--games", "1", "--max-moves", "12", "--records", str(tmp_path))
    path = str(next(tmp_path.glob(f"{name}-*.jsonl")))
    assert "Turning points" in output(capsys, "analyze", path, "--iterations", "8")


def test_analyze_blames_what_throws_a_win_away_and_nothing_else(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    match = Match.new("deblockle", options={"cubes": 1}, players=("Ada", "Bo"), seed=1)
    for text in ("pass", "pass", "d7-c7"):
        match.play(text)
    path = tmp_path / "match.jsonl"
    path.write_bytes(record.dump(match))
    told = " ".join(output(capsys, "analyze", str(path), "--seconds", "0.01").split())
    assert "1 Ada: pass [-1.00 +1.00] loses on turn 8 ?? loses 2.00; better: d7-c7 (wins on turn 7)." in told
    assert "2 Bo: pass [+1.00 -1.00] loses on turn 8 ?? loses 2.00; better: " in told
    assert "3 Ada: d7-c7 [+1.00 -1.00] wins on turn 7 Turning points: entry 1 (pass), entry 2 (pass)." in told


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is an extra")
def test_selfplay_writes_records_and_parquet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = output(capsys, "selfplay", "deblockle", "random", "-o", "cubes=1", "--games", "2", "--out", "data")
    assert "2 games; rows in data/rows, records in data/records" in out
    assert len(list((tmp_path / "data" / "records").iterdir())) == 2


@pytest.mark.parametrize("name", ["deblockle", "blokus"])
def test_study_reports_on_one_page(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    argv = ["study", name, "--bot", "random", "--games", "3", "--out", "report.html"]
    out = output(capsys, *argv)
    assert "seat 1: " in out
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") == 3
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
