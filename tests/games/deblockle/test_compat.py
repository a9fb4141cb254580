"""The contract's interface: the order of its checks, its errors and its log lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest

from boardwright import load, verify
from boardwright.games.deblockle import GAME
from boardwright.games.deblockle.bot import BOT
from boardwright.games.deblockle.compat import ContractError, DeblockleContract
from boardwright.games.deblockle.moves import CubeMove
from boardwright.games.deblockle.options import DeblockleOptions
from tests.games.present import present


def won_game() -> DeblockleContract:
    """A one-cube game in which one account played both sides until somebody won."""
    made = DeblockleContract()
    made.create_game("a", "a", 1)
    position = GAME.begin(options=DeblockleOptions(cubes=1))
    for _ in range(200):
        best = max(position.legal_moves(), key=lambda move: BOT.evaluate(position.play(move), position.active))
        position = position.play(best)
        if isinstance(best, CubeMove):
            made.make_move(0, *best.start, *best.end, caller="a")
        else:
            made.pass_move(0, caller="a")
        if position.outcome() is not None:
            return made
    raise AssertionError("the greedy game should have ended")


def test_a_win_is_logged_and_ends_the_game() -> None:
    made = won_game()
    winner = made.logs[0].split()[1]
    assert made.logs[0] == f"Player {winner} scores and wins the game!!!"
    state = present(made.game_state(0))
    assert state["is_finished"]
    assert state["game"]["phase"] == "End"
    assert state["game"]["active_player"] == int(winner)


def test_after_the_end_moves_and_passes_are_logged_and_change_nothing() -> None:
    made = won_game()
    state = present(made.game_state(0))
    assert made.make_move(0, 1, 1, 1, 2, caller="a") == state
    winner = state["game"]["active_player"]
    assert made.logs[0] == f"The game ended with player {winner} the winner. No turns allowed."
    assert made.pass_move(0, caller="a") == state
    assert made.logs == ["Game is finished, no moves allowed"]


def test_range_is_checked_before_the_end_and_from_before_to() -> None:
    made = won_game()
    with pytest.raises(ContractError) as caught:
        made.make_move(0, 0, 5, 9, 9, caller="a")
    assert str(caught.value) == "Illegal move attempt from (0,5). Coordinates must be in range 1..7"
    with pytest.raises(ContractError) as caught:
        made.make_move(0, 7, 5, 7, 8, caller="a")
    assert str(caught.value) == "Illegal move attempt to (7,8). Coordinates must be in range 1..7"
    assert caught.value.code == "off_board"
    assert made.logs == []


def test_the_game_is_looked_up_before_the_turn_and_the_turn_before_the_range() -> None:
    made = DeblockleContract()
    made.create_game("a", "b")
    for index in (1, -1, 2**70):
        with pytest.raises(ContractError) as caught:
            made.make_move(index, 0, 0, 0, 0, caller="nobody")
        assert caught.value.code == "no_such_game"
        assert made.game_state(index) is None
    with pytest.raises(ContractError) as caught:
        made.make_move(0, 0, 0, 0, 0, caller="b")
    assert caught.value.code == "not_your_turn"


@pytest.mark.parametrize(
    ("step", "line"),
    [
        ((1, 1, 1, 2), "Illegal move attempt from empty space."),
        ((3, 1, 3, 2), "Illegal move attempt with cube not belonging to player 1."),
        ((3, 7, 4, 6), "Illegal move for player 1 to win position of player 2"),
        ((3, 7, 3, 7), "Illegal Roll from (3,7) to position (3,7) for player 1."),
        (
            (5, 7, 5, 6),
            "This Roll move is not allowed! (will be facing Star up in no-win position for player 1)",
        ),
    ],
)
def test_refused_rolls_log_their_line_and_the_board(step: tuple[int, int, int, int], line: str) -> None:
    made = DeblockleContract()
    made.create_game("a", "b")
    before = made.game_state(0)
    board = made.logs[1]
    assert made.make_move(0, *step, caller="a") == before
    assert made.logs == [line, board]


def test_a_hop_by_another_cube_is_refused_as_standard_and_accepted_as_contract() -> None:
    standard, contract = DeblockleContract(), DeblockleContract("contract")
    for made in (standard, contract):
        made.create_game("a", "b")
        made.make_move(0, 3, 7, 4, 7, caller="a")
        made.make_move(0, 3, 5, 2, 4, caller="a")
    assert standard.logs[0] == "Illegal Hop from (3,5) to position (2,4) for player 1."
    assert contract.logs[0] == "Player 1 Hopped from (3,5) to position (2,4). Next: Roll of the other player 2."


def test_states_are_copies_that_callers_may_keep() -> None:
    made = DeblockleContract()
    made.create_game("a", "b", 1)
    state = present(made.game_state(0))
    state["game"]["board"].clear()
    assert len(present(made.game_state(0))["game"]["board"]) == 2


@pytest.mark.parametrize("bad", [2.0, "2", "", 2.5, [2]])
def test_num_cubes_that_is_not_an_integer_is_refused_and_creates_no_game(bad: Any) -> None:
    made = DeblockleContract()
    with pytest.raises(ContractError, match="num_cubes must be 1, 2, 3 or 4") as caught:
        made.create_game("a", "b", bad)
    assert caught.value.code == "bad_num_cubes"
    assert made.logs == []
    assert made.game_state(0) is None


@pytest.mark.parametrize("bad", ["0", 0.0, None, False, [0]])
def test_an_index_that_is_not_an_integer_is_refused_by_every_method(bad: Any) -> None:
    made = DeblockleContract()
    made.create_game("a", "b")
    calls: tuple[Callable[[], object], ...] = (
        lambda: made.game_state(bad),
        lambda: made.cube_state(bad, 3, 1),
        lambda: made.make_move(bad, 3, 7, 4, 7, caller="a"),
        lambda: made.pass_move(bad, caller="a"),
        lambda: made.record(bad),
    )
    for call in calls:
        with pytest.raises(ContractError, match=r"^index must be an integer, not ") as caught:
            call()
        assert caught.value.code == "bad_argument"
        assert made.logs == []


@pytest.mark.parametrize("bad", ["3", 3.0, None, True])
@pytest.mark.parametrize("place", range(4))
def test_a_coordinate_that_is_not_an_integer_is_refused_and_changes_nothing(bad: Any, place: int) -> None:
    made = DeblockleContract()
    made.create_game("a", "b")
    before = made.game_state(0)
    step: list[Any] = [3, 7, 4, 7]
    step[place] = bad
    name = ("from_x", "from_y", "to_x", "to_y")[place]
    with pytest.raises(ContractError, match=f"^{name} must be an integer, not ") as caught:
        made.make_move(0, *step, caller="a")
    assert caught.value.code == "bad_argument"
    square: list[Any] = [3, 1]
    square[place % 2] = bad
    with pytest.raises(ContractError, match=f"^{'xy'[place % 2]} must be an integer, not "):
        made.cube_state(0, *square)
    assert made.game_state(0) == before


@pytest.mark.parametrize("bad", [None, 1, b"a", "\ud800"])
def test_an_account_that_is_not_text_is_refused(bad: Any) -> None:
    made = DeblockleContract()
    for players in ((bad, "b"), ("a", bad)):
        with pytest.raises(ContractError, match=r"^(first|second)_player must be text, not ") as caught:
            made.create_game(*players)
        assert caught.value.code == "bad_argument"
    made.create_game("a", "b")
    with pytest.raises(ContractError, match=r"^caller must be text, not "):
        made.pass_move(0, caller=bad)


@pytest.mark.parametrize("bad", ["original", "seed", None])
def test_a_service_plays_the_standard_rules_or_the_contracts(bad: Any) -> None:
    with pytest.raises(ContractError, match="variant must be standard or contract") as caught:
        DeblockleContract(bad)
    assert caught.value.code == "bad_variant"


@pytest.mark.parametrize("variant", ["standard", "contract"])
def test_the_record_of_a_game_verifies_and_opens_elsewhere(variant: Literal["standard", "contract"]) -> None:
    made = DeblockleContract(variant)
    made.create_game("first.testnet", "second.testnet", 3)
    made.make_move(0, 4, 5, 4, 4, caller="first.testnet")
    made.make_move(0, 4, 5, 4, 4, caller="second.testnet")
    made.pass_move(0, caller="second.testnet")
    assert verify(made.record(0)) == "2 entries, chain intact; all moves legal; no chance in it"
    match = load(made.record(0))
    assert match.header.players == ("first.testnet", "second.testnet")
    assert match.header.options == {"variant": variant, "cubes": 3, "slide": "full"}
    assert [entry.text for entry in match.entries] == ["d5-d4", "pass"]
    assert match.play("d4-c4")[0].seat == 0


def test_the_record_of_a_finished_game_holds_its_outcome() -> None:
    made = won_game()
    state = present(made.game_state(0))
    outcome = present(load(made.record(0)).outcome)
    assert outcome.winners == (state["game"]["active_player"] - 1,)
    assert outcome.reason == "all_cubes_removed"


def test_there_is_no_record_of_a_game_that_does_not_exist() -> None:
    with pytest.raises(ContractError, match=r"^Game doesn't exist\.$") as caught:
        DeblockleContract().record(0)
    assert caught.value.code == "no_such_game"
