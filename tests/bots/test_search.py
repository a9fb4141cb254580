"""The search finds what is to be found, keeps its budget, and stays right when several processes share it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from boardwright.bots import bot, mcts
from boardwright.bots.analysis.analysis import study
from boardwright.bots.analysis.draws import evaluation
from boardwright.bots.bot import Bot, pick
from boardwright.bots.evaluation import sampling
from boardwright.bots.mcts import Budget, MctsBot
from boardwright.bots.tree import SearchNode, Tree
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game
from boardwright.core.game.registry import names as registered
from boardwright.core.hidden import resampled
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.search.heuristics import Heuristics
from boardwright.core.search.playout import random_play
from boardwright.games.deblockle.cube import Cube
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import arrange
from tests.dealing import FLOCK
from tests.toys import GUESS, Guess, Guessing, Say


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


@pytest.mark.parametrize("spec", ["greedy:seconds=600", "mcts:iterations=60"])
def test_deals_in_the_tree_are_sampled(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A redeal has too many outcomes to list; the search goes through it and past it, and changes nothing."""
    monkeypatch.setattr(sampling, "_EACH", 20)  # the number of play-outs ends the search, never the time
    monkeypatch.setattr(mcts, "SECONDS", 600.0)
    position = random_play(FLOCK.begin(3), random.Random(2), 0)
    while position.outcome() is None:
        seat = position.actors[0]
        move = bot(spec, FLOCK).choose(position, seat, random.Random(3))
        assert move in position.legal_moves(seat)
        assert bot(spec, FLOCK).choose(resampled(position, seat, random.Random(4)), seat, random.Random(3)) == move
        position = random_play(applied(position, move, seat), random.Random(5), 0)


def test_the_tree_goes_on_after_a_deal() -> None:
    position = random_play(FLOCK.begin(2), random.Random(1), 0)
    tree = Tree(FLOCK, random.Random(1), exploration=50)
    for _ in range(300):
        tree.iterate(position, 0)
    after = next(child for move, child in tree.root.children.items() if str(move) == "redeal")
    assert len(after.children) > 5
    assert any(dealt.children for dealt in after.children.values())


def test_the_tree_is_kept_from_move_to_move() -> None:
    rng, position = random.Random(3), deblockle().begin()
    tree = Tree(deblockle(), rng)
    for _ in range(300):
        tree.iterate(position, 0)
    move = max(tree.root.children, key=lambda one: tree.root.children[one].visits)
    kept = tree.root.children[move].visits
    after = applied(position, move, position.actors[0])
    assert tree.move_root_to(after, after.actors[0])
    assert sum(child.visits for child in tree.root.children.values()) == kept - 1


def test_with_secrets_the_tree_is_kept_while_a_turn_goes_as_planned() -> None:
    rng, sagrada = random.Random(2), game("sagrada")
    player = MctsBot(sagrada, iterations=60)
    position = random_play(sagrada.begin(2), rng, 2)
    after = applied(position, player.choose(position, 0, rng), 0)
    kept = player._reused_tree(resampled(after, 0, rng), 0, rng).root
    assert kept.visits > 5
    assert set(kept.children) <= set(after.legal_moves())
    planned = player.choose(position, 0, rng)
    other = applied(position, next(move for move in position.legal_moves() if move != planned), 0)
    assert player._reused_tree(resampled(other, 0, rng), 0, rng).root.visits == 0


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


@pytest.mark.parametrize("name", ["deblockle", "sagrada"])
def test_a_search_past_its_deadline_still_finds_a_move_in_every_position(name: str) -> None:
    rng, rules = random.Random(1), game(name)
    searcher = MctsBot(rules, iterations=10**9)
    searcher.deadline = 0.0
    position = random_play(rules.begin(), rng, 0)
    for _ in range(30):
        if position.outcome() is not None:
            break
        seat = position.actors[0]
        move = searcher.choose(position, seat, rng)
        assert position.refusal(move, seat) is None
        position = random_play(position.play(move, seat), rng, 0)


def test_chance_secrets_and_two_actors_at_once_are_searched() -> None:
    """In the toy game seat 1 sees its own card, so it never guesses that seat 0 holds the same."""
    rng = random.Random(1)
    position = GUESS.begin()
    for outcome in ("2", "4"):
        position = position.take(outcome)
    for seat in (0, 1):
        move: Any = bot("mcts:iterations=80", GUESS).choose(position, seat, rng)
        assert move in position.legal_moves(seat)


class Threes(Heuristics[Guessing]):
    """Quick play-outs: seat 0 wins by a three."""

    def evaluate(self, position: Guessing, seat: int) -> float:
        return 0.0

    def playout(self, position: Guessing, rng: random.Random) -> Sequence[float]:
        return (0.9, -0.9) if position.guesses[0] == 3 else (-0.9, 0.9)


class Told(Guess):
    """Guess with quick play-outs."""

    bot = Threes()


def test_a_quick_play_out_is_the_evaluation_where_a_game_has_one() -> None:
    told = Told()
    position = told.begin().take("2").take("4")
    assert bot("mcts:iterations=40", told).choose(position, 0, random.Random(1)) == Say(3)
    assert evaluation(told, applied(position, Say(3), 0)) == (0.9, -0.9)


@pytest.mark.parametrize("name", registered())
def test_search_moves_are_legal_and_play_outs_have_a_payoff_for_each_seat(name: str) -> None:
    rng, position = random.Random(5), game(name).begin()
    while position.outcome() is None:
        if position.chance is not None:
            position = position.take(position.chance.sample(rng))
            continue
        seat = position.actors[0]
        legal, listed = position.legal_moves(seat), game(name).bot.search_moves(position, seat)
        assert listed
        assert all(move in legal for move in listed)
        told = game(name).bot.playout(position, random.Random(1))
        assert told is None or (len(told) == position.seats and all(-1 <= worth <= 1 for worth in told))
        position = applied(position, pick(legal, rng), seat)


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


def test_a_forced_move_is_not_thought_about() -> None:
    class Thinker(Bot):
        def think(self, position: Any, seat: int, rng: random.Random) -> Any:
            pytest.fail("it thought")

    blokus = game("blokus")
    position = blokus.begin(2)
    while len(position.legal_moves()) != 1:
        position = position.play(list(position.legal_moves())[-1])
    assert Thinker(blokus).choose(position) == next(iter(position.legal_moves()))


def test_a_budget_of_seconds_ends_when_nothing_can_change(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("boardwright.bots.mcts.monotonic", lambda: now[0])
    budget = Budget(1, 10.0)
    tree = Tree(deblockle(), random.Random(1))
    tree.root.children = {"a": SearchNode(), "b": SearchNode()}
    first, second = tree.root.children.values()
    now[0], budget.made, first.visits, second.visits = 6.0, 96, 80, 10
    assert budget.is_spent(tree), "64 more iterations at this pace cannot make up for 70"
    second.visits = 20
    assert not budget.is_spent(tree)
    now[0] = 10.0
    assert budget.is_spent(tree)


def test_a_closed_or_forgetful_bot_keeps_no_tree() -> None:
    bot = MctsBot(deblockle(), iterations=40)
    bot.choose(deblockle().begin(), 0, random.Random(1))
    assert bot._tree is not None or bot._compiled is not None
    bot.forget()
    assert (bot._tree, bot._compiled) == (None, None)


def test_a_temperature_draws_from_what_the_search_looked_at() -> None:
    position = deblockle().begin()
    bots = [MctsBot(deblockle(), 60, temperature=2.0) for _ in range(12)]
    hot = {str(bot.choose(position, 0, random.Random(seed))) for seed, bot in enumerate(bots)}
    cold = {str(MctsBot(deblockle(), 60).choose(position, 0, random.Random(1))) for _ in range(3)}
    assert len(hot) > len(cold) == 1


def test_a_forced_move_has_a_worth_and_others_have_the_reason_of_their_turn() -> None:
    rules = game("sagrada")
    rng = random.Random(1)
    position = random_play(rules.begin(2), rng, 2)
    while position.chance is not None:
        position = position.take(position.chance.sample(rng))
    bot = MctsBot(rules, 30)
    while len(position.legal_moves(position.actors[0])) > 1:
        seat = position.actors[0]
        best = study(bot, position, seat, rng).best
        assert [one.value for one in best[1:]] == sorted((one.value for one in best[1:]), reverse=True)
        assert not any("your position by" in one.why or "chance" in one.why for one in best)
        position = position.play(position.parse(best[0].move), seat)
        while position.chance is not None:
            position = position.take(position.chance.sample(rng))
    assert study(bot, position, position.actors[0], rng).best[0].value != 0
