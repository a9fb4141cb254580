"""Training: what self-play hands to the learner, and, where PyTorch is installed, that a short run learns."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from boardwright.cli import main
from boardwright.lab.episodes.episode import Array, EpisodeSetup
from boardwright.lab.training import Exam, SelfPlayRollout
from boardwright.lab.vector import VectorGameEnv


def uniform(seen: Array, masks: Array) -> tuple[Array, Array]:
    return np.where(masks > 0, -np.log(np.maximum(masks.sum(1, keepdims=True), 1)), -1e9), np.zeros(len(masks))


def test_what_one_seat_wins_the_other_loses() -> None:
    env = VectorGameEnv("deblockle", 8, options={"cubes": 1}, max_moves=400)
    games = SelfPlayRollout(env, opening=0, discount=1.0, decay=1.0, seed=3)
    batch = games.play(uniform, 1500)
    assert len(batch.actions) == len(batch.returns) == len(batch.observations)
    assert (batch.masks[np.arange(len(batch.actions)), batch.actions] == 1).all()
    assert set(np.round(batch.returns, 5)) == {-1.0, 0.0, 1.0}
    assert abs(batch.returns.mean()) < 0.2


def test_random_openings_are_not_learned_from() -> None:
    env = VectorGameEnv("deblockle", 16, options={"cubes": 1}, max_moves=30)
    kept = len(SelfPlayRollout(env, opening=20, seed=1).play(uniform, 40).actions)
    assert kept < 0.8 * len(SelfPlayRollout(env, opening=0, seed=1).play(uniform, 40).actions)


def test_the_perfect_moves_pass_the_exam() -> None:
    exam = Exam(EpisodeSetup("deblockle", options={"cubes": 1}), count=100, seed=2)
    assert exam.good.any(axis=1).all()
    guess = exam.by_guessing()
    assert 0.2 < guess.accuracy < 0.6
    with pytest.raises(ValueError, match="is not solved"):
        Exam(EpisodeSetup("sagrada"), count=1, seed=1)


def test_training_is_for_two_and_needs_pytorch(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["train", "blokus", "--seats", "4", "--out", str(tmp_path)]) == 2
    assert "Training is for two seats, not 4" in capsys.readouterr().err
    if find_spec("torch") is None:
        assert main(["train", "deblockle", "-o", "cubes=1", "--out", str(tmp_path)]) == 2
        assert "Training needs PyTorch; run `pip install 'boardwright[train]'`" in capsys.readouterr().err


def test_a_short_run_learns(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    out = tmp_path / "net"
    assert (
        main(["train", "deblockle", "-o", "cubes=1", "--decisions", "60000", "--judgments", "2", "--out", str(out)])
        == 0
    )
    first, *_, last = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    assert last["accuracy"] > first["accuracy"] + 0.1
    assert (out / "curve.svg").read_text().startswith("<svg")
