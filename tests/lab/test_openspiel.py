"""OpenSpiel's own tests on every installed game, its search on ours, and Shimmy's bridge to PettingZoo."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import pickle
import subprocess
import sys
import unittest
from collections import Counter
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardwright.core.game.registry import game, names
from boardwright.core.hidden import Deck, Hand
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.options import Options
from boardwright.lab import openspiel as lab
from boardwright.lab.gymnasium import GameEnv
from boardwright.lab.pettingzoo import env, parallel_env
from boardwright.lab.spiel_parameters import write_parameters
from boardwright.lab.vector import VectorGameEnv
from tests.dealing import DECK, FLOCK
from tests.scale import SCALE, scaled

GAMES = names()


def load(name: str, **params: Any) -> Any:
    return pyspiel.load_game(f"boardwright_{name}", {"max_moves": 60, **params})


def setups() -> list[str]:
    """Every game with every number of players in every variant, as OpenSpiel's game strings."""
    found = []
    for name in GAMES:
        for options in game(name).variants():
            for players in game(name).seats:
                with contextlib.suppress(BadOptions):
                    game(name).begin(players, options)
                    chosen = {"players": players, **write_parameters(game(name), options)}
                    text = ",".join(f"{parameter}={value}" for parameter, value in chosen.items())
                    found.append(f"boardwright_{name}({text})")
    return found


@pytest.mark.parametrize("text", setups())
def test_full_length_games_of_every_setup_pass_their_simulation_test(text: str) -> None:
    # Random games of Deblockle have thousands of moves: all of them are played at night only.
    limit = ",max_moves=100)" if "deblockle" in text and SCALE < 10 else ")"
    with contextlib.redirect_stdout(io.StringIO()):
        table = pyspiel.load_game(text.replace(")", limit))
        pyspiel.random_sim_test(table, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("text", setups())
def test_every_setup_is_told_by_its_string_and_by_its_pickle(text: str) -> None:
    table = pyspiel.load_game(text)
    state = table.new_initial_state()
    while len(state.history()) < 12 and not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    _, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(table, state))
    for other in (pyspiel.load_game(str(table)), pickle.loads(pickle.dumps(table))):
        assert str(other) == str(table)
        assert other.new_initial_state().node.setup.options == state.node.setup.options
    for again in (restored, pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert again.history() == state.history()
        assert again.node.position == state.node.position
        assert again.node.setup.options == state.node.setup.options


class Odd(Options, frozen=True):
    """Options of all kinds, also with values that game strings would split at or take for something else."""

    max_moves: int = 3
    text: str = ""
    maybe_text: str | None = "a"
    number: Annotated[int, msgspec.Meta(ge=2)] | None = 2
    share: float | None = None
    flag: bool = True
    maybe_flag: bool | None = None
    names: tuple[str, ...] = ("a",)
    rows: tuple[tuple[int, ...], ...] | None = None
    power: Literal[2, 10] = 2
    either: int | tuple[int, ...] = 1


class OddFlock(type(FLOCK)):  # type: ignore[misc]
    name = "odd_flock"
    Options = Odd


ODD = OddFlock()
INTS = st.integers(-(2**20), 2**20)
TEXTS = st.sampled_from(["", "12", "-1.5", "true", "null", "%", "%41", "a,b;c=(d)", "[1;2]", '"', "\\"]) | st.text()


@given(
    st.builds(
        Odd,
        max_moves=INTS,
        text=TEXTS,
        maybe_text=st.none() | TEXTS,
        number=st.none() | st.integers(2, 9),
        share=st.none() | INTS.map(lambda number: number / 1024),
        flag=st.booleans(),
        maybe_flag=st.none() | st.booleans(),
        names=st.lists(TEXTS).map(tuple),
        rows=st.none() | st.lists(st.lists(INTS).map(tuple)).map(tuple),
        power=st.sampled_from([2, 10]),
        either=INTS | st.lists(INTS).map(tuple),
    )
)
@settings(max_examples=scaled(20))
def test_options_of_every_kind_survive_game_strings(options: Odd) -> None:
    lab.register(ODD)
    params = {"players": 3, **write_parameters(ODD, options)}
    table = pyspiel.load_game("boardwright_odd_flock", params)
    assert table.setup.options == options
    again = pyspiel.load_game(str(table))
    assert (again.setup.options, again.num_players(), str(again)) == (options, 3, str(table))


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
    steps = state.node.steps()
    hidden = [step for step in steps if step.seen is not None]
    assert hidden
    for seat in range(table.num_players()):
        way, _ = json.loads(state.information(seat))
        for (_, text, seen), (_, told) in zip(steps, way, strict=True):
            assert told == (text if seen is None or seat in seen else None)


@pytest.fixture
def flock() -> Any:
    """A state of a game that deals ten cards in one step."""
    return lab.SpielGame(FLOCK).new_initial_state()


def test_a_deal_is_a_chance_node_for_each_card(flock: Any) -> None:
    dice = np.random.RandomState(3)
    cards: list[str] = []
    while flock.is_chance_node():
        outcomes = flock.chance_outcomes()
        left = Counter(DECK) - Counter(cards)
        names = [flock.action_to_string(number).removeprefix("chance ") for number, _ in outcomes]
        assert {name: round(odds * left.total()) for name, (_, odds) in zip(names, outcomes, strict=True)} == left
        action = int(dice.choice([number for number, _ in outcomes]))
        cards.append(names[action])
        flock.apply_action(action)
    assert sorted(cards) == sorted(DECK)
    assert flock.node.position.hands == (Hand.of(cards[:2]), Hand.of(cards[2:4]))
    assert (flock.node.position.up, flock.node.position.stock) == ((cards[4],), Deck.of(cards[5:]))


def test_the_information_state_of_a_deal_has_the_cards_of_one_seat(flock: Any) -> None:
    while flock.is_chance_node():
        flock.apply_action(0)
    for seat in (0, 1):
        told = [text for _, text in json.loads(flock.information(seat))[0]]
        hands = [[DECK[0], DECK[1]] if seat == 0 else [None, None], [DECK[2], DECK[3]] if seat else [None, None]]
        assert told == [*hands[0], *hands[1], DECK[4], *[None] * 5]


def test_parameters_choose_seats_and_options() -> None:
    table = pyspiel.load_game("boardwright_deblockle", {"cubes": 1, "max_moves": 10})
    assert table.num_players() == 2
    assert len(table.new_initial_state().legal_actions()) == 2
    assert str(pyspiel.load_game("boardwright_blokus(variant=duo,players=2)")) == "boardwright_blokus(variant=duo)"


def test_parameters_that_cannot_be_are_refused_with_a_sentence() -> None:
    with pytest.raises(pyspiel.SpielError, match=r"Unknown parameter 'cubs'\. Available parameters are: cubes, "):
        pyspiel.load_game("boardwright_deblockle(cubs=1)")
    with pytest.raises(BadOptions, match="Option cubes=9 is not possible; it is a whole number from 1 to 4"):
        pyspiel.load_game("boardwright_deblockle(cubes=9)")
    with pytest.raises(BadOptions, match=r"edges=both cannot be read; a list is written like \[2;1\]"):
        pyspiel.load_game("boardwright_mage_duel(edges=both)")
    with pytest.raises(BadOptions, match="Mage Duel is for 2 players, not 3"):
        pyspiel.load_game("boardwright_mage_duel(players=3)")


def test_registering_leaves_the_interpreter_able_to_end() -> None:
    done = subprocess.run([sys.executable, "-c", "import boardwright.lab.openspiel"], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_types_and_bounds_follow_from_the_parameters() -> None:
    kinds = pyspiel.GameType
    tables = {
        "plain": load("deblockle", max_moves=0),
        "thrown": load("deblockle", variant="original", max_moves=0),
        "alone": load("sagrada", players=1, max_moves=0),
        "blokus": load("blokus", players=4, max_moves=0),
        "duel": load("mage_duel", max_moves=0),
    }
    types = {name: table.get_type() for name, table in tables.items()}
    assert types["plain"].chance_mode == kinds.ChanceMode.DETERMINISTIC
    assert types["thrown"].chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert (types["alone"].utility, types["blokus"].utility) == (kinds.Utility.GENERAL_SUM, kinds.Utility.ZERO_SUM)
    assert types["alone"].information == kinds.Information.PERFECT_INFORMATION
    assert {name: (table.max_game_length(), table.max_chance_outcomes()) for name, table in tables.items()} == {
        "plain": (2000, 0),
        "thrown": (2000, 6),
        "alone": (10_000, 30),
        "blokus": (84, 0),
        "duel": (130, 24),
    }
    with contextlib.redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(tables["alone"], num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_shares_its_past_and_goes_its_own_way(name: str) -> None:
    state = load(name).new_initial_state()
    for _ in range(30):
        state.apply_action(state.legal_actions()[0])
    other = state.clone()
    assert other.node is state.node
    other.apply_action(other.legal_actions()[-1])
    assert len(other.node.steps()) == len(state.node.steps()) + 1
    again = pickle.loads(pickle.dumps(state))
    assert (str(again), again.history()) == (str(state), state.history())
    node = pickle.loads(pickle.dumps(state.node))
    assert (node.position, node.steps()) == (state.node.position, state.node.steps())


def test_search_with_hidden_information_resamples_ours() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    dice = np.random.RandomState(1)
    table = load("sagrada", max_moves=4)
    state = table.new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(dice.choice([number for number, _ in state.chance_outcomes()])))
    other = state.resample_from_infostate(0, dice.random_sample)
    assert other.information(0) == state.information(0)
    hidden = [step.text for step in other.node.steps() if step.seen == (1,)]
    assert hidden
    assert set(hidden) == {None}
    bot = ismcts.ISMCTSBot(table, mcts.RandomRolloutEvaluator(1, dice), 1.4, 12, random_state=dice)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(
    "text",
    [
        "boardwright_blokus(max_moves=2,scoring=basic,variant=duo)",
        "boardwright_deblockle(cubes=1,max_moves=2,variant=contract)",
        "boardwright_mage_duel(edges=[2;1],max_moves=2,variant=short_deck)",
        "boardwright_sagrada(max_moves=2)",
    ],
)
def test_a_playthrough_reveals_all_information(text: str) -> None:
    """OpenSpiel's own transcript: every state with what each player knows, and the same again when it is replayed."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    told = playthrough(text, None, seed=1)
    for line in (
        "InformationStateString(0)",
        "InformationStateString(1)",
        "ObservationTensor(0)",
        "IsTerminal() = True",
        f'ToString() = "{text}"',
    ):
        assert line in told
    actions = [int(line.removeprefix("action: ")) for line in told.splitlines() if line.startswith("action: ")]
    assert playthrough(text, actions, seed=1) == told


def test_a_negative_number_of_moves_is_refused_by_every_environment() -> None:
    kinds = (GameEnv, env, parallel_env, VectorGameEnv)
    for make in (*kinds, load):
        with pytest.raises(BadOptions, match="max_moves is -1; give a number of moves, or 0 for no limit"):
            make("deblockle", max_moves=-1)
