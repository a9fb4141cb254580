"""Set-up, turns, placement, scoring, ties and the game alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest

from boardwright.core.match.match import Match
from boardwright.core.refusal import IllegalMove, Unreadable
from boardwright.games.sagrada import GAME
from boardwright.games.sagrada.events import progress
from boardwright.games.sagrada.facts import (
    CELLS,
    EMPTY_FRAME,
    Rule,
    anything_goes,
    color_rule,
    die_of,
    placing_rule,
    shade_rule,
    snake,
)
from boardwright.games.sagrada.moves import RETURN, ChooseWindow, Command
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.position import SagradaPosition, play_position
from boardwright.games.sagrada.scoring import Breakdown, breakdowns, ranking
from boardwright.games.sagrada.state import Window
from tests.games.present import present
from tests.games.sagrada.play import PLAIN, Table


def settle(position: SagradaPosition, seed: int = 1) -> SagradaPosition:
    rng = Random(seed)
    while position.chance is not None:
        position = position.take(position.chance.sample(rng))
    return position


class TestSetUp:
    def test_every_seat_is_offered_four_different_windows(self) -> None:
        position = settle(GAME.begin(4))
        names = [window.name for offers in position.state.offers for window in offers]
        assert len(names) == len(set(names)) == 16

    def test_favor_points_are_the_difficulty_of_the_window_kept(self) -> None:
        position = settle(GAME.begin(2))
        kept = [position.state.offers[0][2], position.state.offers[1][0]]
        position = position.play(ChooseWindow(3), 0).play(ChooseWindow(1), 1)
        assert position.state.favor == tuple(window.difficulty for window in kept)

    def test_the_windows_may_be_chosen_in_any_order_but_only_once(self) -> None:
        position = settle(GAME.begin(2)).play(ChooseWindow(4), 1)
        assert position.actors == (0,)
        assert present(position.refusal(ChooseWindow(1), 1)).code == "window_chosen"

    def test_double_sided_cards_bring_both_sides(self) -> None:
        position = settle(GAME.begin(3, SagradaOptions(double_sided=True)))
        backs = position.book.backs
        for one, two, three, four in position.state.offers:
            assert (backs[one.name], backs[three.name]) == (two.name, four.name)

    @pytest.mark.parametrize(("seats", "dice"), [(1, 4), (2, 5), (3, 7), (4, 9)])
    def test_the_pool_has_two_dice_a_player_and_one_more(self, seats: int, dice: int) -> None:
        position = settle(GAME.begin(seats))
        for seat in range(seats):
            position = position.play(ChooseWindow(1), seat)
        position = settle(position)
        assert len(position.state.pool) == dice
        assert len(position.state.public) == (2 if seats == 1 else 3)


class TestTurns:
    def test_the_order_is_a_snake_and_the_first_player_moves_on(self) -> None:
        assert snake(0, 2) == (0, 1, 1, 0)
        assert snake(2, 3) == (2, 0, 1, 1, 0, 2)
        assert snake(1, 4) == (1, 2, 3, 0, 0, 3, 2, 1)

    def test_left_over_dice_go_to_the_track_in_pool_order(self) -> None:
        table = Table(chance=["R1"] * 5)
        table.do("pick 2", "place 1 1", "pass", "pass", "pass", "pass")
        assert table.position.view(None).track == (("R1", "Y3", "B4", "P5"),)
        assert (table.state.round, table.state.current) == (2, 1)

    def test_a_picked_die_must_be_placed_before_passing(self) -> None:
        table = Table()
        table.do("pick 1")
        assert table.why("pass") == "die_already_picked"
        table.do("place 1 1", "pass")

    def test_after_ten_rounds_nothing_goes_any_more(self) -> None:
        table = Table(chance=["R1", "G2", "Y3", "B4", "P5"] * 9)
        for _ in range(40):
            table.do("pass")
        assert table.position.outcome() is not None
        assert (table.state.pool, table.position.actors) == ((), ())
        assert table.why("pass", seat=0) == "game_over"
        assert sum(table.state.slots) == 50

    def test_with_four_players_the_bag_is_empty_in_the_last_round(self) -> None:
        faces = [f"{letter}1" for letter in "RGYBP" for _ in range(18)]
        table = Table(seats=4, pool=" ".join(faces[:9]), chance=faces[9:])
        for _ in range(9 * 8):
            table.do("pass")
        assert (table.state.round, len(table.state.bag)) == (10, 0)

    def test_a_command_that_does_not_exist_is_refused_as_such_even_out_of_turn(self) -> None:
        table = Table()
        assert table.why("select 1", seat=1) == "no_such_command"
        assert table.why("pass", seat=1) == "not_your_turn"

    @pytest.mark.parametrize(
        "text", ["pick 1 ", " pick 1", "Pick 1", "pick", "pick 10", "pick ٣", "pass\n", "place 1", ""]
    )
    def test_matching_is_exact(self, text: str) -> None:
        assert Table().why(text) == "no_such_command"


class TestWayBack:
    def test_a_die_that_fits_nowhere_goes_back_to_where_it_was(self) -> None:
        table = Table(window=Window("Only purple", 5, "P" * CELLS))
        start = table.position
        stuck = start.play(start.parse("pick 1"))
        assert list(stuck.legal_moves()) == [RETURN]
        assert stuck.play(RETURN) == start

    def test_a_tool_that_leads_nowhere_is_taken_back_to_where_pass_was_possible(self) -> None:
        table = Table(4, frame={"1 1": "R1"})
        start = table.position
        after = start.play(start.parse("tool 4")).play(start.parse("move 1 1 1 2"))
        assert list(after.legal_moves()) == [RETURN]
        assert after.play(RETURN) == start

    def test_it_is_refused_where_something_else_is_possible(self) -> None:
        position = Table().position
        with pytest.raises(IllegalMove, match="no other move"):
            position.play(RETURN)

    def test_the_command_language_does_not_have_it(self) -> None:
        table = Table(window=Window("Only purple", 5, "P" * CELLS))
        table.do("pick 1")
        assert table.why("return") == "no_such_command"


class TestPlacement:
    def test_the_first_die_goes_to_the_border(self) -> None:
        table = Table()
        table.do("pick 1")
        assert len(table.legal("place")) == 14
        assert table.why("place 2 2") == "placing_rule"

    def test_every_other_die_touches_one_and_the_border_does_not_help(self) -> None:
        table = Table(frame={"1 1": "R5"})
        table.do("pick 2")
        assert table.legal("place") == ["place 1 2", "place 2 1", "place 2 2"]
        assert table.why("place 4 5") == "placing_rule"

    @pytest.mark.parametrize("order", list(permutations((placing_rule, color_rule, shade_rule))))
    def test_rules_hold_in_any_nesting(self, order: tuple[Callable[[Rule], Rule], ...]) -> None:
        rule: Rule = anything_goes
        for wrap in order:
            rule = wrap(rule)
        straight = shade_rule(color_rule(placing_rule()))
        frame = (die_of(0, 1), die_of(1, 2), *EMPTY_FRAME[2:])
        for cell in range(2, CELLS):
            for die in range(8, 8 * 12):
                if 1 <= die & 7 <= 6:
                    args = (frame, "." * 10 + "R3" + "." * 8, die, cell)
                    assert bool(rule(*args)) == bool(straight(*args))

    def test_panes_and_neighbors(self) -> None:
        window = Window("Corner", 5, "R6" + "." * 18)
        table = Table(window=window, pool="R1 G6 R6 B6 G1")
        table.do("pick 2")
        assert table.why("place 1 1") == "color_rule"
        table.do("place 1 2", "pass", "pass", "pass", "pick 1")
        table.do("place 1 1")
        assert table.at(1, 1) == "R1"


class TestScoring:
    def test_points_penalty_and_floor(self) -> None:
        assert Breakdown(3, (4, 0), 2, 5).score == 4
        assert Breakdown(0, (), 0, 20).score == 0

    @pytest.mark.parametrize(
        ("parts", "first", "expected"),
        [
            ([Breakdown(5, (1,), 0, 0), Breakdown(6, (1,), 0, 0)], 0, ([1, 0], "score")),
            ([Breakdown(5, (1,), 0, 0), Breakdown(4, (2,), 0, 0)], 0, ([0, 1], "private")),
            ([Breakdown(5, (1,), 1, 0), Breakdown(5, (0,), 2, 0)], 0, ([1, 0], "favor")),
            ([Breakdown(5, (1,), 1, 0)] * 3, 1, ([0, 2, 1], "order")),
        ],
    )
    def test_ties(self, parts: list[Breakdown], first: int, expected: tuple[list[int], str]) -> None:
        assert ranking(parts, first) == expected

    def test_others_see_a_score_without_the_private_objective(self) -> None:
        table = Table(frame={f"1 {column}": face for column, face in enumerate(("R6", "G1", "R5", "G2", "R4"), 1)})
        assert breakdowns(table.state, table.position.privates, table.position.book.objectives)[0].private == 15
        assert table.position.view(0).players[0].part.private == 15
        assert table.position.view(1).players[0].part.private is None


class TestAlone:
    def start(self, *tools: int, pool: str = "R1 G2 Y3 B4") -> SagradaPosition:
        position = play_position((PLAIN,), ((23, 24),), (13, 14), tools)
        for face in pool.split():
            position = position.take(face)
        return position

    def test_a_tool_costs_a_pool_die_of_its_color_and_leaves_the_game(self) -> None:
        position = self.start(2, 12)
        assert position.refusal(position.parse("tool 2")) is not None
        assert present(position.refusal(position.parse("tool 2 1"))).code == "wrong_color_paid"
        position = position.play(position.parse("tool 12 4"))
        assert (position.state.tools, position.view(0).pool) == ((2,), ("R1", "G2", "Y3"))

    def test_two_turns_a_round_and_no_favor_points(self) -> None:
        position = self.start(2)
        assert (position.state.order, position.state.favor) == ((0, 0), (0,))

    def test_the_better_private_objective_counts_and_empty_panes_cost_three(self) -> None:
        position = self.start(2)
        state = position.state.draft()
        state.frames = ((die_of(0, 6), die_of(6, 5), *[0] * 18),)
        part = breakdowns(state, position.privates, position.book.objectives)[0]
        assert (part.private, part.empty, part.penalty) == (6, 18, 3)

    def test_the_target_is_the_sum_of_the_track(self) -> None:
        position = self.start(2)
        while position.outcome() is None:
            position = (
                position.take(position.chance.outcomes[-1])
                if position.chance is not None
                else position.play(Command("pass"))
            )
        outcome = present(position.outcome())
        assert outcome.winners == ()
        assert outcome.detail["target"] == position.target() > 0


def test_moves_read_back() -> None:
    position = GAME.begin(2)
    for move in GAME.actions(2, GAME.read_options()).moves:
        assert position.parse(str(move)) == move


@pytest.mark.parametrize(
    "text", ["", "pick  1", "pick -1", "PICK 1", "pick 1234567890123456789", "pass 1 x", "select 07"]
)
def test_nonsense_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="moves look like"):
        Table().position.parse(text)


def test_odd_numbers_are_refused_not_crashed_on() -> None:
    position = Table(5, track="R1").position
    for word in ("pick", "place", "move", "tool", "select", "window", "nothing", "pass", "return"):
        for numbers in ((), (-5,), (0,), (10**9,), (1, -1), (99, 99), (1, 1, 1, 99), (1,) * 9):
            refusal = position.refusal(Command(word, numbers), 0)
            assert refusal is None or refusal.text
    for number in (-5, 0, 1, 10**9):
        assert present(position.refusal(ChooseWindow(number), 0)).code == "no_such_command"


def test_achievements_at_the_end() -> None:
    table = Table(chance=["R1", "G2", "Y3", "B4", "P5"] * 9, favor=5)
    before = table.position
    for _ in range(40):
        before = table.position
        table.do("pass")
    last = Command("pass")
    winner = present(table.position.outcome())
    assert list(progress(before, last, 0, table.position)) == [(winner.winners[0], "bare_hands")]
    assert list(progress(table.position, last, 0, table.position)) == []


def test_a_match_that_began_with_a_die_in_the_hand_goes_on_when_its_holder_resigns() -> None:
    played = Match.new(GAME, seats=3, seed=bytes(32))
    for seat in range(3):
        played.play("window 1", seat)
    played.play("pick 1")
    match = Match.new(GAME, seats=3, seed=bytes(32), start=played.position)
    match.resign(0)
    assert [entry.text.split()[0] for entry in match.entries if entry.kind == "move"] == ["place", "pass"]
    assert match.actors == (1,)
