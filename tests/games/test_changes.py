"""What is sent of the table of each game from one move to the next, in whole random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import median

import pytest

from boardwright.core.game import registry
from boardwright.core.game.table_of import table_of
from boardwright.core.layout import message
from boardwright.core.layout.changes import Changes, changes
from boardwright.core.layout.table import Table
from boardwright.core.rules.options import Options
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.rules.seats import usual_seats
from tests.changing import Reader, art_json, changes_json, filled, table_json
from tests.scale import scaled

GAMES = ("blokus", "deblockle", "mage_duel", "sagrada")
VARIANTS = [(name, options) for name in GAMES for options in registry.game(name).variants()]
MOST = 1000
"""The bytes that half of all moves need at most."""


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


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=lambda value: str(value)[:60])
@pytest.mark.parametrize("seed", range(scaled(1)))
def test_changes_lead_through_a_whole_game_as_every_viewer_sees_it(name: str, options: Options, seed: int) -> None:
    game = registry.game(name)
    rng = random.Random(f"{name} {seed}")
    seats = next(seats for seats in (rng.choice(game.seats), *game.seats) if _fits(name, seats, options))
    shown: dict[int | None, tuple[Table, Reader]] = {}
    for position in _steps(game.begin(seats, options), rng):
        for seat in (None, *range(position.seats)):
            table = table_of(game, position.view(seat))
            if seat not in shown:
                reader = Reader()
                reader.show(table_json(table))
            else:
                old, reader = shown[seat]
                found = changes(old.shown, table.shown)
                reader.remember(art_json(art for art in found.arts if art.key not in reader.art))
                reader.change(changes_json(found))
                assert reader.zones == filled(changes_json(Changes(zones=table.shown))["zones"])
            shown[seat] = table, reader


def _fits(name: str, seats: int, options: Options) -> bool:
    try:
        registry.game(name).begin(seats, options)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("name", GAMES)
def test_half_of_all_moves_are_told_in_a_kilobyte_to_one_who_has_seen_a_match(name: str) -> None:
    game, known = registry.game(name), set[str]()
    for number in range(2):  # drawings are kept from match to match
        old, sizes = None, list[int]()
        for position in _steps(game.begin(usual_seats(game.seats)), random.Random(f"{name} {number}")):
            table = table_of(game, position.view(0))
            if old is not None:
                found = changes(old.shown, table.shown)
                arts = [art for art in dict.fromkeys(found.arts) if art.key not in known]
                sizes.append(len(message.encode(found)) + len(message.art_json(arts)))
            known |= table.arts.keys()
            old = table
    assert len(sizes) > 20
    assert median(sizes) <= MOST


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_ends_at_any_time_can_be_shown(name: str) -> None:
    game = registry.game(name)
    for number, position in enumerate(_steps(game.begin(), random.Random(name))):
        for seat in (None, *range(position.seats)) if number < 30 or number % 50 == 0 else ():
            table = table_of(game, game.ended(position.view(seat)))
            assert table_json(table)["zones"]
            assert table.text()
