"""Windows filled in playouts are filled by the rules."""

from __future__ import annotations

import random
from typing import cast

import pytest

from boardwright.bots.mcts import MctsBot
from boardwright.core.rules.position import applied
from boardwright.core.search.playout import random_play
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.facts import BESIDE, BORDER, CELLS, COLOR_OF, EMPTY_FRAME, Frame, rules
from boardwright.games.sagrada.playout import FACE_OF, Filling, coming_faces, is_trap, play_on, playout
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.scoring import breakdowns
from tests.games.present import present

FITS = rules(placing=True, color=True, shade=True)


def table(seed: int, moves: int, seats: int = 2) -> SagradaPosition:
    return cast(SagradaPosition, random_play(GAME.begin(seats), random.Random(seed), moves))


def quick_play(position: SagradaPosition, seed: int) -> tuple[list[int], int]:
    return play_on(position, coming_faces(position.state, random.Random(seed)))


def filling(position: SagradaPosition, seat: int) -> Filling:
    state, window = position.state, position.state.windows[seat]
    assert window is not None
    public = [position.book.objectives[card] for card in state.public]
    return Filling(state.frames[seat], window.cells, position.privates[seat].cards, public)


def fitting(frame: Frame, pattern: str) -> set[tuple[int, int]]:
    """Every die with its cell that the rules of placement let in."""
    faces = sorted(set(FACE_OF[8:]) - {color * 8 for color in range(5)} - {color * 8 + 7 for color in range(5)})
    return {
        (face, cell)
        for face in faces
        for cell in range(CELLS)
        if not frame[cell] and not FITS(frame, pattern, face, cell)
    }


@pytest.mark.parametrize("seed", range(6))
def test_what_may_come_to_a_cell_is_what_the_rules_say(seed: int) -> None:
    for moves in (2, 10, 25, 50):
        position = table(seed, moves)
        for seat, frame in enumerate(position.state.frames):
            one, window = filling(position, seat), position.state.windows[seat]
            assert window is not None
            allowed = {(face, cell) for cell in one.reach for face in range(40) if one.allowed[cell] >> face & 1}
            assert allowed == fitting(frame, window.cells)


def test_a_window_is_filled_by_the_rules_until_nothing_fits() -> None:
    rng = random.Random(2)
    one = filling(table(1, 2), 0)
    assert set(one.reach) == BORDER
    for _ in range(40):
        before = tuple(one.frame)
        pool = [rng.randrange(5) * 8 + rng.randrange(1, 7) for _ in range(5)]
        one.add(pool)
        assert len(pool) == 5 - (tuple(one.frame) != before)
    frame = tuple(one.frame)
    assert frame.count(0) < 8
    for cell, die in enumerate(frame):
        for other in BESIDE[cell] if die else ():
            assert frame[other] & 7 != die & 7
            assert not frame[other] or COLOR_OF[frame[other]] != COLOR_OF[die]


def test_quick_play_is_far_better_than_any_play() -> None:
    played, wild = 0, 0
    for seed in range(20):
        played += sum(quick_play(table(seed, 2), seed)[0])
        outcome = present(table(seed, 5000).outcome())
        wild += sum(map(int, outcome.scores))
    assert played > 2 * wild


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_each_seat_has_a_payoff(seats: int) -> None:
    for moves in (0, 1, seats, 30):
        position = table(4, moves, seats)
        payoffs = playout(position, random.Random(5))
        assert payoffs == playout(position, random.Random(5))
        if payoffs is not None:
            assert len(payoffs) == seats
            assert all(-1 < worth < 1 for worth in payoffs)
    assert playout(table(4, seats, seats), random.Random(5)) is not None


def test_in_the_middle_of_a_tool_there_is_no_playout() -> None:
    met = 0
    for seed in range(30):
        position = table(seed, 15)
        if position.state.active and not is_trap(position):
            met += 1
            assert playout(position, random.Random(1)) is None
    assert met


def test_a_search_walks_into_no_trap_where_it_can_pass() -> None:
    """Even where passing loses the game: the way out leads back, and it would walk in for ever."""
    met = 0
    for seed in range(40):
        position = table(seed, 60 + seed)
        if position.outcome() is not None or not position.state.can_pass:
            continue
        seat = position.actors[0]
        traps = [move for move in position.legal_moves() if is_trap(applied(position, move, seat))]
        for move in traps:
            assert present(playout(applied(position, move, seat), random.Random(1)))[seat] == -1.0
        if traps:
            met += 1
            chosen = MctsBot(GAME, 30).choose(position, seat, random.Random(1))
            assert chosen not in traps
    assert met


def test_the_die_in_hand_is_placed_first() -> None:
    position = table(1, 2)
    pick = next(move for move in position.legal_moves() if move.word == "pick")
    after = applied(position, pick, 0)
    assert after.state.picked
    assert after.state.frames[0] == EMPTY_FRAME
    scores, _ = quick_play(after, 1)
    assert all(score > 0 for score in scores)


def test_alone_an_empty_cell_costs_three_in_playouts_too(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Filling] = []
    add, holes = Filling.add, 0

    def watched(one: Filling, pool: list[int]) -> None:
        kept.append(one)
        add(one, pool)

    monkeypatch.setattr(Filling, "add", watched)
    for seed in range(8):
        position = table(seed, 1, seats=1)
        (score,), _ = quick_play(position, seed)
        end, frame = position.state.draft(), tuple(kept[-1].frame)
        end.frames = (frame,)
        part = breakdowns(end, position.privates, position.book.objectives)[0]
        assert score == max(0, (part.private or 0) + sum(part.public) - 3 * frame.count(0))
        holes += frame.count(0) * bool(score)
    assert holes
