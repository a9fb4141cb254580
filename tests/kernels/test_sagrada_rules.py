"""The kernel plays Sagrada exactly by the Python rules: whole games on both sides, compared step by step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from boardwright.bots.evaluation.compiled import CompiledGame, compiled
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.playout import random_play
from boardwright.games.sagrada import GAME as SAGRADA
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.position import SagradaPosition
from tests.kernels.case import require_kernels
from tests.scale import scaled

FIRST_OUTCOME = {"die": 0, "bag": 0, "roll": 30, "reroll": 30, "public": 36, "tool": 46}
"""By what the game waits for, the number from which on its outcomes lie."""
LONGEST = 2000


@pytest.fixture(autouse=True)
def _kernels() -> None:
    require_kernels()


def _tables() -> Iterator[tuple[int, SagradaOptions]]:
    for seats in SAGRADA.seats:
        for options in SAGRADA.variants():
            try:
                SAGRADA.begin(seats, options)
            except BadOptions:
                continue
            yield seats, options


TABLES = tuple(_tables())


def played(position: AnyPosition, rng: random.Random, moves: int) -> SagradaPosition:
    after = random_play(position, rng, moves)
    assert isinstance(after, SagradaPosition)
    return after


def begin(seats: int, options: SagradaOptions, seed: int) -> tuple[CompiledGame, SagradaPosition]:
    position = played(SAGRADA.begin(seats, options), random.Random(seed), 0)
    variant = compiled(SAGRADA, position, evaluates=False)
    assert variant is not None
    return variant, position


def compare(variant: CompiledGame, position: SagradaPosition, state: bytes) -> None:
    """Everything the kernel answers about one position."""
    kernel, moves = variant.kernel, variant.tables.moves
    assert variant.pack(position) == state
    assert variant.unpack(state) == position
    for seat in range(position.seats):
        encoded = SAGRADA.actions(position.seats, position.options).encode(position, seat)
        assert bytes(kernel.observe(state, seat)) == encoded.tobytes()
    outcome = position.outcome()
    assert kernel.payoffs(state) == (None if outcome is None else outcome.payoffs())
    assert kernel.actor(state) == (position.actors[0] if position.actors else None)
    assert kernel.is_chance(state) == (position.chance is not None)
    assert [moves[number] for number in kernel.moves(state)] == list(position.legal_moves())


def play_both(variant: CompiledGame, position: SagradaPosition, rng: random.Random) -> tuple[SagradaPosition, set[str]]:
    """Plays to the end on both sides; returns the last position and the words that were used."""
    kernel, tables, words = variant.kernel, variant.tables, set()
    state = variant.pack(position)
    for _ in range(LONGEST):
        compare(variant, position, state)
        if position.outcome() is not None:
            break
        if position.chance is not None:
            outcome = position.chance.sample(rng)
            state = kernel.take(state, tables.outcomes.index(outcome, FIRST_OUTCOME[position.state.waiting]))
            position = position.take(outcome)
            continue
        move = rng.choice(list(position.legal_moves()))
        words.add(str(move) if move.word == "tool" else move.word)
        state = kernel.step(state, tables.moves.index(move))
        position = position.play(move)
    return position, words


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_whole_games_are_equal(seats: int, options: SagradaOptions) -> None:
    ended = 0
    for seed in range(scaled(3)):
        variant, position = begin(seats, options, seed)
        last, _ = play_both(variant, position, random.Random(seed))
        ended += last.outcome() is not None
    assert ended > 0


def test_every_tool_and_every_command_is_met() -> None:
    met: set[str] = set()
    for seed in range(12):
        variant, position = begin(4, SagradaOptions(), 100 + seed)
        met |= play_both(variant, position, random.Random(seed))[1]
    tools = {f"tool {number}" for number in range(1, 13)}
    assert met == {"window", "pick", "place", "pass", "return", "increase", "decrease", "move", "select"} | tools


def test_own_cards_are_played_by_python() -> None:
    own = SagradaOptions(cards='{"windows": []}')
    assert SAGRADA.kernel(random_play(SAGRADA.begin(2, own), random.Random(1), 0)) is None


def test_the_kernel_judges_nothing() -> None:
    variant, position = begin(2, SagradaOptions(), 1)
    state = variant.pack(position)
    for ask in (variant.kernel.evaluate, lambda words: variant.kernel.search(words, 1.0, 1)):
        with pytest.raises(ValueError, match="only Python judges positions"):
            ask(state)
    with pytest.raises(ValueError, match="only Python judges positions"):
        variant.kernel.prior(state, 0)
    assert compiled(SAGRADA, position) is None


@pytest.mark.parametrize("seats", SAGRADA.seats)
def test_garbage_is_refused_or_harmless(seats: int) -> None:
    rng = random.Random(seats)
    variant, position = begin(seats, SagradaOptions(), 3)
    kernel, refused = variant.kernel, 0
    for _ in range(60):
        position = played(position, rng, 3)
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


def test_tables_that_do_not_fit_are_refused() -> None:
    from boardwright_kernels import Kernel

    variant, _ = begin(2, SagradaOptions(), 1)
    arrays: dict[str, Any] = dict(variant.tables.tables())
    for name in arrays:
        rest = {key: array for key, array in arrays.items() if key != name}
        with pytest.raises(ValueError, match=f"table '{name}' is missing"):
            Kernel("sagrada", rest)
        with pytest.raises(ValueError, match=f"table '{name}' has"):
            Kernel("sagrada", {**rest, name: arrays[name][:-1]})
    for name, place, value in (("conditions", 0, 17), ("changes", 0, 16), ("rules", 1, 5), ("tools", 3, 5)):
        wrong = arrays[name][:]
        wrong[place] = value
        with pytest.raises(ValueError, match="does not fit"):
            Kernel("sagrada", {**arrays, name: wrong})
