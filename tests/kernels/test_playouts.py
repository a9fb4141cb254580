"""Compiled play-outs of Sagrada: the same points as in Python, die by die, and the search that uses them."""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Iterator
from typing import Any

import pytest

from boardwright.bots.evaluation.compiled import CompiledPlayouts, compiled_playouts
from boardwright.bots.greedy import GreedyBot
from boardwright.bots.mcts import MctsBot
from boardwright.core.game.registry import game
from boardwright.core.rules.position import applied
from boardwright.core.search.playout import random_play
from boardwright.games.sagrada import GAME as SAGRADA
from boardwright.games.sagrada.facts import ROUNDS
from boardwright.games.sagrada.kernel import PLAYOUTS, SagradaTables
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.playout import coming_faces, is_trap, play_on, playable, playout
from boardwright.games.sagrada.position import SagradaPosition
from tests.scale import scaled

OWN = {
    "public_objectives": [
        {
            "id": 30 + number,
            "name": f"Own {number}",
            "description": "Made for this test.",
            "pattern": pattern,
            "points_per_pattern": 3 + number,
        }
        for number, pattern in enumerate(
            (
                {"type": "set", "object": "color", "values": ["purple", "red"]},
                {"type": "set", "object": "shade", "values": [6, 1, 3]},
                {"type": "diagonals", "object": "shade"},
            )
        )
    ]
}
TABLES = [
    (seats, options)
    for seats in (1, 2, 3, 4)
    for options in (*SAGRADA.variants(), SagradaOptions(cards=json.dumps(OWN)))
    if options.size == "full" or seats == 2
]


def made(**changed: Any) -> Any:
    from boardwright_kernels import Playouts

    return Playouts("sagrada", {**PLAYOUTS.tables(), **changed})


def played(seats: int, options: Any, seed: int, *, well: bool) -> Iterator[SagradaPosition]:
    """The positions of a game, by random moves or by a bot."""
    rng, bot = random.Random(seed), GreedyBot(SAGRADA, temperature=0.3)
    position: Any = random_play(SAGRADA.begin(seats, options), rng, 0)
    while position.outcome() is None:
        yield position
        seat = position.actors[0]
        move = bot.choose(position, seat, rng) if well else rng.choice(list(position.legal_moves(seat)))
        position = random_play(applied(position, move, seat), rng, 0)


def differences(playouts: Any, seats: int, options: Any, seed: int, *, well: bool) -> tuple[int, int]:
    """Return the number of positions of a game that were compared, and of those where the two sides differ."""
    compared = different = 0
    for position in played(seats, options, seed, well=well):
        rng = random.Random(seed)
        begun = None if is_trap(position) else playable(position, rng)
        if begun is None:
            assert PLAYOUTS.pack(position, rng) is None
            continue
        state, faces = PLAYOUTS.pack(begun, rng), coming_faces(begun.state, rng)
        scores, target = play_on(begun, faces)
        compared += 1
        different += playouts.scores(state, bytes(faces)) != (tuple(scores), target)
    return compared, different


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_position_is_played_out_alike(seats: int, options: Any) -> None:
    for seed in range(scaled(1)):
        for well in (False, True):
            compared, different = differences(made(), seats, options, seed, well=well)
            assert compared >= 8
            assert not different


@pytest.mark.parametrize("name", ["worth", "uses", "repeated", "clashes", "same_color"])
def test_play_outs_that_differ_are_noticed(name: str) -> None:
    """The comparison is not vacuous: with one table changed the two sides part."""
    table = PLAYOUTS.tables()[name]
    other = array("d", [-3.0 * each for each in table]) if table.typecode == "d" else array("q", [0] * len(table))
    games = (differences(made(**{name: other}), 2, SagradaOptions(), seed, well=False) for seed in range(4))
    assert any(different for _, different in games)


def test_where_nothing_is_drawn_any_more_the_payoffs_are_those_of_python() -> None:
    playouts, compared = made(), 0
    for seats in (1, 2, 4):
        for position in played(seats, SagradaOptions(), 5, well=True):
            expected = playout(position, random.Random(1)) if position.state.round == ROUNDS else None
            if expected is not None:
                state = PLAYOUTS.pack(position, random.Random(1))
                if state is None:
                    assert is_trap(position)
                    continue
                assert playouts.payoffs(state, 3, 1) == pytest.approx(expected, abs=1e-12)
                compared += 1
    assert compared > 10


def test_payoffs_follow_from_the_seed_and_are_the_mean() -> None:
    position = next(each for each in played(2, SagradaOptions(), 1, well=True) if each.state.round == 2)
    state, playouts = PLAYOUTS.pack(position, random.Random(1)), made()
    first, same, other = (playouts.payoffs(state, 400, seed) for seed in (1, 1, 2))
    assert first == same != other
    rng = random.Random(1)
    games = [playout(position, rng) for _ in range(400)]
    mean = sum(each[0] for each in games if each is not None) / 400
    assert first[0] == pytest.approx(mean, abs=0.15)
    assert first[0] == pytest.approx(-first[1])


def test_search_plays_out_with_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    position = next(each for each in played(2, SagradaOptions(), 2, well=True) if each.state.round == 3)
    monkeypatch.setattr("boardwright.games.sagrada.playout.play_on", lambda *_: pytest.fail("played out in Python"))
    assert MctsBot(SAGRADA, 40).search(position, position.actors[0], random.Random(1))


def test_the_switch_forces_play_outs_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDWRIGHT_KERNELS", "off")
    assert compiled_playouts(SAGRADA) is None
    monkeypatch.setattr(CompiledPlayouts, "payoffs", lambda *_: pytest.fail("played out by the kernel"))
    position = next(each for each in played(2, SagradaOptions(), 2, well=True) if each.state.round == 3)
    assert MctsBot(SAGRADA, 20).search(position, position.actors[0], random.Random(1))


def test_games_without_play_outs_have_none_compiled() -> None:
    assert compiled_playouts(game("deblockle")) is None
    assert isinstance(SAGRADA.bot.playout_kernel, SagradaTables)


def test_garbage_is_refused_or_harmless() -> None:
    position = next(each for each in played(3, SagradaOptions(), 3, well=True) if each.state.round == 4)
    playouts, rng, refused = made(), random.Random(4), 0
    start = array("I", PLAYOUTS.pack(position, rng) or b"")
    for _ in range(400):
        words = start[:]
        for _ in range(rng.randrange(1, 4)):
            words[rng.randrange(len(words))] = rng.choice((0, 1, 2, 3, 7, 8, 11, 25, 40, 255, 2**20, 2**32 - 1))
        try:
            payoffs = playouts.payoffs(words, 2, 1)
        except ValueError:
            refused += 1
        else:
            assert all(-1 <= each <= 1 for each in payoffs)
    assert 20 < refused < 400


def test_wrong_arguments_are_refused() -> None:
    from boardwright_kernels import Playouts

    position = next(each for each in played(2, SagradaOptions(), 1, well=True) if each.state.round == ROUNDS)
    state, playouts = PLAYOUTS.pack(position, random.Random(1)), made()
    with pytest.raises(ValueError, match="at least one play-out"):
        playouts.payoffs(state, 0, 1)
    with pytest.raises(ValueError, match="not a state of these play-outs"):
        playouts.payoffs(b"", 1, 1)
    with pytest.raises(ValueError, match="the rounds to come need 0 dice, not 1"):
        playouts.scores(state, bytes([1]))
    with pytest.raises(ValueError, match="there are no play-outs 'chess'"):
        Playouts("chess", {})
    tables: dict[str, Any] = dict(PLAYOUTS.tables())
    for name in tables:
        with pytest.raises(ValueError, match=f"table '{name}' is missing"):
            Playouts("sagrada", {key: table for key, table in tables.items() if key != name})
