"""The kernel plays exactly by the Python rules: whole games on both sides, compared step by step."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from typing import Any

import pytest

from boardwright.bots.evaluation.compiled import CompiledGame
from boardwright.bots.greedy import GreedyBot
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.search.playout import random_play
from boardwright.games.sagrada.position import SagradaPosition
from tests.kernels.case import EVERY, Table, every_table
from tests.scale import scaled

DECISIVE = 3
MOST_GAMES = 40
LONGEST = 4000
UNORDERED = ("mage_duel",)
"""Games whose states leave out the order of play."""
BY_PRIOR = ("mage_duel",)
"""Games whose play-outs make the move of the best prior; of equal ones the last candidate, then the first."""
FIRST_OUTCOME = {"die": 0, "bag": 0, "roll": 30, "reroll": 30, "public": 36, "tool": 46}
"""The first number of the outcomes of Sagrada, by what it waits for."""


def compare(table: Table, variant: CompiledGame, position: AnyPosition, state: bytes) -> None:
    """Compare everything that the kernel answers about one position."""
    kernel, rules, moves = variant.kernel, table.game, variant.tables.moves
    assert variant.pack(position) == state
    assert variant.pack(variant.unpack(state)) == state
    assert variant.unpack(state) == position or table.game.name in UNORDERED
    outcome = position.outcome()
    assert kernel.payoffs(state) == (None if outcome is None else outcome.payoffs())
    seat = position.actors[0] if position.actors else None
    assert kernel.actor(state) == seat
    assert kernel.is_chance(state) == (position.chance is not None)
    assert [moves[number] for number in kernel.moves(state)] == list(position.legal_moves())
    if variant.tables.evaluates:
        compare_judgments(table, variant, position, state)
        return
    actions = rules.actions(table.seats, table.options)
    for seat in range(table.seats):
        assert bytes(kernel.observe(state, seat)) == actions.encode(position, seat).tobytes()


def compare_judgments(table: Table, variant: CompiledGame, position: AnyPosition, state: bytes) -> None:
    """Compare how a position looks, and which moves are searched."""
    kernel, bot, moves = variant.kernel, table.game.bot, variant.tables.moves
    expected = [bot.evaluate(position, seat) for seat in range(table.seats)]
    assert kernel.evaluate(state) == pytest.approx(expected, abs=1e-12)
    if position.actors:
        listed = [moves[number] for number in kernel.candidates(state)]
        assert listed == list(bot.search_moves(position, position.actors[0]))
        if table.game.name in BY_PRIOR:
            best = max([*listed[-1:], *listed[:-1]], key=lambda move: bot.prior(move, position))
            assert moves[kernel.playout_move(state, 1)] == best


def play(
    table: Table, variant: CompiledGame, position: AnyPosition, rng: random.Random, made: set[Any] | None = None
) -> AnyPosition:
    """Play to the end at random on both sides and return the last position; add the moves to `made`."""
    state = variant.pack(position)
    kernel, tables, moves = variant.kernel, variant.tables, variant.tables.moves
    made = set() if made is None else made
    for _ in range(LONGEST):
        compare(table, variant, position, state)
        if position.outcome() is not None:
            break
        if position.chance is not None:
            outcome = position.chance.sample(rng)
            first = FIRST_OUTCOME[position.state.waiting] if isinstance(position, SagradaPosition) else 0
            state = kernel.take(state, tables.outcomes.index(outcome, first))
            position = position.take(outcome)
            continue
        number = rng.choice(kernel.moves(state))
        made.add(moves[number])
        if tables.evaluates:
            prior = table.game.bot.prior(moves[number], position)
            assert kernel.prior(state, number) == pytest.approx(prior, abs=1e-12)
        state = kernel.step(state, number)
        position = applied(position, moves[number], position.actors[0])
    return position


def is_decisive(position: AnyPosition) -> bool:
    outcome = position.outcome()
    return outcome is not None and any(outcome.payoffs())


def test_these_games_have_kernels_in_all_their_variants() -> None:
    found = Counter(table.game.name for table in EVERY)
    assert found == {"blokus": 10, "deblockle": 5, "mage_duel": 4, "sagrada": 17}


@every_table
def test_random_games_are_the_same_step_by_step(table: Table) -> None:
    variant, decisive = table.compiled(), 0
    for seed in range(MOST_GAMES):
        decisive += is_decisive(play(table, variant, table.begin(seed), random.Random(seed)))
        if decisive == scaled(DECISIVE):
            return
    pytest.fail(f"only {decisive} of {MOST_GAMES} games were decisive")


@every_table
def test_games_from_played_positions_are_the_same_step_by_step(table: Table) -> None:
    """Bots lead to crowded boards and endings that random play hardly meets."""
    variant, bot, decisive = table.compiled(), GreedyBot(table.game, temperature=0.5), 0
    for seed in range(MOST_GAMES):
        rng, position = random.Random(seed), table.begin(seed)
        for _ in range(4 + 6 * (seed % 4)):
            if position.outcome() is None:
                seat = position.actors[0]
                position = random_play(applied(position, bot.choose(position, seat, rng), seat), rng, 0)
        decisive += is_decisive(play(table, variant, position, rng))
        if decisive == scaled(2):
            return
    pytest.fail(f"only {decisive} of {MOST_GAMES} games were decisive")


@every_table
def test_a_kernel_that_differs_is_noticed(table: Table) -> None:
    """The comparison is not vacuous: with one table changed the two sides part."""
    tables: dict[str, Any] = dict(table.compiled().tables.tables())
    name = {"deblockle": "turns_home", "blokus": "piece_size", "mage_duel": "node_points"}[table.game.name]
    tables[name] = array("q", [1 + number % 5 for number in tables[name]])
    variant = CompiledGame(table.compiled().tables, tables)
    with pytest.raises(AssertionError):
        play(table, variant, table.begin(1), random.Random(1))
