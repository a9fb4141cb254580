"""The variant `original`: throwing, placing, blocked hops, the compulsory hop, passing, the draw."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest

from boardwright.core.chance.distribution import Distribution
from boardwright.core.game.perft import outcomes
from boardwright.core.refusal import IllegalMove
from boardwright.games.deblockle import GAME
from boardwright.games.deblockle.cube import FACINGS, Cube
from boardwright.games.deblockle.facts import HOOPS, NUMBERS, SLIDE, SQUARES, START_SQUARES, WIN_SQUARES, X_HOP, Square
from boardwright.games.deblockle.movegen import blocked_reach, hop_reach, squares_in
from boardwright.games.deblockle.moves import PASS, CubeMove, Place
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import DeblocklePosition, arrange
from tests.games.present import present

ORIGINAL = DeblockleOptions(variant="original")


def ends(face: int, start: Square, others: list[Square], *, full: bool = True) -> set[Square]:
    taken = sum(1 << NUMBERS[square] for square in others)
    return {SQUARES[end] for end in squares_in(blocked_reach(face, NUMBERS[start], taken, full_slide=full))}


def thrown(faces: str, options: DeblockleOptions = ORIGINAL) -> DeblocklePosition:
    position = GAME.begin(options=options)
    for face in faces:
        position = position.take(face)
    return position


def code(position: DeblocklePosition, text: str, seat: int | None = None) -> str | None:
    refusal = position.refusal(position.parse(text), seat)
    return None if refusal is None else refusal.code


class TestHops:
    EXAMPLE = ((4, 3), (3, 4))

    def test_hoops_goes_three_steps_over_open_squares(self) -> None:
        assert ends(HOOPS, (4, 4), [*self.EXAMPLE]) == {
            (2, 5), (3, 6), (4, 5), (4, 7), (5, 2), (5, 4), (5, 6), (6, 3), (6, 5), (7, 4),
        }  # fmt: skip

    def test_hoops_of_the_default_variant_flies_there_and_further(self) -> None:
        free = hop_reach(HOOPS, NUMBERS[4, 4]) & ~sum(1 << NUMBERS[square] for square in self.EXAMPLE)
        more = {SQUARES[end] for end in squares_in(free)} - ends(HOOPS, (4, 4), [*self.EXAMPLE])
        assert more == {(1, 4), (2, 3), (3, 2), (4, 1)}

    def test_slide_full_goes_as_far_as_it_can(self) -> None:
        assert ends(SLIDE, (4, 4), [*self.EXAMPLE]) == {(4, 7), (7, 4)}

    def test_slide_free_may_stop_on_the_way(self) -> None:
        assert ends(SLIDE, (4, 4), [*self.EXAMPLE], full=False) == {(4, 5), (4, 7), (5, 4), (6, 4), (7, 4)}

    def test_a_full_slide_that_would_end_on_a_star_square_ends_before_it(self) -> None:
        assert (4, 3) in ends(SLIDE, (4, 5), [(4, 1)])
        assert not {(4, 2), (4, 1)} & ends(SLIDE, (4, 5), [(4, 1)])

    def test_a_slide_with_nothing_but_a_star_square_ahead_is_unavailable(self) -> None:
        assert {x for x, _ in ends(SLIDE, (4, 3), [(4, 1), (4, 4)])} == {1, 7}

    def test_no_hop_ends_on_a_star_square_but_hoops_may_cross_one(self) -> None:
        assert (4, 2) not in ends(X_HOP, (3, 3), [])
        walled = [(3, 1), (5, 1), (3, 3), (5, 3), (3, 2), (5, 2)]
        assert (4, 1) in ends(HOOPS, (4, 4), walled)

    @pytest.mark.parametrize("seed", range(20))
    def test_an_open_neighbor_is_always_reachable_and_distances_are_1_or_3(self, seed: int) -> None:
        rng = Random(seed)
        start, *others = rng.sample(SQUARES, 8)
        found = ends(HOOPS, start, others)
        for square in SQUARES:
            distance = abs(square[0] - start[0]) + abs(square[1] - start[1])
            if square in found:
                assert distance in (1, 3)
            elif distance == 1:
                assert square in others or square in WIN_SQUARES


class TestSetUp:
    def test_all_cubes_are_thrown_first_with_six_equal_faces(self) -> None:
        position = GAME.begin(options=ORIGINAL)
        for _ in range(8):
            assert position.chance is not None
            assert position.actors == ()
            assert outcomes(position.chance) == ("S", "X", "L", "H", "T", "P")
            assert position.chance.digest == Distribution.uniform(outcomes(position.chance)).digest
            position = position.take("S")
        assert position.chance is None
        assert position.phase == "Place"

    def test_player_1_places_player_2s_cubes_then_player_2_places_player_1s(self) -> None:
        position = thrown("SXLHTPSX")
        placed = []
        while position.phase == "Place":
            move = next(iter(position.legal_moves()))
            assert isinstance(move, Place)
            placed.append((position.active, move.facing[0], move.square in START_SQUARES[1]))
            position = position.play(move)
        assert placed == [(0, face, True) for face in (5, 6, 1, 2)] + [(1, face, False) for face in (1, 2, 3, 4)]
        assert (position.phase, position.active) == ("Roll", 0)
        assert [cube.player for cube in position.cubes] == [1] * 4 + [2] * 4
        assert [cube.up for cube in position.cubes] == [1, 2, 3, 4, 5, 6, 1, 2]

    def test_each_cube_goes_on_a_free_start_square_in_four_ways(self) -> None:
        position = thrown("SXLHTPSX")
        for free in (4, 3, 2, 1):
            assert len(position.legal_moves()) == 4 * free
            position = position.play(next(iter(position.legal_moves())))

    def test_with_fewer_cubes_the_same_four_squares_are_offered(self) -> None:
        position = thrown("SX", DeblockleOptions(variant="original", cubes=1))
        assert {move.square for move in position.legal_moves() if isinstance(move, Place)} == set(START_SQUARES[1])

    def test_a_face_that_is_none_cannot_be_thrown(self) -> None:
        with pytest.raises(IllegalMove, match="possible are S, X, L, H, T, P"):
            GAME.begin(options=ORIGINAL).take("Q")
        with pytest.raises(IllegalMove):
            thrown("SXLHTPSX").take("S")

    def test_refusals_while_throwing_and_placing(self) -> None:
        assert code(GAME.begin(options=ORIGINAL), "pass", 0) == "not_your_turn"
        position = thrown("SXLHTPSX")
        assert code(position, "place c1 T-L-S", 1) == "not_your_turn"
        assert code(position, "place (0,1) T-L-S") == "off_board"
        assert code(position, "pass") == "pass_not_allowed"
        assert code(position, "c1-c2") == "place_first"
        assert code(position, "place c5 T-L-S") == "not_start_square"
        assert code(position, "place c1 X-L-S") == "wrong_face"
        assert code(position, "place c1 T-S-L") == "no_such_facing"
        placed = position.play(position.parse("place c1 T-L-S"))
        assert code(placed, "place c1 P-L-T") == "occupied"
        assert code(GAME.begin(), "place c1 T-L-S") == "nothing_to_place"


class TestPlay:
    def test_the_hop_is_compulsory(self) -> None:
        position = arrange([Cube(1, 4, 4, 4, 6, 5), Cube(2, 5, 6, 3, 1, 5)], options=ORIGINAL)
        hop = position.play(position.parse("d4-e4"))
        assert hop.phase == "Hop"
        assert PASS not in hop.legal_moves()
        assert code(hop, "pass") == "pass_not_allowed"

    def test_passing_is_only_for_who_can_do_nothing(self) -> None:
        stuck = [Cube(1, 1, 7, 5, 6, 3), Cube(2, 2, 7, 3, 6, 2), Cube(2, 4, 4, 3, 6, 2)]
        position = arrange(stuck, options=ORIGINAL)
        assert position.legal_moves() == (PASS,)
        after = position.play(PASS)
        assert after.active == 1
        assert code(after, "pass") == "pass_not_allowed"

    def test_a_hop_onto_the_own_star_square_is_an_illegal_hop(self) -> None:
        cubes = [Cube(1, 5, 4, 6, 5, 4), Cube(2, 7, 7, 2, 3, 6)]
        standard, original = arrange(cubes), arrange(cubes, options=ORIGINAL)
        assert code(standard.play(standard.parse("e4-e3")), "e3-d2") is None
        assert code(original.play(original.parse("e4-e3")), "e3-d2") == "illegal_hop"

    def test_a_roll_whose_hop_has_nowhere_to_go_ends_the_turn(self) -> None:
        x_up_in_the_corner = Cube(1, 1, 2, 3, 5, 6)
        blocker = Cube(2, 2, 2, 3, 1, 5)
        position = arrange([x_up_in_the_corner, blocker], options=ORIGINAL)
        after = position.play(position.parse("a2-a1"))
        assert after.cubes[0] == Cube(1, 1, 1, 2, 3, 6)
        assert (after.phase, after.active) == ("Roll", 1)
        roll = position.parse("a2-a1")
        assert [event.name for event in GAME.events(position, roll, 0, after)] == ["blocked"]

    def test_when_nobody_can_roll_the_game_is_drawn_and_the_last_mover_stays_active(self) -> None:
        cubes = [Cube(1, 1, 7, 5, 6, 3), Cube(1, 3, 7, 3, 6, 2), Cube(2, 4, 7, 3, 5, 6), Cube(2, 3, 3, 5, 6, 3)]
        position = arrange(cubes, active_player=2, options=ORIGINAL)
        hop = position.play(position.parse("c3-b3"))
        last = hop.parse("b3-b7")
        position = hop.play(last)
        outcome = present(position.outcome())
        assert (outcome.winners, outcome.reason, outcome.payoffs()) == ((), "dead_position", (0.0, 0.0))
        assert (position.phase, position.active, position.actors) == ("End", 1, ())
        assert [event.name for event in GAME.events(hop, last, 1, position)] == ["hopped", "dead_position"]
        assert not position.is_dead

    @pytest.mark.parametrize("slide", ["full", "free"])
    def test_no_cube_ever_rests_on_a_star_square(self, slide: Literal["full", "free"]) -> None:
        rng = Random(3)
        position = GAME.begin(options=DeblockleOptions(variant="original", slide=slide))
        for _ in range(1500):
            if position.chance is not None:
                position = position.take(position.chance.sample(rng))
            elif position.actors:
                position = position.play(rng.choice(tuple(position.legal_moves())))
            if position.phase == "Roll":
                assert not {cube.square for cube in position.cubes} & {*WIN_SQUARES}
            if PASS in position.legal_moves():
                assert position.legal_moves() == (PASS,)

    def test_hops_are_those_of_the_rolled_cube(self) -> None:
        rng = Random(5)
        position = GAME.begin(options=ORIGINAL)
        seen = 0
        for _ in range(400):
            if position.chance is not None:
                position = position.take(position.chance.sample(rng))
                continue
            if position.phase == "Hop":
                seen += 1
                starts = {move.start for move in position.legal_moves() if isinstance(move, CubeMove)}
                assert starts == {SQUARES[position.rolled or 0]}
            position = position.play(rng.choice(tuple(position.legal_moves())))
        assert seen > 50
        assert all(cube.facing in FACINGS for cube in position.cubes)
