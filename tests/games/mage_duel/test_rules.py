"""The rules at the level of positions: set-up, clock, ends, variants, storage, and what is shown."""

from __future__ import annotations

import pickle
import re
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardwright.core.game.table_of import table_of
from boardwright.core.layout import Field, Items, Role
from boardwright.core.match.clock import Clock
from boardwright.core.match.match import Match
from boardwright.core.records import replay
from boardwright.core.refusal import BadOptions, IllegalMove, Unreadable
from boardwright.games.mage_duel import GAME
from boardwright.games.mage_duel.art import owner_mark, tile_art
from boardwright.games.mage_duel.compat import create_extended_tile
from boardwright.games.mage_duel.facts import BLUE, EDGES, LAYS, NO_TILE, RED, STANDARD_DECK, TILES
from boardwright.games.mage_duel.moves import CLAIM, SKIP, MageDuelMove, Place
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition
from tests.games.mage_duel.worlds import BORDER
from tests.games.present import present

T0 = 1_000_000_000
SECOND = 1000


def begun(first: str = "CCCC", **options: Any) -> MageDuelPosition:
    chosen: dict[str, Any] = {"move_time": 65, **options}
    position = GAME.begin(options=MageDuelOptions(**chosen)).start_clock(T0)
    for slot in BORDER:
        position = position.take(slot)
    return position.take(first)


def played(position: MageDuelPosition, *texts: str, at: int | None = None) -> MageDuelPosition:
    for text in texts:
        position = position.take(text) if position.chance is not None else position.play(position.parse(text), None, at)
    return position


def some_positions(seed: int, every: int = 9) -> list[MageDuelPosition]:
    """Positions of a random duel that lays the top tile and skips where it does not fit."""
    rng, position = Random(seed), GAME.begin()
    found: list[MageDuelPosition] = []
    while position.outcome() is None:
        if position.chance is not None:
            position = position.take(position.chance.sample(rng))
        else:
            found.append(position)
            choices: list[MageDuelMove] = [*position.placements()] or [SKIP]
            position = position.play(rng.choice(choices))
    return found[::every]


def board_of(position: MageDuelPosition, layer: str = "") -> Field:
    board = GAME.zones(position.view(0), layer)[0].shown()
    assert isinstance(board, Field)
    return board


def items_of(position: MageDuelPosition, role: Role) -> list[Items]:
    return [zone for zone in GAME.zones(position.view(0)) if isinstance(zone, Items) and zone.role == role]


# Tiles


def test_the_24_tiles_are_all_ways_to_put_three_letters_on_four_edges_up_to_turning() -> None:
    assert len(set(EDGES)) == 3**4
    assert len(TILES) == len(set(TILES)) == 24
    assert sum(STANDARD_DECK) == 64


def test_a_quarter_turn_moves_every_letter_to_the_next_edge_clockwise() -> None:
    assert EDGES[TILES.index("CCRR") * 4 + 1] == "RCCR"
    assert [EDGES[TILES.index("CCCF") * 4 + turns] for turns in (1, 2, 3)] == ["FCCC", "CFCC", "CCFC"]
    assert create_extended_tile(0, 3).edges == (0, 0, 0, 0)


# Set-up


def test_each_side_of_the_border_gets_its_cities_then_its_roads() -> None:
    position = GAME.begin(options=MageDuelOptions(edges=(2, 1)))
    letters = []
    while (chance := position.chance) and chance.outcomes[0][0] in "CR" and len(chance.outcomes[0]) < 4:
        outcome = chance.outcomes[-1]
        letters.append(outcome)
        position = position.take(outcome)
    assert letters == ["C7", "C6", "R5", "C15", "C14", "R13", "C23", "C22", "R21", "C31", "C30", "R29"]


def test_the_first_tile_is_drawn_by_its_number_in_the_deck() -> None:
    position = GAME.begin()
    for slot in BORDER:
        position = position.take(slot)
    assert dict(position.chance or ()) == {TILES[tile]: count for tile, count in enumerate(STANDARD_DECK) if count}
    with pytest.raises(IllegalMove, match="FFFF"):
        position.take("FFFF")


def test_either_side_may_begin_and_blue_is_asked_first() -> None:
    assert begun().actors == (0, 1)
    for seat in (0, 1):
        assert begun().play(Place(0, 0, 0, 0, True), seat).actors == (1 - seat,)


# Clock


@pytest.mark.parametrize(
    ("passed", "mover", "waiting", "claim"),
    [(0, None, "not_your_turn", False), (65, None, "not_your_turn", False), (66, "late", None, False),
     (130, "late", None, False), (131, "late", "not_your_turn", True)],
)  # fmt: skip
def test_the_three_windows(passed: int, mover: str | None, waiting: str | None, claim: bool) -> None:
    position = played(begun(), "joker CCCC@a1 r0", at=T0)
    at = T0 + passed * SECOND + 999
    for seat, wanted in ((1, mover), (0, waiting)):
        for move in (SKIP, Place(0, 0, 0, 1, True)):
            refusal = position.refusal(move, seat, at)
            assert (refusal and refusal.code) == wanted
            assert (move in position.legal_moves(seat, at)) == (wanted is None)
        assert (position.refusal(CLAIM, seat, at) is None) == claim
        assert (len(position.legal_moves(seat, at)) > 0) == (wanted is None or claim)


def test_the_last_mover_of_an_abandoned_duel_is_not_told_to_wait() -> None:
    position = played(begun(), "joker CCCC@a1 r0", at=T0)
    refusal = position.refusal(SKIP, 0, T0 + 131 * SECOND)
    assert refusal
    assert refusal.text == "The time of both is over; only the end of the duel can be claimed."


@pytest.mark.parametrize(("passed", "actors"), [(0, (1,)), (65, (1,)), (66, (0,)), (130, (0,)), (131, (0, 1))])
def test_time_alone_changes_who_may_act(passed: int, actors: tuple[int, ...]) -> None:
    position = played(begun(), "joker CCCC@a1 r0", at=T0).as_of(T0 + passed * SECOND)
    assert position.actors == position.view(None).actors == actors
    for seat in actors:
        assert (list(position.legal_moves(seat)) == [CLAIM]) == (passed > 130)


@pytest.mark.parametrize(("passed", "deadline"), [(0, 66), (65, 66), (66, 131), (130, 131), (131, None), (999, None)])
def test_the_next_deadline_is_the_end_of_the_current_window(passed: int, deadline: int | None) -> None:
    position = played(begun(), "joker CCCC@a1 r0", at=T0).as_of(T0 + passed * SECOND + 999)
    assert position.next_deadline == (None if deadline is None else T0 + deadline * SECOND)


def test_the_next_deadline_is_when_something_changes_indeed() -> None:
    first, later, free = begun(), played(begun(), "joker CCCC@a1 r0", at=T0), begun(move_time=0)
    assert first.as_of(T0 + 70 * SECOND).next_deadline == T0 + 131 * SECOND, "before the first move both may act"
    assert free.as_of(T0 + 70 * SECOND).next_deadline is None
    assert played(later, "skip", "FRRR", "skip").next_deadline is None, "the duel is over"
    for position in (first, later):
        deadline = present(position.next_deadline)
        before, after = position.as_of(deadline - 1), position.as_of(deadline)
        assert [list(before.legal_moves(seat)) for seat in (0, 1)] != [list(after.legal_moves(seat)) for seat in (0, 1)]


@pytest.mark.parametrize(
    ("passed", "late", "notes", "lines"),
    [
        (65, None, ["", "to move"], ()),
        (66, 1, ["to move", "time over"], ("Red's time is over, Blue may go on.",)),
        (131, 1, ["to move", "time over"], ("Red's time is over, either side may claim the end.",)),
    ],
)
def test_the_late_side_is_told_that_its_time_is_over(
    passed: int, late: int | None, notes: list[str], lines: tuple[str, ...]
) -> None:
    position = played(begun(), "joker CCCC@a1 r0", at=T0).as_of(T0 + passed * SECOND)
    assert position.view(1).late == late
    assert [score.note for score in items_of(position, Role.SCORE)] == notes
    assert items_of(position, Role.BUTTONS)[0].lines == lines


def test_before_the_first_move_both_may_act_at_any_time_and_claim_when_the_duel_is_abandoned() -> None:
    for passed, claims in ((0, False), (130, False), (131, True)):
        position = begun().as_of(T0 + passed * SECOND)
        assert position.actors == (0, 1)
        for seat in position.actors:
            assert SKIP in position.legal_moves(seat)
            assert (CLAIM in position.legal_moves(seat)) == claims


def test_without_a_time_no_clock_is_consulted_and_nothing_can_be_claimed() -> None:
    position = played(begun(), "joker CCCC@a1 r0", at=T0)
    assert CLAIM not in position.legal_moves(1)
    assert position.play(SKIP, 1).updated == position.updated


def test_a_move_time_of_0_means_no_clock() -> None:
    position = played(begun(move_time=0), "joker CCCC@a1 r0", at=T0)
    assert position.refusal(SKIP, 1, T0 * 2) is None
    assert present(position.refusal(CLAIM, 1, T0 * 2)).code == "cant_finish"


def test_an_automatic_skip_then_a_placement_never_ends_the_game_even_after_a_skip() -> None:
    position = played(begun(), "skip", "FRRR", at=T0)
    before, move = position, Place(0, 0, 0, 0, True)
    position = before.play(move, 0, T0 + 70 * SECOND)
    assert position.outcome() is None
    assert (position.moves_done, position.actors, position.last_skipped) == (3, (1,), False)
    assert [event.name for event in GAME.events(before, move, 0, position)] == ["turn_missed", "tile_laid"]


def test_a_match_has_no_clock_beside_that_of_the_duel() -> None:
    clock = Clock(per_turn=60 * SECOND)
    with pytest.raises(BadOptions, match="keeps time by itself"):
        Match.new(GAME, options=MageDuelOptions(move_time=65), seed=bytes(32), clock=clock)
    match = Match.new(GAME, seed=bytes(32), clock=clock, at=T0)
    match.play("skip", 0, T0)
    assert [entry.text for entry in match.expire(T0 + 3600 * SECOND)][:2] == ["", "skip"]
    assert match.outcome is not None


def test_a_branch_starts_its_clock_anew() -> None:
    match = Match.new(GAME, options=MageDuelOptions(move_time=65), seed=bytes(32), at=T0)
    match.play("skip", 0, T0 + SECOND)
    branch = match.branch(seed=bytes(32), at=T0 + 500 * SECOND)
    assert branch.position.refusal(SKIP, 1, T0 + 560 * SECOND) is None
    deeper = branch.branch(seed=bytes(32), at=T0 + 900 * SECOND)
    assert deeper.position.refusal(SKIP, 1, T0 + 960 * SECOND) is None
    again = replay.load(GAME, deeper.header, deeper.entries, bytes(32))
    assert again.position == deeper.position


# Ends


def test_a_game_that_ends_by_two_skips_still_draws_its_last_tile() -> None:
    position = played(begun(), "skip", "FRRR", "skip")
    assert position.chance is not None
    assert position.outcome() is None
    position = position.take("CCCC")
    outcome = present(position.outcome())
    assert (outcome.reason, outcome.scores, outcome.winners) == ("double_skip", (15, 15), ())


def test_two_skips_with_an_empty_deck_end_the_game_at_once() -> None:
    position = begun(deck=(1, *[0] * 23))
    position = played(position, "CCCC@a1 r0", "skip", "skip")
    assert present(position.outcome()).detail["joker_bonus"] == (15, 15)


def test_a_full_board_goes_on_until_two_skips_unless_the_option_ends_it() -> None:
    for ends in (False, True):
        position = begun(joker_number=64, end_on_full_board=ends)
        while position.board.emptiness:
            moves = [move for move in position.legal_moves() if isinstance(move, Place) and move.joker]
            position = position.play(moves[0])
        outcome = position.outcome()
        assert (outcome.reason if outcome else None) == ("full_board" if ends else None)
        if not ends:
            assert list(position.legal_moves()) == [SKIP]


def test_a_claim_ends_the_game_and_is_no_move() -> None:
    position = played(begun(), "joker CCCC@a1 r0", at=T0)
    over = position.play(CLAIM, 0, T0 + 131 * SECOND)
    assert over.outcome() is not None
    assert (over.moves_done, over.last_side, over.actors) == (1, 0, ())
    assert [event.name for event in GAME.events(position, CLAIM, 0, over)] == [
        "end_claimed",
        "city_contest_won",
        "game_finished",
    ]


def test_jokers_left_count_in_the_total_only() -> None:
    over = played(begun(joker_price=7), "joker RRRR@e1 r0", "skip", "FRRR", "skip", "FRRR")
    outcome = present(over.outcome())
    assert over.board.scores == ((0, 5), (0, 0))
    assert outcome.scores == (5 + 14, 21)
    assert outcome.winners == (1,)


# Refusals


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Place(0, 0, 0, 0), None),
        (Place(1, 0, 0, 0), "not_top_tile"),
        (Place(24, 0, 0, 0, True), "bad_tile"),
        (Place(-1, 0, 0, 0, True), "bad_tile"),
        (Place(0, 4, 0, 0, True), "bad_rotation"),
        (Place(0, 0, 8, 0, True), "out_of_bounds"),
        (Place(0, 0, 0, -1, True), "out_of_bounds"),
        (Place(1, 0, 0, 0, True), "edge_mismatch"),
        (Place(1, 0, 4, 4, True), "not_connected"),
        (CLAIM, "cant_finish"),
    ],
)
def test_a_refusal_names_its_reason(move: MageDuelMove, code: str | None) -> None:
    refusal = begun().refusal(move)
    assert (refusal and refusal.code) == code
    assert (move in begun().legal_moves()) == (code is None)


def test_an_occupied_cell_is_named() -> None:
    refusal = present(played(begun(), "joker CCCC@a1 r0").refusal(Place(0, 0, 0, 0, True)))
    assert (refusal.code, refusal.marks) == ("occupied", ("a1",))


# Options and storage


def test_the_sides_may_start_with_different_numbers_of_jokers() -> None:
    match = Match.new(GAME, options=MageDuelOptions(joker_number=1, red_joker_number=2), seed=bytes(32))
    assert match.position.view(None).jokers == (1, 2)
    assert replay.load(GAME, match.header, match.entries, bytes(32)).position == match.position


def test_every_achievement_can_be_earned_by_playing() -> None:
    """Skins exist only in the founding documents' interface."""
    counted = {"Seasoned", "Winner", "FirstCity", "CityBuilder", "FirstRoad", "RoadBuilder"}
    assert {each.task for each in GAME.achievements()} == counted | {"first_move", "joker_used", "strategic_skip"}


@pytest.mark.parametrize(
    "given",
    [
        {"edges": [5, 4]},
        {"edges": [0, 0]},
        {"deck": [0] * 24},
        {"deck": [1]},
        {"variant": "chess"},
        {"joker_number": -1},
    ],
)
def test_impossible_options_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        GAME.read_options(given)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_positions_are_stored_and_pickled_without_loss(seed: int) -> None:
    for position in some_positions(seed):
        again = GAME.decode(msgspec.json.decode(msgspec.json.encode(GAME.encode(position))))
        assert again == position
        assert hash(again) == hash(position)
        assert (again.board.structures, again.board.parents) == (position.board.structures, position.board.parents)
        assert pickle.loads(pickle.dumps(position)) == position


@pytest.mark.parametrize(
    "change",
    [
        {"border": "M"},
        {"border": "M" * 32},
        {"border": "CC" + "M" * 30, "drawing": True},
        {"laid": [[0, 1, 0, 0]]},
        {"laid": [[0, 0, 0, 0], [0, 0, 0, 0]]},
        {"laid": [[64, 0, 0, 0]]},
        {"deck": [], "drawing": True},
        {"top": 99},
        {"reason": "boredom"},
        {"options": None},
        {"jokers": [1]},
        {"mood": "good"},
    ],
)
def test_stored_nonsense_is_refused(change: dict[str, Any]) -> None:
    data: Any = GAME.encode(begun())
    assert GAME.decode(data) == begun()
    assert "now" not in data
    with pytest.raises(BadOptions):
        GAME.decode({**data, **change})


@pytest.mark.parametrize("data", [None, [], "x", 5, {}])
def test_what_is_no_position_is_refused(data: Any) -> None:
    with pytest.raises(BadOptions):
        GAME.decode(data)


# Notation


@pytest.mark.parametrize(
    "text",
    ["", "CCRR", "CCRR@i1 r0", "CCRR@a9 r0", "CCRR@a1 r4", "XXXX@a1 r0", "RRCC@a1 r0", "joker", "CCRR@a1 r\u0663"],
)
def test_what_is_no_move_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="moves look like"):
        begun().parse(text)


def test_notation_reads_back() -> None:
    for move in GAME.actions(2, MageDuelOptions()).moves[::101]:
        assert begun().parse(str(move)) == move


# What is shown


def test_the_end_can_be_claimed_by_a_button_where_there_is_a_clock() -> None:
    for position, there in ((begun(), True), (begun(move_time=0), False)):
        assert ("claim" in table_of(GAME, position.view(0)).names) == there


def test_the_layer_structures_shows_points_of_both_sides() -> None:
    position = played(begun(), "joker RRRR@e1 r0", "joker FRFR@f1 r0")
    over = present(board_of(position, "structures").over)
    assert ">1:2<" in over.key
    assert "road: Blue 1, Red 2, 1 open" in over.key
    assert "structures" not in getattr(board_of(position).over, "key", "")


def test_scores_say_in_words_who_leads() -> None:
    blue, red = items_of(played(begun(), "joker RRRR@e1 r0", "joker FRFR@f1 r0"), Role.SCORE)
    assert (blue.title, blue.value, blue.lines) == ("Blue", "5", ("cities 0, roads 5", "2 jokers ★★"))
    assert (red.note, red.is_lit, blue.is_lit) == ("", False, True)


def test_every_part_that_a_tile_names_comes_with_the_board() -> None:
    there = re.findall(r' id="([^"]+)"', board_of(begun()).frame.data().ground)
    shapes = [*(shape for lay in range(LAYS) for shape in tile_art(lay)), owner_mark(BLUE), owner_mark(RED)]
    named = {shape.attributes["href"] for shape in shapes if shape.tag == "use"}
    assert named == {f"#{name}" for name in there}


def test_cells_and_border_are_described_for_screen_readers() -> None:
    board = board_of(played(begun(), "joker CCRR@a1 r3"))
    said = {name: symbol.words for name, symbol in zip(board.frame.names, board.cells, strict=True) if symbol}
    assert (said["a1"], said["b1"], len(said)) == ("Blue: city up and left, road right and down", "empty", 64)
    labels = [shape.label for shape in board.frame.ground if shape.label]
    assert labels[:2] == ["border mountain at a8", "border mountain at b8"]
    assert len(labels) == 32


def test_the_top_tile_is_in_the_hand_and_shown_turned_in_every_way() -> None:
    (top, _), (free, _) = (
        items_of(position, Role.SUPPLY) for position in (begun(), msgspec.structs.replace(begun(), top=NO_TILE))
    )
    assert (top.held, [item.name for item in top.items]) == ("top", ["top", "top r0", "top r1", "top r2", "top r3"])
    assert [(item.shows, item.turn) for item in top.items[1:]] == [("top", turn) for turn in range(4)]
    assert (free.held, [item.spoken for item in free.items]) == ("", ["no top tile"])


def test_jokers_can_be_taken_only_by_a_side_that_has_one() -> None:
    for number, name, title in ((1, "joker CCCC", "Jokers"), (0, "", "In the deck")):
        _, palette = items_of(begun(joker_number=number), Role.SUPPLY)
        assert (palette.title, palette.items[0].name, palette.items[0].caption) == (title, name, "×1")


def test_the_result_takes_the_place_of_the_buttons() -> None:
    over = played(begun(joker_price=7), "joker RRRR@e1 r0", "skip", "FRRR", "skip", "FRRR")
    (buttons,) = items_of(over, Role.BUTTONS)
    assert (buttons.title, buttons.items) == ("Red wins, Blue 19 to Red 21", ())
    assert [(score.note, score.value) for score in items_of(over, Role.SCORE)] == [("", "19"), ("wins", "21")]


def test_a_skip_warns_that_another_one_ends_the_duel() -> None:
    position = played(begun(), "joker RRRR@e1 r0", "skip", "FRRR")
    assert items_of(position, Role.SUPPLY)[0].note.endswith(" left, last skipped")
    assert "skip again to end the duel" in GAME.prompt(position.view(position.actors[0]))


def test_the_text_shows_roads_cities_and_owners_without_color() -> None:
    text = GAME.text(played(begun(), "joker CCRR@a1 r3", "joker RRRR@e1 r0").view(None))
    lines = text.splitlines()
    assert lines[2:5] == [
        "      ▒▒▒▒ ·    ·    ·    · │  ·    ·    ·",
        "  1 ▒▒▒▒B──               ─[R]─               ^^ 1",
        "        │                   │",
    ]
    assert "Open roads, Blue:Red (open edges): a1 2:0 (2), e1 0:1 (1)" in text
    assert "\x1b" not in text
    assert "\x1b[34;1m" in GAME.text(begun().play(Place(0, 0, 0, 0)).view(None), color=True)


def test_arrays_are_bounded_and_seen_from_the_own_side() -> None:
    actions = GAME.actions(2, MageDuelOptions())
    position = played(begun(), "joker RRRR@e1 r0", "joker FRFR@f1 r0")
    own, other = (actions.encode(position, seat) for seat in (0, 1))
    planes, height, width = actions.shape
    assert len(own) == planes * height * width
    assert all(-1 <= value <= 1 for value in (*own, *other))
    assert own[12 * 64 + 4] == other[13 * 64 + 4] == 1


def test_evaluation_is_bounded_opposite_for_the_sides_and_exact_at_the_end() -> None:
    for position in some_positions(5, 4):
        values = [GAME.bot.evaluate(position, seat) for seat in (0, 1)]
        assert values[0] == -values[1]
        assert -1 < values[0] < 1
    over = played(begun(joker_price=7), "joker RRRR@e1 r0", "skip", "FRRR", "skip", "FRRR")
    assert [GAME.bot.evaluate(over, seat) for seat in (0, 1)] == [-1.0, 1.0]
