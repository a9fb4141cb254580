"""Lessons are data that the rules check: positions exist, moves are legal, and mistakes are named by their step."""

from __future__ import annotations

import pytest

from boardwright.core.game import teaching
from boardwright.core.game.lesson import BadLesson, moments, read_lesson
from boardwright.core.game.registry import game
from boardwright.core.rules.line import StepText
from boardwright.kit.checks import lessons
from boardwright.kit.walks.failure import Violation
from tests.toys import GUESS

GAME = game("deblockle")
HEAD = 'title = "Deblockle"\n[scenes.one]\noptions = { cubes = 1 }\n'


def walked(steps: str) -> list[tuple[StepText, ...]]:
    return [moment.answers for moment in moments(read_lesson(HEAD + steps), GAME)]


@pytest.mark.parametrize("name", ["blokus", "deblockle", "mage_duel", "sagrada"])
def test_every_game_has_a_lesson_of_its_own_that_the_rules_allow(name: str) -> None:
    lessons.check(game(name))
    lesson = teaching.lesson(game(name))
    assert 3 <= len(lesson.steps) <= 8
    assert any(step.do for step in lesson.steps)
    rules = teaching.player_rules(game(name))
    assert "```position " in rules
    for word in ("seat 0", "seat 1", "For programs", "Typing moves", "-o "):
        assert word not in rules


def test_a_step_goes_on_where_the_one_before_ended() -> None:
    first = '[[steps]]\nscene = "one"\nsay = "Roll."\ndo = ["d7-c7"]\nanswer = ["pass"]\n'
    steps = first + '[[steps]]\nsay = "Again."\ndo = ["c7-c6"]'
    assert walked(steps) == [(StepText(1, "pass"),), ()]


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ('[[steps]]\nsay = "Go."\nscene = "two"', "step 1: there is no scene 'two'; there are one"),
        ('[[steps]]\nsay = "Go."\ndo = ["c7-c5"]', "step 1: A cube rolls one square"),
        ('[[steps]]\nsay = "Go."\ndo = ["nonsense"]', "step 1: 'nonsense' is not a move"),
        ('[[steps]]\nscene = "one"\nsay = "Go."\ndo = ["d7-c7"]\nanswer = ["d7-c7"]', "step 1: "),
        ('[[steps]]\nsay = "Go."\ndo = "any"\n[[steps]]\nsay = "Then."', "step 2: The step before does not always end"),
    ],
)
def test_what_cannot_be_played_is_named_by_its_step(steps: str, reason: str) -> None:
    with pytest.raises(BadLesson, match=f"^{reason}".replace("^", "lesson.toml, ").replace("(", "\\(")):
        walked(steps)


def test_words_that_the_page_has_no_room_for_are_refused() -> None:
    with pytest.raises(BadLesson, match="length <= 280"):
        read_lesson(f'title = "Long"\nsteps = [{{say = "{"word " * 60}"}}]')


@pytest.mark.parametrize(
    ("changed", "finding"),
    [
        ('[[steps]]\nsay = "Go."\nmark = ["z9"]', "the table has no part 'z9'"),
        ('[[steps]]\nsay = "Go."\nrule = "Castling"', "README.md has no heading 'Castling'"),
        ('[[steps]]\nsay = "Go."', "README.md shows the position 'start'"),
        ('[[steps]]\nsay = "Go."\n[match]\noptions = { cubes = 9 }', "cubes=9 is not possible"),
        ('[scenes.bad]\nposition = "{}"\n[[steps]]\nsay = "Go."', "scene 'bad': Not a position"),
    ],
)
def test_the_display_law_finds_references_to_nothing(
    changed: str, finding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAME.__dict__, "_own_functions", {("lesson", "lesson"): lambda: read_lesson(HEAD + changed)})
    with pytest.raises(Violation) as found:
        lessons.check(GAME)
    assert finding in found.value.text
    assert found.value.fix


def test_a_game_without_a_file_gets_a_short_lesson() -> None:
    steps = teaching.lesson(GUESS).steps
    assert [step.do for step in steps] == [(), "any"]
    assert GUESS.summary in steps[0].say
    lessons.check(GUESS)
