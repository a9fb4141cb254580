"""OpenSpiel's own tests on every installed game, its search on ours, and Shimmy's bridge to PettingZoo."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest

from boardwright.core.registry import game, names
from boardwright.lab import openspiel as lab

GAMES = names()


def load(name: str, **params: Any) -> Any:
    return pyspiel.load_game(f"boardwright_{name}", {"max_moves": 60, **params})


@pytest.mark.parametrize("name", GAMES)
def test_random_games_pass_their_simulation_test(name: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(load(name, max_moves=40), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_their_api_test(name: str) -> None:
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    case = type(f"Boardwright{name}", (EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": load(name)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun
    assert not result.errors + result.failures


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_shimmy_over_ours_passes_the_pettingzoo_api_test(name: str) -> None:
    from pettingzoo.test import api_test
    from shimmy import OpenSpielCompatibilityV0

    with contextlib.redirect_stdout(io.StringIO()):
        api_test(OpenSpielCompatibilityV0(game_name=f"boardwright_{name}", config={"max_moves": 60}), num_cycles=30)


@pytest.mark.parametrize("name", GAMES)
def test_their_search_plays_ours(name: str) -> None:
    from open_spiel.python.algorithms import mcts

    table = load(name, max_moves=6)
    dice = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bot = mcts.MCTSBot(table, 2.0, 6, evaluator, random_state=dice)
    state = table.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(dice.choice(numbers, p=odds)))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    assert sum(state.returns()) == pytest.approx(0.0)


@pytest.mark.parametrize("name", [name for name in GAMES if game(name).has_secrets])
def test_information_states_do_not_tell_what_others_hide(name: str) -> None:
    table = load(name)
    state = table.new_initial_state()
    dice = np.random.RandomState(2)
    while state.is_chance_node():
        state.apply_action(int(dice.choice([number for number, _ in state.chance_outcomes()])))
    hidden = [(text, seen) for _, text, seen in state.steps if seen is not None]
    assert hidden
    for seat in range(table.num_players()):
        way, _ = json.loads(state.information(seat))
        for (_, text, seen), (_, told) in zip(state.steps, way, strict=True):
            assert told == (text if seen is None or seat in seen else None)


def test_parameters_choose_seats_and_options() -> None:
    table = pyspiel.load_game("boardwright_deblockle", {"options": '{"cubes": 1}', "max_moves": 10})
    assert table.num_players() == 2
    assert len(table.new_initial_state().legal_actions()) == 2


def test_registering_leaves_the_interpreter_able_to_end() -> None:
    done = subprocess.run([sys.executable, "-c", "import boardwright.lab.openspiel"], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_whether_chance_acts_is_seen() -> None:
    assert not lab.has_chance("deblockle")
    assert lab.has_chance("mage_duel")
