"""Placing, passing, going out, ending: each rule by example, and all of them against a slow and obvious model."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from boardwright.core.refusal import BadOptions, IllegalMove, Unreadable
from boardwright.core.rules.position import applied
from boardwright.games.blokus import GAME
from boardwright.games.blokus.color_state import ColorState
from boardwright.games.blokus.facts import NAMES, NUMBER, PIECES, TURNS, turned
from boardwright.games.blokus.moves import PASS, BlokusMove, Placement
from boardwright.games.blokus.options import SETUPS, BlokusOptions
from boardwright.games.blokus.position import BlokusPosition
from tests.games.blokus.play import begin, every_setup, play, random_game
from tests.games.present import present

Cells = frozenset[tuple[int, int]]


def code(position: BlokusPosition, move: str, seat: int | None = None) -> str | None:
    refusal = position.refusal(position.parse(move), seat)
    return None if refusal is None else refusal.code


def model_placements(position: BlokusPosition) -> set[tuple[str, Cells]]:
    """All placements of the color to move, square by square, straight from the wording of the rules."""
    assert position.color is not None
    size = position.variant.board.size
    rows = position.view(None).board
    grid = {(r, c): int(rows[r][c]) for r in range(size) for c in range(size)}
    number = position.color.number
    own = {cell for cell, owner in grid.items() if owner == number}
    beside = {(r + dr, c + dc) for r, c in own for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    diagonal = {(r + dr, c + dc) for r, c in own for dr in (-1, 1) for dc in (-1, 1)}
    must_cover = diagonal if own else {position.color.start}
    free = {cell for cell, owner in grid.items() if not owner} - beside
    found = set()
    for name in NAMES:
        if not position.states[position.mover].hand >> NUMBER[name] & 1:
            continue
        for form in {turned(PIECES[name], turn) for turn in TURNS.values()}:
            for row in range(size):
                for col in range(size):
                    cells = frozenset((row + r, col + c) for r, c in form)
                    if cells <= free and cells & must_cover:
                        found.add((name, cells))
    return found


@pytest.mark.parametrize("position", every_setup(), ids=lambda one: f"{one.variant.name}-{one.seats}")
def test_legal_placements_are_those_of_the_slow_model(position: BlokusPosition) -> None:
    game = list(random_game(position, seed=3))
    for one in game[0:-1:9]:
        moves = one.legal_moves()
        listed = [(move.piece, frozenset(move.cells())) for move in moves if isinstance(move, Placement)]
        assert set(listed) == model_placements(one)
        assert len(listed) == len(set(listed)) == (0 if PASS in moves else len(moves))


class TestPlacing:
    def test_the_first_piece_covers_the_start_square(self) -> None:
        assert code(begin(), "I1@0,0") is None
        assert code(begin(), "X5@0,0") == "first_move_corner"
        assert code(begin(), "I1@19,19") == "first_move_corner"

    def test_every_color_has_its_own_corner(self) -> None:
        position = play(begin(), "I1@0,0")
        assert code(position, "I1@0,0") == "overlap"
        position = play(position, "I1@0,19", "I1@19,19", "I1@19,0")
        assert position.view(None).board[0] == "1" + "0" * 18 + "2"
        assert position.view(None).board[19] == "4" + "0" * 18 + "3"

    def test_later_pieces_meet_their_color_at_a_corner_and_never_at_an_edge(self) -> None:
        position = play(begin(), "O4@0,0", "I1@0,19", "I1@19,19", "I1@19,0")
        assert code(position, "I2@2,2") is None
        assert code(position, "I2@2,1") == "edge_contact"
        assert code(position, "I2@3,3") == "no_corner_contact"
        assert code(position, "I5@2,2 r90") is None

    def test_other_colors_may_touch_at_edges(self) -> None:
        *_, last = random_game(begin(), seed=1)
        edges, squares = last.variant.board.edges, [state.squares for state in last.states]
        assert any(edges(one) & other for one in squares for other in squares)
        assert not any(edges(state.last) & state.squares & ~state.last for state in last.states)

    def test_the_first_broken_rule_speaks(self) -> None:
        position = play(begin(), "O4@0,0", "I1@0,19", "I1@19,19", "I1@19,0")
        assert code(position, "O4@0,0") == "piece_already_placed"
        assert code(position, "I5@17,19") == "out_of_bounds"
        assert code(position, "L5@0,0") == "overlap"
        assert code(position, "I5@20,0") == "bad_position"
        assert code(position, "I5@17,19", seat=2) == "not_your_turn"
        assert code(position, "pass") == "must_move"

    def test_refusals_name_the_squares(self) -> None:
        position = play(begin(), "O4@0,0", "I1@0,19", "I1@19,19", "I1@19,0")
        assert present(position.refusal(Placement("V3", 1, 1))).marks == ("1,1",)
        assert present(position.refusal(Placement("I2", 19, 5))).marks == ("19,5",)
        assert present(begin().refusal(Placement("I1", 5, 5))).marks == ("0,0",)

    def test_equivalent_turns_are_one_move(self) -> None:
        position = begin()
        assert position.parse("I3@0,0 r180f") == position.parse("I3@0,0")
        assert position.parse("I3@0,0 r180f") in position.legal_moves()
        assert sum(str(move).startswith("O4") for move in position.legal_moves()) == 1

    def test_the_anchor_square_need_not_be_covered(self) -> None:
        position = play(begin(), "I1@0,0", "I1@0,19", "I1@19,19", "I1@19,0")
        assert code(position, "X5@1,0") is None
        assert (1, 0) not in Placement("X5", 1, 0).cells()


class TestPassing:
    def test_a_color_passes_only_when_nothing_fits(self) -> None:
        passes = 0
        for position in random_game(begin(), seed=8):
            moves = position.legal_moves()
            if len(moves) in range(1, 8):
                assert (PASS in moves) == (not model_placements(position))
                assert (position.refusal(PASS) is None) == (list(moves) == [PASS])
                passes += PASS in moves
        assert passes == 4

    def test_colors_that_are_out_are_skipped_for_good(self) -> None:
        out: set[int] = set()
        for position in random_game(begin(), seed=9):
            assert position.mover not in out
            out |= {index for index, state in enumerate(position.states) if state.is_out}
        assert len(out) == 4

    def test_a_color_without_pieces_is_out_without_a_pass(self) -> None:
        games = (list(random_game(begin("opposite", 2), seed))[-1] for seed in range(60))
        done = next(last for last in games if any(not state.hand for state in last.states))
        state = next(state for state in done.states if not state.hand)
        assert state.is_out
        assert not state.passed

    def test_after_the_end_nobody_moves_and_everything_is_refused(self) -> None:
        *_, last = random_game(begin(), seed=10)
        assert last.actors == ()
        assert len(last.legal_moves()) == 0
        assert code(last, "pass") == code(last, "I1@0,0", 2) == "game_over"
        with pytest.raises(IllegalMove, match="over"):
            last.play(PASS)


class TestVariants:
    def test_two_players_take_two_colors_each(self) -> None:
        position = begin("classic2", 2)
        actors = []
        for move in ("I1@0,0", "I1@0,19", "I1@19,19", "I1@19,0"):
            actors.append(position.actors)
            position = play(position, move)
        assert actors == [(0,), (1,), (0,), (1,)]

    def test_three_players_take_turns_with_the_fourth_color(self) -> None:
        for position in random_game(begin("classic3", 3), seed=4):
            if position.mover == 3:
                turns_before = 21 - position.states[3].hand.bit_count()
                assert position.actors == (turns_before % 3,)

    def test_the_shared_color_scores_for_nobody(self) -> None:
        *_, last = random_game(begin("classic3", 3), seed=4)
        outcome = present(last.outcome())
        assert len(outcome.scores) == 3
        colors: Any = outcome.detail["colors"]
        assert outcome.scores == tuple(colors[number]["total"] for number in "123")
        assert colors["4"]["placed"] > 0

    def test_duo_starts_inside_a_small_board(self) -> None:
        position = begin("duo", 2)
        assert code(position, "I1@4,4") is None
        assert code(position, "I1@0,0") == "first_move_corner"
        assert code(position, "I1@14,0") == "bad_position"

    @pytest.mark.parametrize(("seats", "name"), [(2, "classic2"), (3, "classic3"), (4, "classic")])
    def test_the_usual_game_follows_from_the_number_of_seats(self, seats: int, name: str) -> None:
        assert GAME.begin(seats).variant.name == name
        assert GAME.begin(seats) == begin(name, seats)

    @pytest.mark.parametrize(("name", "seats"), [("classic", 2), ("duo", 4), ("classic3", 4), ("neighbors", 4)])
    def test_seats_and_variant_must_fit(self, name: str, seats: int) -> None:
        with pytest.raises(BadOptions, match=f"'{name}' is not for {seats} seats; for {seats} there"):
            begin(name, seats)

    def test_unknown_options_are_refused(self) -> None:
        for given in ({"variant": "trigon"}, {"scoring": "none"}, {"board": 20}):
            with pytest.raises(BadOptions):
                GAME.read_options(given)


class TestProperties:
    @pytest.mark.parametrize(("name", "seats"), SETUPS)
    def test_a_color_has_as_many_squares_as_it_has_placed(self, name: str, seats: int) -> None:
        for position in random_game(begin(name, seats), seed=5):
            taken = 0
            for color, state in zip(position.view(None).colors, position.states, strict=True):
                assert state.squares.bit_count() == color.score.placed == 89 - color.score.unplaced
                assert not taken & state.squares
                taken |= state.squares
            assert taken == position.taken

    def test_what_is_kept_step_by_step_is_what_the_squares_say(self) -> None:
        for position in random_game(begin(), seed=6):
            board = position.variant.board
            for color, state in position.colors:
                start = board.bits([color.start])
                assert state == ColorState.rebuilt(board, start, state.squares, state.hand, state.last, state.passed)

    def test_placements_only_grow_by_the_own_placement(self) -> None:
        previous: dict[int, BlokusPosition] = {}
        for position in random_game(begin(), seed=7):
            if not position.actors:
                break
            if position.mover in previous:
                own_move = previous[position.mover]
                board, state = position.variant.board, position.states[position.mover]
                before = state.find(board, own_move.taken)
                now = state.find(board, position.taken)
                assert all(anchors & ~before.get(shape, 0) == 0 for shape, anchors in now.items())
            previous[position.mover] = position

    def test_turning_the_whole_board_turns_the_moves(self) -> None:
        """A quarter turn of the board carries each corner to another color's: the counts turn along."""
        position, turned_position = begin(), begin()
        rng = Random(11)
        for _ in range(6):
            group = []
            for _ in range(4):
                move = rng.choice(position.listed)
                assert isinstance(move, Placement)
                group.append(move)
                position = position.play(move)
            # Color k's move, turned clockwise, is a move of color k + 1.
            turned_moves = [_clockwise(move) for move in (group[3], *group[:3])]
            for move in turned_moves:
                turned_position = applied(turned_position, move, turned_position.actors[0])
            for index in range(4):
                here, there = position.states[index], turned_position.states[(index + 1) % 4]
                board = position.variant.board
                counts = sorted(map(int.bit_count, here.find(board, position.taken).values()))
                assert counts == sorted(map(int.bit_count, there.find(board, turned_position.taken).values()))

    def test_play_leaves_the_position_as_it_was(self) -> None:
        position = play(begin(), "I1@0,0")
        before = GAME.encode(position)
        position.play(position.listed[0])
        with pytest.raises(IllegalMove):
            position.play(Placement("I1", 7, 7))
        assert GAME.encode(position) == before


def _clockwise(move: Placement) -> Placement:
    cells = {(c, 19 - r) for r, c in move.cells()}
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    for turn in TURNS:
        candidate = Placement(move.piece, top, left, turn)
        if set(candidate.cells()) == cells:
            return candidate
    raise AssertionError(f"{move} has no turn")


class TestLegalMoves:
    def test_length_membership_index_and_listing_agree(self) -> None:
        for position in random_game(begin("duo", 2), seed=2):
            moves = position.listed
            listed = list(moves)
            assert len(moves) == len(listed) == len(set(listed))
            assert [moves[index] for index in range(len(moves))] == listed
            assert [moves[index - len(moves)] for index in range(len(moves))] == listed
            assert moves[2:5] == tuple(listed[2:5])
            assert all(move in moves and position.parse(str(move)) == move for move in listed)
            with pytest.raises(IndexError):
                moves[len(moves)]

    def test_a_move_is_listed_exactly_when_it_is_not_refused(self) -> None:
        rng = Random(1)
        for position in random_game(begin("duo", 2), seed=1):
            for _ in range(60):
                move: BlokusMove = Placement(
                    rng.choice(NAMES), rng.randrange(15), rng.randrange(15), rng.choice([*TURNS])
                )
                for seat in (None, 0, 1, 2):
                    assert (move in position.legal_moves(seat)) == (position.refusal(move, seat) is None)

    @pytest.mark.parametrize(
        ("move", "reason"),
        [
            (Placement("V4", 0, 0), "unknown_piece"),
            (Placement("", 0, 0, "upside down"), "unknown_piece"),
            (Placement("I1", -1, 0), "bad_position"),
            (Placement("I1", 0, 10**30), "bad_position"),
            (Placement("I1", 0, 0, "r45"), "bad_rotation"),
            (PASS, "must_move"),
        ],
    )
    def test_odd_moves_are_refused_not_crashed_on(self, move: BlokusMove, reason: str) -> None:
        assert present(begin().refusal(move)).code == reason
        assert move not in begin().legal_moves()

    def test_seats_that_are_not_on_turn_have_no_moves(self) -> None:
        assert len(begin().legal_moves(1)) == 0
        assert len(begin().legal_moves(0)) == 58


class TestNotation:
    @pytest.mark.parametrize(
        "text",
        ["", "L5", "L5@", "L5@4", "L5@4,7 r45", "L5@4,7 fr90", "V4@1,1", "L5@-1,2", "L5@4,7 r90f!", "passs",
         "L5@" + "9" * 5000 + ",1", "٣", "L5@٣,٣", "\0", "I1@0,0\nI1@0,0"],
    )  # fmt: skip
    def test_other_texts_are_unreadable(self, text: str) -> None:
        with pytest.raises(Unreadable, match="L5@4,7 r90f"):
            begin().parse(text)

    def test_small_letters_and_blanks_are_fine(self) -> None:
        assert str(begin().parse(" l5@4,7  R90F ")) == "L5@4,7 r90f"


class TestDecode:
    def test_the_usual_variant_may_go_without_its_name(self) -> None:
        data: Any = GAME.encode(begin())
        assert GAME.decode({**data, "options": {}}) == begin()

    @pytest.mark.parametrize(
        "damage",
        [
            {"seats": 9}, {"seats": "four"}, {"board": []}, {"board": ["9" * 20] * 20}, {"left": {}}, {"passed": [7]},
            {"next": None}, {"next": 9}, {"passed": [1]}, {"last": {"1": [[5, 5]]}}, {"options": {"variant": "go"}},
            {"more": 1}, {"left": {"1": "0" * 21, "2": "1" * 21, "3": "1" * 21, "4": "1" * 21}},
        ],
    )  # fmt: skip
    def test_nonsense_is_refused(self, damage: dict[str, Any]) -> None:
        data: Any = GAME.encode(begin())
        with pytest.raises(BadOptions):
            GAME.decode({**data, **damage})

    @pytest.mark.parametrize("data", [None, 3, "classic", [], {}])
    def test_other_data_is_refused(self, data: Any) -> None:
        with pytest.raises(BadOptions, match=r"^Not a position of Blokus: "):
            GAME.decode(data)


def test_no_option_shown_to_players_is_called_seed() -> None:
    assert '"seed' not in msgspec.json.encode(msgspec.json.schema(BlokusOptions)).decode()
    with pytest.raises(BadOptions, match="scoring"):
        begin(scoring="seed")
