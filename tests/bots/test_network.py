"""Networks: what a file must be, and how its bot plays."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardwright.bots import bot
from boardwright.bots.bot import BotFailure
from boardwright.bots.network import Network, NetworkBot
from boardwright.core.game.registry import game
from boardwright.core.refusal import Unreadable

RULES = game("deblockle")
START = RULES.begin(options={"cubes": 1})
ACTIONS = RULES.actions(2, RULES.read_options({"cubes": 1}))
FACTS = {"game": "deblockle", "version": 1, "seats": 2, "options": {"cubes": 1}}


def write(path: Path, favorite: int, facts: dict[str, Any] = FACTS) -> Path:
    """A network that scores one action above all others, whatever it sees."""
    scores = np.zeros(ACTIONS.size, np.float16)
    scores[favorite] = 3.0
    np.savez(
        path,
        facts=np.array(json.dumps(facts)),
        weight0=np.zeros((4, ACTIONS.length), np.float16),
        bias0=np.zeros(4, np.float16),
        policy_weight=np.zeros((ACTIONS.size, 4), np.float16),
        policy_bias=scores,
        value_weight=np.zeros((1, 4), np.float16),
        value_bias=np.full(1, 0.5, np.float16),
    )
    return path


def test_the_bot_plays_the_most_probable_legal_move(tmp_path: Path) -> None:
    for move in START.legal_moves(0):
        path = write(tmp_path / "net.npz", ACTIONS.number(move))
        assert bot(f"network:file={path}", RULES).choose(START) == move
    illegal = next(number for number in range(ACTIONS.size) if not ACTIONS.mask(START, 0)[number])
    path = write(tmp_path / "net.npz", illegal)
    assert bot(f"network:file={path}", RULES).choose(START) in START.legal_moves(0)


def test_a_temperature_draws_by_probability(tmp_path: Path) -> None:
    path = write(tmp_path / "net.npz", 0)
    player = bot(f"network:file={path},temperature=1", RULES)
    moves = [str(player.choose(START, 0, random.Random(seed))) for seed in range(60)]
    assert set(moves) == {"pass", "d7-c7"}
    assert moves.count("pass") > 45


def test_values_go_through_tanh(tmp_path: Path) -> None:
    network = Network.load(write(tmp_path / "net.npz", 0))
    actions = network.actions()
    _, values = network.evaluate(np.zeros((3, *actions.shape)), np.ones((3, actions.size)))
    assert values.tolist() == pytest.approx([np.tanh(0.5)] * 3)


@pytest.mark.parametrize(
    ("options", "rules", "said"),
    [
        ("", "deblockle", "name the network, as in network:file="),
        ("file=missing.npz", "deblockle", "is not a network of `boardwright train`"),
        ("file=text.npz", "deblockle", "is not a network of `boardwright train`"),
        ("file=net.npz", "sagrada", "plays deblockle, version 1, not sagrada"),
        ("file=net.npz,temperature=-1", "deblockle", "temperature must not be negative"),
    ],
)
def test_what_is_not_a_network_for_this_game_is_refused(
    options: str, rules: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.npz").write_text("hello")
    write(Path("net.npz"), 0)
    with pytest.raises(Unreadable, match=said):
        bot(f"network:{options}", rules)


def test_another_variant_is_refused_in_words(tmp_path: Path) -> None:
    player = NetworkBot(RULES, str(write(tmp_path / "net.npz", 0)))
    placing = RULES.begin(options={"variant": "original"})
    while placing.chance is not None:
        placing = placing.after_chance(placing.chance.sample(random.Random(1)))
    with pytest.raises(BotFailure, match="is for Deblockle with 2 seats and the options"):
        player.choose(placing)
