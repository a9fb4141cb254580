"""Gymnasium's own tests on every installed game, and ours of opponents, copies and strictness."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from boardwright.core.refusal import BadOptions, IllegalMove, Unreadable
from boardwright.core.registry import names
from boardwright.lab.gymnasium import GameEnv, env_id
from boardwright.lab.vector import VectorGameEnv

GAMES = names()


def first_legal(seen: Any) -> int:
    return int(seen["action_mask"].argmax())


def last_legal(seen: Any) -> int:
    return int(np.flatnonzero(seen["action_mask"])[-1])


class Lenient(GameEnv):
    """Replaces an illegal action by a legal one, because the checker samples from all actions."""

    def step(self, action: Any) -> Any:
        masks = self.action_masks()
        return super().step(action if masks[action] else masks.argmax())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_the_checker_finds_nothing(name: str) -> None:
    check_env(Lenient(name), skip_render_check=True)


def test_made_environments_are_ours() -> None:
    single = gymnasium.make(env_id("sagrada"), opponents="random", seats=3)
    assert isinstance(single.unwrapped, GameEnv)
    assert single.unwrapped.table.setup.seats == 3
    env = gymnasium.make_vec(env_id("deblockle"), num_envs=2, vectorization_mode="vector_entry_point", max_moves=5)
    assert isinstance(env.unwrapped, VectorGameEnv)
    assert env.unwrapped.max_moves == 5


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_against_a_bot_and_a_function(name: str) -> None:
    for opponents in ("greedy", last_legal):
        env = GameEnv(name, opponents=opponents, seat=1, max_moves=30)
        seen, info = env.reset(seed=4)
        assert info["seat"] == 1
        over = cut = False
        while not (over or cut):
            assert seen["action_mask"].any()
            seen, reward, over, cut, info = env.step(first_legal(seen))
        assert not seen["action_mask"].any()
        assert info["seat"] == 1
        outcome = env.table.outcome
        assert reward == (0.0 if outcome is None else outcome.payoffs()[1])
        assert ("scores" in info) == over
        with pytest.raises(BadOptions, match="call reset first"):
            env.step(0)


@pytest.mark.parametrize("name", GAMES)
def test_copies_and_pickles_play_on_alike_and_apart(name: str) -> None:
    env = GameEnv(name, opponents="random", seat=None)
    seen, _ = env.reset(seed=8)
    for _ in range(6):
        seen, *_ = env.step(last_legal(seen))
    before = env.table.position
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        told = other.step(first_legal(seen))
        assert env.table.position is before
        again = copy.deepcopy(env).step(first_legal(seen))
        assert told[1:] == again[1:]
        np.testing.assert_array_equal(told[0]["observation"], again[0]["observation"])


def test_what_cannot_be_is_refused_with_the_reason() -> None:
    with pytest.raises(BadOptions, match="no seat 2; seats are from 0 to 1"):
        GameEnv("deblockle", seat=2)
    with pytest.raises(BadOptions, match="1 other seats, but 2 opponents"):
        GameEnv("deblockle", opponents=["random", "greedy"])
    with pytest.raises(Unreadable, match="There is no bot 'grandmaster'"):
        GameEnv("deblockle", opponents="grandmaster")
    with pytest.raises(BadOptions, match="'nonsense' is not a render mode"):
        GameEnv("deblockle", render_mode="nonsense")
    env = GameEnv("deblockle")
    with pytest.raises(BadOptions, match="call reset first"):
        GameEnv("sagrada").step(0)
    with pytest.raises(BadOptions, match="reset has no options"):
        env.reset(options={"level": 1})
    seen, _ = env.reset(seed=1)
    with pytest.raises(IllegalMove):
        env.step(int(seen["action_mask"].argmin()))


@pytest.mark.parametrize("name", ["deblockle", "sagrada"])
def test_text_observations_have_the_board_and_the_moves(name: str) -> None:
    env = GameEnv(name, observation="text", max_moves=20)
    seen, _ = env.reset(seed=1)
    over = cut = False
    while not (over or cut):
        assert env.observation_space.contains(seen)
        board, _, moves = str(seen["observation"]).rpartition("\n\nLegal moves: ")
        assert board == env.table.position.text(0)
        listed = moves.split(", ")
        assert len(listed) == seen["action_mask"].sum()
        seen, _, over, cut, info = env.step(listed[-1])
        assert info["seat"] == 0
    assert "Legal moves" not in str(seen["observation"])
    with pytest.raises(BadOptions, match="'words' is not a kind of observation; there are planes, text"):
        GameEnv(name, observation="words")
