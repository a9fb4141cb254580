"""Lines grow without changing, share their positions, and read each text once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest import mock

import pytest

from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump, load
from boardwright.core.refusal import IllegalMove, Unreadable
from boardwright.core.rules import line as lines
from boardwright.core.rules.line import Line, Step, StepText, by
from boardwright.core.rules.position import Position
from tests.core.plays import SEED, after, ended, guess, rolled
from tests.toys import GUESS

GAMES = ("blokus", "deblockle", "mage_duel", "sagrada")


@contextmanager
def counted_parses() -> Iterator[list[str]]:
    """Return the texts of moves that are read meanwhile."""
    texts, parse = list[str](), Position.parse

    def counted(position: Position[Any, Any], text: str) -> Any:
        texts.append(text)
        return parse(position, text)

    with mock.patch.object(Position, "parse", counted):
        yield texts


@pytest.fixture
def parsed() -> Iterator[list[str]]:
    """Return the texts of moves that are read during a test."""
    with counted_parses() as texts:
        yield texts


def played(name: str, moves: int) -> Match:
    match, rng = Match.new(game(name), seed=SEED), Random(1)
    for _ in range(moves):
        seat = match.position.actors[0]
        match.play(rng.choice(list(match.position.legal_moves(seat))), seat)
    return match


# Lines


def test_lines_that_grow_from_one_another_share_their_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    made, repeat = list[str](), lines.repeat

    def counted(position: Any, step: Step) -> Any:
        made.append(step.text)
        return repeat(position, step)

    monkeypatch.setattr(lines, "repeat", counted)
    steps = played("deblockle", 6).steps()
    line: Line[Any] = Line(game("deblockle").begin())
    for step in steps[:5]:
        line = line.then(step)
    assert made == []
    other = line.then(steps[5])
    assert (line.position, other.back_to(5).position) == (other.before.position, line.position)
    assert len(other.positions()) == other.number + 1
    assert made == [step.text for step in steps[:6]]


def test_a_line_does_not_change_when_it_grows() -> None:
    line = Line(game("deblockle").begin()).play("c7-b7")
    longer = line.play("pass")
    assert [step.text for step in line.steps] == ["c7-b7"]
    assert longer.back_to(1) is line
    assert longer.back_to(0).before is longer.back_to(0)
    assert longer.moves == [step.move for step in longer.steps]
    assert "c7-b7 pass" in repr(longer)


def test_a_step_that_cannot_be_is_refused() -> None:
    line = Line(GUESS.begin())
    assert line.position.chance is not None
    for step, kind in ((StepText(0, "guess 1"), IllegalMove), (StepText(None, "99"), IllegalMove)):
        with pytest.raises(kind):
            line.read(step)
    settled = line.settle(by(Random(1)))
    with pytest.raises(Unreadable):
        settled.read(StepText(0, "nonsense"))
    over: Line[Any] = Line(ended().position)
    with pytest.raises(IllegalMove, match="the game is over"):
        over.play("guess 1")


def test_chance_is_drawn_until_somebody_is_to_act_or_nobody_draws() -> None:
    asked = list[int]()

    def draw(chances: Any, ordinal: int) -> str | None:
        asked.append(ordinal)
        return chances.outcomes[0] if ordinal < 1 else None

    line = Line(GUESS.begin()).settle(draw)
    assert (line.chances, line.position.chance is None, asked) == (1, False, [0, 1])
    settled = line.settle(by(Random(3)))
    assert settled.position.actors
    assert settled.chances == settled.number


# A match as a line


def test_the_moves_and_positions_of_a_match_are_those_in_force() -> None:
    match = rolled()
    assert match.positions() == [match.at(0), *(match.at(entry.number) for entry in match.line())]
    assert [str(move) for move in match.moves] == [entry.text for entry in match.line() if entry.kind == "move"]
    line = Line(match.at(0))
    for step in match.steps():
        line = line.make(step)
    assert line.positions() == match.positions()


def test_what_undo_left_are_lines() -> None:
    match = Match.new(game("deblockle"), seed=SEED)
    assert match.undone_lines() == []
    after(match, "c7-b7", "pass")
    match.undo(agreed=(0, 1))
    match.undo(agreed=(0, 1))
    first = [["c7-b7", "pass"]]
    assert [[step.text for step in line.steps] for line in match.undone_lines()] == first
    match.play(next(move for move in match.position.legal_moves() if str(move) != "c7-b7"))
    left = match.undone_lines()
    assert [[step.text for step in line.steps] for line in left] == first
    assert left[0].positions()[0] == match.at(0)
    assert left[0].position == match.at(2)


# A move is read once


@pytest.mark.parametrize("name", GAMES)
def test_a_played_move_is_read_once(name: str, parsed: list[str]) -> None:
    match = played(name, 3)
    assert parsed == []
    seat = match.position.actors[0]
    text = str(next(iter(match.position.legal_moves(seat))))
    number = match.play(text, seat)[0].number
    for viewer in (None, 0, 1):
        match.read(viewer)
    match.events(number)
    assert (match.at(number - 1), match.undone_lines()) == (match.before(number), [])
    match.branch(seed=SEED)
    assert parsed == [text]


@pytest.mark.parametrize("name", GAMES)
def test_a_resumed_log_reads_each_text_at_most_once_and_only_when_it_is_needed(name: str, parsed: list[str]) -> None:
    match = played(name, 40)
    again = Match.resume(match.game, match.header, match.entries, SEED)
    for number in range(match.number + 1):
        assert again.at(number) == match.at(number)
        if number:
            again.events(number)
    assert again.moves == match.moves
    assert parsed == [str(move) for move in match.moves]


def test_a_record_is_read_with_one_parse_a_move(parsed: list[str]) -> None:
    match = played("blokus", 10)
    load(dump(match), lambda name: match.game)
    assert parsed == [str(move) for move in match.moves]


def test_a_match_follows_steps() -> None:
    outside = guess(seed=None)
    steps = Line(outside.position).settle(by(Random(1))).steps
    assert outside.follow(steps).steps() == [Step(each.seat, each.move, 0) for each in steps]
