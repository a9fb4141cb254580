"""Recorded duels played through the founding documents' calls: the same boards, the same refusals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from boardwright.games.mage_duel.compat import Board, Rules, World
from boardwright.games.mage_duel.compat.events import Event
from boardwright.games.mage_duel.facts import TILES
from tests.games.mage_duel.worlds import Dice, everything, names

HERE = Path(__file__).parent
FOLDERS = (HERE / "golden", HERE.parents[3] / "shared" / "traces" / "mage_duel")
TRACES = [path for folder in FOLDERS for path in sorted(folder.glob("*.jsonl")) if "snapshot" not in path.name]
WHY = {
    "not_in_game": ["PlayerNotInGame"],
    "finished": ["GameIsAlreadyFinished"],
    "not_your_turn": ["NotYourTurn"],
    "not_enough_jokers": ["NotEnoughJokers"],
    "no_tile": [],
    "invalid_move": ["InvalidMove"],
    "cant_finish": ["CantFinishGame"],
}
PLAYERS = ("ann", "bob")


def border_draws(codes: list[int]) -> Iterator[str]:
    for first in range(0, 32, 8):
        for code, letter in ((0, "C"), (1, "R")):
            yield from (f"{letter}{slot}" for slot in range(first, first + 8) if codes[slot] == code)


def begin(setup: dict[str, Any]) -> tuple[World, Dice]:
    deck = list(setup["deck"])
    deck[setup["top_tile"]] += 1
    codes = setup["initial_edge_state"]
    edges = (codes[:8].count(0), codes[:8].count(1))
    rules = Rules(0, tuple(deck), edges, setup["jokers"][0], setup["joker_price"], setup["jokers"][1])
    dice = Dice((*border_draws(codes), TILES[setup["top_tile"]]))
    world = World(dice, rules)
    world.create_game("ann")
    world.join_game("bob", "ann", at=setup["start_at"])
    return world, dice


def request(world: World, player: str, move: dict[str, Any]) -> list[Event]:
    at = move["at"]
    if move["kind"] == "place":
        return world.make_move(player, move["joker"], move["rotation"], move["col"], move["row"], at=at)
    if move["kind"] == "skip":
        return world.skip_move(player, at=at)
    return world.finish_game(player, 1, at=at) if move["kind"] == "finish" else world.cancel_game(player, at=at)


def check_board(board: Board, state: dict[str, Any]) -> None:
    cells = [[place, *cell] for place, cell in enumerate(board.state) if cell[0] != 24]
    assert cells == state["cells"]
    assert {"blue": list(board.blue_score), "red": list(board.red_score)} == state["scores"]
    assert [board.player1[2], board.player2[2]] == state["jokers"]
    assert board.top_tile == state["top_tile"]
    assert [board.available_tiles_in_deck.count(tile) for tile in range(24)] == state["deck"]
    assert board.moves_done == state["moves_done"]
    assert board.last_update_timestamp == state["last_update"]
    assert board.game_state == state["game_state"]


def check_contests(events: list[Event], contests: list[dict[str, Any]]) -> None:
    sent = [event for event in events if "Contest" in type(event).__name__]
    facts = [(type(event).__name__[:4], msgspec.structs.asdict(event)) for event in sent]
    told = sorted((kind, fact["blue_points"], fact["red_points"]) for kind, fact in facts)
    assert told == sorted((each["kind"].title(), each["blue"], each["red"]) for each in contests)
    drawn = sum("Draw" in type(event).__name__ for event in sent)
    assert drawn == sum(each["winner"] is None for each in contests)


@pytest.mark.parametrize("path", TRACES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_duel_played_by_calls(path: Path) -> None:
    header, *steps, last = map(json.loads, path.read_text("utf-8").splitlines())
    world, dice = begin(header["setup"])
    for line in steps:
        if "chance" in line:
            dice.queue(TILES[line["chance"]["draw"]])
            continue
        before = everything(world)
        events = request(world, PLAYERS[line["actor"]], line["move"])
        if line["accepted"]:
            check_board(world.board(1), line["state"])
            check_contests(events, line["state"]["contests"])
        else:
            assert names(events) == WHY[line["why"]]
            assert everything(world) == before
    if last["result"] and last["result"]["scores"]:
        assert [world.player(player).balance for player in PLAYERS] == last["result"]["scores"]
