"""What a game gets for the few answers that it must give: the smallest game there can be has everything."""

from __future__ import annotations

from typing import Self

import pytest

from boardwright.core.board import Board, Count, Token
from boardwright.core.chance import Distribution
from boardwright.core.game import Game
from boardwright.core.gesture import Gesture
from boardwright.core.options import Options
from boardwright.core.outcome import Outcome
from boardwright.core.position import Position
from boardwright.core.refusal import BadOptions, IllegalMove, Unreadable
from boardwright.core.view import Open
from boardwright.kit import check

PILE = 9
TAKES = ("take 1", "take 2", "take 3")


class Pile(Position[str, Open], frozen=True):
    """A coin decides who begins; take one, two or three matches, and the last one loses."""

    left: int = PILE
    turns: int = -1
    seats = 2

    @property
    def actors(self) -> tuple[int, ...]:
        return (self.turns % 2,) if self.left and self.turns >= 0 else ()

    @property
    def is_chance(self) -> bool:
        return self.turns < 0

    def chances(self) -> Distribution:
        return Distribution.uniform(("0", "1"))

    def after_chance(self, outcome: str) -> Self:
        return self.replace(turns=int(outcome))

    def all_moves(self) -> tuple[str, ...]:
        return TAKES

    def choices(self, seat: int) -> tuple[str, ...]:
        return TAKES[: self.left]

    def after(self, move: str, seat: int) -> Self:
        return self.replace(left=self.left - int(move[-1]), turns=self.turns + 1)

    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome.highest((1, 0) if self.turns % 2 == 0 else (0, 1), "last_match")


class PileGame(Game[Pile, str, Open, Options]):
    name = "pile"
    title = "Pile"
    summary = "The last match loses."
    seats = range(2, 3)

    def start(self, seats: int, options: Options) -> Pile:
        return Pile()

    def board(self, view: Open) -> Board:
        return Board(title="Pile", counts=(Count("matches", view.position.left, PILE),), buttons=TAKES)


GAME = PileGame()
BEGUN = GAME.begin().take("0")


def test_the_smallest_game_keeps_all_laws() -> None:
    report = check(GAME)
    assert report.is_clean, str(report)


def test_only_actors_have_legal_moves() -> None:
    assert BEGUN.legal_moves() == BEGUN.legal_moves(0) == TAKES
    assert BEGUN.legal_moves(1) == GAME.begin().legal_moves() == GAME.begin().legal_moves(0) == ()


def test_texts_are_read_by_the_list_of_all_moves() -> None:
    assert BEGUN.parse("  take   3 ") == "take 3"
    with pytest.raises(Unreadable, match="'grab' is not a move here; moves look like `take 1`, `take 2`, `take 3`"):
        BEGUN.parse("grab")


def test_refusals_say_what_would_work() -> None:
    def why(position: Pile, seat: int | None = None) -> tuple[str, str]:
        refusal = position.refusal("take 3", seat)
        assert refusal is not None
        return refusal.code, refusal.text

    assert why(BEGUN.replace(left=2)) == ("illegal", "take 3 is not possible here; try take 1, take 2.")
    assert why(BEGUN, 1) == ("not_your_turn", "It is not seat 1's turn.")
    assert why(GAME.begin()) == ("not_your_turn", "Nobody can move now: a chance outcome comes first.")
    assert why(BEGUN.replace(left=0)) == ("game_over", "The game is over.")


@pytest.mark.parametrize(
    ("position", "words"), [(GAME.begin(), "'7' cannot come now; possible are 0, 1"), (BEGUN, "not a chance node")]
)
def test_impossible_chance_outcomes_are_refused(position: Pile, words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        position.take("7")


def test_positions_are_read_back_and_nonsense_is_refused() -> None:
    assert GAME.decode(GAME.encode(BEGUN)) == BEGUN
    with pytest.raises(BadOptions, match=r"Not a position of Pile: .*left"):
        GAME.decode({"left": "many"})


def test_a_view_without_secrets_is_the_whole_position() -> None:
    assert BEGUN.view(1) == Open(1, BEGUN)


def test_moves_are_numbered_and_counts_are_what_learning_programs_get() -> None:
    actions = GAME.actions(2, Options())
    assert actions.moves == TAKES
    assert list(actions.encode(BEGUN.replace(left=3).view(0))) == pytest.approx([1 / 3])


def test_positions_are_judged_by_playing_on() -> None:
    assert GAME.evaluate(BEGUN.replace(left=1), 0) == -1.0
    assert GAME.evaluate(BEGUN, 0) == GAME.evaluate(BEGUN.replace(), 0)


def test_hands_press_buttons_or_take_squares_to_squares() -> None:
    assert GAME.gesture("take 2", BEGUN) == Gesture("take 2")
    assert GAME.gesture("a1-b2", BEGUN) == Gesture("a1", target="b2")


def test_a_declared_board_names_squares_and_buttons_and_hides_no_words() -> None:
    board = Board(
        title="Shop",
        columns=2,
        rows=1,
        tokens={"b1": Token("K", 1, "king")},
        counts=(Count("gold", 3, 10),),
        buttons=("pass",),
        lines=("a long story " * 9,),
    )
    svg = board.picture().svg()
    for part in ('data-name="a1"', 'aria-label="b1, king"', 'data-name="pass"', ">gold 3<"):
        assert part in svg
    assert svg.count("a long story") > svg.count("<desc>") * 9
    assert board.text() == f"     a  b\n 1   .  K\nAlso: pass\ngold 3\n{'a long story ' * 9}"
    assert len(board.array(1)) == 7
