"""Training data: every decision of every game, as the seat saw it."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from boardwright.arena.pairing import Pairing, play, play_match
from boardwright.arena.selfplay import SelfPlay, decisions, make
from boardwright.arena.workers import runner
from boardwright.core.game.registry import game, names
from boardwright.core.records.record import load
from boardwright.core.refusal import BadOptions
from tests.scale import SCALE

needs_arrow = pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is an extra")
needs_numpy = pytest.mark.skipif(find_spec("numpy") is None, reason="numpy is an extra")
PLAN = SelfPlay(game="deblockle", bots=("level3", "level3"), games=5, options={"cubes": 1}, max_moves=100, part=2)


@pytest.mark.parametrize("name", names())
def test_rows_are_the_decisions_as_they_were_made(name: str) -> None:
    pairing = Pairing(number=0, game=name, bots=("random", "random"), seed="s", max_moves=60)
    match, _ = play_match(pairing)
    rows = list(decisions(match, 7))
    actions = game(name).actions(2, game(name).read_options())
    moves = [entry for entry in match.line() if entry.kind == "move"]
    assert len(rows) == len(moves) == match.moves_done
    assert match.outcome is not None
    for row, entry in zip(rows, moves, strict=True):
        assert row.game == 7
        assert row.mask[row.action] == 1
        assert str(actions.move(row.action)) == entry.text
        assert (row.seat, row.outcome) == (entry.seat, match.outcome.payoffs()[row.seat])
        assert len(row.mask) == actions.size


@needs_arrow
def test_files_hold_all_rows_and_an_interrupted_making_goes_on(tmp_path: Path) -> None:
    from pyarrow import dataset, parquet

    source = make(PLAN, tmp_path / "a", runner(1, None))
    for _ in range(3):
        next(source)
    source.close()
    assert [path.name for path in (tmp_path / "a" / "rows").iterdir()] == ["part-00000.parquet"]
    for folder in ("a", "b"):
        assert len(list(make(PLAN, tmp_path / folder, runner(1, None)))) == PLAN.games
    for part in range(3):
        one, other = (
            parquet.read_table(tmp_path / folder / "rows" / f"part-{part:05}.parquet") for folder in ("a", "b")
        )
        assert one.equals(other)
        assert one.schema.names == [
            "game", "move", "seat", "observation", "mask", "action", "policy", "visits", "value", "outcome", "score",
        ]  # fmt: skip
        facts = {key.decode(): value.decode() for key, value in one.schema.metadata.items()}
        assert (facts["game"], facts["version"], facts["shape"]) == ("deblockle", "1", "[43,7,7]")
        assert json.loads(facts["actions"])[0] == "pass"
        assert sum(plane["size"] for plane in json.loads(facts["planes"])) == 43
    assert dataset.dataset(tmp_path / "b" / "rows").count_rows() > 0


@needs_arrow
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is an extra")
@pytest.mark.skipif(SCALE < 10, reason="another test starts Ray for a tournament: nightly")
def test_ray_makes_the_same_rows_and_records(tmp_path: Path) -> None:
    from pyarrow import parquet

    for folder, address in (("here", None), ("ray", "local")):
        assert len(list(make(PLAN, tmp_path / folder, runner(1, address)))) == PLAN.games
    here, ray = tmp_path / "here", tmp_path / "ray"
    for name in (f"rows/part-{part:05}.parquet" for part in range(3)):
        assert parquet.read_table(here / name).equals(parquet.read_table(ray / name))
    records = [path.name for path in sorted((here / "records").iterdir())]
    assert records == [path.name for path in sorted((ray / "records").iterdir())]
    assert all((here / "records" / name).read_bytes() == (ray / "records" / name).read_bytes() for name in records)


def test_the_policy_is_the_share_of_visits() -> None:
    pairing = Pairing(
        number=0, game="sagrada", bots=("mcts:iterations=20", "random"), seed="s", options={"size": "tiny"}, keep=True
    )
    result = play(pairing)
    assert result.record is not None
    rows = list(decisions(load(result.record.encode()), 0, result.searches))
    assert len(rows) == len(result.searches) == result.moves
    searched = [row for row in rows if row.visits]
    assert searched
    for row in rows:
        assert sum(row.policy) == pytest.approx(1)
        assert all(legal for legal, share in zip(row.mask, row.policy, strict=True) if share)
        assert (row.value is None) == (row.visits == 0)
    for row in searched:
        assert row.seat == 0
        assert row.policy[row.action] == max(row.policy)
        assert row.value is not None
        assert -1 <= row.value <= 1


@needs_arrow
def test_a_folder_of_another_plan_is_left_alone(tmp_path: Path) -> None:
    list(make(SelfPlay(game="deblockle", bots=("random", "random"), games=1, max_moves=5), tmp_path, runner(1, None)))
    with pytest.raises(BadOptions, match="another plan"):
        list(make(PLAN, tmp_path, runner(1, None)))


@needs_arrow
@needs_numpy
def test_the_example_learns_from_it(tmp_path: Path) -> None:
    list(make(PLAN, tmp_path, runner(1, None)))
    example = Path(__file__).parents[2] / "examples" / "train_policy.py"
    done = subprocess.run([sys.executable, str(example), str(tmp_path)], check=True, capture_output=True, text=True)
    assert "accuracy" in done.stdout
