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

FACTS = {"game": "deblockle", "version": 1, "seats": 2, "options": {"cubes": 1}}


def write(path: Path, favorite: int, facts: dict[str, Any] = FACTS) -> Path:
    """A network that scores one action above all others, whatever it sees."""
    rules = game("deblockle")
    actions = rules.actions(2, rules.read_options({"cubes": 1}))
    scores = np.zeros(actions.size, np.float16)
    scores[favorite] = 3.0
    np.savez(
        path,
        facts=np.array(json.dumps(facts)),
        weight0=np.zeros((4, actions.length), np.float16),
        bias0=np.zeros(4, np.float16),
        policy_weight=np.zeros((actions.size, 4), np.float16),
        policy_bias=scores,
        value_weight=np.zeros((1, 4), np.float16),
        value_bias=np.full(1, 0.5, np.float16),
    )
    return path


def test_the_bot_plays_the_most_probable_legal_move(tmp_path: Path) -> None:
    rules = game("deblockle")
    start = rules.begin(options={"cubes": 1})
    actions = rules.actions(2, rules.read_options({"cubes": 1}))
    for move in start.legal_moves(0):
        path = write(tmp_path / "net.npz", actions.number(move))
        assert bot(f"network:file={path}", rules).choose(start) == move
    illegal = next(number for number in range(actions.size) if not actions.mask(start, 0)[number])
    path = write(tmp_path / "net.npz", illegal)
    assert bot(f"network:file={path}", rules).choose(start) in start.legal_moves(0)


def test_a_temperature_draws_by_probability(tmp_path: Path) -> None:
    rules = game("deblockle")
    start = rules.begin(options={"cubes": 1})
    path = write(tmp_path / "net.npz", 0)
    player = bot(f"network:file={path},temperature=1", rules)
    moves = [str(player.choose(start, 0, random.Random(seed))) for seed in range(60)]
    assert set(moves) == {"pass", "d7-c7"}
    assert moves.count("pass") > 45


def test_values_go_through_tanh(tmp_path: Path) -> None:
    network = Network.load(write(tmp_path / "net.npz", 0))
    actions = network.actions()
    _, values = network.evaluate(np.zeros((3, *actions.shape)), np.ones((3, actions.size)))
    assert values.tolist() == pytest.approx([np.tanh(0.5)] * 3)


def test_what_is_not_a_network_for_this_game_is_refused(tmp_path: Path) -> None:
    rules = game("deblockle")
    with pytest.raises(Unreadable, match="name the network, as in network:file="):
        bot("network", rules)
    with pytest.raises(Unreadable, match=r"is not a network of `boardwright train`"):
        bot(f"network:file={tmp_path / 'missing.npz'}", rules)
    (tmp_path / "text.npz").write_text("hello")
    with pytest.raises(Unreadable, match=r"is not a network of `boardwright train`"):
        bot(f"network:file={tmp_path / 'text.npz'}", rules)
    path = write(tmp_path / "net.npz", 0)
    with pytest.raises(Unreadable, match="plays deblockle, version 1, not sagrada"):
        bot(f"network:file={path}", "sagrada")
    with pytest.raises(Unreadable, match="temperature must not be negative"):
        bot(f"network:file={path},temperature=-1", rules)


def test_another_variant_is_refused_in_words(tmp_path: Path) -> None:
    rules = game("deblockle")
    player = NetworkBot(rules, str(write(tmp_path / "net.npz", 0)))
    placing = rules.begin(options={"variant": "original"})
    while placing.chance is not None:
        placing = placing.after_chance(placing.chance.sample(random.Random(1)))
    with pytest.raises(BotFailure, match="is for Deblockle with 2 seats and the options"):
        player.choose(placing)
