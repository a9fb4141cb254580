"""What people and programs are shown: notation, gestures, zones, terminal page, array planes, evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from boardwright.core.game.table_of import table_of
from boardwright.core.layout import Field, Items, Role, Symbol
from boardwright.core.refusal import Unreadable
from boardwright.games.deblockle import GAME
from boardwright.games.deblockle.actions import actions
from boardwright.games.deblockle.art import icon
from boardwright.games.deblockle.bot import BOT, turns_home
from boardwright.games.deblockle.compat.contract import layout_text
from boardwright.games.deblockle.cube import SIDE, Cube, pack
from boardwright.games.deblockle.facts import LETTERS, SLIDE
from boardwright.games.deblockle.moves import PASS, CubeMove, Place
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import DeblocklePosition, arrange
from tests.games.present import present

ALL = GAME.variants()
parse = GAME.begin().parse


def walk(options: DeblockleOptions, steps: int = 150) -> Iterator[DeblocklePosition]:
    rng = Random(2)
    position = GAME.begin(options=options)
    for _ in range(steps):
        yield position
        if position.chance is not None:
            position = position.take(position.chance.sample(rng))
        elif position.actors:
            position = position.play(rng.choice(tuple(position.legal_moves())))


def board_of(position: DeblocklePosition, layer: str = "") -> Field:
    board = GAME.zones(position.view(0), layer)[0]
    assert isinstance(board, Field)
    return board


def squares_of(position: DeblocklePosition, layer: str = "") -> dict[str, Symbol | None]:
    board = board_of(position, layer)
    return dict(zip(board.frame.names, board.cells, strict=True))


def items_of(position: DeblocklePosition, role: Role) -> list[Items]:
    return [zone for zone in GAME.zones(position.view(0)) if isinstance(zone, Items) and zone.role == role]


class TestNotation:
    @pytest.mark.parametrize("text", ["d7-c7", "a1-g7", "pass", "place c5 S-L-X", "(0,7)-d7", "d7-(-1,3)"])
    def test_text_and_move_are_inverse(self, text: str) -> None:
        assert str(parse(text)) == text

    def test_coordinates_are_read_as_squares(self) -> None:
        assert parse("(4,7)-(3,7)") == parse("D7-C7") == CubeMove((4, 7), (3, 7))

    @pytest.mark.parametrize(
        "text", ["", "d7", "d8-c7", "h1-a1", "d7-c7-b7", "place", "place c5", "place c5 S-L", "٣", "(1,)-a1", "(" * 99]
    )
    def test_anything_else_is_unreadable_and_says_what_would_work(self, text: str) -> None:
        with pytest.raises(Unreadable, match="d7-c7"):
            parse(text)

    def test_moves_that_cannot_be_are_refused_and_never_crash(self) -> None:
        odd = (-(2**70), 0, 8, 2**70)
        for options in ALL:
            for position in walk(options, 60):
                for number in odd:
                    for move in (
                        CubeMove((number, 1), (1, 1)),
                        CubeMove((1, 1), (1, number)),
                        Place((1, number), (0, 9, number)),
                    ):
                        assert position.refusal(move) is not None
                        assert parse(str(move)) == move


class TestZones:
    @pytest.mark.parametrize("options", ALL, ids=str)
    def test_every_name_in_a_gesture_is_shown_once(self, options: DeblockleOptions) -> None:
        for position in walk(options):
            shown = Counter(name for zone in table_of(GAME, position.view(0)).shown for name in zone.names())
            assert set(shown.values()) == {1}
            for move in position.legal_moves():
                assert set(move.gesture(position).names) <= set(shown)

    def test_edges_show_what_a_roll_brings_up_in_words_too(self) -> None:
        cube = present(squares_of(GAME.begin())["c7"])
        assert cube.words == "cube of player 1, Star up; rolling up shows Hoops, down sLide, left X-hop, right T-hop"

    def test_win_squares_say_whose_they_are(self) -> None:
        labels = board_of(GAME.begin()).frame.labels()
        assert {"d2, win square of player 1", "d6, win square of player 2"} < {*labels}

    def test_the_cube_that_has_rolled_is_in_the_hand_and_says_so(self) -> None:
        position = GAME.begin().play(parse("c7-d7"))
        assert "T-hop up, may hop;" in present(squares_of(position)["d7"]).words
        assert (board_of(position).held, board_of(GAME.begin()).held) == ("d7", "")

    def test_every_legal_roll_has_a_preview_of_the_face_that_comes_up(self) -> None:
        position = GAME.begin()
        rolls = {str(move) for move in position.legal_moves()} - {"pass"}
        assert rolls <= {preview.name for preview in board_of(position).previews}
        assert board_of(position.play(parse("c7-d7"))).previews == ()

    def test_the_layer_of_nets_unfolds_every_cube_on_its_square(self) -> None:
        position = GAME.begin()
        nets = squares_of(position, "nets")
        for cube in position.cubes:
            net = present(nets[cube.name])
            (held,) = (shape for shape in net.shapes if "held" in shape.css)
            drawn = [tile.children[0].attributes.get("d") for tile in held.children[1:12:2]]
            letters = layout_text(cube).replace(":", " ").replace("-", " ").replace("|", " ").split()
            signs = [icon(LETTERS.index(letter), 0, 0, 1, "").children[0] for letter in letters]
            assert drawn == [sign.attributes.get("d") for sign in signs]

    def test_the_layer_of_nets_can_be_played_on(self) -> None:
        view = GAME.begin().play(parse("c7-d7")).view(0)
        assert table_of(GAME, view).names == table_of(GAME, view, "nets").names

    def test_each_side_sees_the_board_from_its_own(self) -> None:
        frame = board_of(GAME.begin()).frame
        assert (frame.flips, frame.far) == (True, (1,))

    def test_the_player_on_turn_is_lit_and_is_told_the_phase(self) -> None:
        position = GAME.begin().play(parse("c7-d7"))
        assert [(each.note, each.is_lit) for each in items_of(position, Role.SCORE)] == [("to hop", True), ("", False)]

    def test_a_pass_that_is_not_allowed_cannot_be_pressed(self) -> None:
        placing = GAME.begin(options=DeblockleOptions(variant="original", cubes=1)).take("S").take("X")
        shown = [items_of(position, Role.BUTTONS)[0].items[0] for position in (GAME.begin(), placing)]
        assert [(item.name, item.title, item.is_faded) for item in shown] == [
            ("pass", "Pass", False),
            ("", "Pass", True),
        ]

    def test_the_next_thrown_cube_is_in_the_hand_of_the_opponent(self) -> None:
        placing = (
            GAME.begin(options=DeblockleOptions(variant="original", cubes=2)).take("S").take("X").take("X").take("P")
        )
        own, other = items_of(placing, Role.SCORE)
        assert (own.note, other.held, [item.name for item in other.items]) == ("to place", "thrown", ["thrown", ""])
        assert [item.spoken for item in other.items] == ["the next cube to place, X-hop up", "thrown cube, stoP up"]
        assert (own.held, [item.name for item in own.items]) == ("", ["", ""])

    def test_cubes_that_are_home_are_counted_and_drawn(self) -> None:
        two = [Cube(1, 4, 3, 2, 6, 4), Cube(1, 1, 7, 2, 3, 6), Cube(2, 5, 5, 6, 3, 5)]
        first, _ = items_of(arrange(two).play(parse("d3-d2")), Role.SCORE)
        assert (first.lines, [item.spoken for item in first.items]) == (("1 of 2 home",), ["a cube that came home", ""])

    def test_all_six_signs_are_explained(self) -> None:
        (legend,) = items_of(GAME.begin(), Role.COUNTERS)
        assert [item.title for item in legend.items] == ["Star", "X-hop", "sLide", "Hoops", "T-hop", "stoP"]
        assert legend.items[5].words == "stoP: the cube stops, the turn is over"

    def test_the_end_is_told(self) -> None:
        over = arrange([Cube(1, 4, 3, 2, 6, 4), Cube(2, 5, 5, 6, 3, 5)]).play(parse("d3-d2"))
        (buttons,) = items_of(over, Role.BUTTONS)
        assert (buttons.title, buttons.items) == ("Player 1 won", ())
        assert "Player 1 won" in GAME.text(over.view(1))


class TestPage:
    def test_page_says_all_without_color_and_the_same_with_it(self) -> None:
        position = GAME.begin().play(parse("c7-d7"))
        plain = GAME.text(position.view(0))
        assert "Player 1 to hop" in plain
        assert "\x1b" not in plain
        colored = GAME.text(position.view(0), color=True)
        bare = "".join(part.split("m", 1)[1] if n else part for n, part in enumerate(colored.split("\x1b[")))
        assert [line.rstrip() for line in bare.splitlines()] == plain.splitlines()

    def test_page_shows_around_each_cube_what_rolls_bring_up(self) -> None:
        position = GAME.begin().play(parse("c7-d7"))
        lines = GAME.text(position.view(0)).splitlines()
        assert lines[19:22] == [
            "                         H      S",
            "7   ..     ..     ..   S[T1]P X L1 T   ..     ..",
            "                         L      P",
        ]
        assert lines[5] == "2   ..     ..     ..     *1     ..     ..     .."

    def test_page_of_the_largest_standard_game_fits_in_80_columns(self) -> None:
        assert max(map(len, GAME.text(GAME.begin().view(0)).splitlines())) <= 80

    def test_thrown_cubes_are_listed(self) -> None:
        position = GAME.begin(options=DeblockleOptions(variant="original", cubes=1)).take("S").take("X")
        assert "Player 2\n0 of 1 home\nthrown, to be placed: X" in GAME.text(position.view(0))

    def test_moves_are_described_in_words(self) -> None:
        position = GAME.begin()
        assert parse("c7-d7").words(position) == "roll c7 to d7, turning up T-hop"
        assert parse("d7-c7").words(position.play(parse("c7-d7"))) == "hop from d7 to c7"
        assert PASS.words(position) == "pass"
        assert (
            parse("place c1 T-L-S").words(position)
            == "put the T-hop cube on c1, sLide towards row 1, Star to the right"
        )


class TestArrays:
    def test_different_positions_have_different_planes(self) -> None:
        encode = actions(2, DeblockleOptions()).encode
        positions = {*walk(DeblockleOptions(cubes=2), 200)}
        assert len({encode(position, 0).tobytes() for position in positions}) == len(positions)

    def test_the_thrown_faces_are_in_the_planes(self) -> None:
        options = DeblockleOptions(variant="original", cubes=1)
        encode = actions(2, options).encode
        thrown = [GAME.begin(2, options).take("S").take(face) for face in "SXLHTP"]
        assert len({encode(position, 0).tobytes() for position in thrown}) == 6


class TestEvaluation:
    def test_turns_home_of_a_lone_cube(self) -> None:
        turns = turns_home()
        for side in (turns[:SIDE], turns[SIDE:]):
            assert Counter(side) == {0: 24, 1: 16, 2: 360, 3: 629, 4: 145, 5: 2}

    def test_both_cubes_of_the_one_cube_game_begin_four_turns_from_home(self) -> None:
        assert [turns_home()[pack(cube)] for cube in GAME.begin(options=DeblockleOptions(cubes=1)).cubes] == [4, 4]

    def test_the_table_is_the_same_for_both_players_with_the_board_turned(self) -> None:
        turns = turns_home()
        for x, y, (up, front, right) in ((1, 1, (1, 3, 2)), (4, 7, (2, 3, 6)), (6, 3, (5, 4, 6)), (4, 2, (3, 6, 2))):
            mine, theirs = Cube(1, x, y, up, front, right), Cube(2, 8 - x, 8 - y, up, 7 - front, 7 - right)
            assert turns[pack(mine)] == turns[pack(theirs)]

    def test_it_is_zero_sum_bounded_and_exact_at_the_end(self) -> None:
        for options in ALL:
            for position in walk(options):
                assert BOT.evaluate(position, 0) == -BOT.evaluate(position, 1)
                assert -1 <= BOT.evaluate(position, 0) <= 1
        over = arrange([Cube(1, 4, 3, 2, 6, 4), Cube(2, 5, 5, 6, 3, 5)]).play(parse("d3-d2"))
        assert (BOT.evaluate(over, 0), BOT.evaluate(over, 1)) == (1.0, -1.0)

    def test_being_nearer_is_better(self) -> None:
        far, near = Cube(1, 4, 7, 2, 3, 6), Cube(1, 4, 3, 2, 6, 4)
        other = Cube(2, 5, 5, 6, 3, 5)
        assert BOT.evaluate(arrange([near, other]), 0) > BOT.evaluate(arrange([far, other]), 0)


def _slides(position: DeblocklePosition) -> bool:
    return position.phase == "Hop" and any(
        isinstance(move, CubeMove) and (cube := position.cube_at(move.start)) is not None and cube.up == SLIDE
        for move in position.legal_moves()
    )


class TestEvents:
    def test_events_tell_their_facts(self) -> None:
        position = GAME.begin().play(parse("c7-d7"))
        (event,) = GAME.events(GAME.begin(), parse("c7-d7"), 0, position)
        assert (event.name, event.facts) == ("rolled", {"seat": 0, "start": "c7", "end": "d7", "face": "T-hop"})

    def test_a_slide_is_called_a_slide(self) -> None:
        before = next(position for position in walk(DeblockleOptions()) if _slides(position))
        step = next(move for move in before.legal_moves() if isinstance(move, CubeMove))
        (event,) = GAME.events(before, step, before.actors[0], before.play(step))
        assert " slides from " in event.text
        assert step.words(before).startswith("slide from ")

    def test_positions_are_equal_by_value_however_they_came_about(self) -> None:
        start = GAME.begin()
        round_about = start.play(PASS).play(PASS)
        assert round_about == start
        assert hash(round_about) == hash(start)

    def test_running_out_of_time_passes_where_passing_is_allowed(self) -> None:
        assert GAME.begin().fallback(0) == PASS
        assert GAME.begin().fallback(1) is None
        placing = GAME.begin(options=DeblockleOptions(variant="original", cubes=1)).take("S").take("X")
        assert placing.fallback(0) in placing.legal_moves(0)
