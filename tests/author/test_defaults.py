"""The defaults of a game: the smallest game there can be has everything."""

from __future__ import annotations

from typing import Annotated, Self

import pytest

from boardwright.core.chance.distribution import Distribution
from boardwright.core.game.game import Game
from boardwright.core.layout import Counters, Zone
from boardwright.core.match.match import Match
from boardwright.core.moves import Move, Number, move, require
from boardwright.core.moves.gesture import Drag, Press, Put
from boardwright.core.refusal import BadOptions, IllegalMove, Unreadable
from boardwright.core.rules.options import Options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import Open
from boardwright.kit import check

PILE = 9


class Pile(Position[Move, Open], frozen=True):
    """A coin decides who begins; take one, two or three matches, and the last one loses."""

    left: int = PILE
    turns: int = -1
    seats = 2

    @property
    def actors(self) -> tuple[int, ...]:
        return (self.turns % 2,) if self.left and self.turns >= 0 else ()

    @property
    def chance(self) -> Distribution | None:
        return Distribution.uniform(("0", "1")) if self.turns < 0 else None

    def after_chance(self, outcome: str) -> Self:
        return self.replace(turns=int(outcome))

    @move("take {number}")
    def take_some(self, number: Annotated[int, Number(1, 3)]) -> Self:
        """Take {number}."""
        require(number <= self.left, "too_many", "There are no {number} left.")
        return self.replace(left=self.left - number, turns=self.turns + 1)

    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome.highest((1, 0) if self.turns % 2 == 0 else (0, 1), "last_match")

    def zones(self, seat: int | None) -> tuple[Zone, ...]:
        return (Counters(values=(("matches", self.left, PILE),)),)


class PileGame(Game[Pile, Options]):
    name = "pile"
    title = "Pile"
    summary = "The last match loses."
    seats = range(2, 3)

    def start(self, seats: int, options: Options) -> Pile:
        return Pile()


GAME = PileGame()
BEGUN = GAME.begin().take("0")
TAKES = tuple(map(Pile.take_some, (1, 2, 3)))


def test_the_smallest_game_keeps_all_laws() -> None:
    report = check(GAME)
    assert report.is_clean, str(report)


def test_only_actors_have_legal_moves() -> None:
    assert BEGUN.legal_moves() == BEGUN.legal_moves(0) == TAKES
    assert BEGUN.legal_moves(1) == GAME.begin().legal_moves() == GAME.begin().legal_moves(0) == ()


def test_texts_are_read_by_the_notation() -> None:
    assert BEGUN.parse("  take   3 ") == TAKES[2]
    with pytest.raises(Unreadable, match="'grab' is not a move here: moves look like `take 1`"):
        BEGUN.parse("grab")


def test_refusals_say_why() -> None:
    def why(position: Pile, seat: int | None = None) -> tuple[str, str]:
        refusal = position.refusal("take 3", seat)
        assert refusal is not None
        return refusal.code, refusal.text

    assert why(BEGUN.replace(left=2)) == ("too_many", "There are no 3 left.")
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
    assert tuple(actions.moves) == TAKES
    assert list(actions.encode(BEGUN.replace(left=3), 0)) == pytest.approx([1.0, 0.0, 1 / 3])


def test_positions_are_judged_by_playing_on() -> None:
    assert GAME.bot.evaluate(BEGUN.replace(left=1), 0) == -1.0
    assert GAME.bot.evaluate(BEGUN, 0) == GAME.bot.evaluate(BEGUN.replace(), 0)


def test_moves_are_read_from_gestures_legal_or_not() -> None:
    last = BEGUN.replace(left=1)
    assert TAKES[1].gesture(last) == Press("take 2")
    assert last.moves.from_gesture(Press("take 2"), last) == TAKES[1]
    for gesture in (
        Press("take 9"),
        Put("take 2", "x", turn=1),
        Drag("take 2", "take 2"),
        Press(""),
    ):
        assert last.moves.from_gesture(gesture, last) is None


def test_a_match_takes_a_gesture_in_place_of_a_text() -> None:
    match = Match.new(GAME, seed=bytes(32))
    assert match.play(Press("take 2"))[0].text == "take 2"
    before = match.number
    for gesture, code in ((Press("give 2"), "no_such_move"), (Drag("take 2", "x"), "no_such_move")):
        with pytest.raises(IllegalMove) as caught:
            match.play(gesture)
        assert caught.value.refusal.code == code
    match.play("take 3")
    match.play("take 3")
    with pytest.raises(IllegalMove, match="There are no 2 left"):
        match.play(Press("take 2"))
    assert match.number == before + 2
