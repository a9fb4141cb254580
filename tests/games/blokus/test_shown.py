"""What players and programs are shown: views, pictures, terminal text, action numbers, evaluation, events."""

from __future__ import annotations

import re
from array import array
from random import Random
from typing import Any

import msgspec
import pytest

from boardwright.core.game.table_of import table_of
from boardwright.core.game.teaching import rules
from boardwright.core.layout import Field, Item, Items, Role
from boardwright.core.layout.table import Table
from boardwright.core.match.match import Match
from boardwright.games.blokus import GAME
from boardwright.games.blokus.color_state import ColorState, color_score
from boardwright.games.blokus.events import progress
from boardwright.games.blokus.facts import FULL_HAND, NAMES, PIECES
from boardwright.games.blokus.learned import expected_squares
from boardwright.games.blokus.moves import PASS, Placement
from boardwright.games.blokus.options import INKS, SETUPS, BlokusOptions, Setup
from boardwright.games.blokus.position import BlokusPosition
from tests.games.blokus.play import begin, every_setup, play, random_game
from tests.games.present import present


def table(position: BlokusPosition, seat: int | None = None) -> Table:
    return table_of(GAME, position.view(seat))


def rivals(position: BlokusPosition, seat: int | None) -> list[Field]:
    return [zone for zone in table(position, seat).shown if isinstance(zone, Field) and zone.role == Role.RIVAL]


def tray(position: BlokusPosition, seat: int | None) -> Items:
    (found,) = [zone for zone in table(position, seat).shown if isinstance(zone, Items) and zone.role == Role.SUPPLY]
    return found


def squares(position: BlokusPosition, seat: int | None = None) -> dict[str, str]:
    """What is said of the squares, by their names."""
    board = next(zone for zone in table(position, seat).shown if isinstance(zone, Field))
    return {name: cell.words for name, cell in zip(board.frame.names, board.cells, strict=True) if cell is not None}


def titles(position: BlokusPosition, seat: int | None) -> list[str]:
    return [zone.title for zone in table(position, seat).shown if zone.title]


def ended(variant: str = "classic", seats: int = 4, seed: int = 1) -> BlokusPosition:
    *_, last = random_game(begin(variant, seats), seed)
    return last


class TestView:
    @pytest.mark.parametrize("position", every_setup(), ids=lambda one: f"{one.variant.name}-{one.seats}")
    def test_a_view_is_json_and_the_same_for_everyone(self, position: BlokusPosition) -> None:
        spectator = position.view(None)
        for seat in range(position.seats):
            view = position.view(seat)
            assert msgspec.structs.replace(view, seat=None) == spectator
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view

    def test_a_view_tells_who_won_and_how_the_scores_came_about(self) -> None:
        last = ended()
        view, outcome = last.view(None), last.outcome()
        assert outcome is not None
        assert (view.scores, view.winners, view.color, view.actor) == (outcome.scores, outcome.winners, None, None)
        for color in view.colors:
            score = color.score
            assert score.total == score.base + score.all_pieces + score.last_monomino

    def test_open_corners_are_where_the_next_piece_must_reach(self) -> None:
        position = play(begin(), "O4@0,0")
        assert position.view(0).colors[0].corners == ((2, 2),)
        assert position.view(0).colors[1].corners == ((0, 19),)


class TestTable:
    def test_names_are_unique(self) -> None:
        for position in (begin(), ended(), play(begin("duo", 2), "I1@4,4")):
            for seat in (None, 0, 1):
                drawn = [name for zone in table(position, seat).shown for name in zone.names()]
                assert len(drawn) == len(set(drawn))

    def test_the_tray_to_play_from_is_ones_own(self) -> None:
        position = play(begin(), "I1@0,0")
        own, others = tray(position, 2), rivals(position, 2)
        assert (own.title, own.seat, own.is_lit) == ("Green · you", 2, False)
        assert [(zone.title, zone.seat) for zone in others] == [
            ("Blue · Player 1", 0),
            ("Red · Player 2", 1),
            ("Yellow · Player 4", 3),
        ]
        assert "pass" not in table(position, 2).names

    def test_a_placed_piece_leaves_its_place_in_the_tray(self) -> None:
        before = begin("duo", 2)
        after = play(before, "L5@4,4")
        full, rest = tray(before, 0).items, tray(after, 0).items
        assert [item.name for item in rest] == [item.name for item in full]
        assert [item.name for item in rest if item.is_hidden] == ["L5"]
        assert "L5" not in table(after, 0).names
        (rival,) = rivals(after, 1)
        left = [symbol.words for symbol in rival.cells if symbol is not None]
        assert len(left) == len(set(left)) == 20
        assert "long T" in left
        assert "long L" not in left

    def test_the_shared_color_says_whose_it_is_now(self) -> None:
        position = play(begin("classic3", 3), "I1@0,0", "I1@0,19", "I1@19,19")
        assert "Yellow · shared, yours now" in titles(position, 0)
        assert tray(position, 0).seat == 0
        assert "Yellow · shared" in titles(position, 1)
        assert "Yellow · shared" in titles(position, None)

    def test_nothing_is_left_out_of_the_words(self) -> None:
        last = ended("classic3", 3)
        view, words = last.view(None), GAME.text(last.view(None))
        assert re.search(r"yellow +shared", words)
        assert "The game is over" in words
        notes = {zone.title: zone.note for zone in table(last).shown}
        assert all(
            f"score {one.score.total}" in notes[f"{view.ink(one).name.capitalize()} · {one.owner}"]
            for one in view.colors
        )
        assert [
            seat
            for seat in range(3)
            if "winner" in notes[f"{INKS['standard'][seat + 1].name.capitalize()} · Player {seat + 1}"]
        ] == list(view.winners)

    def test_squares_say_what_is_on_them(self) -> None:
        said = squares(play(begin(), "O4@0,0", "I2@0,19"))
        assert said["0,0"] == "blue, placed last"
        assert said["19,19"] == "empty, start of green, open corner of green"
        assert said["19,0"] == "empty, start of yellow"
        assert said["2,2"] == said["5,5"] == "empty"
        assert squares(play(begin("duo", 2), "I1@4,4", "I1@9,9"))["5,5"] == "empty, open corner of blue"

    def test_marks_tell_colors_apart_by_letters(self) -> None:
        svg = GAME.picture(ended().view(None)).svg()
        for letter in "BRGY":
            assert re.search(rf'class="mark">{letter}<', svg)

    def test_the_pass_button_appears_when_needed(self) -> None:
        stuck = next(one for one in random_game(begin(), seed=3) if PASS in one.legal_moves())
        (buttons,) = [zone for zone in table(stuck, stuck.actors[0]).shown if zone.role == Role.BUTTONS]
        assert isinstance(buttons, Items)
        assert buttons.items == (Item(name="pass", title="Pass", words="pass", is_main=True),)
        assert "pass" in table(stuck, stuck.actors[0]).names
        assert "pass" not in table(begin(), 0).names

    def test_equal_squares_are_drawn_once(self) -> None:
        first, second = table(begin(), 0), table(play(begin(), "I1@0,0"), 1)
        board, later = first.shown[0], second.shown[0]
        assert isinstance(board, Field)
        assert isinstance(later, Field)
        assert board.frame is later.frame
        assert board.cells[25] is later.cells[25]
        assert sum(a is not b for a, b in zip(board.cells, later.cells, strict=True)) == 2

    def test_the_official_palette_swaps_the_colors(self) -> None:
        assert "Yellow · Player 2" in titles(begin(palette="official"), 0)
        assert {ink.name for ink in INKS["official"].values()} == {ink.name for ink in INKS["standard"].values()}


class TestText:
    def test_the_board_without_color_says_everything(self) -> None:
        position = play(begin(), "O4@0,0", "I2@0,19")
        lines = GAME.text(position.view(0)).splitlines()
        assert lines[2] == "  0  b b . . . . . . . . . . . . . . . . . r"
        assert lines[21] == " 19  * . . . . . . . . . . . . . . . . . . +"
        assert "> G green  Player 3  -89  89 squares left: " + " ".join(NAMES) in lines
        assert "Seat 2 is to move with green: 58 placements. A move looks like L5@4,7 r90f." in lines

    def test_color_only_adds_color(self) -> None:
        for position in (play(begin(), "O4@0,0"), ended()):
            view = position.view(None)
            plain = re.sub(r"\x1b\[[0-9;]*m", "", GAME.text(view, color=True))
            assert plain == GAME.text(view)
            assert "\x1b" not in GAME.text(view)

    def test_the_end_names_the_winners(self) -> None:
        last = ended()
        outcome = present(last.outcome())
        text = GAME.text(last.view(None))
        assert f"seat 0 has {outcome.scores[0]}" in text
        assert f"Seat {outcome.winners[0]}" in text

    def test_the_rules_show_every_piece(self) -> None:
        text = rules(GAME)
        for name in NAMES:
            assert name in text


class TestActions:
    def test_every_placement_and_the_pass_have_a_number(self) -> None:
        actions = GAME.actions(4, BlokusOptions())
        assert actions.size == 30_434
        assert actions.move(actions.size - 1) == PASS
        assert len(set(actions.moves)) == actions.size
        assert actions is GAME.actions(4, BlokusOptions(variant="classic"))

    @pytest.mark.parametrize(("name", "seats"), SETUPS)
    def test_arrays_have_ones_and_zeros(self, name: str, seats: int) -> None:
        for position in list(random_game(begin(name, seats), seed=4))[::11]:
            found = GAME.actions(seats, position.options).encode(position, 0)
            assert isinstance(found, array)
            assert set(found) <= {0.0, 1.0}

    def test_the_color_to_move_comes_first(self) -> None:
        actions = GAME.actions(2, BlokusOptions(variant="duo"))
        encoded = actions.encode(play(begin("duo", 2), "I5@4,4"), 0)
        planes = [list(encoded[start : start + 196]) for start in range(0, len(encoded), 196)]
        assert [sum(plane) for plane in planes] == [0, 1, 21, 0, 5, 4, 20, 196]
        assert planes[1][9 * 14 + 9] == 1


class TestBot:
    def test_values_lie_between_minus_one_and_one_and_the_end_is_exact(self) -> None:
        for position in random_game(begin("classic2", 2), seed=5):
            values = [GAME.bot.evaluate(position, seat) for seat in (0, 1)]
            assert all(-1 <= value <= 1 for value in values)
        assert values == list(present(position.outcome()).payoffs())

    def test_room_around_the_open_corners_is_good(self) -> None:
        position = begin("classic", 4)
        board = position.variant.board

        def worth(cell: tuple[int, int], taken: int = 0) -> float:
            state = ColorState.rebuilt(board, 1, board.bits([cell]), hand=FULL_HAND - 1)
            states = (state, *position.states[1:])
            return expected_squares(position.replace(states=states, taken=state.squares | taken))[0]

        wall = board.bits([(5, 5)])
        assert worth((4, 4)) > worth((4, 4), taken=wall | board.bits([(3, 3), (3, 5), (5, 3)]))
        assert 1 <= worth((0, 0)) <= 89

    def test_a_color_that_is_out_has_what_it_placed(self) -> None:
        position = begin("duo", 2)
        states = tuple(msgspec.structs.replace(state, passed=True) for state in position.states)
        assert expected_squares(position.replace(states=states)) == [0.0, 0.0]

    def test_taking_an_open_corner_from_another_is_good(self) -> None:
        position = begin("duo", 2)
        position = play(position, "I5@4,4", "I5@5,9")
        rng = Random(6)
        for _ in range(6):
            position = position.play(rng.choice(position.listed))
        other = position.states[1 - position.mover]
        corners = other.corners & other.free(position.variant.board, position.taken)
        priors = {
            bool(position.variant.board.bits(move.cells()) & corners): GAME.bot.prior(move, position)
            for move in position.legal_moves()
            if isinstance(move, Placement) and len(move.cells()) == 5
        }
        assert len(priors) == 2
        assert priors[True] > priors[False]

    def test_the_better_move_has_the_better_value(self) -> None:
        position = begin("duo", 2)
        assert GAME.bot.evaluate(play(position, "W5@4,4"), 0) > GAME.bot.evaluate(play(position, "I1@4,4"), 0)


class TestEvents:
    def match(self, variant: Setup, seats: int, seed: int) -> Match:
        """A random match, played to its end."""
        match, rng = Match.new(GAME, seats=seats, options=BlokusOptions(variant=variant)), Random(seed)
        while not match.is_over:
            match.play(rng.choice(list(match.position.legal_moves())))
        return match

    def test_a_placement_is_reported_with_its_squares(self) -> None:
        before, move = begin(), Placement("I2", 0, 0)
        (event,) = GAME.events(before, move, 0, before.play(move))
        assert (event.name, event.text) == ("placed", "Blue places the bar of two.")
        assert event.facts == {"color": 1, "piece": "I2", "squares": [[0, 0], [1, 0]]}

    def test_the_end_is_reported_with_the_scores(self) -> None:
        match = self.match("classic", 4, seed=1)
        passed, over = match.events(match.line()[-1].number)
        assert (passed.name, over.name) == ("passed", "game_over")
        assert match.outcome is not None
        assert over.facts["scores"] == list(match.outcome.scores)

    def test_placing_everything_is_reported_and_counts_for_an_achievement(self) -> None:
        seen = set()
        tasks = {achievement.task for achievement in GAME.achievements()}
        for seed in range(40):
            match = self.match("opposite", 2, seed)
            for entry in match.line():
                before: Any = match.at(entry.number - 1)
                after: Any = match.at(entry.number)
                earned = list(progress(before, before.parse(entry.text), entry.seat, after))
                assert bool(earned) == ("all_placed" in [event.name for event in match.events(entry.number)])
                assert all(seat == before.actors[0] and task in tasks for seat, task in earned)
                seen |= {task for _, task in earned}
        assert "all_placed" in seen

    def test_moves_in_words(self) -> None:
        assert Placement("L5", 4, 7).words(begin()) == "long L, at row 4, column 7"
        assert Placement("L5", 4, 7, "f").words(begin()) == "long L, mirrored, at row 4, column 7"
        assert PASS.words(begin()) == "pass"

    def test_players_read_names_of_pieces_not_codes(self) -> None:
        match = self.match("duo", 2, seed=3)
        said = [event.text for step in match.line() for event in match.events(step.number)]
        refusals = [begin("duo", 2).refusal(text) for text in ("X5@0,0", "L5@12,12", "I1@3,3")]
        said += [refusal.text for refusal in refusals if refusal is not None]
        shown = table(begin("duo", 2), 0).shown
        said += [item.spoken for zone in shown if isinstance(zone, Items) for item in zone.items]
        said += [symbol.words for zone in rivals(begin("duo", 2), 0) for symbol in zone.cells if symbol is not None]
        said += [*squares(begin("duo", 2), 0).values(), *titles(begin("duo", 2), 0)]
        assert not [text for text in said if re.search(r"\b[A-Z][1-5]\b", text)]


class TestScoring:
    @pytest.mark.parametrize(
        ("scheme", "nothing", "everything", "single_last"),
        [("advanced", -89, 15, 20), ("basic", 0, 89, 89), ("difference", -89, 104, 104), ("tournament", 0, 104, 109)],
    )
    def test_schemes(self, scheme: str, nothing: int, everything: int, single_last: int) -> None:
        options = GAME.read_options({"scoring": scheme})
        done = ColorState(0, 0, 0, hand=0, last=0b11)
        assert color_score(ColorState(0, 0, 1), options.scoring).total == nothing
        assert color_score(done, options.scoring).total == everything
        assert color_score(msgspec.structs.replace(done, last=1), options.scoring).total == single_last

    def test_the_single_square_placed_last_but_with_pieces_left_earns_nothing(self) -> None:
        assert color_score(ColorState(0, 0, 0, hand=0b10, last=1), "advanced").total == -2

    def test_two_colors_are_added_up(self) -> None:
        last = ended("classic2", 2)
        totals = [color.score.total for color in last.view(None).colors]
        assert last.scores() == (totals[0] + totals[2], totals[1] + totals[3])

    def test_fallback_is_a_large_piece_or_the_pass(self) -> None:
        for position in random_game(begin(), seed=6):
            for seat in position.actors:
                move = position.fallback(seat)
                assert move in position.legal_moves(seat)
                sizes = [len(one.cells()) for one in position.legal_moves() if isinstance(one, Placement)]
                assert not isinstance(move, Placement) or len(PIECES[move.piece]) == max(sizes)
        assert begin().fallback(3) is None

    def test_known_figures_name_tables_that_exist(self) -> None:
        for figure in GAME.perfts():
            assert GAME.begin(figure.seats, GAME.read_options(figure.options)).actors == (0,)
