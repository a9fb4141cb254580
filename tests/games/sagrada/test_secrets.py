"""Hidden cards and choices, what a match takes back, and what time does."""

from __future__ import annotations

import pickle
from random import Random

import msgspec

from boardwright.core.hidden import Deck, Hand
from boardwright.core.match.clock import Clock
from boardwright.core.match.match import Match
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.position import SagradaPosition


def walk(seats: int, seed: int, steps: int) -> SagradaPosition:
    rng = Random(seed)
    position = GAME.begin(seats)
    for _ in range(steps):
        if position.outcome() is not None:
            break
        if position.chance is not None:
            position = position.take(position.chance.sample(rng))
        else:
            seat = rng.choice(position.actors)
            position = position.play(rng.choice(list(position.legal_moves(seat))), seat)
    return position


def test_views_of_others_say_nothing_about_a_private_objective() -> None:
    for steps in (4, 30, 90, 150):
        position = walk(3, 1, steps)
        for card in (23, 24, 25, 26, 27):
            if card not in position.undealt or not position.privates[0]:
                continue
            undealt = Deck.of((*position.undealt.without(card), *position.privates[0]))
            twin = position.replace(privates=(Hand.of((card,)), *position.privates[1:]), undealt=undealt)
            for seat in (None, 1, 2):
                assert GAME.picture(position.view(seat)).svg() == GAME.picture(twin.view(seat)).svg()
                assert msgspec.json.encode(position.view(seat)) == msgspec.json.encode(twin.view(seat))


def test_a_window_choice_is_hidden_until_all_have_chosen() -> None:
    position = walk(2, 5, 10)
    assert position.actors == (0, 1)
    one, two = (position.play(position.parse(f"window {number}"), 0) for number in (1, 3))
    assert position.parse("window 1").secret
    assert one.view(1) == two.view(1)
    assert one.view(None) == two.view(None)
    assert one.view(0) != two.view(0)
    shown = one.play(one.parse("window 2"), 1)
    assert [player.window for player in shown.view(1).players] == [
        position.state.offers[0][0],
        position.state.offers[1][1],
    ]


def test_a_private_objective_is_seen_by_its_owner_alone() -> None:
    position = GAME.begin(2)
    assert position.chance is not None
    assert position.chance.seen == (0,)
    after = position.take("23")
    assert after.chance is not None
    assert after.chance.seen == (1,)
    dealt, seen = GAME.events(position, "23", None, after)
    assert (dealt.seats, dealt.text) == (None, "Player 1 gets a private objective.")
    assert (seen.seats, seen.facts["card"]) == ((0,), 23)


def test_the_match_undoes_what_the_game_lets_go_and_passes_when_time_is_up() -> None:
    match = Match.new(GAME, seats=2, seed=bytes(32))
    match.play("window 1", 0)
    match.play("window 1", 1)
    start = match.position
    match.play("pick 1", 0)
    match.undo(0)
    assert match.position == start
    match.redo(0)
    assert start.fallback(0) is not None
    assert match.position.fallback(0) is None
    match.undo(0)
    match.play("pass", 0)
    assert match.undo_refusal(1) is not None


def test_the_numbering_of_moves_survives_pickling() -> None:
    actions = GAME.actions(2, GAME.read_options())
    again = pickle.loads(pickle.dumps(actions))
    position = walk(2, 1, 60)
    assert again.moves == actions.moves
    assert again.encode(position, 0) == actions.encode(position, 0)


def test_what_a_position_remembers_stays_out_of_its_value() -> None:
    position, fresh = walk(2, 1, 60), walk(2, 1, 60)
    assert list(position.legal_moves())
    assert pickle.dumps(position) == pickle.dumps(fresh)
    assert (position, hash(position)) == (fresh, hash(fresh))


def test_when_a_turn_runs_out_of_time_it_is_taken_back_and_passed() -> None:
    match = Match.new(GAME, seats=2, seed=bytes(32), clock=Clock(per_turn=60_000))
    match.play("window 1", 0, 0)
    match.play("window 1", 1, 0)
    pool = match.position.view(None).pool
    match.play("pick 2", 0, 1_000)
    match.expire(60_000)
    assert match.position.actors == (1,)
    assert match.position.view(None).pool == pool
    assert match.deadline() == (120_000, 1)


def test_windows_not_chosen_in_time_are_the_first_ones() -> None:
    match = Match.new(GAME, seats=2, seed=bytes(32), clock=Clock(per_turn=10_000))
    first = [offers[0].name for offers in match.position.view(None).offers]
    match.expire(10_000)
    chosen = [player.window for player in match.position.view(None).players]
    assert [window and window.name for window in chosen] == first
