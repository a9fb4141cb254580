"""Bots cannot cheat: what they do depends on what their seat sees and on their dice, and on nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boardwright.bots import bot, names
from boardwright.bots.bot import Bot, pick
from boardwright.core.game.registry import game
from boardwright.core.game.registry import names as game_names
from boardwright.core.hidden import resampled
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.search.playout import random_play

QUICK = {"mcts": "mcts:iterations=12", "perfect": "perfect:iterations=12", "level5": "", "level6": ""}
"""The specs that stand for bots here: the long searches are the same program with other numbers."""
SPECS = [QUICK.get(name, name) for name in names() if QUICK.get(name, name)]


def middle(name: str, seed: int, steps: int) -> AnyPosition:
    """A position of a random game with a player to act."""
    rng = random.Random(seed)
    position = random_play(game(name).begin(max(2, game(name).seats.start)), rng, 0)
    for _ in range(steps):
        after = random_play(position, rng, 1)
        if after.outcome() is not None:
            return position
        position = after
    return position


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("steps", [0, 1, 9, 40])
def test_replaced_secrets_never_change_a_choice(spec: str, steps: int) -> None:
    position = middle("sagrada", steps + 3, steps)
    seat = position.actors[0]
    chosen = {
        str(bot(spec, game("sagrada")).choose(resampled(position, seat, random.Random(secret)), seat, random.Random(5)))
        for secret in range(4)
    }
    assert len(chosen) == 1


def turn(player: Bot, position: AnyPosition, secret: int) -> list[str]:
    """Return the moves of a bot until its turn is over, with other secrets before each of its moves."""
    rng, seat = random.Random(5), position.actors[0]
    said: list[str] = []
    while position.actors == (seat,):
        position = resampled(position, seat, random.Random(f"{secret} {len(said)}"))
        move = player.choose(position, seat, rng)
        said.append(str(move))
        position = applied(position, move, seat)
    return said


def test_replaced_secrets_never_change_a_turn_in_which_the_tree_is_kept() -> None:
    position = middle("sagrada", 2, 2)
    turns = [turn(bot("mcts:iterations=60", game("sagrada")), position, secret) for secret in range(3)]
    assert len(turns[0]) > 2
    assert turns[0] == turns[1] == turns[2]


@pytest.mark.parametrize("name", [name for name in game_names() if game(name).has_secrets])
def test_secrets_were_really_replaced(name: str) -> None:
    position = middle(name, 12, 9)
    other = {resampled(position, position.actors[0], random.Random(secret)) for secret in range(8)}
    assert len(other) > 1


class Spy(Bot):
    """A bot that remembers what it was shown."""

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        self.shown = position
        return pick(position.legal_moves(seat), rng)


def test_a_bot_is_shown_the_same_position_whatever_the_secrets_are() -> None:
    position = middle("sagrada", 10, 9)
    seat, shown = position.actors[0], []
    for secret in range(4):
        spy = Spy(game("sagrada"))
        spy.choose(resampled(position, seat, random.Random(secret)), seat, random.Random(1))
        shown.append(spy.shown)
    assert all(one == shown[0] for one in shown)


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("spec", SPECS)
def test_every_bot_plays_legal_moves_in_every_game_and_repeats_itself(name: str, spec: str) -> None:
    for steps in (0, 6):
        position = middle(name, 4, steps)
        seat = position.actors[0]
        first, again = (bot(spec, game(name)).choose(position, seat, random.Random(2)) for _ in range(2))
        assert first in position.legal_moves(seat)
        assert first == again
