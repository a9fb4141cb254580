"""The one-cube game of Deblockle: the table against a search that knows nothing, and the bot against all others."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from unittest import mock

import pytest

from boardwright.arena.pairing import Pairing, play
from boardwright.bots import bot, perfect
from boardwright.bots.bot import pick
from boardwright.bots.perfect import known_turns
from boardwright.core.game.registry import game
from boardwright.core.rules.position import AnyPosition, applied

DEBLOCKLE = game("deblockle")
ONE_CUBE = DEBLOCKLE.read_options({"cubes": 1})


def turns_within(position: AnyPosition, limit: int) -> int:
    """Return the first turn on which the actor wins or loses by plain search over whole turns, 0 beyond the limit."""
    if limit < 1:
        return 0
    seat = position.actors[0]
    found = []
    for move in position.legal_moves():
        after = applied(position, move, seat)
        if after.outcome() is not None:
            return 1
        if after.actors == (seat,):
            found.append(turns_within(after, limit))
        else:
            below = turns_within(after, limit - 1)
            found.append(0 if not below else 1 - below if below < 0 else -1 - below)
    wins = [turns for turns in found if turns > 0]
    if wins:
        return min(wins)
    return min(found) if 0 not in found else 0


def random_positions(count: int, seed: int) -> list[AnyPosition]:
    rng = random.Random(seed)
    found: list[AnyPosition] = []
    position = start = DEBLOCKLE.begin(2, ONE_CUBE)
    while len(found) < count:
        position = applied(position, pick(position.legal_moves(), rng), position.actors[0])
        if position.outcome() is not None:
            position = start
        elif rng.random() < 0.1:
            found.append(position)
    return found


@cache
def samples() -> tuple[AnyPosition, ...]:
    return tuple(random_positions(60, seed=7))


@pytest.mark.parametrize("number", range(60))
def test_the_table_agrees_with_plain_search_over_three_turns(number: int) -> None:
    position = samples()[number]
    known = known_turns(DEBLOCKLE, position)
    assert known is not None
    assert turns_within(position, 3) == (known if abs(known) <= 3 else 0)


def test_player_one_wins_from_the_start_on_the_seventh_turn_by_d7_c7() -> None:
    start = DEBLOCKLE.begin(2, ONE_CUBE)
    assert known_turns(DEBLOCKLE, start) == 7
    assert known_turns(DEBLOCKLE, start.play(start.parse("d7-c7"))) == -6
    assert known_turns(DEBLOCKLE, start.play(start.parse("pass"))) == 7


def test_every_known_value_follows_from_the_values_one_move_on() -> None:
    for position in random_positions(400, seed=11):
        known = known_turns(DEBLOCKLE, position) or 0
        seat = position.actors[0]
        reached = [_seen_from(seat, applied(position, move, seat)) for move in position.legal_moves()]
        assert known == max(reached, key=lambda turns: 1 / turns if turns else 0)


def _seen_from(seat: int, after: AnyPosition) -> int:
    if after.outcome() is not None:
        return 1
    turns = known_turns(DEBLOCKLE, after) or 0
    if seat in after.actors or not turns:
        return turns
    return 1 - turns if turns < 0 else -1 - turns


@pytest.mark.parametrize("rival", ["random", "greedy", "level4", "perfect"])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_perfect_wins_as_first_player_against_any_bot(rival: str, seed: str) -> None:
    pairing = Pairing(
        number=0, game="deblockle", bots=("perfect", rival), seed=seed, options={"cubes": 1}, max_moves=100
    )
    assert play(pairing).places == (1, 2)


@pytest.mark.parametrize("seed", range(25))
def test_perfect_never_loses_a_won_position_and_wins_it_in_time(seed: int) -> None:
    rng = random.Random(seed)
    perfect, rivals = bot("perfect", DEBLOCKLE), [bot(name, DEBLOCKLE) for name in ("random", "greedy")]
    position = next(one for one in random_positions(50, seed) if (known_turns(DEBLOCKLE, one) or 0) > 0)
    winner, left = position.actors[0], known_turns(DEBLOCKLE, position) or 0
    turn = position.actors
    while position.outcome() is None:
        seat = position.actors[0]
        player = perfect if seat == winner else rng.choice(rivals)
        position = position.play(player.choose(position, seat, rng), seat)
        if position.actors != turn:
            turn, left = position.actors, left - 1
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winners == (winner,)
    assert left >= 0


def test_the_ending_of_a_larger_game_is_known_too() -> None:
    start = DEBLOCKLE.begin(2, DEBLOCKLE.read_options({"cubes": 4}))
    assert known_turns(DEBLOCKLE, start) is None
    assert known_turns(DEBLOCKLE, DEBLOCKLE.begin(2, DEBLOCKLE.read_options({"cubes": 1, "variant": "contract"}))) == 7


def test_perfect_searches_where_nothing_is_known() -> None:
    duel = Pairing(number=0, game="deblockle", bots=("perfect:iterations=40", "random"), seed="x", max_moves=200)
    assert play(duel).places == (1, 2)


def test_a_damaged_table_is_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solution = DEBLOCKLE.bot.solution
    assert solution is not None
    whole = perfect.table(solution)
    monkeypatch.setattr(perfect, "_loaded", {})
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = perfect.table_path(solution)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"not a table")
    assert perfect.table(solution) == whole
    assert path.stat().st_size > 100_000


def test_without_a_home_directory_a_table_is_built_and_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", mock.Mock(side_effect=RuntimeError("Could not determine home directory.")))
    solution = mock.Mock(version=1, build=lambda: b"a table")
    assert perfect.table(solution) == b"a table"


def test_the_name_of_the_file_says_the_version() -> None:
    solution = DEBLOCKLE.bot.solution
    assert solution is not None
    assert perfect.table_path(solution).name == f"deblockle-one-cube-v{solution.version}.table"
