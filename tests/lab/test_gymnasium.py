"""Gymnasium's own tests on every installed game, and ours of opponents, copies and strictness."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from boardwright.core.game.registry import names
from boardwright.core.refusal import BadOptions, IllegalMove, Unreadable
from boardwright.lab.episodes.rewards import Reward
from boardwright.lab.gymnasium import GameEnv, env_id

GAMES = names()


def first_legal(seen: Any) -> int:
    return int(seen["action_mask"].argmax())


def last_legal(seen: Any) -> int:
    return int(np.flatnonzero(seen["action_mask"])[-1])


IDS = sorted(name for name in gymnasium.registry if name.startswith("boardwright/"))


def test_every_installed_game_has_an_id() -> None:
    assert sorted(map(env_id, GAMES)) == IDS


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("made", IDS)
def test_the_checker_finds_nothing(made: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make(made).unwrapped)
    assert capsys.readouterr().out, "the render mode human prints"


@pytest.mark.parametrize("options", [{"illegal": "random"}, {"observation": "text"}, {"seat": None}])
def test_the_checker_finds_nothing_with_other_options(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(env_id("sagrada"), **options).unwrapped)


@pytest.mark.parametrize("made", IDS)
def test_make_and_make_vec_are_the_same_game(made: str) -> None:
    options: dict[str, Any] = {"opponents": "greedy", "seat": 1, "max_moves": 12, "reward": "shaped"}
    single, many = gymnasium.make(made, **options), gymnasium.make_vec(made, num_envs=2, **options)
    seen, _ = single.reset(seed=7)
    rows, _ = many.reset(seed=6)
    over = False
    while not over:
        assert single.observation_space == many.single_observation_space
        for name, array in seen.items():
            np.testing.assert_array_equal(rows[name][1], array)
        actions = np.array([first_legal({"action_mask": mask}) for mask in rows["action_mask"]])
        seen, reward, terminated, truncated, _ = single.step(actions[1])
        rows, rewards, ends, cuts, _ = many.step(actions)
        assert (rewards[1], ends[1], cuts[1]) == (reward, terminated, truncated)
        over = terminated or truncated


def test_options_of_made_environments_reach_the_game() -> None:
    single = gymnasium.make(env_id("sagrada"), opponents="random", seats=3)
    assert isinstance(single.unwrapped, GameEnv)
    assert single.unwrapped.table.setup.seats == 3


@pytest.mark.parametrize("reward", ["outcome", "margin", "shaped"])
def test_an_illegal_action_loses_and_the_reason_is_told(reward: Reward) -> None:
    env = GameEnv("blokus", seats=3, seat=1, reward=reward)
    seen, _ = env.reset(seed=1)
    first = env.table.setup.game.bot.evaluate(env.table.position, 1)
    action = int(seen["action_mask"].argmin())
    refusal = env.table.position.refusal(env.table.move(action), 1)
    seen, worth, terminated, truncated, info = env.step(action)
    assert (terminated, truncated) == (True, False)
    assert worth == pytest.approx(-1.0 - first if reward == "shaped" else -1.0)
    assert refusal is not None
    assert info == {"seat": 1, "moves": [], "illegal": refusal.text}
    assert not seen["action_mask"].any()
    assert not env.action_masks().any()
    with pytest.raises(BadOptions, match="call reset first"):
        env.step(0)
    seen, _ = env.reset(seed=1)
    assert seen["action_mask"].any()


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_can_be_replaced_by_a_random_one(name: str) -> None:
    env = GameEnv(name, illegal="random", max_moves=40)
    played: list[list[str]] = []
    for _ in range(2):
        seen, _ = env.reset(seed=3)
        played.append([])
        for _ in range(5):
            seen, _, _, _, info = env.step(int(seen["action_mask"].argmin()))
            assert info["illegal"]
            played[-1].append(str(info["played"]))
    assert played[0] == played[1]


def test_an_illegal_action_can_raise_and_leaves_the_game_as_it_was() -> None:
    env = GameEnv("deblockle", illegal="raise")
    seen, _ = env.reset(seed=1)
    before = env.table.position
    with pytest.raises(IllegalMove):
        env.step(int(seen["action_mask"].argmin()))
    assert env.table.position is before
    env.step(first_legal(seen))
    with pytest.raises(
        BadOptions, match="'ignore' is not what an illegal action can do; there are lose, raise, random"
    ):
        gymnasium.make(env_id("deblockle"), illegal="ignore")


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
    env.reset(seed=1)
    with pytest.raises(BadOptions, match="There is no action 973; actions are from 0 to 972"):
        env.step(973)
    with pytest.raises(Unreadable):
        env.step("nonsense")
    with pytest.raises(BadOptions, match="call reset first"):
        GameEnv("sagrada").step(0)
    with pytest.raises(BadOptions, match="reset has no options"):
        env.reset(options={"level": 1})


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
