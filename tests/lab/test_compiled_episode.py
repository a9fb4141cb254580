"""Turn by turn, a kernel plays what the rules in Python play, and nobody can tell."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from boardwright.bots.evaluation.compiled import SWITCH
from boardwright.core.refusal import BadOptions, IllegalMove
from boardwright.lab.episodes.compiled_episode import CompiledEpisode
from boardwright.lab.episodes.rewards import Reward
from boardwright.lab.pettingzoo import GameEnv, env
from tests.kernels.case import require_kernels
from tests.lab.test_vector import CASES, KERNELS, UNJUDGED


@pytest.fixture(autouse=True)
def _kernels() -> None:
    require_kernels()


def told(table: GameEnv) -> list[Any]:
    """All that an environment tells in one state, as bytes and plain values."""
    seen = [table.observe(agent) for agent in table.agents]
    arrays = [(each[key].dtype, each[key].shape, each[key].tobytes()) for each in seen for key in each]
    return [arrays, table.agent_selection, table.agents, table.terminations, table.truncations, table.infos]


def rewards(table: GameEnv) -> list[float]:
    return [*table.rewards.values(), *table._cumulative_rewards.values()]


@pytest.mark.parametrize(("name", "seats", "options", "reward"), CASES)
def test_every_step_is_that_of_python(
    name: str, seats: int, options: dict[str, Any], reward: Reward, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast = env(name, seats=seats, options=options, reward=reward, max_moves=150)
    monkeypatch.setenv(SWITCH, "off")
    slow = env(name, seats=seats, options=options, reward=reward, max_moves=150)
    dice, compiled = np.random.default_rng(4), 0
    for seed in range(2):
        fast.reset(seed=seed)
        slow.reset(seed=seed)
        assert told(fast) == told(slow)
        while fast.agents:
            seen, *_, over, cut, info = fast.last()
            assert (over, cut, info) == slow.last(observe=False)[2:]
            action = None if over or cut else dice.choice(np.flatnonzero(seen["action_mask"]))
            fast.step(action)
            slow.step(action)
            assert told(fast) == told(slow)
            assert rewards(fast) == pytest.approx(rewards(slow), abs=1e-9)
            compiled += isinstance(fast.table.episode, CompiledEpisode)
            assert not isinstance(slow.table.episode, CompiledEpisode)
        assert fast.position == slow.position
        assert fast.table.outcome == slow.table.outcome == fast.position.outcome()
    assert (compiled > 10) == (reward == "outcome" or name not in UNJUDGED)


@pytest.mark.parametrize(("name", "seats", "options"), KERNELS)
def test_copies_and_pickles_know_the_whole_line_of_play(
    name: str, seats: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = env(name, seats=seats, options=options)
    table.reset(seed=1)
    dice = np.random.default_rng(2)
    for _ in range(5 if options.get("size") == "tiny" else 12):
        table.step(int(dice.choice(np.flatnonzero(table.last()[0]["action_mask"]))))
    other = copy.deepcopy(table)
    pickled = pickle.dumps(table)
    monkeypatch.setenv(SWITCH, "off")
    foreign = pickle.loads(pickled)
    assert isinstance(table.table.episode, CompiledEpisode)
    assert not isinstance(foreign.table.episode, CompiledEpisode)
    action = int(table.last()[0]["action_mask"].argmax())
    for each in (table, other, foreign):
        each.step(action)
    assert table.position == other.position == foreign.position
    assert told(table) == told(other) == told(foreign)


def test_illegal_actions_are_refused_by_the_rules_and_texts_are_played() -> None:
    table = env("deblockle", options={"cubes": 1})
    table.reset(seed=1)
    table.step("d7-c7")
    with pytest.raises(BadOptions, match="no action 973"):
        table.step(973)
    with pytest.raises(BadOptions, match="no action -1"):
        table.step(-1)
    with pytest.raises(IllegalMove):
        table.step(np.int64(table.last()[0]["action_mask"].argmin()))
    assert isinstance(table.table.episode, CompiledEpisode)
    assert table.table.episode.moves == 1


def test_a_long_line_of_play_is_freed_and_replayed() -> None:
    table = env("deblockle", options={"cubes": 1}, max_moves=0)
    table.reset(seed=1)
    dice = np.random.default_rng(0)
    for _ in range(20_000):
        if table.table.terminated:
            table.reset(seed=1)
        legal = np.flatnonzero(table.last()[0]["action_mask"])
        table.step(int(legal[0] if len(legal) == 1 else legal[legal > 0][int(dice.random() * (len(legal) - 1))]))
    episode = table.table.episode
    assert isinstance(episode, CompiledEpisode)
    assert episode.rules.variant.pack(table.position) == episode.state
