"""Tournaments: the same results wherever they are played, whatever interrupts them."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from boardwright.arena.pairing import Pairing, Result
from boardwright.arena.ranking import beats, elo, standings
from boardwright.arena.tournament import ResultsFile, Schedule, read, results, run
from boardwright.arena.workers import runner
from boardwright.core.records import record
from boardwright.core.refusal import BadOptions, BadRecord, BoardwrightError

SCHEDULE = Schedule(game="deblockle", bots=("greedy", "level2", "random"), games=2, options={"cubes": 1}, max_moves=200)


def played(schedule: Schedule, path: Path, jobs: int = 1, address: str | None = None) -> list[Result]:
    results_file = ResultsFile(path, schedule)
    for _ in run(schedule, results_file, runner(jobs, address)):
        pass
    results_file.close()
    return results(results_file)


def outcome(scores: tuple[int, ...], places: tuple[int, ...], *bots: str) -> Result:
    pairing = Pairing(number=0, game="deblockle", bots=bots, seed="")
    return Result(pairing=pairing, scores=scores, places=places, reason="", moves=1)


def test_a_pool_gives_the_same_results_as_one_process(tmp_path: Path) -> None:
    assert played(SCHEDULE, tmp_path / "a", jobs=2) == played(SCHEDULE, tmp_path / "b")


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is an extra")
def test_ray_gives_the_same_results_as_one_process(tmp_path: Path) -> None:
    schedule = Schedule(game="deblockle", bots=("greedy", "random"), games=5, options={"cubes": 1}, max_moves=200)
    assert played(schedule, tmp_path / "a", address="local") == played(schedule, tmp_path / "b")


@pytest.mark.parametrize("swiss", [False, True])
@pytest.mark.parametrize("stop", [0, 1, 3, 5])
def test_an_interrupted_tournament_goes_on_to_the_same_end(tmp_path: Path, swiss: bool, stop: int) -> None:
    bots = ("greedy", "level2", "random", "level1")
    schedule = Schedule(game="deblockle", bots=bots, games=2, options={"cubes": 1}, max_moves=60, swiss=swiss)
    results_file = ResultsFile(tmp_path / "a", schedule)
    source = run(schedule, results_file, runner(1, None))
    for _ in range(stop):
        next(source)
    source.close()
    results_file.close()
    with (tmp_path / "a").open("ab") as file:
        file.write(b'{"pairing":{"bots":["greedy"')
    assert played(schedule, tmp_path / "a") == played(schedule, tmp_path / "b")
    assert len(read(tmp_path / "a")[1]) == schedule.rounds * len(schedule.round(0, []))


def test_forfeits_are_kept_in_the_file(tmp_path: Path) -> None:
    schedule = Schedule(game="deblockle", bots=("random", "program:/nowhere/at/all"), games=2, max_moves=5)
    first = played(schedule, tmp_path / "a")
    assert ["does not start" in "".join(result.forfeits.values()) for result in first] == [True, True]
    assert played(schedule, tmp_path / "a") == first, "read from the file"
    assert list(read(tmp_path / "a")[1].values()) == first


def test_results_of_another_schedule_are_not_mixed(tmp_path: Path) -> None:
    played(Schedule(game="deblockle", bots=("level1", "random"), games=1, max_moves=5), tmp_path / "a")
    with pytest.raises(BadRecord, match="another tournament"):
        ResultsFile(tmp_path / "a", SCHEDULE)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("hello\nworld\n")
    with pytest.raises(BadRecord, match="not a results file"):
        read(tmp_path / "a")


def test_records_are_kept_and_verify(tmp_path: Path) -> None:
    schedule = Schedule(game="mage_duel", bots=("level1", "random"), games=2, keep=True)
    results_file = ResultsFile(tmp_path / "a", schedule, tmp_path / "records")
    for _ in run(schedule, results_file, runner(1, None)):
        pass
    files = sorted((tmp_path / "records").iterdir())
    assert [path.name for path in files] == ["mage_duel-00000.jsonl", "mage_duel-00001.jsonl"]
    for path in files:
        assert "every chance outcome is the seed's" in record.verify(path.read_bytes())


def test_everybody_sits_everywhere_with_the_same_dice() -> None:
    schedule = Schedule(game="blokus", bots=("a", "b", "c", "d"), games=4, seats=4)
    pairings = schedule.round(0, [])
    for bot in schedule.bots:
        assert sorted(pairing.bots.index(bot) for pairing in pairings) == [0, 1, 2, 3]
    assert len({pairing.seed for pairing in pairings}) == 1


def test_swiss_pairs_equals_who_have_not_met() -> None:
    schedule = Schedule(game="deblockle", bots=("a", "b", "c", "d"), games=1, swiss=True)
    first = schedule.round(0, [])
    assert [pairing.bots for pairing in first] == [("a", "b"), ("c", "d")]
    won = [Result(pairing=pairing, scores=(1, 0), places=(1, 2), reason="", moves=1) for pairing in first]
    assert [pairing.bots for pairing in schedule.round(1, won)] == [("a", "c"), ("b", "d")]


@pytest.mark.parametrize(
    "change", [{"bots": ("a",)}, {"bots": ("a", "a")}, {"bots": ("a", "b", "c"), "seats": 3, "swiss": True}]
)
def test_an_impossible_schedule_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        Schedule(**{"game": "deblockle", "bots": ("a", "b"), "games": 1, **change})  # type: ignore[arg-type] # wrong on purpose


def test_places_and_not_scores_decide_who_did_better() -> None:
    result = outcome((50, 30, 40), (1, 2, 3), "a", "b", "c")
    assert (beats(result, 0, 1), beats(result, 1, 2), beats(result, 2, 1)) == (1.0, 1.0, 0.0)
    assert beats(outcome((2, 1), (1, 1), "a", "b"), 0, 1) == 0.5


def test_elo_orders_by_strength_and_more_games_narrow_it() -> None:
    few = [outcome((1, 0), (1, 2), "a", "b")] * 3 + [outcome((0, 1), (2, 1), "a", "b")]
    rows = standings(few)
    assert [row.bot for row in rows] == ["a", "b"]
    assert rows[0].elo == pytest.approx(-rows[1].elo)
    assert standings(few * 20)[0].error < rows[0].error


def test_elo_of_three_to_one_is_what_the_formula_says() -> None:
    points = {("a", "b"): [1.0] * 750 + [0.0] * 250, ("b", "a"): [0.0] * 750 + [1.0] * 250}
    ratings = elo(points, ["a", "b"])
    assert ratings["a"][0] - ratings["b"][0] == pytest.approx(190.8, abs=1)


def test_a_ray_that_cannot_start_gets_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ray:
        @staticmethod
        def init(*_: object, **__: object) -> None:
            raise RuntimeError("\nThe current node timed out during startup.\nLook at\nthe logs.")

    monkeypatch.setitem(sys.modules, "ray", Ray)
    with pytest.raises(BoardwrightError) as caught:
        played(SCHEDULE, tmp_path / "a", address="local")
    assert str(caught.value) == (
        "Ray cannot start at 'local': The current node timed out during startup. "
        "Use --jobs to play in processes of this machine."
    )
