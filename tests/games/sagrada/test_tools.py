"""The twelve tools, a section each: what they do, and what they refuse."""

from __future__ import annotations

from typing import ClassVar

import pytest

from boardwright.games.sagrada.compat.manager import IllegalCommand
from boardwright.games.sagrada.rulebook import rulebook
from tests.games.sagrada.play import Table


class TestEveryTool:
    @pytest.mark.parametrize("card", range(1, 13))
    def test_it_is_a_command_only_while_it_lies_on_the_table(self, card: int) -> None:
        others = [other for other in range(1, 13) if other != card][:3]
        assert Table(*others).why(f"tool {card}") == "no_such_command"

    @pytest.mark.parametrize("card", [2, 3, 4, 12])
    def test_the_first_use_costs_one_point_and_every_later_one_two(self, card: int) -> None:
        table = Table(card)
        table.do(f"tool {card}", "undo")
        assert table.state.favor == (5, 5)
        table.do(f"tool {card}")
        assert (table.state.favor, table.state.points) == ((4, 5), (1,))
        table.do("undo", "pass", f"tool {card}")
        assert (table.state.favor, table.state.points) == ((5, 4), (1,))

    def test_points_on_a_card_grow_one_three_five(self) -> None:
        table = Table(12, pool="R1 G2 Y3 B4 P5")
        seen = []
        for _ in range(3):
            table.do("tool 12", "pass")
            seen.append(table.state.points[0])
        assert seen == [1, 3, 5]

    def test_without_favor_points_no_tool(self) -> None:
        assert Table(2, favor=0).why("tool 2") == "not_enough_favor"
        table = Table(12, favor=1)
        table.do("tool 12", "pass")
        assert table.why("tool 12") == "not_enough_favor"

    def test_one_tool_a_turn(self) -> None:
        table = Table(10, 12)
        table.do("pick 1", "tool 10")
        assert table.why("tool 12") == "tool_already_used"

    def test_while_an_active_tool_waits_nothing_else_goes(self) -> None:
        table = Table(2, 3)
        table.do("tool 2")
        assert [table.why(text) for text in ("pick 1", "pass", "tool 3", "tool 2")] == ["tool_active"] * 4
        table.do("undo", "pick 1", "tool 2")
        assert table.why("place 1 1") == "tool_active"

    def test_a_useless_activation_is_paid_and_undo_gives_everything_back(self) -> None:
        table = Table(5)
        table.do("pick 1", "tool 5")
        assert [str(move) for move in table.position.legal_moves()] == ["return"]
        table.do("undo")
        assert (table.state.favor[0], table.state.points) == (5, (0,))


class TestGrozingPliers:
    def test_one_shade_up_or_down_and_the_die_stays_in_hand(self) -> None:
        table = Table(1)
        table.do("pick 2", "tool 1", "increase")
        assert (table.view_picked, table.state.active, table.state.passive) == ("G3", 0, 0)
        table.do("undo", "decrease")
        assert table.view_picked == "G1"
        table.do("place 1 1")
        assert table.at(1, 1) == "G1"

    def test_six_never_becomes_one_nor_one_six(self) -> None:
        table = Table(1, pool="R1 G6 Y3 B4 P5")
        table.do("pick 1", "tool 1")
        assert table.why("decrease") == "cannot_decrease"
        table.do("undo", "undo", "pick 2", "tool 1")
        assert table.why("increase") == "cannot_increase"

    def test_it_needs_a_die_in_hand(self) -> None:
        assert Table(1).why("tool 1") == "no_die_picked"

    def test_its_commands_are_gone_after_use(self) -> None:
        table = Table(1)
        table.do("pick 2", "tool 1", "increase")
        assert table.why("increase") == "no_such_command"


class TestEglomiseBrush:
    def test_colors_do_not_matter_neither_the_pane_nor_the_neighbors(self) -> None:
        table = Table(2, frame={"1 1": "R1", "1 2": "G2", "1 3": "R3"})
        table.do("tool 2", "move 1 1 2 3")
        assert (table.at(1, 1), table.at(2, 3)) == ("", "R1")
        assert table.state.active == 0

    def test_shades_and_touching_still_matter(self) -> None:
        table = Table(2, frame={"1 1": "R1", "1 2": "G2", "1 3": "B1"})
        table.do("tool 2")
        assert table.why("move 1 1 2 3") == "shade_rule"
        assert table.why("move 1 1 4 5") == "placing_rule"

    def test_refusals_of_a_move(self) -> None:
        table = Table(2, frame={"1 1": "R1", "1 2": "G2"})
        assert table.why("move 1 1 2 2") == "no_such_command"
        table.do("tool 2")
        assert table.why("move 3 3 2 2") == "slot_empty"
        assert table.why("move 1 1 1 2") == "slot_occupied"
        assert table.why("move 1 1 1 1") == "slot_occupied"
        assert table.why("move 1 1 5 1") == "bad_coordinates"
        assert table.why("move 0 1 1 1") == "bad_coordinates"

    def test_a_lone_die_moves_along_the_border_only(self) -> None:
        table = Table(2, frame={"1 1": "R1"})
        table.do("tool 2")
        assert table.why("move 1 1 2 2") == "placing_rule"
        assert len(table.legal("move")) == 13


class TestCopperFoilBurnisher:
    def test_shades_do_not_matter_but_colors_do(self) -> None:
        table = Table(3, frame={"1 1": "R1", "1 2": "G2", "1 3": "B1", "1 4": "P3", "1 5": "R5"})
        table.do("tool 3")
        assert table.why("move 1 1 2 5") == "color_rule"
        table.do("move 1 1 2 3")
        assert table.at(2, 3) == "R1"

    def test_it_works_with_a_die_in_hand_which_stays_there(self) -> None:
        table = Table(3, frame={"1 1": "R1", "1 2": "G2"})
        table.do("pick 3", "tool 3", "move 1 1 2 3")
        assert table.view_picked == "Y3"


class TestLathekin:
    FRAME: ClassVar[dict[str, str]] = {"1 1": "R1", "1 2": "G2", "1 3": "B3"}

    def test_exactly_two_different_dice(self) -> None:
        table = Table(4, frame=self.FRAME)
        table.do("tool 4", "move 1 1 2 3")
        assert table.state.active == 4
        assert table.why("move 2 3 2 2") == "die_already_moved"
        assert table.why("pass") == "tool_active"
        table.do("move 1 2 2 2")
        assert (table.state.active, len(table.state.moved)) == (0, 2)
        assert table.why("move 1 3 2 4") == "no_such_command"

    def test_every_rule_holds_for_each_move(self) -> None:
        table = Table(4, frame={"1 1": "R1", "1 2": "G2", "1 3": "R3"})
        table.do("tool 4")
        assert table.why("move 1 1 2 3") == "color_rule"

    def test_both_moves_can_be_undone_one_by_one(self) -> None:
        table = Table(4, frame=self.FRAME)
        start = table.position
        table.do("tool 4", "move 1 1 2 3", "move 1 2 2 2", "undo", "undo", "undo")
        assert table.position == start


class TestLensCutter:
    def test_it_swaps_the_die_in_hand_with_one_of_the_track(self) -> None:
        table = Table(5, track="B6 G1 P2")
        was = table.state.track[1]
        table.do("pick 1", "tool 5", "select 2")
        assert table.state.picked == was
        assert table.position.view(None).track[0] == ("B6", "R1", "P2")

    def test_numbers_count_all_dice_of_the_track(self) -> None:
        table = Table(5, track="B6 G1 P2")
        table.do("pick 1", "tool 5")
        assert table.legal("select") == ["select 1", "select 2", "select 3"]
        assert (table.why("select 0"), table.why("select 4")) == ("index_too_small", "index_too_big")

    def test_leading_zeros_are_read_here_and_nowhere_else(self) -> None:
        table = Table(5, track="B6 G1 P2")
        assert table.why("pick 01") == "no_such_command"
        table.do("pick 1", "tool 5")
        assert table.why("select 002") == ""

    def test_it_needs_a_die_in_hand(self) -> None:
        assert Table(5, track="B6").why("tool 5") == "no_die_picked"


class TestFluxBrush:
    def test_it_rolls_the_die_in_hand_and_cannot_be_undone(self) -> None:
        table = Table(6, chance=["6"])
        table.do("pick 1", "tool 6")
        assert (table.view_picked, table.manager.is_undo_available, table.state.passive) == ("R6", False, 6)

    def test_pass_puts_the_die_back_to_the_end_of_the_pool(self) -> None:
        table = Table(6, chance=["6"])
        table.do("pick 1", "tool 6", "pass")
        assert (table.pool, table.state.current) == ("G2 Y3 B4 P5 R6", 1)

    def test_no_other_die_may_be_picked(self) -> None:
        table = Table(6, chance=["6"])
        table.do("pick 1", "tool 6")
        assert table.why("pick 1") == "die_already_picked"

    def test_placing_ends_it(self) -> None:
        table = Table(6, chance=["2"])
        table.do("pick 1", "tool 6", "place 1 1")
        assert (table.at(1, 1), table.state.passive) == ("R2", 0)


class TestGlazingHammer:
    def test_it_rolls_the_pool_in_the_second_turn_only(self) -> None:
        table = Table(7, chance=list("65432"))
        assert table.why("tool 7") == "first_turn"
        table.do("pass", "pass", "tool 7")
        assert table.pool == "R6 G5 Y4 B3 P2"
        assert not table.manager.is_undo_available

    def test_not_after_drafting(self) -> None:
        table = Table(7)
        table.do("pass", "pass", "pick 1")
        assert table.why("tool 7") == "die_already_picked"
        table.do("place 1 1")
        assert table.why("tool 7") == "die_already_placed"

    def test_the_turn_goes_on(self) -> None:
        table = Table(7, chance=list("65432"))
        table.do("pass", "pass", "tool 7", "pick 1", "place 1 1", "pass")
        assert table.at(1, 1, seat=1) == "R6"


class TestRunningPliers:
    def test_the_later_turn_comes_at_once_and_the_others_keep_their_order(self) -> None:
        table = Table(8, seats=3, pool="R1 G2 Y3 B4 P5 R2 G3")
        table.do("pick 1", "place 1 1", "tool 8")
        assert table.state.order == (0, 0, 1, 2, 2, 1)
        assert (table.state.turn, table.state.current, table.state.is_second_turn) == (1, 0, True)

    def test_the_extra_turn_has_no_tool_but_a_draft(self) -> None:
        table = Table(8, 12)
        table.do("tool 8")
        assert table.state.used
        assert table.why("tool 12") == "tool_already_used"
        table.do("pick 1", "place 1 1", "pass")
        assert table.state.order == (0, 0, 1, 1)
        assert table.state.current == 1

    def test_when_the_next_turn_is_the_own_one_anyway_the_order_stays(self) -> None:
        table = Table(8)
        table.do("pass", "tool 8")
        assert (table.state.order, table.state.turn) == ((0, 1, 1, 0), 2)

    def test_refused_in_the_second_turn_and_with_a_die_in_hand(self) -> None:
        table = Table(8)
        table.do("pick 1")
        assert table.why("tool 8") == "die_already_picked"
        table.do("undo", "pass", "pass")
        assert table.why("tool 8") == "second_turn"

    def test_it_cannot_be_undone(self) -> None:
        table = Table(8)
        table.do("tool 8")
        assert not table.manager.is_undo_available


class TestCorkBackedStraightedge:
    def test_the_die_goes_where_it_touches_nothing(self) -> None:
        table = Table(9, frame={"1 1": "R1"})
        table.do("pick 2", "tool 9")
        assert table.why("place 2 2") == "adjacent_die"
        table.do("place 3 3")
        assert (table.at(3, 3), table.state.placed, table.state.active) == ("G2", True, 0)

    def test_the_last_matching_command_gives_the_reason(self) -> None:
        table = Table(9, frame={"1 1": "R1"})
        table.do("pick 2", "tool 9")
        with pytest.raises(IllegalCommand) as refused:
            table.do("place 1 1")
        assert refused.value.codes == ("tool_active", "slot_occupied")
        assert table.why("place 1 1") == "slot_occupied"

    def test_the_first_die_still_goes_to_the_border(self) -> None:
        table = Table(9)
        table.do("pick 1", "tool 9")
        assert table.why("place 2 2") == "placing_rule"
        table.do("place 1 2")

    def test_panes_still_matter(self) -> None:
        virtus = rulebook().windows["Virtus"]
        table = Table(9, frame={"1 1": "R4"}, window=virtus)
        table.do("pick 2", "tool 9")
        assert table.why("place 3 4") == "shade_rule"
        table.do("undo", "undo", "pick 1", "tool 9")
        assert table.why("place 1 5") == "color_rule"

    def test_it_needs_a_die_in_hand_and_none_placed(self) -> None:
        table = Table(9)
        assert table.why("tool 9") == "no_die_picked"
        table.do("pick 1", "place 1 1")
        assert table.why("tool 9") == "no_die_picked"


class TestGrindingStone:
    @pytest.mark.parametrize(("number", "flipped"), [(1, "R6"), (2, "G5"), (3, "Y4"), (4, "B3"), (5, "P2")])
    def test_it_turns_the_die_upside_down_at_once(self, number: int, flipped: str) -> None:
        table = Table(10)
        table.do(f"pick {number}", "tool 10")
        assert (table.view_picked, table.state.active, table.state.passive) == (flipped, 0, 0)

    def test_it_can_be_undone_and_needs_a_die(self) -> None:
        table = Table(10)
        assert table.why("tool 10") == "no_die_picked"
        table.do("pick 1", "tool 10", "undo")
        assert (table.view_picked, table.state.favor[0]) == ("R1", 5)


class TestFluxRemover:
    def test_another_die_comes_to_the_hand_and_its_shade_may_be_chosen(self) -> None:
        table = Table(11, chance=["P3"])
        table.do("pick 1", "tool 11", "select 6")
        assert table.view_picked == "P6"
        assert table.why("select 5") == "no_such_command"
        assert table.why("pass") == "die_already_picked"
        table.do("undo", "select 5", "place 1 1")
        assert table.at(1, 1) == "P5"

    def test_the_same_die_may_come_back(self) -> None:
        table = Table(11, chance=["R4"])
        before = table.state.pool[0] >> 3
        table.do("pick 1", "tool 11")
        assert table.state.picked >> 3 == before

    def test_it_may_be_placed_as_it_fell_or_passed_to_the_pool(self) -> None:
        table = Table(11, chance=["P3"])
        table.do("pick 1", "tool 11", "pass")
        assert table.pool == "G2 Y3 B4 P5 P3"

    def test_shades_go_from_one_to_six(self) -> None:
        table = Table(11, chance=["P3"])
        table.do("pick 1", "tool 11")
        assert table.legal("select") == [f"select {shade}" for shade in range(1, 7)]
        assert (table.why("select 0"), table.why("select 7")) == ("index_too_small", "index_too_big")
        assert table.why("select 03") == "no_such_command"

    def test_the_draw_cannot_be_undone_but_the_choice_can(self) -> None:
        table = Table(11, chance=["P3"])
        table.do("pick 1", "tool 11")
        assert not table.manager.is_undo_available
        table.do("select 1")
        assert table.manager.is_undo_available


class TestTapWheel:
    FRAME: ClassVar[dict[str, str]] = {"1 1": "R1", "1 2": "G2", "1 3": "R3", "1 4": "B5"}

    def test_up_to_two_dice_of_one_color_on_the_track(self) -> None:
        table = Table(12, frame=self.FRAME, track="R6 G1")
        table.do("tool 12", "move 1 1 2 2")
        assert table.why("move 1 2 2 3") == "no_sharing_die"
        assert table.why("move 2 2 2 1") == "die_already_moved"
        table.do("move 1 3 2 4")
        assert table.state.passive == 0
        assert table.why("move 1 2 2 1") == "no_such_command"

    def test_the_color_must_lie_on_the_track(self) -> None:
        table = Table(12, frame=self.FRAME, track="R6")
        table.do("tool 12")
        assert table.why("move 1 4 2 5") == "no_sharing_die"

    def test_on_an_empty_track_nothing_moves_but_the_turn_goes_on(self) -> None:
        table = Table(12, frame=self.FRAME)
        table.do("tool 12")
        assert (table.legal("move"), table.why("move 1 1 2 2")) == ([], "no_sharing_die")
        table.do("pick 1")
        assert table.state.passive == 0

    def test_pass_puts_a_die_in_hand_back_only_while_it_lasts(self) -> None:
        table = Table(12, frame=self.FRAME, track="R6", chance=[])
        table.do("pick 1", "tool 12", "move 1 1 2 2", "move 1 3 2 4")
        assert table.why("pass") == "die_already_picked"
        table.do("undo", "pass")
        assert table.pool == "G2 Y3 B4 P5 R1"
