"""Players who act in the same turn do not conflict; any other change is a conflict."""

from __future__ import annotations

from collections.abc import Hashable

from boardwright.core.match.match import Match
from boardwright.core.rules.options import Options
from boardwright.table.matches.commands import _is_same_turn
from tests.toys import GUESS, Guess, Guessing


class GuessingAtOnce(Guessing, frozen=True):
    @property
    def turn(self) -> Hashable:
        return all(self.guesses)


class GuessAtOnce(Guess):
    def start(self, seats: int, options: Options) -> Guessing:
        return GuessingAtOnce()


def test_a_move_of_another_in_the_same_turn_is_no_conflict() -> None:
    match = Match.new(GuessAtOnce(), seed=bytes(32))
    known = match.number
    match.play("guess 2", 1)
    assert _is_same_turn(match, 0, known)
    assert not _is_same_turn(match, 1, known)
    match.play("guess 3", 0)
    assert not _is_same_turn(match, 0, known)


def test_a_new_turn_an_undo_or_an_unknown_entry_is_a_conflict() -> None:
    in_turn = Match.new(GUESS, seed=bytes(32))
    known = in_turn.number
    in_turn.play("guess 2", 1)
    assert not _is_same_turn(in_turn, 0, known)
    match = Match.new(GuessAtOnce(), seed=bytes(32))
    known = match.number
    match.play("guess 2", 1)
    match.undo(1)
    assert not _is_same_turn(match, 0, known)
    assert not _is_same_turn(match, 0, match.number + 1)
    assert not _is_same_turn(match, 0, -1)
