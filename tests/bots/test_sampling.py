"""Games without an evaluation: moves are judged by random games, which end with the hand that is played."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Annotated, Any, Self

from boardwright.bots.analysis.reasons import reason
from boardwright.bots.evaluation.sampling import by_playouts
from boardwright.bots.greedy import GreedyBot
from boardwright.bots.mcts import MctsBot
from boardwright.core.game.game import Game
from boardwright.core.hidden import Dealing, Hand
from boardwright.core.moves import Held, Move, move
from boardwright.core.rules.options import Options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import Open
from boardwright.core.search.playout import playout, worth
from tests.toys import HEAPS, HeapsPosition


class Endless(Position[Move, Open], frozen=True):
    """Two cards each are laid for their points, and dealt again and again."""

    hands: tuple[Hand[int], ...] = (Hand(), Hand())
    points: tuple[int, ...] = (0, 0)
    deals: int = 0
    to_move: int = 0
    seats = 2

    @cached_property
    def chance(self) -> Dealing[Self] | None:
        return None if any(map(len, self.hands)) else Dealing(self, range(4), hands=2)

    @move("lay {card}", seated=True)
    def lay(self, seat: int, card: Annotated[int, Held("hands", range(4))]) -> Self:
        """Lay the {card}."""
        hands = tuple(hand.without(card) if seat == other else hand for other, hand in enumerate(self.hands))
        points = tuple(own + card * (seat == other) for other, own in enumerate(self.points))
        return self.replace(hands=hands, points=points, to_move=1 - seat)

    def standing(self) -> tuple[int, ...]:
        return self.points

    def outcome(self) -> Outcome | None:
        return None


class EndlessGame(Game[Endless, Options]):
    name, title, summary, seats = "endless", "Endless", "Lay cards.", range(2, 3)


class Ended(Position[Move, Open], frozen=True):
    """Few points are good."""

    points: tuple[int, ...] = (3, 9)
    seats = 2

    def outcome(self) -> Outcome | None:
        return Outcome.lowest(self.points)


def test_the_move_that_wins_most_random_games_is_chosen() -> None:
    position: Any = HeapsPosition((1, 3))
    best = HeapsPosition.take_some(2, 2)
    assert by_playouts(tuple(position.legal_moves()), position, 0, Random(1))[-1].move == best
    assert GreedyBot(HEAPS, seconds=0.5).choose(position, 0, Random(2)) == best
    assert MctsBot(HEAPS, seconds=0.3).choose(position, 0, Random(3)) == best


def test_a_play_out_is_judged_before_new_cards_are_dealt() -> None:
    position: Any = Endless().take("0,1/2,3")
    made: list[tuple[int, Any]] = []
    values = playout(position, Random(1), made)
    assert len(made) == 4
    assert values[0] < 0 < values[1]


def test_reasons_tell_points_and_no_chance_figures() -> None:
    position: Any = Endless().take("0,1/2,3")
    assert reason(EndlessGame(), position, Endless.lay(1), 0) == "It gains you 1 point."
    assert reason(EndlessGame(), position, Endless.lay(0), 0) == "It does well in random games."
    assert reason(HEAPS, HeapsPosition((1, 3)), HeapsPosition.take_some(2, 2), 0) == "It does well in random games."


def test_few_points_are_good_where_the_fewest_win() -> None:
    first, second = worth(Ended())
    assert (first, second) == (1.0, -1.0)
