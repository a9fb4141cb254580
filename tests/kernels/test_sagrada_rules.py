"""The kernel plays Sagrada exactly by the Python rules: whole games on both sides, compared step by step."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from boardwright.bots.evaluation.compiled import compiled
from boardwright.core.search.playout import random_play
from boardwright.games.sagrada import GAME as SAGRADA
from boardwright.games.sagrada.options import SagradaOptions
from tests.kernels.case import EVERY, Table
from tests.kernels.test_equal import play
from tests.scale import scaled


@pytest.mark.parametrize("table", [table for table in EVERY if table.game is SAGRADA], ids=str)
def test_whole_games_are_equal(table: Table) -> None:
    for seed in range(scaled(3)):
        last = play(table, table.compiled(), table.begin(seed), random.Random(seed))
        assert last.outcome() is not None


def test_every_tool_and_every_command_is_met() -> None:
    table, made = Table(SAGRADA, 4, SagradaOptions()), set[Any]()
    for seed in range(12):
        play(table, table.compiled(), table.begin(100 + seed), random.Random(seed), made)
    met = {str(move) if move.word == "tool" else move.word for move in made}
    tools = {f"tool {number}" for number in range(1, 13)}
    assert met == {"window", "pick", "place", "pass", "return", "increase", "decrease", "move", "select"} | tools


def test_own_cards_are_played_by_python() -> None:
    own = SagradaOptions(cards='{"windows": []}')
    assert SAGRADA.kernel(Table(SAGRADA, 2, own).begin(1)) is None


def test_the_kernel_judges_nothing() -> None:
    table = Table(SAGRADA, 2, SagradaOptions())
    kernel, state = table.compiled().kernel, table.compiled().pack(table.begin(1))
    for ask in (kernel.evaluate, lambda words: kernel.search(words, 1.0, 1), lambda words: kernel.prior(words, 0)):
        with pytest.raises(ValueError, match="only Python judges positions"):
            ask(state)
    assert compiled(SAGRADA, table.begin(1)) is None


@pytest.mark.parametrize("seats", SAGRADA.seats)
def test_garbage_is_refused_or_harmless(seats: int) -> None:
    rng = random.Random(seats)
    table = Table(SAGRADA, seats, SagradaOptions())
    variant, position = table.compiled(), table.begin(3)
    kernel, refused = variant.kernel, 0
    for _ in range(60):
        position = random_play(position, rng, 3)
        start = np.frombuffer(variant.pack(position), np.uint16)
        for _ in range(20):
            words = start.copy()
            for _ in range(rng.randrange(1, 5)):
                words[rng.randrange(len(words) // 2)] = rng.choice((0, 1, 2, 3, 4, 9, 10, 12, 40, 719, 720, 65535))
            try:
                moves = kernel.moves(words)
            except ValueError:
                refused += 1
                continue
            kernel.observe(words, seats - 1)
            kernel.turn(words, bytes([1]) * kernel.actions, rng.randrange(kernel.actions), bytes(32), 0)
            for action in moves[:4]:
                kernel.moves(kernel.step(words, action))
    assert 100 < refused < 1200


def test_a_table_with_a_value_that_does_not_fit_is_refused() -> None:
    from boardwright_kernels import Kernel

    arrays: dict[str, Any] = dict(Table(SAGRADA, 2, SagradaOptions()).tables().tables())
    for name, place, value in (("conditions", 0, 17), ("changes", 0, 16), ("rules", 1, 5), ("tools", 3, 5)):
        wrong = arrays[name][:]
        wrong[place] = value
        with pytest.raises(ValueError, match="does not fit"):
            Kernel("sagrada", {**arrays, name: wrong})
