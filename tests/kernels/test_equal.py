"""The kernel plays exactly by the Python rules: whole games on both sides, compared step by step."""

from __future__ import annotations

import random
from array import array
from typing import Any

import pytest

from boardwright.bots.evaluation.compiled import CompiledGame
from boardwright.bots.greedy import GreedyBot
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.search.playout import random_play
from tests.kernels.case import TABLES, Table, every_table, require_kernels
from tests.scale import scaled

DECISIVE = 3
MOST_GAMES = 40
LONGEST = 4000
UNORDERED = ("mage_duel",)
"""Games whose states leave out the order of play."""
BY_PRIOR = ("mage_duel",)
"""Games whose play-outs make the move of the best prior; of equal ones the last candidate, then the first."""


@pytest.fixture(autouse=True)
def _kernels() -> None:
    require_kernels()


def compare(table: Table, variant: CompiledGame, position: AnyPosition, state: bytes) -> None:
    """Everything the kernel answers about one position."""
    kernel, rules, moves = variant.kernel, table.game, variant.tables.moves
    assert variant.pack(position) == state
    assert variant.pack(variant.unpack(state)) == state
    assert variant.unpack(state) == position or table.game.name in UNORDERED
    outcome = position.outcome()
    assert kernel.payoffs(state) == (None if outcome is None else outcome.payoffs())
    expected = [rules.bot.evaluate(position, seat) for seat in range(table.seats)]
    assert kernel.evaluate(state) == pytest.approx(expected, abs=1e-12)
    seat = position.actors[0] if position.actors else None
    assert kernel.actor(state) == seat
    assert kernel.is_chance(state) == (position.chance is not None)
    assert [moves[number] for number in kernel.moves(state)] == list(position.legal_moves())
    if seat is not None:
        listed = [moves[number] for number in kernel.candidates(state)]
        assert listed == list(rules.bot.search_moves(position, seat))
        if rules.name in BY_PRIOR:
            best = max([*listed[-1:], *listed[:-1]], key=lambda move: rules.bot.prior(move, position))
            assert moves[kernel.playout_move(state, 1)] == best


def play(table: Table, variant: CompiledGame, position: AnyPosition, rng: random.Random) -> AnyPosition:
    """Plays to the end at random on both sides and returns the last position."""
    state = variant.pack(position)
    kernel, moves = variant.kernel, variant.tables.moves
    for _ in range(LONGEST):
        compare(table, variant, position, state)
        if position.outcome() is not None:
            break
        if position.chance is not None:
            outcome = position.chance.sample(rng)
            state = kernel.take(state, variant.tables.outcomes.index(outcome))
            position = position.take(outcome)
            continue
        number = rng.choice(kernel.moves(state))
        prior = table.game.bot.prior(moves[number], position)
        assert kernel.prior(state, number) == pytest.approx(prior, abs=1e-12)
        state = kernel.step(state, number)
        position = applied(position, moves[number], position.actors[0])
    return position


def is_decisive(position: AnyPosition) -> bool:
    outcome = position.outcome()
    return outcome is not None and any(outcome.payoffs())


def test_these_games_have_kernels_in_all_their_variants() -> None:
    found: dict[str, int] = {}
    for table in TABLES:
        found[table.game.name] = found.get(table.game.name, 0) + 1
    assert found == {"blokus": 10, "deblockle": 5, "mage_duel": 4}


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
