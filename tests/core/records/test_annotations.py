"""Variations and notes beside a record: read back, checked by the rules, and never in the way of the record."""

from __future__ import annotations

from typing import Any

import pytest

from boardwright.core.canonical import canonical
from boardwright.core.match.match import Match
from boardwright.core.records.annotations import Annotations, Note, Variation, branches, variation_of
from boardwright.core.records.record import dump, dump_for, load, load_annotated, parse, verify
from boardwright.core.refusal import BadOptions, BadRecord, Unreadable
from boardwright.core.rules.line import StepText
from tests.core.plays import ended, find, guess, rolled
from tests.core.records.test_outside_check import OUTSIDE, WRONG

FOUND = Annotations(
    (
        Variation(2, (StepText(0, "guess 1"), StepText(1, "guess 5"))),
        Variation(2, (StepText(0, "guess 1"), StepText(1, "guess 4"))),
    ),
    (Note(0), Note(3, text="Früh.", marks=("1", "2")), Note(2, 2, "Better.", facts={"value": 0.5})),
)


def test_annotations_are_read_back_and_counted() -> None:
    match = ended()
    data = dump(match, FOUND)
    again, found = load_annotated(data, find)
    assert (again.head, found) == (match.head, FOUND)
    assert dump(again, found) == data
    assert load(data, find).head == match.head
    assert verify(data, find) == f"{verify(dump(match), find)}; beside it 2 variations, 3 notes"
    assert [step.text for step in found.variations[1].line(again).steps] == ["guess 1", "guess 4"]


def test_without_its_annotations_a_record_is_what_it_was() -> None:
    match = ended()
    lines = dump(match, FOUND).splitlines(keepends=True)
    assert b"".join(lines[:-5]) == dump(match) == dump(match, Annotations())
    assert parse(dump(match)).annotations == Annotations()


@pytest.mark.parametrize(
    ("added", "words"),
    [
        (Annotations((Variation(99, (StepText(0, "guess 1"),)),)), "Variation 1: there is no entry 99"),
        (Annotations((Variation(-1, (StepText(0, "guess 1"),)),)), "Variation 1: there is no entry -1"),
        (Annotations(FOUND.variations, (Note(3, 1),)), "Note 1: there is no such position"),
        (Annotations(notes=(Note(1, 1),)), "Note 1: there is no such position"),
        (Annotations(notes=(Note(99),)), "Note 1: there is no such position"),
    ],
)
def test_what_is_about_nothing_is_refused_by_the_program_and_from_outside(added: Annotations, words: str) -> None:
    data = dump(ended(), added)
    with pytest.raises(BadRecord, match=words):
        verify(data, find)
    with pytest.raises(WRONG):
        OUTSIDE["verify"](data)


@pytest.mark.parametrize(
    ("after", "step"),
    [(2, StepText(0, "guess 9")), (2, StepText(None, "1")), (0, StepText(0, "guess 1")), (0, StepText(None, "9"))],
)
def test_a_variation_against_the_rules_is_refused(after: int, step: StepText) -> None:
    with pytest.raises(BadRecord, match="Variation 1: "):
        verify(dump(ended(), Annotations((Variation(after, (step,)),))), find)


def line(**value: Any) -> bytes:
    return canonical(value) + b"\n"


@pytest.mark.parametrize(
    "added",
    [
        line(note={"after": 1}),
        line(note={"after": 1, "facts": {}, "marks": [], "text": "", "variation": 0, "x": 1}),
        line(variation={"after": 0, "steps": []}),
        line(note={"after": 1, "facts": {}, "marks": [], "text": "", "variation": 0})
        + line(variation={"after": 2, "steps": [{"seat": 0, "text": "guess 1"}]}),
        b'{"note": {"after":1,"facts":{},"marks":[],"text":"","variation":0}}\n',
        b"{}\n",
    ],
)
def test_there_is_one_way_to_write_them(added: bytes) -> None:
    with pytest.raises(BadRecord):
        verify(dump(ended()) + added, find)
    with pytest.raises(WRONG):
        OUTSIDE["verify"](dump(ended()) + added)


def test_fractions_that_other_programs_write_differently_are_refused() -> None:
    with pytest.raises(BadOptions, match="written in several ways"):
        dump(ended(), Annotations(notes=(Note(1, facts={"loss": 1e-7}),)))


def test_the_outside_check_reads_them() -> None:
    assert OUTSIDE["verify"](dump(ended(), FOUND)) == OUTSIDE["verify"](dump(ended()))


def test_notes_on_a_sealed_record_are_read() -> None:
    added = dump(ended(), FOUND)[len(dump(ended())) :]
    assert "sealed" in verify(dump_for(rolled(), 1) + added, find)


def test_variations_are_matches_and_back() -> None:
    match = ended()
    for variation, branch in zip(FOUND.variations, branches(match, FOUND.variations), strict=True):
        assert variation_of(match, branch) == variation
    assert variation_of(match, match) is None
    elsewhere = Match.new(find("guess"), start=match.at(2), seed=None)
    with pytest.raises(Unreadable, match="do not begin where the match does"):
        variation_of(match, elsewhere)
    assert variation_of(guess(seed=None), guess(seed=None)) is None
