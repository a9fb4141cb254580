"""Lobby, snapshots, profile and achievements of the founding documents' interface."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardwright.core.records import record
from boardwright.core.refusal import BadRecord
from boardwright.games.mage_duel import compat
from boardwright.games.mage_duel.compat import Board, Game, GameState, GameStatus, Player, Role, Rules, World, events
from tests.games.mage_duel.worlds import (
    START,
    Dice,
    duel,
    everything,
    lay,
    lay_in_turn,
    names,
    random_play,
    random_world,
    skip,
)

CREATED, RUNNING, FINISHED, CANCELED = GameStatus


# Lobby


def test_one_game_at_a_time_for_each_player() -> None:
    world = World(Dice())
    assert world.create_game("ann") == [events.GameCreated("ann", CREATED)]
    assert world.create_game("ann") == [events.GameCreateFailed("ann", CREATED)]
    world.join_game("bob", "ann", at=START)
    assert world.create_game("bob") == [events.GameCreateFailed("bob", RUNNING)]


@pytest.mark.parametrize(("guest", "host"), [("ann", "ann"), ("bob", "cat"), ("dan", "ann")])
def test_join_needs_a_waiting_host_and_a_free_guest_who_is_another(guest: str, host: str) -> None:
    world = World(Dice())
    world.create_game("ann")
    world.create_game("dan")
    before = everything(world)
    assert names(world.join_game(guest, host, at=START)) == ["GameJoinFailed"]
    assert everything(world) == before


def test_host_is_blue_and_guest_is_red() -> None:
    created, begun = duel(jokers=3).events[-2:]
    assert isinstance(created, events.BoardCreated)
    assert (created.player1, created.player2) == (("ann", 0, 3), ("bob", 1, 3))
    assert begun == events.GameStarted("ann", "bob", 1)


def test_rules_are_what_new_games_follow() -> None:
    deck = (0, 0, 5, *[0] * 21)
    world = duel(first="RRRR", rules=Rules(0, deck, (1, 1), 2, 9))
    board = world.board(1)
    assert (board.top_tile, board.available_tiles_in_deck, board.player1[2]) == (2, [2] * 4, 2)
    skip(world, "ann", "bob")
    assert world.player("ann").balance == 18


def test_canceling_a_waiting_game() -> None:
    world = World(Dice())
    world.create_game("ann")
    assert world.cancel_game("ann", at=START) == [events.GameCanceled("ann", CANCELED)]
    assert world.game("ann") == Game("ann", CANCELED)
    assert names(world.join_game("bob", "ann", at=START)) == ["GameJoinFailed"]


def test_canceling_a_running_game_tells_the_opponent_first_and_nobody_scores() -> None:
    world = duel()
    lay(world, "ann", "CCCC@a1 r0")
    board = world.board(1)
    assert world.cancel_game("ann", at=START + 5) == [
        events.GameCanceled("bob", CANCELED),
        events.GameCanceled("ann", CANCELED),
    ]
    board.game_state = GameState.Finished
    assert world.board(1) == board
    assert [world.player(player).games_played for player in ("ann", "bob")] == [0, 0]
    assert world.skip_move("bob", at=START) == [events.PlayerNotInGame("bob", 0)]
    assert world.cancel_game("bob", at=START) == [events.GameCancelFailed("bob", CANCELED)]
    assert names(world.create_game("bob")) == ["GameCreated"]


def test_an_end_can_be_claimed_after_130_seconds_also_before_the_first_move() -> None:
    world = duel(jokers=2)
    assert world.finish_game("bob", 1, at=START + 130) == [events.CantFinishGame("bob", 1)]
    sent = world.finish_game("bob", 1, at=START + 131)
    assert names(sent) == [*["GameFinished"] * 2, *["CurrentPlayerBalance"] * 2, "BoardUpdated"]
    board = world.board(1)
    assert (board.moves_done, board.last_move_id, board.last_update_timestamp) == (0, None, START + 131)
    assert [world.player(player).balance for player in ("ann", "bob")] == [10, 10]


def test_players_keep_their_board_after_the_end_and_may_play_again() -> None:
    world = duel()
    skip(world, "ann", "bob")
    assert world.game("ann") == Game("ann", FINISHED, 1)
    world.create_game("bob")
    world.join_game("ann", "bob", at=START)
    assert world.board(2).player1[0] == "bob"


# Snapshots


def snapshot(world: World, move_number: int, board_id: int = 1) -> int:
    (sent,) = world.create_snapshot("cat", board_id, move_number)
    assert isinstance(sent, events.SnapshotCreated)
    return int(sent.snapshot_id)


def content(board: Board) -> dict[str, object]:
    """What a board from a snapshot shares with the old one."""
    shared = ("initial_edge_state", "available_tiles_in_deck", "top_tile", "state", "blue_score", "red_score")
    more = ("last_move_id", "moves_done")
    jokers = (board.player1[2], board.player2[2])
    return {"jokers": jokers, **{name: getattr(board, name) for name in (*shared, *more)}}


def test_a_snapshot_is_a_bookmark_anyone_may_set_on_an_existing_move() -> None:
    world = duel()
    lay(world, "ann", "CCCC@a1 r0")
    assert world.create_snapshot("cat", 1, 1) == [events.SnapshotCreated(1, "cat", 1, 1)]
    assert world.create_snapshot("cat", 1, 2) == [events.SnapshotCreateFailed("cat", 1, GameState.InProgress, 2)]
    assert world.create_snapshot("cat", 1, -1) == [events.SnapshotCreateFailed("cat", 1, GameState.InProgress, -1)]
    assert world.create_snapshot("cat", 5, 0) == [events.SnapshotCreateFailed("cat", 5, None, 0)]
    assert world.snapshots == {1: compat.Snapshot(1, "cat", 1, 1)}


def test_an_unknown_snapshot_creates_nothing() -> None:
    world = duel()
    before = everything(world)
    assert world.create_game_from_snapshot("cat", 3) == [events.BoardCreateFromSnapshotFailed("cat", 0, 0)]
    assert everything(world) == before


def test_a_snapshot_game_waits_with_its_board_and_its_clock_begins_when_the_guest_joins() -> None:
    world = duel()
    lay(world, "ann", "CCCC@a1 r0")
    sent = world.create_game_from_snapshot("cat", snapshot(world, 1))
    assert names(sent) == ["BoardCreatedFromSnapshot", "GameCreated"]
    assert msgspec.structs.astuple(sent[0])[-3:-1] == (1, 1)
    for refused in (lay(world, "cat", "CCCC@a2 r0"), world.skip_move("cat", at=START)):
        assert refused == [events.PlayerNotInGame("cat", 2)]
    assert world.finish_game("cat", 2, at=START + 500) == [events.PlayerNotInGame("cat", 2)]
    late = START + 100_000
    assert world.join_game("dan", "cat", at=late) == [events.GameStarted("cat", "dan", 2)]
    assert world.game("dan") == Game("dan", RUNNING, 2, 1)
    assert world.board(2).last_update_timestamp == late
    assert names(lay(world, "dan", "CCCC@a2 r0", at=late + 65)) == ["Moved", "BoardUpdated"]


def test_moves_after_a_snapshot_link_to_the_shared_chain_and_the_old_game_is_not_touched() -> None:
    world = duel()
    lay_in_turn(world, "CCCC@a1 r0", "CCCC@a2 r0")
    world.create_game_from_snapshot("cat", snapshot(world, 1))
    world.join_game("dan", "cat", at=START)
    old = world.board(1)
    assert names(lay(world, "cat", "CCCC@a2 r0")) == ["NotYourTurn"], "Blue made the last shared Move"
    lay(world, "dan", "CRRR@a2 r0")
    assert world.board(1) == old
    assert world.moves[3].prev_move_id == 1
    assert [move.first_board_id for move in world.get_move_history(3)] == [1, 2]
    assert world.board(2).moves_done == 2


def test_a_later_skip_counts_a_shared_skip() -> None:
    world = duel()
    lay(world, "ann", "CCCC@a1 r0")
    world.skip_move("bob", at=START)
    world.create_game_from_snapshot("cat", snapshot(world, 2))
    world.join_game("dan", "cat", at=START)
    assert "GameFinished" in names(world.skip_move("cat", at=START))
    assert world.board(1).game_state == GameState.InProgress


def test_open_structures_are_open_again_after_the_end() -> None:
    world = duel(jokers=3)
    lay_in_turn(world, "RRRR@e1 r0", "FRFR@f1 r0")
    open_roads = world.union_find(1).potential_road_contests
    skip(world, "ann", "bob")
    assert world.board(1).game_state == GameState.Finished
    world.create_game_from_snapshot("cat", snapshot(world, 4))
    board = world.board(2)
    assert (board.game_state, board.moves_done) == (GameState.InProgress, 4)
    assert (board.blue_score, board.red_score) == ((0, 5), (0, 2))
    assert world.union_find(2).potential_road_contests == open_roads
    world.join_game("dan", "cat", at=START)
    assert "GameFinished" in names(world.skip_move("cat", at=START))


def test_a_snapshot_between_an_automatic_skip_and_the_request_it_was_part_of() -> None:
    world = duel(first="FRRR")
    lay(world, "ann", "CCCC@a1 r0")
    lay(world, "ann", "CCCC@a2 r0", at=START + 70)
    world.create_game_from_snapshot("cat", snapshot(world, 2))
    board = world.board(2)
    assert (board.moves_done, board.last_move_id, board.state[1]) == (2, 2, (24, 0, 0))
    world.join_game("dan", "cat", at=START + 100)
    assert names(world.skip_move("dan", at=START + 100)) == ["NotYourTurn"]
    assert "GameFinished" in names(world.skip_move("cat", at=START + 100)), "the automatic skip was a skip"


@given(number=st.integers(0, 10**6), share=st.floats(0, 1))
@settings(max_examples=40, deadline=None)
def test_a_snapshot_restores_exactly_what_the_board_had_after_any_number_of_moves(number: int, share: float) -> None:
    world = random_world(number)
    then: dict[int, tuple[dict[str, object], object]] = {0: (content(world.board(1)), world.union_find(1))}
    for turn in range(18):
        random_play(world, number + turn, 1)
        if world.board(1).game_state == GameState.InProgress:
            then[world.board(1).moves_done] = (content(world.board(1)), world.union_find(1))
    moves = sorted(then)[int(share * (len(then) - 1))]
    world.create_game_from_snapshot("cat", snapshot(world, moves))
    world.join_game("dan", "cat", at=START * 2)
    structures = world.union_find(2)
    structures.board_id = 1
    assert (content(world.board(2)), structures) == then[moves]


def test_snapshots_of_snapshots_reach_back_through_the_whole_chain() -> None:
    world = duel()
    cells = ("a1", "a2", "a3", "a4")
    for player, cell in zip(("ann", "bob") * 2, cells, strict=True):
        lay(world, player, f"CCCC@{cell} r0")
    at = START
    for board_id, (host, guest) in enumerate((("c", "d"), ("e", "f"), ("g", "h")), start=2):
        at += 10_000
        world.create_game_from_snapshot(host, snapshot(world, 2 * board_id - 1, board_id - 1))
        world.join_game(guest, host, at=at)
        assert names(lay(world, guest, f"CCCC@b{board_id - 1} r0", at=at + 60)) == ["Moved", "BoardUpdated"]
        assert names(lay(world, host, f"CCCC@c{board_id - 1} r0", at=at + 90)) == ["Moved", "BoardUpdated"]
    assert world.reconstruct_board_state(4, 2).state == world.reconstruct_board_state(1, 2).state
    assert [move.first_board_id for move in world.get_move_history(world.board(4).last_move_id)] == [
        1,
        1,
        1,
        2,
        2,
        3,
        3,
        4,
        4,
    ]
    world.create_game_from_snapshot("i", snapshot(world, 9, 4))
    world.join_game("j", "i", at=at + 10**6)
    assert content(world.board(5)) == content(world.board(4))
    assert names(lay(world, "j", "CCCC@a4 r0", at=at + 10**6 + 1)) == ["Moved", "BoardUpdated"]


# Records and saving


@pytest.mark.parametrize("moves", [0, 1, 25])
def test_a_board_is_an_ordinary_match_whose_record_is_verified_and_opened_elsewhere(moves: int) -> None:
    world = random_world(moves)
    random_play(world, moves, moves)
    assert "all moves legal" in record.verify(world.record(1))
    opened = record.load(world.record(1))
    assert opened.header.players == ("ann", "bob")
    assert opened.position == world.position(1) == world.match(1).position


def test_a_board_that_waits_for_its_guest_has_no_match_yet() -> None:
    world = duel()
    world.create_game_from_snapshot("cat", snapshot(world, 0))
    for ask in (world.match, world.record):
        with pytest.raises(LookupError, match="nobody has joined cat"):
            ask(2)


def busy_world(number: int) -> World:
    """Automatic skips, snapshots of snapshots, a board that waits, a canceled game, skins and names."""
    world = random_world(number)
    world.become_controller("ann")
    random_play(world, number, 15)
    for board_id, (host, guest) in enumerate((("c", "d"), ("e", "f")), start=1):
        world.create_game_from_snapshot(host, snapshot(world, world.board(board_id).moves_done // 2, board_id))
        world.join_game(guest, host, at=START * 2)
        world.skip_move(guest, at=START * 2)
        world.skip_move(host, at=START * 2)
    world.create_game_from_snapshot("cat", snapshot(world, 2, 3))
    world.create_game("x")
    world.join_game("y", "x", at=START * 2)
    world.cancel_game("y", at=START * 2)
    world.change_username("ann", "Ann")
    world.change_skin("ann", 1)
    return world


@given(number=st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_a_saved_world_is_loaded_as_it_was_and_goes_on(number: int) -> None:
    world = busy_world(number)
    again = World.load(world.save(), Dice())
    assert everything(again) == everything(world)
    assert again.events == world.events
    assert again.save() == world.save()
    for each in (world, again):
        each.chance = Dice()
        each.join_game("dan", "cat", at=START * 3)
        random_play(each, number, 5)
        assert names(each.skip_move("dan", at=START * 3)) != ["PlayerNotInGame"]
    assert everything(again) == everything(world)


def test_a_damaged_world_is_refused() -> None:
    world = duel()
    lay(world, "ann", "CCCC@a1 r0")
    data = world.save()
    for damaged in (
        b"",
        b"[]",
        data[:-1],
        data.replace(b"CCCC@a1 r0", b"CCCC@a2 r0"),
        data.replace(b"Moved", b"Mooed"),
    ):
        with pytest.raises(BadRecord):
            World.load(damaged, Dice())
    saved = msgspec.json.decode(data)
    saved["moves"] = []
    with pytest.raises(BadRecord, match="not those of its matches"):
        World.load(msgspec.json.encode(saved), Dice())


# Profile


def test_profile_values_are_reported_by_events() -> None:
    world = World(Dice())
    assert world.balance("ann") == [events.CurrentPlayerBalance("ann", 0)]
    assert world.change_username("ann", "Ann of the Hill") == [events.PlayerUsernameChanged("ann", "Ann of the Hill")]
    assert world.username("ann") == [events.CurrentPlayerUsername("ann", "Ann of the Hill")]
    assert world.active_skin("ann") == [events.CurrentPlayerActiveSkin("ann", 0)]


@pytest.mark.parametrize("name", ["x" * 32, "Änne"])
def test_a_user_name_is_up_to_31_ascii_characters(name: str) -> None:
    world = World(Dice())
    with pytest.raises(ValueError, match="31 ASCII"):
        world.change_username("ann", name)
    assert world.player("ann").username == ""


def test_skin_prices_are_thresholds_and_nothing_is_paid() -> None:
    world = World(Dice(), administrator="root")
    world.set_player("root", Player("ann", "Ann", 500, role=Role.Controller))
    assert world.change_skin("ann", 4) == [events.PlayerSkinChangeFailed("ann", 4, 2000, 500)]
    assert world.change_skin("ann", 5) == [events.PlayerSkinChangeFailed("ann", 5, 0, 500)]
    assert world.change_skin("ann", 3) == [events.PlayerSkinChanged("ann", 3)]
    assert (world.player("ann").active_skin, world.player("ann").balance) == (3, 500)
    assert [trophy.name for trophy in world.trophies("ann")] == ["golem"]


def test_roles_are_set_by_oneself_and_whole_records_only_by_the_administrator() -> None:
    world = World(Dice(), administrator="root")
    world.become_bot("ann")
    assert world.player("ann").role == Role.Bot
    world.become_controller("ann")
    assert world.player("ann").role == Role.Controller
    with pytest.raises(PermissionError):
        world.set_player("ann", Player("ann", balance=10**6))
    assert world.player("ann").balance == 0


# Achievements


def test_only_controllers_collect_achievements() -> None:
    world = duel()
    world.become_controller("ann")
    lay(world, "bob", "CCCC@a1 r0")
    lay(world, "ann", "CCCC@a2 r0")
    skip(world, "bob", "ann")
    assert world.progress("ann") == {"joker_used": 1, "strategic_skip": 1, "Seasoned": 1}
    assert world.progress("bob") == {}


def test_closings_count_for_the_closer_whoever_wins_and_by_their_edges() -> None:
    """Bob closes a road in which Ann has more: six edges and the border slot make seven."""
    world = duel()
    world.become_controller("ann")
    world.become_controller("bob")
    lay_in_turn(world, "FRFR@e1 r1", "CFFF@d1 r0", "FRFR@e2 r1", "FFFF@d2 r0", "FRFR@e3 r1", "FFFF@d3 r0")
    world.skip_move("ann", at=START)
    sent = lay(world, "bob", "FFFR@e4 r1")
    won = sent[0]
    assert isinstance(won, events.RoadContestWon)
    assert (won.winner, won.blue_points, won.red_points) == (0, 7, 1)
    assert world.progress("bob") == {"joker_used": 4, "FirstCity": 1, "FirstRoad": 1, "RoadBuilder": 1}
    assert "FirstRoad" not in world.progress("ann")


def test_the_winner_and_the_seasoned_are_counted_at_the_end() -> None:
    world = duel()
    for player in ("ann", "bob"):
        world.become_controller(player)
    lay(world, "ann", "CCCC@a1 r0")
    skip(world, "bob", "ann")
    assert world.progress("ann")["Winner"] == 1 - (world.player("ann").balance < world.player("bob").balance)
    assert [world.progress(player)["Seasoned"] for player in ("ann", "bob")] == [1, 1]
    assert world.progress("ann")["FirstCity"] == 0, "closings at the end do not count"


def test_canceled_games_count_for_nothing() -> None:
    world = duel()
    world.become_controller("ann")
    lay(world, "ann", "CFFF@d1 r0")
    assert world.progress("ann")["FirstCity"] == 1
    world.cancel_game("bob", at=START)
    assert world.progress("ann") == {}
