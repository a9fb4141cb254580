"""PettingZoo's own tests on every installed game, and ours of what they leave out."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from boardwright.core.registry import game, names
from boardwright.lab import pettingzoo as lab

GAMES = names()
TABLES = [(name, seats) for name in GAMES for seats in game(name).seats if seats > 1]


@pytest.mark.filterwarnings("ignore:Observation")
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
    table = lab.raw_env(name, seats=seats, max_moves=120)
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
    table = lab.raw_env(name, max_moves=10_000)
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


def test_every_game_has_a_name_of_its_own() -> None:
    made = lab.all_environments()
    assert set(made) == {f"boardwright/{name}_v{game(name).version}" for name in GAMES}
    name = GAMES[0]
    module = getattr(lab, f"{name}_v{game(name).version}")
    assert str(module.env().unwrapped) == f"{name}_v{game(name).version}"
