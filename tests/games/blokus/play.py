"""Short ways to set up and play positions in these tests."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from boardwright.games.blokus import GAME
from boardwright.games.blokus.options import SETUPS, BlokusOptions
from boardwright.games.blokus.position import BlokusPosition


def begin(variant: str = "classic", seats: int = 4, **options: str) -> BlokusPosition:
    return GAME.begin(seats, GAME.read_options({"variant": variant, **options}))


def play(position: BlokusPosition, *moves: str) -> BlokusPosition:
    for move in moves:
        position = position.play(position.parse(move))
    return position


def random_game(position: BlokusPosition, seed: int) -> Iterator[BlokusPosition]:
    """Every position of a random game, from the given one to the end."""
    rng = Random(seed)
    yield position
    while position.actors:
        position = position.play(rng.choice(position.listed))
        yield position


def middle_positions(games: int) -> Iterator[BlokusPosition]:
    """Positions of random games in which every color has placed six to nine pieces."""
    for number in range(games):
        yield list(islice(random_game(GAME.begin(4), number), 27 + 2 * (number % 5)))[-1]


def every_setup() -> list[BlokusPosition]:
    return [GAME.begin(seats, BlokusOptions(variant=name)) for name, seats in SETUPS]
