"""The interface of the founding document, point by point: S1 to S54."""

from __future__ import annotations

import inspect
from itertools import product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import boardwright
from boardwright.core.refusal import IllegalMove
from boardwright.games.blokus import bot as blokus_bot
from boardwright.games.blokus.compat import (
    AIPlayer,
    BlokusRules,
    CornerStrategy,
    GameLoop,
    GameModes,
    GameState,
    Mode,
    Move,
    Piece,
    PlacementHandler,
    Player,
    RandomStrategy,
    StrategicStrategy,
    Strategy,
    execute,
)
from boardwright.games.blokus.compat.modes import seated
from boardwright.games.blokus.compat.strategies import available_moves, position_of, strategy_named
from boardwright.games.blokus.facts import NAMES, PIECES, TURNS, Turn, turned
from boardwright.games.blokus.moves import Placement
from tests.games.blokus.play import middle_positions
from tests.games.present import present

ROTATIONS = (0, 90, 180, 270)
EMPTY = [[0] * 20 for _ in range(20)]


def game() -> GameState:
    return GameState("classic", [Player(number, "gray") for number in (1, 2, 3, 4)])


def hand(state: GameState, number: int = 1) -> PlacementHandler:
    return PlacementHandler(state, state.players[number])


def opened(state: GameState) -> GameState:
    """Every player has its I1 in its corner."""
    for number, position in zip((1, 2, 3, 4), ((0, 0), (0, 19), (19, 19), (19, 0)), strict=True):
        assert execute(Move(Piece("I1"), position, 0, number), hand(state, number)) == (True, None)
    return state


def placed() -> Piece:
    piece = Piece("I1")
    piece.is_placed = True
    return piece


def all_pieces() -> list[Piece]:
    return [Piece(name) for name in NAMES]


def strategies() -> list[Strategy]:
    return [RandomStrategy(Random(1)), CornerStrategy(Random(1)), StrategicStrategy(Random(1))]


class TestFields:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            pytest.param((None, (0, 0), 0, 1), "Move must specify piece unless passing", id="s04 no piece"),
            pytest.param((None, None, 0, 1), "Move must specify piece unless passing", id="s45 nothing at all"),
            pytest.param((placed(), (0, 0), 0, 1), "Cannot place already-placed piece", id="s03 a placed piece"),
            pytest.param(
                (SimpleNamespace(name="I1", is_placed=True), (0, 0), 0, 1),
                "Cannot place already-placed piece",
                id="s05 what says it is placed",
            ),
            pytest.param((Piece("I1"), None, 45, 9), "Move must specify position unless passing", id="s08 no position"),
            *(
                pytest.param((Piece("I1"), position, 45, 9), "Position out of board bounds", id=f"s09 {position}")
                for position in ((-1, 0), (0, -1), (20, 0), (0, 20), (100, 100), (1,), 5, (1.0, 2))
            ),
            *(
                pytest.param((Piece("L4"), (0, 0), turn, 9), f"Invalid rotation: {turn}", id=f"s12 {turn!r}")
                for turn in (45, -90, 360, 1, True, 90.0, "90", None)
            ),
            *(
                pytest.param((*given, number, is_pass), f"Invalid player_id: {number}", id=f"s17 {number} {is_pass}")
                for number in (0, 5, -1, True, None)
                for given, is_pass in (((Piece("I1"), (0, 0), 0), False), ((None, None, 0), True))
            ),
            pytest.param((Piece("I1"), (0, 0), 0, 1, True), "Pass move must not specify piece", id="s20 a piece"),
            pytest.param((None, (0, 0), 0, 1, True), "Pass move must not specify position", id="s20 a position"),
        ],
    )
    def test_a_wrong_field_is_refused_in_the_words_of_the_document(self, arguments: Any, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{message}$"):
            Move(*arguments)

    @pytest.mark.parametrize("position", [(0, 0), (0, 19), (19, 0), (19, 19)], ids=lambda place: f"s07 {place}")
    @pytest.mark.parametrize("rotation", ROTATIONS, ids=lambda turn: f"s11 {turn}")
    @pytest.mark.parametrize("player_id", [1, 2, 3, 4], ids=lambda number: f"s16 {number}")
    def test_right_fields_are_kept(self, position: tuple[int, int], rotation: int, player_id: int) -> None:
        move = Move(Piece("I1"), position, rotation, player_id)
        assert (move.position, move.rotation, move.player_id) == (position, rotation, player_id)

    def test_s01_s06_s46_a_pass_has_neither_piece_nor_position(self) -> None:
        move = Move(None, None, 0, 4, is_pass=True, flip=True)
        assert (move.piece, move.position, move.cells()) == (None, None, set())

    def test_s02_piece_must_be_among_the_unplaced_pieces_of_the_player(self) -> None:
        state = opened(game())
        assert hand(state).select_piece("I1") is False
        assert hand(state).select_piece("I2") is True

    def test_s10_position_is_the_top_left_corner_of_the_turned_piece(self) -> None:
        assert Move(Piece("X5"), (4, 7), 0, 1).cells() == {(4, 8), (5, 7), (5, 8), (5, 9), (6, 8)}
        for name, rotation, flip in product(NAMES, ROTATIONS, (False, True)):
            cells = Move(Piece(name), (4, 7), rotation, 1, flip=flip).cells()
            assert (min(r for r, _ in cells), min(c for _, c in cells)) == (4, 7)

    def test_s13_rotation_is_applied_after_flip(self) -> None:
        assert Move(Piece("L4"), (0, 0), 90, 1, flip=True).cells() == {(0, 0), (1, 0), (2, 0), (2, 1)}

    def test_s15_flip_mirrors_left_right_before_rotation(self) -> None:
        piece = Piece("V3")
        piece.coordinates = [(0, 0), (0, 1), (1, 1)]
        assert piece.flip().coordinates == [(0, 0), (0, -1), (1, -1)]
        assert piece.flip().rotate(90).coordinates == [(0, 0), (1, 0), (1, 1)]

    def test_s18_player_id_is_the_players_own_and_unique(self) -> None:
        class Liar(RandomStrategy):
            def calculate_move(self, *_: Any) -> Move:
                return Move(Piece("I1"), (0, 19), 0, 2)

        player = AIPlayer(1, Liar(), "gray")
        assert (present(player.calculate_move(EMPTY, player.pieces)).player_id, player.metrics.fallbacks) == (1, 1)
        with pytest.raises(ValueError, match="player_id of its own"):
            GameState("opposite", [Player(1, "gray"), Player(1, "gray")])
        with pytest.raises(ValueError, match="Invalid player_id: 5"):
            AIPlayer(5, RandomStrategy(), "gray")


class TestConstructor:
    def test_s14_s19_s21_s22_s40_s42_s53_the_parameters_and_their_defaults(self) -> None:
        parameters = inspect.signature(Move).parameters
        defaults = {name: one.default for name, one in parameters.items() if one.default is not one.empty}
        assert list(parameters) == ["piece", "position", "rotation", "player_id", "is_pass", "flip"]
        assert defaults == {"is_pass": False, "flip": False}
        assert Move(Piece("I1"), (5, 5), 90, player_id=1, is_pass=False).flip is False
        assert Move(Piece("I1"), (5, 5), 90, 1, False, True).flip is True

    def test_moves_are_immutable_values(self) -> None:
        move = Move(Piece("L4"), (1, 2), 90, 1)
        with pytest.raises(AttributeError):
            move.rotation = 0  # type: ignore[misc] # the point of the test
        assert move == Move(Piece("L4"), (1, 2), 90, 1)
        assert len({move, Move(Piece("L4"), (1, 2), 90, 1), Move(Piece("L4"), (1, 2), 90, 1, flip=True)}) == 2
        assert Move(None, None, 0, 2, True) == Move(None, None, 90, 2, True, True)
        assert Move(None, None, 0, 2, True) != Move(None, None, 0, 3, True)

    def test_equal_placements_may_be_different_moves(self) -> None:
        one, other = Move(Piece("I3"), (1, 2), 90, 1), Move(Piece("I3"), (1, 2), 270, 1, flip=True)
        assert one != other
        assert one.cells() == other.cells()
        assert other.canonical() == one


class TestText:
    def test_s23_text_of_a_placement(self) -> None:
        move = Move(Piece("I1"), (10, 10), 90, 1, flip=True)
        assert repr(move) == str(move) == "Move(player=1, piece=I1, position=(10, 10), rotation=90°, flip=True)"
        assert "\u00b0" in str(move)

    def test_s44_text_without_a_flip(self) -> None:
        assert "flip=False" in str(Move(Piece("F5"), (0, 0), 0, 1))

    def test_s24_text_of_a_pass(self) -> None:
        assert str(Move(None, None, 0, 1, is_pass=True)) == "Move(player=1, action=pass)"


class _Spy(PlacementHandler):
    """A handler that notes what is done with it."""

    def __init__(self, state: GameState, number: int) -> None:
        super().__init__(state, state.players[number])
        self.calls: list[str] = []

    def select_piece(self, name: str) -> bool:
        self.calls.append(f"select {name}")
        return super().select_piece(name)

    def flip_piece(self) -> bool:
        self.calls.append("flip")
        return super().flip_piece()

    def rotate_piece(self) -> bool:
        self.calls.append("rotate")
        return super().rotate_piece()

    def place_piece(self, row: int, col: int) -> tuple[bool, str | None]:
        self.calls.append(f"place {row},{col}")
        return super().place_piece(row, col)


class TestExecution:
    @pytest.mark.parametrize("flip", [False, True])
    @pytest.mark.parametrize("rotation", ROTATIONS)
    def test_s25_to_s29_selected_then_flipped_then_turned_then_placed(self, rotation: int, flip: bool) -> None:
        spy = _Spy(game(), 1)
        execute(Move(Piece("P5"), (0, 0), rotation, 1, flip=flip), spy)
        assert spy.calls == ["select P5", *["flip"] * flip, *["rotate"] * (rotation // 90), "place 0,0"]


class TestValidation:
    def test_s30_message_for_a_piece_not_owned(self) -> None:
        state = game()
        state.players[1].pieces = [piece for piece in state.players[1].pieces if piece.name != "I2"]
        with pytest.raises(ValueError, match=r"^Player does not own this piece$"):
            BlokusRules.validate(state, Move(Piece("I2"), (0, 0), 0, 1))
        assert execute(Move(Piece("I2"), (0, 0), 0, 1), hand(state)) == (False, "Player does not own this piece")

    @pytest.mark.parametrize("turned", [False, True])
    def test_s30_a_piece_object_of_another_player_is_refused(self, turned: bool) -> None:
        state = game()
        theirs = present(state.players[3].piece("I1"))
        move = Move(theirs.flip().rotate(90) if turned else theirs, (0, 0), 0, 1)
        with pytest.raises(ValueError, match=r"^Player does not own this piece$"):
            BlokusRules.validate(state, move)
        assert execute(move, hand(state)) == (False, "Player does not own this piece")
        assert (state.history, len(state.players[1].unplaced()), len(state.players[3].unplaced())) == ([], 21, 21)

    def test_s30_a_piece_object_from_another_game_is_refused(self) -> None:
        move = Move(game().players[1].piece("I1"), (0, 0), 0, 1)
        with pytest.raises(ValueError, match=r"^Player does not own this piece$"):
            BlokusRules.validate(game(), move)

    def test_s30_the_players_own_piece_and_a_free_one_of_that_name_are_accepted(self) -> None:
        state = game()
        for piece in (state.players[1].piece("I1"), Piece("I1"), SimpleNamespace(name="I1")):
            BlokusRules.validate(state, Move(piece, (0, 0), 0, 1))

    def test_s30_a_handler_does_not_execute_the_move_of_another_player(self) -> None:
        state = game()
        ok, error = execute(Move(Piece("I1"), (0, 0), 0, 2), hand(state, 1))
        assert (ok, error) == (False, "This is a move of player 2, not of player 1")
        ok, error = execute(Move(None, None, 0, 2, is_pass=True), hand(state, 1))
        assert (ok, error) == (False, "This is a move of player 2, not of player 1")
        assert state.history == []

    def test_s30_an_ai_player_does_not_return_a_piece_of_another_player(self) -> None:
        state = game()

        class Thief(RandomStrategy):
            def calculate_move(self, *_: Any) -> Move:
                return Move(state.players[3].piece("I1"), (0, 0), 0, 1)

        player = AIPlayer(1, Thief(), "gray")
        assert present(player.calculate_move(EMPTY, player.pieces)).piece in player.pieces
        assert player.metrics.fallbacks == 1

    def test_s02_s31_message_for_a_piece_already_placed(self) -> None:
        state = opened(game())
        with pytest.raises(ValueError, match=r"^Piece is already placed$"):
            BlokusRules.validate(state, Move(Piece("I1"), (1, 1), 0, 1))
        assert execute(Move(Piece("I1"), (1, 1), 0, 1), hand(state)) == (False, "Piece is already placed")

    def test_s32_message_for_a_position_off_this_board(self) -> None:
        state = GameState("duo", [Player(1, "gray"), Player(2, "gray")])
        with pytest.raises(ValueError, match=r"^Position out of bounds$"):
            BlokusRules.validate(state, Move(Piece("I1"), (14, 3), 0, 1))

    def test_s33_message_for_a_rotation_that_came_in_by_the_back_door(self) -> None:
        for move in (Move(Piece("I1"), (0, 0), 0, 1), Move(None, None, 0, 1, is_pass=True)):
            object.__setattr__(move, "rotation", 45)
            with pytest.raises(ValueError, match=r"^Invalid rotation$"):
                BlokusRules.validate(game(), move)

    def test_s34_legal_by_the_generator_of_the_rules(self) -> None:
        state = opened(game())
        rng = Random(5)
        for _ in range(40):
            number = present(state.current_player_id)
            piece = rng.choice(state.players[number].unplaced())
            flip, rotation = rng.choice((False, True)), rng.choice(ROTATIONS)
            shown = piece.flip() if flip else piece
            shown = shown.rotate(rotation) if rotation else shown
            valid = BlokusRules.get_valid_moves(state, number, shown)
            for place in product(range(20), range(20)):
                move = Move(piece, place, rotation, number, flip=flip)
                assert (state.refusal(move) is None) == (place in valid)
            legal = available_moves(state.board, state.players[number].unplaced(), number)
            if not legal:
                break
            assert execute(rng.choice(legal), hand(state, number)) == (True, None)

    @pytest.mark.parametrize(
        ("name", "position", "code"),
        [
            ("I2", (0, 1), "edge_contact"),
            ("I2", (0, 0), "overlap"),
            ("I2", (5, 5), "no_corner_contact"),
            ("I2", (19, 5), "out_of_bounds"),
        ],
    )
    def test_s34_refused_with_the_reason_of_the_rules(self, name: str, position: tuple[int, int], code: str) -> None:
        with pytest.raises(IllegalMove) as error:
            BlokusRules.validate(opened(game()), Move(Piece(name), position, 0, 1))
        assert error.value.refusal.code == code

    def test_s34_the_first_move_covers_the_start_corner(self) -> None:
        with pytest.raises(IllegalMove) as error:
            BlokusRules.validate(game(), Move(Piece("I1"), (5, 5), 0, 1))
        assert error.value.refusal.code == "first_move_corner"

    def test_s35_passes_skip_the_checks_of_piece_and_position(self) -> None:
        state = game()
        state.players[1].pieces = []
        with pytest.raises(IllegalMove) as error:
            BlokusRules.validate(state, Move(None, None, 0, 1, is_pass=True))
        assert error.value.refusal.code == "must_move"


class TestUse:
    def test_s36_every_field_is_readable(self) -> None:
        move = Move(Piece("L5"), (4, 7), 270, 3, flip=True)
        assert move.piece is not None
        assert move.position is not None
        row, col = move.position
        assert (move.piece.name, row, col, move.rotation, move.flip, move.is_pass, move.player_id) == (
            "L5", 4, 7, 270, True, False, 3,
        )  # fmt: skip

    def test_s37_the_ai_player_returns_its_strategys_move(self) -> None:
        chosen = Move(Piece("I2"), (0, 0), 0, 1)

        class Fixed(RandomStrategy):
            def calculate_move(self, *_: Any) -> Move:
                return chosen

        player = AIPlayer(1, Fixed(), "gray")
        assert player.calculate_move(EMPTY, player.pieces) is chosen
        assert (player.metrics.moves, player.metrics.calculations, player.metrics.fallbacks) == (1, 1, 0)
        assert not player.is_calculating

    @pytest.mark.parametrize("strategy", strategies(), ids=lambda one: one.difficulty_name)
    def test_s38_the_strategy_chooses_a_turn_that_the_rules_allow(self, strategy: Strategy) -> None:
        for position in middle_positions(games=4):
            rows = [[int(square) for square in row] for row in position.view(None).board]
            color = position.variant.colors[position.mover]
            held = [Piece(name) for name in position.view(None).colors[position.mover].hand]
            move = present(strategy.calculate_move(rows, held, color.number))
            assert move.core() in position.legal_moves()
            assert move == move.canonical()
            assert move.piece in held

    def test_s39_the_loop_validates_a_bots_move_before_placing_it(self) -> None:
        class Cheat(RandomStrategy):
            def calculate_move(self, _: Any, pieces: Any, player_id: int, *__: Any) -> Move:
                return Move(pieces[0], (10, 10), 0, player_id)

        loop = seated("opposite", [], {1: "Easy", 3: "Easy"})
        for player in loop.state.players.values():
            assert isinstance(player, AIPlayer)
            player.strategy = Cheat()
        loop.run()
        assert loop.state.is_over
        assert len(loop.state.history) > 10


class TestCompatibility:
    def test_s41_json_without_flip_is_read_and_with_flip_is_written(self) -> None:
        old = {"piece": "L4", "position": [10, 10], "rotation": 90, "player_id": 1, "is_pass": False}
        assert Move.from_json(old).flip is False
        written = Move.from_json({**old, "flip": True}).to_json()
        assert written == {**old, "flip": True}
        assert list(written) == ["piece", "position", "rotation", "player_id", "is_pass", "flip"]
        assert Move.from_json(written).to_json() == written

    def test_s41_a_pass_in_json(self) -> None:
        move = Move(None, None, 0, 2, is_pass=True)
        assert move.to_json() == {
            "piece": None, "position": None, "rotation": 0, "player_id": 2, "is_pass": True, "flip": False,
        }  # fmt: skip
        assert Move.from_json({"player_id": 2, "is_pass": True, "note": "ignored"}) == move

    @pytest.mark.parametrize(
        "wrong",
        [
            {"rotation": "90"}, {"rotation": True}, {"flip": 1}, {"is_pass": "no"}, {"player_id": None},
            {"position": [1]}, {"position": [1, True]}, {"position": "1,2"}, {"piece": 7}, {"piece": "V4"},
            {"rotation": None}, {"flip": None},
        ],
    )  # fmt: skip
    def test_json_of_the_wrong_type_is_refused(self, wrong: dict[str, Any]) -> None:
        good = {"piece": "L4", "position": [1, 2], "rotation": 90, "player_id": 1, "is_pass": False, "flip": True}
        with pytest.raises(ValueError):
            Move.from_json({**good, **wrong})

    def test_json_of_a_placement_needs_its_rotation(self) -> None:
        with pytest.raises(ValueError, match="rotation"):
            Move.from_json({"piece": "L4", "position": [1, 2], "player_id": 1})


class TestAskedFor:
    def test_s47_flipped_moves_go_through_the_handler(self) -> None:
        state = game()
        move = Move(Piece("L5"), (0, 0), 90, 1, flip=True)
        assert execute(move, hand(state)) == (True, None)
        assert {(r, c) for r, row in enumerate(state.board) for c, square in enumerate(row) if square} == move.cells()
        assert state.history == [move]

    @pytest.mark.parametrize("name", NAMES)
    def test_s48_flip_with_each_rotation_covers_the_right_squares(self, name: str) -> None:
        for flip, rotation in product((False, True), ROTATIONS):
            handler = hand(game())
            handler.select_piece(name)
            if flip:
                handler.flip_piece()
            for _ in range(rotation // 90):
                handler.rotate_piece()
            expected = turned(PIECES[name], Turn(flip, rotation))
            if (0, 0) not in expected:
                assert handler.place_piece(0, 0)[0] is False
                continue
            assert handler.place_piece(0, 0) == (True, None)
            board = handler.game_state.board
            assert {(r, c) for r in range(20) for c in range(20) if board[r][c]} == set(expected)

    @pytest.mark.parametrize("name", NAMES)
    def test_s48_any_order_of_presses_is_what_the_eye_sees(self, name: str) -> None:
        rng = Random(name)
        for _ in range(30):
            handler = hand(game())
            handler.select_piece(name)
            seen = Piece(name)
            for _ in range(rng.randrange(6)):
                if rng.random() < 0.5:
                    handler.flip_piece()
                    seen = seen.flip()
                else:
                    handler.rotate_piece()
                    seen = seen.rotate(90)
            top, left = (min(axis) for axis in zip(*seen.coordinates, strict=True))
            shown = tuple(sorted((r - top, c - left) for r, c in seen.coordinates))
            assert turned(PIECES[name], Turn(handler.is_flipped, handler.rotation_count * 90)) == shown

    def test_s49_invalid_moves_are_caught_before_placement(self) -> None:
        state = opened(game())
        before = state.position
        handler = hand(state)
        handler.select_piece("L5")
        handler.rotate_piece()
        for place in ((0, 1), (30, 30), (-1, 4), (10, 10)):
            ok, error = handler.place_piece(*place)
            assert not ok
            assert error
        assert state.position is before
        assert (handler.selected_piece, handler.rotation_count) == (state.players[1].piece("L5"), 1)
        handler.clear_selection()
        assert handler.place_piece(1, 1) == (False, "No piece selected")
        assert handler.flip_piece() is handler.rotate_piece() is False

    def test_s50_a_flip_does_no_more_than_touch_each_square_once(self) -> None:
        class Cell(tuple[int, int]):
            reads = 0

            def __iter__(self) -> Any:
                Cell.reads += 1
                return super().__iter__()

        piece = Piece("N5")
        piece.coordinates = [Cell(cell) for cell in piece.coordinates]
        piece.flip()
        assert Cell.reads <= 5

    @pytest.mark.parametrize("strategy", strategies(), ids=lambda one: one.difficulty_name)
    def test_s51_moves_of_every_strategy_have_the_flip_field(self, strategy: Strategy) -> None:
        move = present(strategy.calculate_move(EMPTY, all_pieces(), 2))
        assert type(move.flip) is bool
        assert any(move.flip for move in strategy.get_available_moves(EMPTY, all_pieces(), 2))

    def test_s52_the_flip_field_is_readable_and_right(self) -> None:
        for move in available_moves(EMPTY, all_pieces(), 1):
            assert move.piece is not None
            assert (0, 0) in move.cells()
            text = str(Turn(move.flip, move.rotation))
            assert text in TURNS
            assert {(r, c) for r, c in turned(PIECES[move.piece.name], TURNS[text])} == move.cells()

    def test_s54_the_loop_accepts_valid_flipped_moves(self) -> None:
        class Mirror(RandomStrategy):
            def calculate_move(self, board: Any, pieces: Any, player_id: int, *_: Any) -> Move | None:
                moves = self.get_available_moves(board, pieces, player_id)
                return next((move for move in moves if move.flip), moves[0] if moves else None)

        loop = seated("opposite", [], {1: "Easy", 3: "Easy"})
        for player in loop.state.players.values():
            assert isinstance(player, AIPlayer)
            player.strategy = Mirror()
        loop.run()
        assert loop.state.is_over
        assert sum(move.flip for move in loop.state.history) >= 8
        bots = [player for player in loop.state.players.values() if isinstance(player, AIPlayer)]
        assert [bot.metrics.fallbacks for bot in bots] == [0, 0]


class TestPiece:
    def test_turning_leaves_the_piece_alone_and_comes_back(self) -> None:
        for name in NAMES:
            piece = Piece(name)
            assert piece.flip().flip().coordinates == piece.coordinates == list(PIECES[name])
            assert piece.rotate(90).rotate(270).coordinates == piece.coordinates
            assert piece.rotate(90).rotate(90).coordinates == piece.rotate(180).coordinates
            assert (piece.size, piece.is_placed, piece.placed_position) == (len(PIECES[name]), False, None)

    def test_unknown_names_and_turns(self) -> None:
        with pytest.raises(KeyError, match="V4"):
            Piece("V4")
        for degrees in (0, 45, 360, -90):
            with pytest.raises(ValueError, match=str(degrees)):
                Piece("I1").rotate(degrees)

    def test_a_placed_piece_knows_where_it_lies(self) -> None:
        piece = present(opened(game()).players[4].piece("I1"))
        assert (piece.is_placed, piece.placed_position) == (True, (19, 0))


class TestStrategies:
    @pytest.mark.parametrize("strategy", strategies(), ids=lambda one: one.difficulty_name)
    def test_no_time_still_gives_a_legal_move_and_none_means_nothing_fits(self, strategy: Strategy) -> None:
        loop = seated("opposite", [1, 3], {})
        while not loop.state.is_over:
            number = present(loop.state.current_player_id)
            held = loop.state.players[number].unplaced()
            move = strategy.calculate_move(loop.state.board, held, number, time_limit=0)
            if move is None:
                move = Move(None, None, 0, number, is_pass=True)
            assert execute(move, loop.handler(number)) == (True, None)

    @pytest.mark.parametrize("strategy", strategies(), ids=lambda one: one.difficulty_name)
    def test_bad_boards_and_players_are_refused(self, strategy: Strategy) -> None:
        with pytest.raises(ValueError, match="20 rows"):
            strategy.calculate_move([[0] * 14] * 14, all_pieces(), 1)
        with pytest.raises(ValueError, match="1 to 4"):
            strategy.calculate_move([[7] * 20] * 20, all_pieces(), 1)
        with pytest.raises(ValueError, match="Invalid player_id: 0"):
            strategy.calculate_move(EMPTY, all_pieces(), 0)

    @pytest.mark.parametrize(("stronger", "weaker"), [("Medium", "Easy"), ("Hard", "Medium")])
    def test_each_difficulty_beats_the_one_below(
        self, stronger: str, weaker: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without looking ahead already: on the crowded board, over four games, two bots of each kind."""
        monkeypatch.setattr(blokus_bot, "_CANDIDATES", 1)
        lead = 0
        for number in range(4):
            sides = (stronger, weaker) if number % 2 else (weaker, stronger)
            loop = seated("classic", [], {1: sides[0], 2: sides[1], 3: sides[0], 4: sides[1]})
            bots = [player for player in loop.state.players.values() if isinstance(player, AIPlayer)]
            for bot in bots:
                bot.strategy.dice = Random(number)
            loop.run()
            lead += sum(bot.score if bot.difficulty == stronger else -bot.score for bot in bots)
        assert lead > 40

    def test_the_other_hands_are_read_off_the_board(self) -> None:
        for position in middle_positions(games=3):
            rows = [[int(square) for square in row] for row in position.view(None).board]
            again = position_of(rows, position.variant.colors[position.mover].number, None)
            assert [state.hand for state in again.states] == [state.hand for state in position.states]
            assert list(again.legal_moves()) == list(position.legal_moves())

    def test_the_board_is_worth_more_to_who_has_more(self) -> None:
        rows = [list(row) for row in EMPTY]
        for cell in PIECES["L5"]:
            rows[cell[0]][cell[1]] = 1
        assert strategy_named("Hard").evaluate_board(rows, 1) > 0 > strategy_named("Hard").evaluate_board(rows, 2)


class TestPlayers:
    def test_a_failing_strategy_is_survived(self) -> None:
        class Broken(RandomStrategy):
            def calculate_move(self, *_: Any) -> Move:
                raise RuntimeError("lost the plot")

        player = AIPlayer(2, Broken(), "gray")
        assert (0, 19) in present(player.calculate_move(EMPTY, player.pieces)).cells()
        assert player.calculate_move(EMPTY, []) is None
        assert (player.metrics.fallbacks, player.metrics.moves, player.metrics.passes) == (2, 1, 1)

    def test_a_piece_it_does_not_hold_is_not_played(self) -> None:
        class Thief(RandomStrategy):
            def calculate_move(self, *_: Any) -> Move:
                return Move(Piece("O4"), (0, 0), 0, 1)

        player = AIPlayer(1, Thief(), "gray")
        move = present(player.calculate_move(EMPTY, [Piece("I1")]))
        assert move.piece is not None
        assert move.piece.name == "I1"

    def test_difficulty_can_be_switched(self) -> None:
        player = AIPlayer(1, strategy_named("Easy"), "gray")
        player.switch_to_difficulty("Hard")
        assert (player.difficulty, player.timeout_seconds, player.name) == ("Hard", 8, "AI Player 1")
        with pytest.raises(ValueError, match="Easy, Medium, Hard"):
            player.switch_to_difficulty("Impossible")

    def test_times_are_recorded(self) -> None:
        player = AIPlayer(1, strategy_named("Easy"), "gray")
        player.calculate_move(EMPTY, player.pieces, time_limit=-1)
        player.calculate_move(EMPTY, player.pieces)
        metrics = player.metrics
        assert metrics.calculations == 2
        assert metrics.timeouts == 1
        assert 0 < metrics.min_time <= metrics.average_time <= metrics.max_time


class TestModes:
    def test_single_ai_sits_in_opposite_corners(self) -> None:
        loop = GameModes().new_game(Mode("single_ai"))
        assert sorted(loop.state.players) == [1, 3]
        assert loop.handler(1).select_piece("I1")
        assert loop.handler(1).place_piece(0, 0) == (True, None)
        loop.run()
        assert (loop.state.current_player_id, len(loop.state.history)) == (1, 2)
        with pytest.raises(ValueError, match="No person plays as player 3"):
            loop.handler(3)

    def test_three_ai_has_three_strategies_of_their_own(self) -> None:
        loop = GameModes().new_game(Mode("three_ai"), "Easy")
        bots = [player for player in loop.state.players.values() if isinstance(player, AIPlayer)]
        assert [bot.player_id for bot in bots] == [2, 3, 4]
        assert len({id(bot.strategy) for bot in bots}) == 3
        assert {bot.difficulty for bot in bots} == {"Easy"}

    def test_spectate_runs_to_the_end_by_itself(self) -> None:
        loop = GameModes().new_game(Mode("spectate"))
        bots = [player for player in loop.state.players.values() if isinstance(player, AIPlayer)]
        assert [bot.difficulty for bot in bots] == ["Easy", "Medium", "Hard", "Medium"]
        bots[2].strategy.timeout_seconds = 0.01
        for number in (1, 2, 3, 4):
            with pytest.raises(ValueError):
                loop.handler(number)
        loop.run()
        assert loop.state.is_over
        best = max(player.score for player in loop.state.players.values())
        assert [player.score for player in loop.state.winners()] == [best] * len(loop.state.winners())
        assert all(player.has_passed or not player.unplaced() for player in loop.state.players.values())

    @pytest.mark.parametrize("people", [2, 3, 4])
    def test_people_at_one_screen_have_one_color_each(self, people: int) -> None:
        loop = GameModes().new_game(Mode("pvp_local"), people=people)
        assert sorted(loop.state.players) == list(range(1, people + 1))
        assert not loop._trigger_ai_move()

    def test_wrong_tables_are_refused(self) -> None:
        for people in (1, 5):
            with pytest.raises(ValueError, match="2 to 4 people"):
                GameModes().new_game(Mode.PVP_LOCAL, people=people)
        with pytest.raises(ValueError, match="taken once"):
            seated("opposite", [1], {1: "Easy"})
        with pytest.raises(ValueError, match="Invalid player_id: 7"):
            seated("opposite", [1], {7: "Easy"})
        with pytest.raises(ValueError, match="is played by"):
            seated("opposite", [1], {2: "Easy"})

    def test_the_last_difficulty_is_remembered_by_mode(self) -> None:
        modes = GameModes()
        modes.new_game(Mode.SINGLE_AI, "Hard")
        with pytest.raises(ValueError):
            modes.new_game(Mode.SINGLE_AI, "Brutal")
        player = modes.new_game(Mode.SINGLE_AI).state.players[3]
        assert isinstance(player, AIPlayer)
        assert player.difficulty == "Hard"
        assert modes.difficulty[Mode.THREE_AI] == "Medium"

    def test_a_bot_that_cannot_answer_at_all_does_not_stop_the_game(self) -> None:
        class Mute(AIPlayer):
            def calculate_move(self, *_: Any) -> Move:
                raise RuntimeError("silence")

        players = [Mute(1, RandomStrategy(), "gray"), Mute(3, RandomStrategy(), "gray")]
        loop = GameLoop(GameState("opposite", players))
        loop.run()
        assert loop.state.is_over


class TestMatch:
    def finished(self) -> GameState:
        loop = seated("opposite", [], {1: "Easy", 3: "Easy"})
        loop.run()
        return loop.state

    def test_a_game_is_a_match_whose_record_verifies_and_opens_elsewhere(self) -> None:
        state = self.finished()
        assert "all moves legal" in boardwright.verify(state.record())
        match = boardwright.load(state.record())
        assert (match.position, match.outcome) == (state.position, state.match.outcome)
        assert match.header.players == ("AI Player 1", "AI Player 3")
        assert len(state.history) == match.moves_done

    def test_players_follow_the_match_when_it_is_undone_and_redone(self) -> None:
        state = opened(game())
        mine = present(state.players[1].piece("I2"))
        state.apply(Move(mine, (1, 1), 90, 1))
        assert (state.history[-1].core(), mine.placed_position) == (Placement("I2", 1, 1, "r90"), (1, 1))
        state.match.undo(0, agreed=(1, 2, 3))
        state.refresh()
        assert (len(state.history), mine.is_placed, mine.placed_position, state.players[1].score) == (
            4,
            False,
            None,
            -88,
        )
        state.match.redo(0)
        state.refresh()
        assert (len(state.history), mine.is_placed, state.players[1].score) == (5, True, -86)

    def test_a_move_of_a_player_who_is_not_to_move_changes_nothing(self) -> None:
        state = game()
        before = state.record()
        with pytest.raises(IllegalMove):
            state.apply(Move(Piece("I1"), (0, 19), 0, 2))
        assert state.record() == before

    def test_no_module_of_the_game_imports_this_interface(self) -> None:
        folder = Path(blokus_bot.__file__).parent
        assert [path.name for path in folder.glob("*.py") if "compat" in path.read_text("utf-8")] == []
