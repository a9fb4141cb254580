"""The regular expressions of commands: which are read, what they match, and that none can take long."""

from __future__ import annotations

from time import process_time

import pytest

from boardwright.core.card_data import Expression


@pytest.mark.parametrize(
    ("pattern", "texts", "others"),
    [
        (r"pick \d", ["pick 0", "pick 9"], ["pick 10", "pick", "pick 1 1", "pick  1", "pick 01", "pick ١"]),
        (r"select \d+", ["select 7", "select 07", "select 90"], ["select", "select x"]),
        (r"select [1-9]", ["select 1", "select 9"], ["select 0", "select 10"]),
        (r"select [1-9][0-9]?", ["select 1", "select 99"], ["select 0", "select 100"]),
        (r"select [^0]+", ["select 1", "select 12"], ["select 0", "select a", "select 1 2"]),
        (r"select [135]", ["select 3"], ["select 2"]),
        (r"select \d{2}", ["select 10", "select 07"], ["select 1", "select 100"]),
        (r"select \d{1,2}", ["select 1", "select 10"], ["select 100"]),
        (r"select 1\d*", ["select 1", "select 19"], ["select 2"]),
        (r"select (?:1|12)", ["select 1", "select 12"], ["select 2", "select 11"]),
        (r"select 1(2)?", ["select 1", "select 12"], ["select 122"]),
        (r"^move [1-4] [1-5] [1-4] [1-5]$", ["move 1 5 4 1"], ["move 5 1 1 1"]),
        ("pass", ["pass"], ["pas", "pass 1"]),
        ("tool 12", ["tool 12"], ["tool 1", "tool 2"]),
    ],
)
def test_the_whole_text_must_match(pattern: str, texts: list[str], others: list[str]) -> None:
    expression = Expression(pattern)
    assert [text for text in texts if not expression.matches(text)] == []
    assert [text for text in others if expression.matches(text)] == []


REFUSED = (
    "", r"\d", "pick (", "pick [", "pick [9-1]", "pick .", r"pick \w", "pick (?=1)", "pick ()", "pick |1", "select 1|2",
    r"pick (\d+)+", r"pick (\d*)*", r"pick (?:\d?){9}", r"pick \d\d*\d*\d*\d*", r"pick \d++", r"pick \d+?",
    r"pick \d{99}", r"pick \d{2,1}", "pick (1|2)(1|2)(1|2)(1|2)", r"pick (\1)", r"(?i)pick", "pick 1#", "x" * 200,
    "pick  1", "pick x", "pick 1 ", "pick 1\n", "Pick 1", r"pick( \d)?", r"(pick|take) \d",
)  # fmt: skip


@pytest.mark.parametrize("pattern", REFUSED)
def test_anything_else_is_refused_with_a_sentence(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Expression(pattern)


def test_the_numbers_that_an_expression_lets_through() -> None:
    assert Expression("select [1-9]").numbers == (tuple(range(1, 10)),)
    assert Expression(r"place \d [1-5]").numbers == (tuple(range(10)), (1, 2, 3, 4, 5))
    assert Expression("tool 412").numbers == ((412,),)
    assert Expression(r"select \d+", largest=90).numbers == (tuple(range(91)),)
    assert Expression("pass").numbers == ()


def test_an_expression_that_lets_no_number_through_is_refused() -> None:
    with pytest.raises(ValueError, match="no number"):
        Expression(r"select 0\d")


@pytest.mark.parametrize("pattern", [r"go \d*\d*\d*", r"go \d{1,18}\d{0,18}\d{0,18}", r"go (1|1)(1|1)1*"])
def test_the_worst_expression_is_quick_on_the_worst_text(pattern: str) -> None:
    expression = Expression(pattern)
    began = process_time()
    for _ in range(20):
        expression.matches("go " + "1" * 18 + "x")
        expression.matches("go " + "1" * 100_000)
    assert process_time() - began < 0.5
