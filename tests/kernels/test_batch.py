"""Many states by one call, and what a kernel refuses: nothing is half done, nothing outside its arrays touched."""

from __future__ import annotations

import doctest
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

from boardwright.core.game.registry import game
from boardwright.lab.episodes.episode import Episode
from tests.kernels.case import EVERY, Table, every_table, with_chance, without_chance
from tests.scale import scaled

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
COUNT = scaled(9)


class Batch:
    """Some states of a table, with buffers."""

    def __init__(self, table: Table) -> None:
        self.variant = table.compiled()
        self.kernel = kernel = self.variant.kernel
        packed = b"".join(self.variant.pack(table.begin(seed)) for seed in range(COUNT))
        self.states: Array = np.frombuffer(packed, np.uint32).reshape(COUNT, kernel.words).copy()
        self.masks: Array = np.zeros((COUNT, kernel.actions), np.uint8)
        self.actions: Array = np.zeros(COUNT, np.int32)
        self.payoffs: Array = np.ones((COUNT, kernel.seats), np.float32)
        self.over: Array = np.zeros(COUNT, bool)
        kernel.write_masks(self.states, self.masks)

    def step(self) -> int:
        return self.kernel.step_many(self.states, self.actions, self.masks, self.payoffs, self.over)


@without_chance
def test_a_batch_is_stepped_like_single_positions(table: Table) -> None:
    batch, moves = Batch(table), table.compiled().tables.moves
    positions = [table.begin(seed) for seed in range(COUNT)]
    for step in range(60):
        batch.kernel.random_actions(batch.states, batch.actions, step)
        for place, action in enumerate(batch.actions):
            if action >= 0:
                assert batch.masks[place, action] == 1
                seat = positions[place].actors[0]
                positions[place] = positions[place].play(moves[action], seat)
            else:
                assert positions[place].outcome() is not None
        over = batch.step()
        assert batch.over.tolist() == [position.outcome() is not None for position in positions]
        assert over == sum(batch.over)
        for place, position in enumerate(positions):
            assert batch.states[place].tobytes() == batch.variant.pack(position)
            outcome = position.outcome()
            assert tuple(batch.payoffs[place]) == pytest.approx(
                [0.0] * table.seats if outcome is None else outcome.payoffs()
            )
            legal = [moves[number] for number in np.flatnonzero(batch.masks[place]).tolist()]
            assert set(legal) == set(position.legal_moves())
            assert len(legal) == len(position.legal_moves())


@without_chance
def test_one_illegal_action_stops_the_whole_batch(table: Table) -> None:
    batch = Batch(table)
    batch.kernel.random_actions(batch.states, batch.actions, 1)
    illegal = int(np.flatnonzero(batch.masks[COUNT - 1] == 0)[0])
    before = batch.states.copy(), batch.masks.copy(), batch.payoffs.copy()
    for action in (illegal, batch.kernel.actions, -2, 2**31 - 1):
        batch.actions[COUNT - 1] = action
        with pytest.raises(ValueError, match=f"state {COUNT - 1} is neither -1 nor marked"):
            batch.step()
        assert all(
            (old == new).all() for old, new in zip(before, (batch.states, batch.masks, batch.payoffs), strict=True)
        )


@without_chance
def test_wrong_buffers_are_refused(table: Table) -> None:
    batch = Batch(table)
    kernel, states, masks = batch.kernel, batch.states, batch.masks
    calls: dict[str, Callable[[], object]] = {
        "whole number": lambda: kernel.write_masks(states.reshape(-1)[:-1], masks),
        "masks must have": lambda: kernel.write_masks(states, masks[1:]),
        "actions must have": lambda: kernel.step_many(states, batch.actions[1:], masks, batch.payoffs, batch.over),
        "payoffs must have": lambda: kernel.step_many(states, batch.actions, masks, batch.payoffs[1:], batch.over),
        "over must have": lambda: kernel.step_many(states, batch.actions, masks, batch.payoffs, batch.over[1:]),
        "a state of this kernel has": lambda: kernel.moves(b""),
        "is not legal here": lambda: kernel.step(states[0], int(np.flatnonzero(masks[0] == 0)[0])),
    }
    for said, call in calls.items():
        with pytest.raises(ValueError, match=said):
            call()
    with pytest.raises((BufferError, TypeError)):
        kernel.write_masks(states.tobytes(), bytes(masks.size))


@with_chance
def test_chance_of_a_batch_is_that_of_a_match(table: Table) -> None:
    seeds = [bytes([number]) * 32 for number in range(COUNT)]
    batch, moves = Batch(table), table.compiled().tables.moves
    episodes = [Episode.begin(table.game.begin(table.seats, table.options), seed) for seed in seeds]
    batch.states[:] = [np.frombuffer(batch.variant.pack(episode.position), np.uint32) for episode in episodes]
    batch.kernel.write_masks(batch.states, batch.masks)
    draws: Array = np.array([episode.draws for episode in episodes], np.int64)
    seats: Array = np.zeros(COUNT, np.int64)
    seen: Array = np.zeros((COUNT, table.game.actions(table.seats, table.options).length), np.float32)
    for step in range(150):
        batch.kernel.random_actions(batch.states, batch.actions, step)
        for place, action in enumerate(batch.actions):
            if action >= 0:
                episodes[place] = episodes[place].play(moves[action], episodes[place].position.actors[0])
        keys = np.frombuffer(b"".join(seeds), np.uint8)
        batch.kernel.step_many(batch.states, batch.actions, batch.masks, batch.payoffs, batch.over, keys, draws)
        batch.kernel.write_observations(batch.states, seats, seen)
        assert draws.tolist() == [episode.draws for episode in episodes]
        for place, (position, *_) in enumerate(episodes):
            encoded = table.game.actions(table.seats, table.options).encode(position, int(seats[place]))
            assert seen[place].tobytes() == encoded.tobytes()
    assert sum(episode.position.outcome() is not None for episode in episodes) > 0


@with_chance
def test_chance_needs_seeds(table: Table) -> None:
    batch = Batch(table)
    with pytest.raises(ValueError, match="a game with chance needs seeds and draws"):
        batch.step()
    draws: Array = np.zeros(COUNT, np.int64)
    with pytest.raises(ValueError, match="seeds must have 32 bytes"):
        batch.kernel.step_many(batch.states, batch.actions, batch.masks, batch.payoffs, batch.over, b"", draws)
    with pytest.raises(ValueError, match="chance does not bring 0 here"):
        batch.kernel.take(batch.states[0], 0)


@every_table
def test_garbage_is_refused_or_harmless(table: Table) -> None:
    """Random words either are not a state or can be asked anything."""
    kernel, rng = table.compiled().kernel, random.Random(4)
    start = np.frombuffer(table.compiled().pack(table.begin(1)), np.uint32)
    refused = 0
    for _ in range(400):
        words = start.copy()
        for _ in range(rng.randrange(1, 4)):
            words[rng.randrange(len(words))] = rng.choice((0, 1, 2, 3, 7, 48, 49, 50, 2351, 2352, 2**20, 2**32 - 1))
        try:
            moves = kernel.moves(words)
        except ValueError:
            refused += 1
            continue
        kernel.evaluate(words)
        kernel.observe(words, 1)
        for action in moves:
            kernel.prior(words, action)
            kernel.moves(kernel.step(words, action))
    assert 20 < refused < 400


@pytest.mark.parametrize("table", [EVERY[0], EVERY[-1]], ids=str)
def test_an_engine_refuses_tables_that_do_not_fit(table: Table) -> None:
    from boardwright_kernels import Kernel

    engine, arrays = table.tables().engine, dict[str, Any](table.tables().tables())
    with pytest.raises(
        ValueError, match="there is no engine 'chess'; there are blokus, deblockle, mage_duel and sagrada"
    ):
        Kernel("chess", arrays)
    for name in arrays:
        rest = {key: array for key, array in arrays.items() if key != name}
        with pytest.raises(ValueError, match=f"table '{name}' is missing"):
            Kernel(engine, rest)
        with pytest.raises(ValueError, match=f"table '{name}' has"):
            Kernel(engine, {**rest, name: arrays[name][:-1]})


def test_the_examples_of_the_readme_run() -> None:
    path = Path(__file__).parents[2] / "kernels" / "README.md"
    results = doctest.testfile(str(path), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0


def test_play_outs_sum_up_whole_games() -> None:
    rules = game("blokus")
    table = Table(rules, 2, rules.read_options({"variant": "duo"}))
    variant, state = table.compiled(), table.compiled().pack(table.begin(1))
    ended, steps, totals = variant.kernel.playouts(state, 50, 1)
    assert ended == 50
    assert 50 * 16 < steps < 50 * 44
    assert sum(totals) == pytest.approx(0.0)
    assert variant.kernel.playouts(state, 50, 1) == (ended, steps, totals)
    assert variant.kernel.playouts(state, 50, 2) != (ended, steps, totals)
