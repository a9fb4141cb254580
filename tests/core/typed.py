"""A game as an author writes it, for type checkers: mypy and pyright agree on every line."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Self, assert_type

import boardwright as bw
from boardwright.api import Game, Match, Move, Number, Open, Options, Outcome, Position, Refusal, move, require
from boardwright.games.deblockle import GAME as DEBLOCKLE
from boardwright.games.deblockle.moves import DeblockleMove


class Pile(Position[Move, Open], frozen=True):
    """Moves declared by methods; some questions are answered by values and by a field."""

    left: int = 9
    turn: int = 0

    seats = 2
    is_undoable = False

    @property
    def actors(self) -> tuple[int, ...]:
        return (self.turn % 2,) if self.left else ()

    @move("take {number}")
    def take_some(self, number: Annotated[int, Number(1, 3)]) -> Self:
        require(number <= self.left, "too_many", "{number} are not left.")
        return self.replace(left=self.left - number, turn=self.turn + 1)

    @move("give {number}", seated=True)
    def give(self, seat: int, number: Annotated[int, Number(1, 3)]) -> Self:
        return self.replace(left=self.left + number + seat)

    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome.highest((1, 0), "empty")


class Add(Move, frozen=True):
    """Add {number}."""

    notation = "add {number}"
    number: Annotated[int, Number(1, 3)]


class Stop(Move, frozen=True):
    """Stop."""


class Tower(Position[Add | Stop, Open], frozen=True):
    """Moves declared by types."""

    height: int = 0
    seats = 1
    actors = (0,)

    def apply(self, move: Add | Stop, seat: int) -> Self | Refusal:
        return self.replace(height=self.height + (move.number if isinstance(move, Add) else 0))

    def outcome(self) -> Outcome | None:
        return None


class TowerGame(Game[Tower, Options]):
    """The game of towers."""

    name, title, summary, seats = "tower", "Tower", "Build.", range(1, 2)


def uses(pile: Pile, tower: Match[Tower], name: str) -> None:
    """Name the types that editors know."""
    assert_type(Pile.take_some(2), Move)
    assert_type(pile.take_some(2), Pile)
    assert_type(pile.give(0, 2), Pile)
    assert_type(pile.play("take 2"), Pile)
    assert_type(pile.legal_moves(), Collection[Move])
    assert_type(tower.position.legal_moves(), Collection[Add | Stop])
    assert_type(Match.new(TowerGame()).position, Tower)
    assert_type(list(Match.new(DEBLOCKLE).position.legal_moves()), list[DeblockleMove])
    assert_type(list(bw.Match.new("deblockle").position.legal_moves()), list[DeblockleMove])
    assert_type(list(bw.Match.new(bw.game("deblockle")).position.legal_moves()), list[DeblockleMove])
    assert_type(bw.Match.new("deblockle").legal_moves(), Collection[DeblockleMove])
    assert_type(bw.Match.new("deblockle").moves, list[DeblockleMove])
    assert_type(bw.Match.new(name).position.legal_moves(), Collection[Move])
    assert_type(bw.game(name).begin().legal_moves(), Collection[Move])
    assert_type(bw.load(name).moves, list[Move])
    players: int = pile.seats
    print(players, tower.position.refusal(Add(1)))
