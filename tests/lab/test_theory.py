"""Exact methods of OpenSpiel on the tiny Sagrada: its tree, equilibria and exploitability."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest

from boardwright.core.refusal import BadOptions
from boardwright.lab import openspiel as lab
from boardwright.lab.extensive import extensive_form
from tests.scale import scaled

TINY = {"size": "tiny"}


@pytest.fixture(scope="module")
def tiny() -> Any:
    lab.register()
    return pyspiel.load_game("boardwright_sagrada", TINY)


@pytest.fixture(scope="module")
def tree(tiny: Any) -> Any:
    return pyspiel.load_efg_game(extensive_form(tiny))


def test_its_bounds_are_known(tiny: Any) -> None:
    kinds = pyspiel.GameType
    assert tiny.get_type().information == kinds.Information.IMPERFECT_INFORMATION
    assert (tiny.max_chance_outcomes(), tiny.max_game_length()) == (6, 12)
    pyspiel.random_sim_test(tiny, num_sims=scaled(5), serialize=True, verbose=False)


@pytest.mark.nightly
def test_counterfactual_regret_finds_an_equilibrium(tree: Any) -> None:
    uniform = pyspiel.UniformRandomPolicy(tree)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(scaled(40)):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    assert pyspiel.exploitability(tree, uniform) == pytest.approx(0.618, abs=0.001)
    assert pyspiel.exploitability(tree, found) < 0.001
    value = pyspiel.expected_returns(tree.new_initial_state(), found, -1, True)
    assert value[1] == pytest.approx(-value[0], abs=1e-9)
    assert value[0] == pytest.approx(0.5, abs=0.001)


@pytest.mark.nightly
def test_the_tree_is_the_game(tiny: Any, tree: Any) -> None:
    """Random games with the same choices have the same ends."""
    rng = np.random.RandomState(1)
    for _ in range(20):
        state, node = tiny.new_initial_state(), tree.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            place = rng.randint(len(actions))
            if len(actions) > 1:
                texts = [node.action_to_string(action) for action in node.legal_actions()]
                assert texts == [state.action_to_string(action) for action in actions]
                node.apply_action(node.legal_actions()[place])
            state.apply_action(actions[place])
        assert node.is_terminal()
        assert node.returns() == state.returns()


def test_a_tree_that_is_too_large_is_refused(tiny: Any) -> None:
    with pytest.raises(BadOptions, match=r"Sagrada has more than 1,000 nodes\."):
        extensive_form(tiny, most_nodes=1000)


def test_search_with_hidden_information_beats_chance_on_it(tiny: Any) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    dice, points, games = np.random.RandomState(1), 0.0, scaled(40)
    bot = ismcts.ISMCTSBot(tiny, mcts.RandomRolloutEvaluator(1, dice), 1.4, 30, random_state=dice)
    for number in range(games):
        state = tiny.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                numbers, odds = zip(*state.chance_outcomes(), strict=True)
                action = int(dice.choice(numbers, p=odds))
            elif state.current_player() == number % 2:
                action = bot.step(state)
            else:
                action = int(dice.choice(state.legal_actions()))
            state.apply_action(action)
        points += state.returns()[number % 2]
    assert points > 0


@pytest.mark.nightly
def test_their_counterfactual_regret_in_python_runs_on_the_game_itself() -> None:
    """On the first moves, after which the game is a draw here: the whole game would take minutes."""
    from open_spiel.python.algorithms import cfr, exploitability

    start = pyspiel.load_game("boardwright_sagrada", {**TINY, "max_moves": 2})
    solver = cfr.CFRPlusSolver(start)
    solver.evaluate_and_update_policy()
    found = solver.average_policy()
    pools, colors, continuations = 48, 3, 1 + 3 + 1  # the first decision; then a die to place, or the other seat's turn
    assert len(found.state_lookup) == pools * colors * continuations
    assert exploitability.exploitability(start, found) == pytest.approx(0.0)
