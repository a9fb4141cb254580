"""The search finds what is to be found, keeps its budget, and stays right when several processes share it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from boardwright.bots import bot, is_bot, names
from boardwright.bots.analysis import evaluation
from boardwright.bots.bot import pick
from boardwright.bots.mcts import MctsBot
from boardwright.bots.tree import Tree
from boardwright.core.game import AnyGame
from boardwright.core.playout import random_play
from boardwright.core.position import AnyPosition
from boardwright.core.registry import game
from boardwright.core.registry import names as registered
from boardwright.games.deblockle.cube import Cube
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.setup import arrange
from tests.toys import GUESS, Guess, Guessing


@cache
def deblockle() -> AnyGame:
    return game("deblockle")


def endgame() -> AnyPosition:
    """The printed endgame: player 1 wins by e4, hopping to d3, and rolling home."""
    cubes = (Cube(1, 4, 3, 2, 6, 4), Cube(2, 5, 5, 6, 3, 5))
    return arrange(cubes, options=DeblockleOptions(cubes=1))


@pytest.mark.parametrize("spec", ["greedy", "mcts:iterations=30", "perfect:iterations=30"])
def test_a_win_in_one_is_taken(spec: str) -> None:
    position = endgame()
    assert str(bot(spec, deblockle()).choose(position, 0, random.Random(1))) == "d3-d2"


def test_visits_add_up_to_the_budget_unless_nothing_can_overtake() -> None:
    position = deblockle().begin()
    found = MctsBot(deblockle(), iterations=200).search(position, 0, random.Random(1))
    visits = [candidate.visits for candidate in found]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) <= 200
    left = 200 - sum(visits)
    assert left == 0 or visits[0] - visits[1] > left


def test_a_move_that_is_forced_costs_no_search() -> None:
    blokus = game("blokus")
    position = blokus.begin()
    while len(position.legal_moves()) > 1:
        position = position.after(position.legal_moves()[-1], position.actors[0])
    found = MctsBot(blokus, iterations=10_000_000).search(position, position.actors[0], random.Random(1))
    assert [candidate.visits for candidate in found] == [1]


def test_the_tree_is_kept_from_move_to_move() -> None:
    rng, position = random.Random(3), deblockle().begin()
    tree = Tree(deblockle(), rng)
    for _ in range(300):
        tree.iterate(position, 0)
    move = max(tree.root.children, key=lambda one: tree.root.children[one].visits)
    kept = tree.root.children[move].visits
    after = position.after(move, position.actors[0])
    assert tree.move_root_to(after, after.actors[0])
    assert sum(child.visits for child in tree.root.children.values()) == kept - 1


def test_with_secrets_the_tree_is_kept_while_a_turn_goes_as_planned() -> None:
    rng, sagrada = random.Random(2), game("sagrada")
    player = MctsBot(sagrada, iterations=60)
    position = random_play(sagrada.begin(2), rng, 2)
    after = position.after(player.choose(position, 0, rng), 0)
    kept = player._reused_tree(after.resample(0, rng), 0, rng).root
    assert kept.visits > 5
    assert set(kept.children) <= set(after.legal_moves())
    planned = player.choose(position, 0, rng)
    other = position.after(next(move for move in position.legal_moves() if move != planned), 0)
    assert player._reused_tree(other.resample(0, rng), 0, rng).root.visits == 0


def test_a_position_never_met_starts_a_new_tree() -> None:
    tree = Tree(deblockle(), random.Random(3))
    assert not tree.move_root_to(endgame(), 0)
    assert tree.root.visits == 0


def test_several_processes_share_a_search() -> None:
    player = MctsBot(deblockle(), iterations=60, jobs=2)
    try:
        found = player.search(endgame(), 0, random.Random(1))
    finally:
        player.close()
    assert str(found[0].move) == "d3-d2"


def test_a_budget_of_time_makes_one_iteration_at_least() -> None:
    found = MctsBot(deblockle(), seconds=1e-9).search(deblockle().begin(), 0, random.Random(1))
    assert sum(candidate.visits for candidate in found) == 1


def test_chance_secrets_and_two_actors_at_once_are_searched() -> None:
    """In the toy game seat 1 sees its own card, so it never guesses that seat 0 holds the same."""
    rng = random.Random(1)
    position = GUESS.begin()
    for outcome in ("2", "4"):
        position = position.take(outcome)
    for seat in (0, 1):
        move: Any = bot("mcts:iterations=80", GUESS).choose(position, seat, rng)
        assert move in position.legal_moves(seat)


class Told(Guess):
    """Guess with quick play-outs: seat 0 wins by a three."""

    def evaluate(self, position: Guessing, seat: int) -> float:
        return 0.0

    def playout(self, position: Guessing, rng: random.Random) -> Sequence[float]:
        return (0.9, -0.9) if position.guesses[0] == 3 else (-0.9, 0.9)


def test_a_quick_play_out_is_the_evaluation_where_a_game_has_one() -> None:
    told = Told()
    position = told.begin().take("2").take("4")
    assert bot("mcts:iterations=40", told).choose(position, 0, random.Random(1)) == "guess 3"
    assert evaluation(told, position.after("guess 3", 0)) == (0.9, -0.9)


def test_the_six_levels_are_bots() -> None:
    assert {f"level{number}" for number in range(1, 7)} <= set(names())
    assert is_bot("program:python3 x.py")


@pytest.mark.parametrize("name", registered())
def test_search_moves_are_legal_and_play_outs_have_a_payoff_for_each_seat(name: str) -> None:
    rng, position = random.Random(5), game(name).begin()
    while position.outcome() is None:
        if position.is_chance:
            position = position.take(position.chances().sample(rng))
            continue
        seat = position.actors[0]
        legal, listed = position.legal_moves(seat), game(name).search_moves(position, seat)
        assert listed
        assert all(move in legal for move in listed)
        told = game(name).playout(position, random.Random(1))
        assert told is None or (len(told) == position.seats and all(-1 <= worth <= 1 for worth in told))
        position = position.after(pick(legal, rng), seat)


def test_sisters_at_the_root_meet_the_same_dice() -> None:
    rng, duel = random.Random(1), game("mage_duel")
    position = random_play(duel.begin(), rng, 9)
    tree = Tree(duel, rng, exploration=3)
    for _ in range(200):
        tree.iterate(position, position.actors[0])
    plain = [child for move, child in tree.root.children.items() if getattr(move, "joker", True) is False]
    tried = [child for child in plain if child.visits > 1]
    assert len(tried) > 2
    assert len({next(iter(child.children)) for child in tried}) == 1
