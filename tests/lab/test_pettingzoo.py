"""PettingZoo's own tests on every installed game, and ours of what they leave out."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from boardwright.core.game.registry import game, names
from boardwright.core.match.match import Match
from boardwright.core.refusal import BadOptions, IllegalMove
from boardwright.lab import pettingzoo as lab

GAMES = names()
TABLES = [(name, seats) for name in GAMES for seats in game(name).seats if seats > 1]


@pytest.mark.filterwarnings("ignore:Observation", "ignore:reset has no options")
@pytest.mark.parametrize("name", GAMES)
def test_api(name: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(lab.env(name), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_seed(name: str) -> None:
    seed_test(lambda: lab.env(name), num_cycles=40)


@pytest.mark.parametrize("name", GAMES)
def test_render(name: str) -> None:
    def is_picture(result: Any) -> bool:
        return isinstance(result, str) and result.startswith("<svg")

    with contextlib.redirect_stdout(io.StringIO()):
        render_test(lambda render_mode: lab.env(name, render_mode=render_mode), custom_tests={"svg": is_picture})


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_mask_is_the_legal_set_at_every_step_of_a_game(name: str, seats: int) -> None:
    table = lab.env(name, seats=seats, max_moves=120)
    table.reset(seed=1)
    dice = np.random.default_rng(1)
    for agent in table.agent_iter():
        seen, _, over, cut, _ = table.last()
        if over or cut:
            table.step(None)
            continue
        seat = table.possible_agents.index(agent)
        legal = {table.actions.number(move) for move in table.position.legal_moves(seat)}
        assert set(np.flatnonzero(seen["action_mask"])) == legal
        assert table.observation_space(agent).contains(seen)
        table.step(int(dice.choice(sorted(legal))))


@pytest.mark.parametrize("name", GAMES)
def test_rewards_of_a_finished_game_are_the_payoffs(name: str) -> None:
    table = lab.env(name, max_moves=10_000)
    table.reset(seed=3)
    totals = dict.fromkeys(table.possible_agents, 0.0)
    dice = np.random.default_rng(3)
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        totals[agent] += reward
        table.step(None if over or cut else int(dice.choice(np.flatnonzero(seen["action_mask"]))))
    outcome = table.position.outcome()
    expected = (0.0,) * len(totals) if outcome is None else outcome.payoffs()
    assert tuple(totals.values()) == pytest.approx(expected)


@pytest.mark.filterwarnings("ignore:reset has no options")
@pytest.mark.parametrize("name", GAMES)
def test_parallel_api(name: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        parallel_api_test(lab.parallel_env(name, max_moves=40), num_cycles=30)


def test_seats_choose_their_windows_in_one_parallel_step() -> None:
    table = lab.parallel_env("sagrada", seats=3)
    seen, _ = table.reset(seed=1)
    assert [int(each["action_mask"].sum()) for each in seen.values()] == [4, 4, 4]
    offers = table.table.position.state.offers
    seen, _, _, _, infos = table.step({agent: number for number, agent in enumerate(table.agents)})
    assert [int(each["action_mask"][table.wait]) for each in seen.values()] == [0, 1, 1]
    windows = table.table.position.state.windows
    assert windows == tuple(offers[seat][seat] for seat in range(3))
    assert ["move" in info for info in infos.values()] == [False, False, True]
    with pytest.raises(BadOptions, match="player_1 is not to act"):
        table.step(dict.fromkeys(table.agents, int(seen["player_0"]["action_mask"].argmax())))
    with pytest.raises(BadOptions, match="player_0 has no action"):
        table.step({})


@pytest.mark.parametrize("name", GAMES)
def test_copies_and_pickles_play_on_alike(name: str) -> None:
    table = lab.env(name, seats=2)
    table.reset(seed=2)
    for _ in range(20):
        table.step(int(table.last()[0]["action_mask"].argmax()))
    assert len(pickle.dumps(table)) < 10_000
    position = table.position
    ends = []
    for other in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        for _ in range(10):
            other.step(int(other.last()[0]["action_mask"].argmax()))
        ends.append((other.position, other.infos, other.agent_selection))
    assert ends[0] == ends[1]
    assert table.position is position


def test_an_episode_is_the_match_of_the_same_seed() -> None:
    table = lab.env("sagrada")
    table.reset(seed=7)
    match = Match.new("sagrada", seed=7)
    for _ in range(40):
        action = int(table.last()[0]["action_mask"].argmax())
        match.play(str(table.actions.move(action)), table.possible_agents.index(table.agent_selection))
        table.step(action)
    assert match.position == table.position


def test_a_caller_is_told_what_it_did_wrong() -> None:
    with pytest.raises(BadOptions, match="'nonsense' is not a render mode; there are human"):
        lab.env("deblockle", render_mode="nonsense")
    with pytest.raises(BadOptions, match="'bonus' is not a reward"):
        lab.env("deblockle", reward="bonus")
    table = lab.env("deblockle")
    with pytest.raises(BadOptions, match="call reset first"):
        table.step(0)
    with pytest.warns(UserWarning, match="'level' changes nothing"):
        table.reset(options={"level": 1})
    with pytest.raises(BadOptions, match="player_0 needs one from 0 to 972"):
        table.step(None)
    with pytest.raises(BadOptions, match="no action 973"):
        table.step(973)
    with pytest.raises(IllegalMove):
        table.step(int(table.last()[0]["action_mask"].argmin()))


def test_infos_tell_the_move_and_the_end_but_no_secret() -> None:
    table = lab.env("sagrada")
    table.reset(seed=3)
    table.step(0)
    assert table.infos == {"player_0": {"move": "window 1", "seat": 0}, "player_1": {"seat": 0}}
    dice = np.random.default_rng(3)
    while not any(table.terminations.values()):
        table.step(int(dice.choice(np.flatnonzero(table.last()[0]["action_mask"]))))
    outcome = table.position.outcome()
    assert outcome is not None
    info = table.infos["player_1"]
    assert (info["scores"], info["winners"], info["reason"]) == (outcome.scores, outcome.winners, outcome.reason)


def test_every_game_has_a_name_of_its_own() -> None:
    made = lab.all_environments()
    assert set(made) == {f"boardwright/{name}_v{game(name).version}" for name in GAMES}
    name = GAMES[0]
    module = getattr(lab, f"{name}_v{game(name).version}")
    assert str(module.env().unwrapped) == f"{name}_v{game(name).version}"
