"""The patches between consecutive pictures of whole random games."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from boardwright.core import registry
from boardwright.core.patch import changes
from boardwright.core.picture import Picture
from boardwright.core.playout import random_play
from boardwright.core.position import AnyPosition, applied
from tests.patching import parsed, patched, text_of
from tests.scale import scaled

GAMES = ("blokus", "deblockle", "mage_duel", "sagrada")


def _steps(position: AnyPosition, rng: random.Random) -> Iterator[AnyPosition]:
    """Every position of a random game, those in the middle of a turn and before chance included."""
    yield position
    while position.outcome() is None:
        if position.chance is not None:
            position = position.after_chance(position.chance.sample(rng))
        else:
            seat = rng.choice(position.actors)
            choices = tuple(position.legal_moves(seat))
            position = applied(position, choices[rng.randrange(len(choices))], seat)
        yield position


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(scaled(1)))
def test_patches_lead_through_a_whole_game_as_every_viewer_sees_it(name: str, seed: int) -> None:
    game = registry.game(name)
    rng = random.Random(f"{name} {seed}")
    start = game.begin(game.seats[-1], game.read_options({}))
    shown: dict[int | None, Picture] = {}
    for number, position in enumerate(_steps(start, rng)):
        if number > 250:
            break
        if number % 8 > 1:  # a pair of consecutive positions out of eight
            shown.clear()
            continue
        for seat in (None, 0):
            picture = game.picture(position.view(seat))
            if seat in shown:
                steps = changes(shown[seat], picture)
                assert text_of(patched(parsed(shown[seat]), steps)) == text_of(parsed(picture))
            shown[seat] = picture
    assert number > 20


@pytest.mark.parametrize("name", GAMES)
def test_most_of_a_picture_stays_from_one_move_to_the_next(name: str) -> None:
    game = registry.game(name)
    rng = random.Random(name)
    position = random_play(game.begin(), rng, 20)
    old = game.picture(position.view(0))
    new = game.picture(random_play(position, rng, 1).view(0))
    assert 0 < len(msgspec.json.encode(changes(old, new))) < len(new.svg()) / 2
