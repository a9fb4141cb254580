"""The compiled search: budgets, seeds, wins, kept subtrees, threads, and the bot that uses it."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from boardwright.bots.bot import Candidate
from boardwright.bots.evaluation.compiled import CompiledGame, CompiledSearch
from boardwright.bots.mcts import MctsBot
from boardwright.bots.tree import Tree
from boardwright.core.game.registry import game
from boardwright.core.rules.position import AnyPosition
from tests.bots.test_search import endgame
from tests.kernels.case import TABLES, Table, every_table, with_chance, without_chance

DEBLOCKLE = Table(game("deblockle"), 2, game("deblockle").read_options())


def search(position: AnyPosition, seed: int, iterations: int) -> list[Candidate]:
    player = MctsBot(game("deblockle"), iterations)
    return player.search(position, position.actors[0], random.Random(seed))


def test_the_bot_searches_with_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tree, "iterate", lambda *_: pytest.fail("searched in Python"))
    assert sum(each.visits for each in search(game("deblockle").begin(), 1, 500)) > 100


def test_a_win_in_one_is_found() -> None:
    best = search(endgame(), 1, 100)[0]
    assert str(best.move) == "d3-d2"
    assert best.mean == pytest.approx(0.99)


def test_the_same_seed_gives_the_same_search_and_another_seed_another() -> None:
    start = game("deblockle").begin()
    assert search(start, 1, 2000) == search(start, 1, 2000) != search(start, 2, 2000)


@every_table
def test_visits_add_up_to_the_budget_unless_nothing_can_overtake(table: Table) -> None:
    position = table.begin(1)
    player = MctsBot(table.game, 700)
    found = player.search(position, position.actors[0], random.Random(1))
    visits = [each.visits for each in found]
    left = 700 - sum(visits)
    assert left == 0 or (left > 0 and visits[0] - visits[1] > left)
    assert {each.move for each in found} <= set(position.legal_moves())
    assert all(-1 <= each.mean <= 1 for each in found)


@without_chance
def test_a_kept_subtree_has_the_visits_of_its_move(table: Table) -> None:
    position = table.begin(2)
    variant = table.compiled()
    state = variant.pack(position)
    tree = variant.kernel.search(state, 1.0, 7)
    tree.run(3000, 0.0)
    action, visits, _ = max(tree.moves(), key=lambda found: found[1])
    after = variant.kernel.step(state, action)
    assert tree.move_root(after, 8)
    kept = tree.moves()
    assert sum(found[1] for found in kept) == visits - 1
    assert {found[0] for found in kept} <= set(variant.kernel.moves(after))
    tree.run(200, 0.0)
    assert {found[0] for found in tree.moves()} <= set(variant.kernel.moves(after))
    assert not tree.move_root(state, 9)
    assert tree.moves() == []
    assert tree.run(50, 0.0) == sum(found[1] for found in tree.moves())


@with_chance
def test_a_subtree_is_kept_past_chance(table: Table) -> None:
    """After a move and a draw that were looked at, and after the reply and its draw."""
    variant, rng = table.compiled(), random.Random(5)
    state = variant.pack(table.begin(2))
    tree = variant.kernel.search(state, 1.0, 7)
    for _ in range(3):
        tree.run(4000, 0.0)
        action = max(tree.moves(), key=lambda found: found[1])[0]
        state = variant.kernel.step(state, action)
        if variant.kernel.is_chance(state):
            drawn = rng.choice([tile for tile in range(len(variant.tables.outcomes)) if state[40 + tile]])
            state = variant.kernel.take(state, drawn)
        assert tree.move_root(state, 8)
        kept = tree.moves()
        assert sum(found[1] for found in kept) > 0
        assert {found[0] for found in kept} <= set(variant.kernel.moves(state))


@with_chance
def test_either_side_may_be_searched_before_the_first_move(table: Table) -> None:
    position = table.begin(1)
    assert position.actors == (0, 1)
    for seat in position.actors:
        found = MctsBot(table.game, 300).search(position, seat, random.Random(1))
        assert {each.move for each in found} <= set(position.legal_moves(seat))
        state = table.compiled().pack(position, seat)
        assert table.compiled().kernel.actor(state) == seat


def test_the_bot_keeps_its_tree_and_plays_whole_games() -> None:
    rules = game("blokus")
    player, rng = MctsBot(rules, 150), random.Random(3)
    position = rules.begin(2, rules.read_options({"variant": "duo"}))
    while position.outcome() is None:
        seat = position.actors[0]
        position = position.play(player.choose(position, seat, rng), seat)


def test_a_search_in_another_variant_begins_anew() -> None:
    rules = game("blokus")
    player = MctsBot(rules, 40)
    for variant in ("duo", "classic2", "duo"):
        position = rules.begin(2, rules.read_options({"variant": variant}))
        found = player.search(position, 0, random.Random(1))
        assert all(each.move in position.legal_moves() for each in found)


@pytest.mark.parametrize("table", ["weights", "sizes"])
def test_play_outs_and_looks_ahead_are_part_of_the_search_of_blokus(table: str) -> None:
    rules = game("blokus")
    duo = Table(rules, 2, rules.read_options({"variant": "duo"}))
    position, variant = duo.begin(1), duo.compiled()
    arrays = variant.tables.tables()
    arrays[table][-1] = 0
    found = []
    for each in (variant, variant, CompiledGame(variant.tables, arrays)):
        tree = each.kernel.search(each.pack(position), 1.0, 1)
        tree.run(300, 0.0)
        found.append(tree.moves())
    assert found[0] == found[1] != found[2]


def test_searches_run_in_several_threads_at_once() -> None:
    start, variant = DEBLOCKLE.begin(1), DEBLOCKLE.compiled()

    def one(seed: int) -> list[tuple[object, int, float]]:
        return list(CompiledSearch(variant, 1.0).search(start, 0, 3000, 0.0, seed))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(one, [1, 2, 1, 2])) == [one(1), one(2)] * 2


def test_a_finished_game_is_not_searched() -> None:
    position = endgame()
    variant = Table(DEBLOCKLE.game, 2, DEBLOCKLE.game.read_options({"cubes": 1})).compiled()
    over = variant.pack(position.play(position.parse("d3-d2")))
    with pytest.raises(ValueError, match="the game is over"):
        variant.kernel.search(over, 1.0, 1)
    tree = variant.kernel.search(variant.pack(position), 1.0, 1)
    with pytest.raises(ValueError, match="the game is over"):
        tree.move_root(over, 1)
    assert tree.run(20, 0.0) > 0


@every_table
def test_a_search_of_one_move_spends_all_its_iterations_on_it(table: Table) -> None:
    position, variant = table.begin(2), table.compiled()
    seat = position.actors[0]
    state = variant.pack(position, seat)
    for action in (variant.kernel.moves(state)[0], variant.kernel.moves(state)[-1]):
        tree = variant.kernel.search(state, 1.0, 7, action)
        assert tree.run(300, 0.0) == 300
        [(found, visits, mean)] = tree.moves()
        assert (found, visits) == (action, 300)
        assert tree.values()[seat] == pytest.approx(mean)
        assert len(tree.values()) == table.seats


def test_a_move_that_is_not_legal_is_not_searched() -> None:
    variant, state = DEBLOCKLE.compiled(), DEBLOCKLE.compiled().pack(DEBLOCKLE.begin(1))
    illegal = next(number for number in range(variant.kernel.actions) if number not in variant.kernel.moves(state))
    for number in (illegal, variant.kernel.actions):
        with pytest.raises(ValueError, match=f"{number} is not the number of a legal move"):
            variant.kernel.search(state, 1.0, 7, number)


def squares(move: Any) -> int:
    return len(move.cells()) if hasattr(move, "cells") else 0


@pytest.mark.parametrize("table", [table for table in TABLES if table.game.name == "blokus"], ids=str)
def test_play_outs_of_blokus_place_the_largest_pieces_that_fit(table: Table) -> None:
    variant, rng = table.compiled(), random.Random(1)
    kernel, moves = variant.kernel, variant.tables.moves
    state, sizes = variant.pack(table.begin(1)), set[int]()
    while kernel.actor(state) is not None:
        legal = kernel.moves(state)
        largest = max(squares(moves[number]) for number in legal)
        best = {number for number in legal if squares(moves[number]) == largest}
        found = {kernel.playout_move(state, rng.getrandbits(60)) for _ in range(100)}
        assert found <= best
        if len(best) <= 3:
            assert found == best
        sizes.add(largest)
        state = kernel.step(state, found.pop())
    assert sizes >= {3, 4, 5}
