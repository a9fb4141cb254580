"""The founding document's checklist, one test a line, in its order: rules, boards and texts, views, calls."""

from __future__ import annotations

import json

import pytest

from boardwright.core.refusal import IllegalMove
from boardwright.games.deblockle import GAME
from boardwright.games.deblockle.compat import ContractError, DeblockleContract, GameState
from boardwright.games.deblockle.compat.contract import layout_text
from boardwright.games.deblockle.compat.log_lines import board_text, status_text
from boardwright.games.deblockle.cube import FACINGS, Cube
from boardwright.games.deblockle.facts import FACE_NAMES, LETTERS, NUMBERS, SQUARES, WIN_SQUARES, Square
from boardwright.games.deblockle.movegen import hop_reach, squares_in
from boardwright.games.deblockle.moves import PASS, CubeMove
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import DeblocklePosition, arrange
from tests.games.present import present

FIRST, SECOND = "first.testnet", "second.testnet"
ENDGAME = (Cube(1, 4, 4, 4, 6, 5), Cube(2, 5, 6, 3, 1, 5))


def play(position: DeblocklePosition, *texts: str) -> DeblocklePosition:
    for text in texts:
        position = position.play(position.parse(text))
    return position


def refused(position: DeblocklePosition, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        play(position, text)
    return caught.value.refusal.code


def service(cubes: int | None = None) -> DeblockleContract:
    made = DeblockleContract()
    made.create_game(FIRST, SECOND, cubes)
    return made


def hop_shifts(face: int, start: Square = (4, 4)) -> set[Square]:
    ends = [SQUARES[end] for end in squares_in(hop_reach(face, NUMBERS[start]))]
    return {(x - start[0], y - start[1]) for x, y in ends}


class TestRules:
    def test_board_is_7_by_7_player_1_at_the_bottom_player_2_at_the_top(self) -> None:
        assert len(SQUARES) == 49
        assert SQUARES[0] == (1, 1)
        assert SQUARES[-1] == (7, 7)
        for cubes in (1, 2, 3, 4):
            board = GAME.begin(options=DeblockleOptions(cubes=cubes)).cubes
            assert all(cube.y > 4 for cube in board if cube.player == 1)
            assert all(cube.y < 4 for cube in board if cube.player == 2)

    def test_win_square_is_d2_for_player_1_and_d6_for_player_2(self) -> None:
        assert WIN_SQUARES == ((4, 2), (4, 6))
        scorers = [Cube(1, 4, 3, 2, 6, 4), Cube(2, 4, 5, 2, 1, 3)]
        position = play(arrange(scorers), "d3-d2")
        assert position.outcome() is not None
        assert play(arrange(scorers, active_player=2), "d5-d6").outcome() is not None

    def test_player_1_starts_and_turns_alternate(self) -> None:
        position = GAME.begin()
        movers = []
        for _ in range(6):
            movers.append(position.active)
            position = position.play(PASS)
        assert movers == [0, 1, 0, 1, 0, 1]

    def test_a_turn_is_a_roll_then_an_optional_hop(self) -> None:
        rolled = play(GAME.begin(), "c7-d7")
        assert (rolled.phase, rolled.active) == ("Hop", 0)
        for end in ("pass", "d7-c7"):
            after = play(rolled, end)
            assert (after.phase, after.active) == ("Roll", 1)

    def test_a_roll_goes_to_the_adjacent_square_across_an_edge_and_changes_the_upper_face(self) -> None:
        lone = arrange([Cube(1, 4, 4, 4, 6, 5), Cube(2, 1, 1, 2, 3, 6)])
        ups = {
            str(move): play(lone, str(move)).cube_at(move.end)
            for move in lone.legal_moves()
            if isinstance(move, CubeMove)
        }
        shown = {text: cube and cube.facing for text, cube in ups.items()}
        assert shown == {"d4-d5": (6, 3, 5), "d4-c4": (5, 6, 3), "d4-e4": (2, 6, 4)}

    def test_star_comes_up_after_a_roll_only_on_the_own_win_square(self) -> None:
        assert refused(arrange([Cube(1, 4, 4, 4, 6, 5), ENDGAME[1]]), "d4-d3") == "star_outside_win_square"
        at_the_others = arrange([Cube(1, 4, 5, 4, 1, 2), Cube(2, 1, 1, 2, 3, 6)])
        assert refused(at_the_others, "d5-d6") == "opponent_win_square"

    def test_a_cube_so_rolled_is_removed_and_the_other_player_rolls(self) -> None:
        two = [Cube(1, 4, 3, 2, 6, 4), Cube(1, 1, 7, 2, 3, 6), Cube(2, 1, 1, 2, 3, 6)]
        position = play(arrange(two), "d3-d2")
        assert position.cubes == tuple(two[1:])
        assert (position.phase, position.active) == ("Roll", 1)

    def test_otherwise_the_same_player_hops_with_the_same_cube(self) -> None:
        position = play(GAME.begin(), "c7-d7")
        starts = {move.start for move in position.legal_moves() if isinstance(move, CubeMove)}
        assert starts == {(4, 7)}
        assert refused(position, "c5-d4") == "not_rolled_cube"

    def test_a_hop_goes_to_a_free_square_given_by_the_upper_face_and_keeps_the_orientation(self) -> None:
        position = play(arrange(ENDGAME), "d4-e4")
        assert {str(move) for move in position.legal_moves()} == {"e4-d3", "e4-f3", "e4-d5", "e4-f5", "pass"}
        before, after = position.cube_at((5, 4)), play(position, "e4-d3").cube_at((4, 3))
        assert before is not None
        assert after is not None
        assert before.facing == after.facing == (2, 6, 4)

    def test_faces_and_their_hop_shifts(self) -> None:
        assert FACE_NAMES[1:] == ("Star", "X-hop", "sLide", "Hoops", "T-hop", "stoP")
        assert hop_shifts(2) == {(1, 1), (1, -1), (-1, 1), (-1, -1)}
        assert hop_shifts(5) == {(1, 0), (-1, 0), (0, 1), (0, -1)}
        assert hop_shifts(3) == {(d, 0) for d in (-3, -2, -1, 1, 2, 3)} | {(0, d) for d in (-3, -2, -1, 1, 2, 3)}
        knights = {(a * s, b * t) for a, b in ((1, 2), (2, 1)) for s in (1, -1) for t in (1, -1)}
        straight = {(3, 0), (-3, 0), (0, 3), (0, -3)}
        assert hop_shifts(4) == hop_shifts(5) | knights | straight
        assert hop_shifts(1) == hop_shifts(6) == set()

    def test_stop_means_no_hop_and_the_other_player_takes_over_at_once(self) -> None:
        position = play(GAME.begin(options=DeblockleOptions(cubes=3)), "d5-d4")
        assert present(position.cube_at((4, 4))).up == 6
        assert (position.phase, position.active, position.rolled) == ("Roll", 1, None)

    def test_the_first_to_remove_all_own_cubes_wins(self) -> None:
        outcome = present(play(arrange([Cube(1, 4, 3, 2, 6, 4), ENDGAME[1]]), "d3-d2").outcome())
        assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (1, 0), "all_cubes_removed")

    def test_passing_is_allowed_in_both_phases(self) -> None:
        start = GAME.begin()
        assert play(start, "pass").active == 1
        hop = play(start, "c7-d7")
        assert hop.phase == "Hop"
        after = play(hop, "pass")
        assert (after.phase, after.active, after.board) == ("Roll", 1, hop.board)

    def test_rolling_home_without_the_star_is_forbidden_hopping_there_is_allowed_and_blocks(self) -> None:
        cubes = [Cube(1, 5, 4, 6, 5, 4), Cube(1, 5, 2, 5, 3, 1), Cube(2, 7, 7, 2, 3, 6)]
        position = play(arrange(cubes), "e4-e3", "e3-d2", "pass")
        assert refused(position, "e2-d2") == "illegal_roll"
        freed = play(position, "d2-d3", "pass")
        assert refused(freed, "d3-d2") == "win_square_without_star"
        assert play(freed, "e2-d2").view(None).scores == (1, 0)

    def test_rolling_or_hopping_into_the_opponents_win_square_is_forbidden(self) -> None:
        roll = arrange([Cube(1, 4, 7, 2, 3, 6), Cube(2, 1, 1, 2, 3, 6)])
        assert refused(roll, "d7-d6") == "opponent_win_square"
        slider = Cube(1, 4, 4, 3, 1, 5)
        hop = arrange([slider, Cube(2, 1, 1, 2, 3, 6)], phase="Hop", rolled=(4, 4))
        assert refused(hop, "d4-d6") == "opponent_win_square"
        assert hop.refusal(hop.parse("d4-d2")) is None

    def test_cube_net_with_opposite_faces_summing_to_7(self) -> None:
        net = layout_text(Cube(1, 4, 4, 1, 3, 2)).replace(":", " ").replace("-", " ").replace("|", " ").split()
        assert net == ["L", "T", "S", "X", "H", "P"]
        assert [LETTERS[7 - LETTERS.index(letter)] for letter in "SXLHTP"] == list("PTHLXS")

    def test_direction_is_encoded_by_the_up_front_and_right_faces(self) -> None:
        assert len(FACINGS) == 24
        assert (1, 3, 2) in FACINGS
        assert (1, 2, 3) not in FACINGS

    def test_an_original_variant_is_offered_beside_the_altered_slide_and_hoops(self) -> None:
        kinds = {variant: GAME.read_options({"variant": variant}) for variant in ("standard", "contract", "original")}
        assert GAME.read_options() == kinds["standard"]
        assert GAME.begin(options=kinds["original"]).chance is not None


class TestBoardsAndTexts:
    def test_four_cube_board_as_printed_with_status_line_and_heading(self) -> None:
        assert status_text(GAME.begin().view(None)) == (
            "Status: active, Player: 1, Phase: Roll\n"
            "\n"
            "Game Board:\n"
            "  :a  b  c  d  e  f  g\n"
            "  :1  2  3  4  5  6  7  \n"
            "1 |..|..|P2|..|X2|..|..|\n"
            "2 |..|..|..|__|..|..|..|\n"
            "3 |..|..|X2|..|T2|..|..|\n"
            "4 |..|..|..|..|..|..|..|\n"
            "5 |..|..|X1|..|X1|..|..|\n"
            "6 |..|..|..|__|..|..|..|\n"
            "7 |..|..|S1|..|L1|..|..|"
        )

    def test_status_of_a_finished_game(self) -> None:
        over = play(arrange([Cube(1, 4, 3, 2, 6, 4), ENDGAME[1]]), "d3-d2")
        assert status_text(over.view(0)).startswith("Status: finished, Player: 1, Phase: End\n\nGame Board:\n")

    def test_cells_are_face_letter_and_player_or_win_square_or_empty(self) -> None:
        rows = board_text(ENDGAME).splitlines()[2:]
        cells = {row[3 * x : 3 * x + 2] for row in rows for x in range(1, 8)}
        assert cells == {"..", "__", "H1", "L2"}
        on_star = board_text([Cube(1, 4, 2, 2, 6, 4)])
        assert "|X1|" in on_star.splitlines()[3]
        assert "__" not in on_star.splitlines()[3]

    def test_three_cube_board_as_printed_with_its_six_cubes_in_order(self) -> None:
        made = service(3)
        state = present(made.game_state(0))
        assert made.logs[1].splitlines()[2:] == [
            "1 |..|..|T2|..|H2|..|..|",
            "2 |..|..|..|__|..|..|..|",
            "3 |..|..|..|P2|..|..|..|",
            "4 |..|..|..|..|..|..|..|",
            "5 |..|..|..|H1|..|..|..|",
            "6 |..|..|..|__|..|..|..|",
            "7 |..|..|X1|..|H1|..|..|",
        ]
        cubes = [(c["player"], *c["position"].values(), *c["direction"].values()) for c in state["game"]["board"]]
        assert cubes == [
            (1, 3, 7, 2, 3, 6),
            (1, 5, 7, 4, 1, 2),
            (1, 4, 5, 4, 1, 2),
            (2, 3, 1, 5, 3, 1),
            (2, 5, 1, 4, 1, 2),
            (2, 4, 3, 6, 4, 2),
        ]

    @pytest.mark.parametrize(
        ("facing", "letters"), [((5, 3, 1), "LPTSHX"), ((1, 3, 2), "LTSXHP"), ((2, 6, 4), "PLXHST")]
    )
    def test_cube_layout_as_printed(self, facing: tuple[int, int, int], letters: str) -> None:
        front, left, up, right, back, down = tuple(letters)
        expected = [
            "  :-:  ",
            f"  |{front}|  ",
            ":-:-:-:",
            f"|{left}|{up}|{right}|",
            ":-:-:-:",
            f"  |{back}|  ",
            "  :-:  ",
            f"  |{down}|  ",
            "  :-:  ",
        ]
        assert layout_text(Cube(1, 3, 1, *facing)).split("\n") == expected

    def test_sample_endgame_five_positions_and_the_win(self) -> None:
        position = arrange(ENDGAME)
        seen = [position.cubes]
        for text in ("d4-e4", "e4-d3", "e6-e5", "d3-d2"):
            position = play(position, text)
            seen.append(position.cubes)
        assert seen == [
            ENDGAME,
            (Cube(1, 5, 4, 2, 6, 4), ENDGAME[1]),
            (Cube(1, 4, 3, 2, 6, 4), ENDGAME[1]),
            (Cube(1, 4, 3, 2, 6, 4), Cube(2, 5, 5, 6, 3, 5)),
            (Cube(2, 5, 5, 6, 3, 5),),
        ]
        assert present(position.outcome()).winners == (0,)


class TestViews:
    def test_game_state_gives_the_state_and_logs_heading_and_board(self) -> None:
        made = service()
        assert made.game_state(0) is not None
        assert made.logs == ["Game board:", board_text(GAME.begin().cubes)]
        assert made.game_state(1) is None
        assert made.logs == []
        assert made.game_state(-1) is None

    def test_state_fields_in_their_order(self) -> None:
        assert json.dumps(service(1).game_state(0)) == (
            '{"game": {"phase": "Roll", "active_player": 1, "board": ['
            '{"player": 1, "position": {"x": 4, "y": 7}, "direction": {"up": 2, "front": 3, "right": 6}}, '
            '{"player": 2, "position": {"x": 4, "y": 1}, "direction": {"up": 5, "front": 3, "right": 1}}]}, '
            '"is_finished": false, "first_player": "first.testnet", "second_player": "second.testnet"}'
        )

    def test_cube_fields_in_their_order(self) -> None:
        assert json.dumps(service(3).cube_state(0, 3, 1)) == (
            '{"player": 2, "position": {"x": 3, "y": 1}, "direction": {"up": 5, "front": 3, "right": 1}}'
        )

    def test_cube_state_gives_the_cube_if_any_and_logs_the_layout(self) -> None:
        made = service(3)
        made.cube_state(0, 3, 1)
        assert made.logs == [layout_text(Cube(2, 3, 1, 5, 3, 1))]
        assert made.cube_state(0, 1, 1) is None
        assert made.logs == ["no cube at position (1,1)"]
        assert made.cube_state(0, 8, 0) is None
        assert made.logs == ["illegal position (8,0)"]
        with pytest.raises(ContractError, match=r"^Game doesn't exist\.$"):
            made.cube_state(1, 3, 1)


class TestCalls:
    def test_create_game_registers_both_accounts_and_returns_the_index(self) -> None:
        made = DeblockleContract()
        assert [made.create_game(FIRST, SECOND), made.create_game("a", "a", 1)] == [0, 1]
        state = present(made.game_state(1))
        assert (state["first_player"], state["second_player"]) == ("a", "a")

    def test_num_cubes_selects_the_set_up_and_the_log_names_the_number(self) -> None:
        for given, cubes in ((1, 1), (2, 2), (3, 3), (4, 4), (None, 4)):
            made = service(given)
            assert made.logs == [f"Created Game setup with {cubes} cubes per player"]
            assert len(present(made.game_state(0))["game"]["board"]) == 2 * cubes

    @pytest.mark.parametrize("bad", [0, 5, -1, 256, True])
    def test_num_cubes_outside_1_to_4_creates_no_game(self, bad: int) -> None:
        made = DeblockleContract()
        with pytest.raises(ContractError) as caught:
            made.create_game(FIRST, SECOND, bad)
        assert caught.value.code == "bad_num_cubes"
        assert made.game_state(0) is None

    def test_several_games_live_side_by_side(self) -> None:
        made = service(3)
        made.create_game(SECOND, FIRST, 3)
        before = made.game_state(1)
        made.make_move(0, 4, 5, 4, 4, caller=FIRST)
        assert made.game_state(1) == before
        made.make_move(1, 4, 5, 4, 4, caller=SECOND)

    def test_make_move_rolls_or_hops_by_phase_returns_the_state_and_logs_line_and_board(self) -> None:
        made = service()
        state = made.make_move(0, 3, 7, 4, 7, caller=FIRST)
        assert state["game"]["phase"] == "Hop"
        assert made.logs[0] == "Player 1 Rolled from (3,7) to position (4,7). Next: Hop of the same player 1."
        assert made.logs[1].endswith("7 |..|..|..|T1|L1|..|..|")
        state = made.make_move(0, 4, 7, 3, 7, caller=FIRST)
        assert (state["game"]["phase"], state["game"]["active_player"]) == ("Roll", 2)
        assert made.logs[0] == "Player 1 Hopped from (4,7) to position (3,7). Next: Roll of the other player 2."
        assert made.game_state(0) == state

    def test_an_invalid_move_leaves_the_state_and_the_same_player_moves_again(self) -> None:
        made = service()
        before = made.game_state(0)
        assert made.make_move(0, 3, 7, 3, 4, caller=FIRST) == before
        assert made.logs == ["Illegal Roll from (3,7) to position (3,4) for player 1.", made.logs[1]]
        assert made.logs[1] == board_text(GAME.begin().cubes)
        assert made.make_move(0, 3, 7, 4, 7, caller=FIRST) != before

    def test_only_the_active_players_account_may_move_or_pass(self) -> None:
        made = service()
        before = made.game_state(0)
        for caller in (SECOND, "third.testnet", ""):
            with pytest.raises(ContractError, match=r"^Wrong player's turn! $"):
                made.make_move(0, 3, 7, 4, 7, caller=caller)
            with pytest.raises(ContractError, match=r"^Wrong player's turn! $"):
                made.pass_move(0, caller=caller)
            assert made.logs == []
        assert made.game_state(0) == before

    def test_pass_move_gives_up_the_rest_of_the_turn(self) -> None:
        made = service()
        made.make_move(0, 3, 7, 4, 7, caller=FIRST)
        state = made.pass_move(0, caller=FIRST)
        assert (state["game"]["phase"], state["game"]["active_player"]) == ("Roll", 2)
        assert made.logs == ["Player 1 passed the turn. It is player 2 Roll phase."]

    def test_sample_roll_to_stop_then_pass_in_the_three_cube_game(self) -> None:
        made = service(3)
        state: GameState = made.make_move(0, 4, 5, 4, 4, caller=FIRST)
        assert made.logs[0] == "Player 1 Rolls to stop. Roll phase for another player 2."
        moved = state["game"]["board"][2]
        assert moved["direction"] == {"up": 6, "front": 4, "right": 2}
        assert (state["game"]["phase"], state["game"]["active_player"]) == ("Roll", 2)
        state = made.pass_move(0, caller=SECOND)
        assert made.logs == ["Player 2 passed the turn. It is player 1 Roll phase."]
        assert (state["game"]["phase"], state["game"]["active_player"]) == ("Roll", 1)

    def test_a_fresh_service_has_no_games_and_needs_no_arguments(self) -> None:
        made = DeblockleContract()
        assert made.game_state(0) is None
        with pytest.raises(ContractError) as caught:
            made.pass_move(0, caller=FIRST)
        assert caught.value.code == "no_such_game"
