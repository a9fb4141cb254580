"""Random play in a game whose rules leave a seat without a move names the game, the seat and the position."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from boardwright.arena import pairing
from boardwright.bots import bot
from boardwright.cli import main
from boardwright.core.game.game import AnyGame
from boardwright.core.refusal import NoLegalMove
from boardwright.core.search.playout import playouts, random_play
from boardwright.kit import check
from boardwright.lab import gymnasium, openspiel, pettingzoo, vector
from boardwright.lab.pettingzoo import ParallelGameEnv
from tests.kit.broken import BROKEN

STUCK = r"Guess: seat 0 has no legal move, in the position \{.*\"die\":6.*\}"
NOBODY = r"Guess: nobody is to act, though the game is not over, in the position \{.*\"die\":6.*\}"
GAMES = {"stuck": ("ActorWithoutMoves", STUCK), "nobody": ("NobodyActs", NOBODY)}


@pytest.fixture(params=GAMES)
def dead(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[AnyGame, str]:
    """An installed game without a way on after a six, and what is said there."""
    name, said = GAMES[request.param]
    game = BROKEN[name].game()
    for module in ("arena.pairing", "bots", "cli.arguments", "lab.episodes.episode"):
        monkeypatch.setattr(f"boardwright.{module}.find_game", lambda name: game)
    return game, said


def roll_first(seen: Any) -> int:
    """The number of `roll` if that is legal, else of the first legal move."""
    return 5 if seen["action_mask"][5] else int(seen["action_mask"].argmax())


def in_arena(game: AnyGame) -> None:
    for seed in range(40):
        pairing.play(pairing.Pairing(number=0, game="guess", bots=("random", "greedy"), seed=str(seed), max_moves=300))


def in_playouts(game: AnyGame) -> None:
    for seed in range(40):
        playouts(random_play(game.begin(), random.Random(seed), 1), 0)


def in_search(game: AnyGame) -> None:
    for seed in range(40):
        bot("mcts:iterations=50", game).choose(random_play(game.begin(), random.Random(seed), 2), 0, random.Random(0))


def in_gymnasium(game: AnyGame) -> None:
    env = gymnasium.GameEnv("guess", opponents="random")
    for seed in range(40):
        seen, _ = env.reset(seed=seed)
        for _ in range(30):
            seen, *_ = env.step(roll_first(seen))


def in_pettingzoo(game: AnyGame) -> None:
    env = pettingzoo.GameEnv("guess")
    env.reset(seed=1)
    for _ in range(100):
        env.step(roll_first(env.last()[0]))


def in_parallel(game: AnyGame) -> None:
    env: Any = ParallelGameEnv("guess")
    seen, _ = env.reset(seed=1)
    for _ in range(100):
        seen, *_ = env.step({agent: roll_first(each) for agent, each in seen.items()})


def in_vector(game: AnyGame) -> None:
    env = vector.VectorGameEnv("guess", 4)
    seen, _ = env.reset(seed=1)
    for _ in range(100):
        seen, *_ = env.step(np.array([roll_first({"action_mask": mask}) for mask in seen["action_mask"]]))


def in_openspiel(game: AnyGame) -> None:
    state = openspiel.SpielGame(game).new_initial_state()
    rng = random.Random(1)
    for _ in range(200):
        legal = state.legal_actions()
        state.apply_action(5 if 5 in legal and not state.is_chance_node() else rng.choice(legal))


@pytest.mark.parametrize(
    "door",
    [in_arena, in_playouts, in_search, in_gymnasium, in_pettingzoo, in_parallel, in_vector, in_openspiel],
    ids=lambda door: door.__name__,
)
def test_play_without_a_move_names_game_seat_and_position(
    dead: tuple[AnyGame, str], door: Callable[[AnyGame], None]
) -> None:
    game, said = dead
    with pytest.raises(NoLegalMove, match=said):
        door(game)


def test_the_law_that_games_end_tells_it_too(dead: tuple[AnyGame, str]) -> None:
    game, _ = dead
    (failure,) = check(game, games=30, laws=["ends"]).failures
    said = "seat 0 is to act but has no legal move|nobody is to act"
    assert re.match(rf"random play has not ended after \d+ steps: ({said})", failure.text)
    assert '"die":6' in failure.encoded


def test_the_command_says_it_in_one_line(dead: tuple[AnyGame, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "guess", "random", "greedy", "--games", "40", "--jobs", "1", "--seed", "1"]) == 1
    told = " ".join(capsys.readouterr().err.split())
    assert re.search(f"boardwright: {dead[1]}$", told)
