"""Vector environments: the same games as one by one, whether Python or a kernel plays them."""

from __future__ import annotations

import copy
import pickle
from typing import Any, get_args

import numpy as np
import pytest

from boardwright.bots.evaluation.compiled import SWITCH, KernelMismatch
from boardwright.core.game.registry import names
from boardwright.core.refusal import BadOptions
from boardwright.lab.episodes.rewards import Reward
from boardwright.lab.vector import CompiledBatch, PythonBatch, VectorGameEnv
from tests.kernels.case import require_kernels

GAMES = names()
KERNELS: list[tuple[str, int, dict[str, Any]]] = [
    ("deblockle", 2, {"cubes": 1}),
    ("deblockle", 2, {"variant": "contract"}),
    ("deblockle", 2, {"variant": "original"}),
    ("blokus", 2, {"variant": "duo"}),
    ("blokus", 3, {}),
    ("blokus", 4, {}),
    ("mage_duel", 2, {}),
    ("mage_duel", 2, {"variant": "short_deck"}),
    ("mage_duel", 2, {"end_on_full_board": True, "edges": [3, 2]}),
    ("sagrada", 1, {}),
    ("sagrada", 2, {}),
    ("sagrada", 4, {"double_sided": True}),
    ("sagrada", 2, {"size": "tiny"}),
]
UNJUDGED = ("sagrada",)
"""Games whose kernels have no evaluation, so that Python steps all rewards but the outcome."""
CASES = [(*table, reward) for table in KERNELS for reward in get_args(Reward)]


def play(env: VectorGameEnv, steps: int, seed: int = 5) -> list[Any]:
    """Return what every step returned, with random legal actions."""
    rng = np.random.default_rng(seed)
    seen, infos = env.reset(seed=seed)
    told: list[Any] = [(seen, infos)]
    for _ in range(steps):
        actions = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in seen["action_mask"]]
        seen, *rest = env.step(np.array(actions))
        told.append((seen, *rest))
    return told


def assert_same(one: Any, two: Any) -> None:
    if isinstance(one, dict):
        assert one.keys() == two.keys()
        for key in one:
            assert_same(one[key], two[key])
    elif isinstance(one, tuple | list):
        for left, right in zip(one, two, strict=True):
            assert_same(left, right)
    else:
        np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_a_batch_is_played_like_one_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "off")
    env = VectorGameEnv(name, 3, max_moves=25)
    batch = env._batch
    assert isinstance(batch, PythonBatch)
    for seen, *_ in play(env, 30):
        assert env.observation_space.contains(seen)
    for place, episode in enumerate(batch.episodes):
        position, seat = episode.position, int(batch.seats[place])
        single = env.setup.observe(position, seat, acts=bool(position.actors))
        assert_same({key: array[place] for key, array in seen.items()}, single)


@pytest.mark.parametrize(("name", "seats", "options", "reward"), CASES)
def test_a_kernel_gives_what_python_gives(
    name: str, seats: int, options: dict[str, Any], reward: Reward, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_kernels()
    fast = VectorGameEnv(name, 4, seats=seats, options=options, max_moves=70, reward=reward)
    assert isinstance(fast._batch, CompiledBatch) == (reward == "outcome" or name not in UNJUDGED)
    monkeypatch.setenv(SWITCH, "off")
    slow = VectorGameEnv(name, 4, seats=seats, options=options, max_moves=70, reward=reward)
    assert isinstance(slow._batch, PythonBatch)
    steps = 120 if name == "deblockle" else 95
    for one, two in zip(play(fast, steps), play(slow, steps), strict=True):
        assert_same(one, two)


@pytest.mark.parametrize("switch", ["on", "off"])
@pytest.mark.parametrize("name", GAMES)
def test_copies_and_pickles_play_on_alike_and_apart(name: str, switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if switch == "on":
        require_kernels()
    monkeypatch.setenv(SWITCH, switch)
    env = VectorGameEnv(name, 3, max_moves=30, copy=False)
    play(env, 20)
    others = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    dice = np.random.default_rng(1)
    for _ in range(15):
        seen = env._observations()
        actions = np.array([dice.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in seen["action_mask"]])
        told = [each.step(actions) for each in (*others, env)]
        assert_same(told[0], told[2])
        assert_same(told[1], told[2])
    before = {key: array.copy() for key, array in env._observations().items()}
    others[0].reset(seed=9)
    assert_same(env._observations(), before)


def test_pickled_games_of_a_kernel_need_one(monkeypatch: pytest.MonkeyPatch) -> None:
    require_kernels()
    pickled = pickle.dumps(VectorGameEnv("deblockle", 2))
    monkeypatch.setenv(SWITCH, "off")
    with pytest.raises(KernelMismatch, match="These games of Deblockle need compiled kernels"):
        pickle.loads(pickled)


def test_a_game_that_is_over_begins_anew_in_the_next_step() -> None:
    env = VectorGameEnv("deblockle", 2, options={"cubes": 1}, max_moves=3)
    env.reset(seed=1)
    for _ in range(2):
        _, _, over, cut, _ = env.step(np.zeros(2, int))
        assert not (over | cut).any()
    _, _, over, cut, _ = env.step(np.zeros(2, int))
    assert cut.all()
    seen, rewards, over, cut, infos = env.step(np.array([-1, 10_000]))
    assert not (over | cut).any()
    assert (rewards.tolist(), infos["seat"].tolist()) == ([0, 0], [0, 0])
    assert_same(seen, VectorGameEnv("deblockle", 2, options={"cubes": 1}).reset(seed=2)[0])


@pytest.mark.parametrize("name", ["deblockle", "sagrada"])
def test_an_illegal_action_is_named_and_nothing_is_played(name: str) -> None:
    env = VectorGameEnv(name, 3)
    seen, _ = env.reset(seed=1)
    actions = seen["action_mask"].argmax(1)
    wrong = actions.copy()
    wrong[2] = seen["action_mask"][2].argmin()
    with pytest.raises(BadOptions, match=f"The action {wrong[2]} of game 2 is not legal; nothing was played"):
        env.step(wrong)
    with pytest.raises(BadOptions, match="The action 99999 of game 2 is not one of"):
        env.step(np.array([*actions[:2], 99999]))
    with pytest.raises(BadOptions, match="There are 3 games"):
        env.step(actions[:2])
    env.step(actions)
    with pytest.raises(BadOptions, match="'start' cannot be given"):
        env.reset(options={"start": 1})


@pytest.mark.parametrize("name", ["mage_duel", "sagrada"])
def test_shaped_rewards_add_up_to_the_payoff(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "off")
    env = VectorGameEnv(name, 1, reward="shaped")
    env.reset(seed=5)
    batch = env._batch
    assert isinstance(batch, PythonBatch)
    rules, start = env.setup.game, batch.episodes[0].position
    total = np.zeros(2)
    for _, _, over, _, infos in play(env, 400)[1:]:
        total += infos["rewards"][0]
        if over[0]:
            break
    worth = total + [rules.bot.evaluate(start, seat) for seat in (0, 1)]
    assert worth == pytest.approx(np.round(worth), abs=1e-4)
    assert set(np.round(worth)) <= {-1.0, 0.0, 1.0}


def test_a_margin_is_the_lead_as_a_share_of_all_points() -> None:
    env = VectorGameEnv("sagrada", 1, reward="margin")
    rewards = [(told[4]["rewards"][0], told[2][0]) for told in play(env, 400)[1:]]
    last = next(reward for reward, over in rewards if over)
    assert sum(last) == pytest.approx(0, abs=1e-6)
    assert 0 < abs(last[0]) < 1
