"""Texts in other languages: read from a package, checked, chosen by what a reader wishes, and put into sentences."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

from boardwright.core.drawing.texts import BadTexts, Translator, preferred, rules, texts
from boardwright.kit import check
from tests.toys import Guess

Package = Callable[[dict[str, str]], str]
NUMBERS = count()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    """Make a package with such files in its folder `texts`."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(files: dict[str, str]) -> str:
        name = f"spoken_{next(NUMBERS)}"
        (tmp_path / name / "texts").mkdir(parents=True)
        (tmp_path / name / "__init__.py").write_text("")
        for file, content in files.items():
            (tmp_path / name / "texts" / file).write_text(content, "utf-8")
        return name

    return make


def test_sentences_and_rules_are_found_by_language(package: Package) -> None:
    name = package({"de.toml": '"Pass" = "Passen"', "pt-BR.toml": '"Pass" = "Passar"', "de.md": "# Regeln"})
    assert texts(name) == {"de": {"Pass": "Passen"}, "pt-BR": {"Pass": "Passar"}}
    assert rules(name) == {"de": "# Regeln"}
    assert texts("boardwright") == {}


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("de.toml", '"Pass" = ', "texts/de.toml: Invalid value"),
        ("de.toml", "Pass = 3", "texts/de.toml: 'Pass' needs a text"),
        ("de.toml", '"Take {number}." = "Nimm {zahl}."', r"has \{zahl\}, which is not in 'Take \{number\}\.'"),
        ("german.toml", "", "texts/german.toml: the name is not a language, such as de.toml"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(package: Package, file: str, content: str, message: str) -> None:
    name = package({file: content})
    with pytest.raises(BadTexts, match=message):
        texts(name)


def test_the_display_law_names_a_file_that_cannot_be_used(package: Package) -> None:
    name = package({"de.toml": '"Guess {number}." = "Rate {zahl}."'})
    kind = type("Spoken", (Guess,), {"__module__": import_module(name).__name__})
    failure = check(kind(), games=1, laws=("display",)).failures[0]
    assert failure.text.startswith("texts/de.toml: ")
    assert "stays in English" in failure.fix


def test_the_most_specific_sentence_is_taken() -> None:
    translate = Translator(
        {"{a} wins.": "{a} gewinnt.", "Nobody wins.": "Niemand gewinnt.", "{a} wins {b}.": "{a}: {b}."}
    )
    assert translate("Ada wins.") == "Ada gewinnt."
    assert translate("Nobody wins.") == "Niemand gewinnt."
    assert translate("Ada wins 3.") == "Ada: 3."


def test_what_is_in_braces_is_translated_too_and_equal_names_stand_for_equal_texts() -> None:
    translate = Translator({"{a} for {a}": "{a} um {a}", "Fish": "Fisch", "Bird. {x}": "no"})
    assert translate("Fish for Fish") == "Fisch um Fisch"
    assert translate("Fish for Bird") == "Fish for Bird"


def test_a_reader_gets_the_language_wished_most_of_those_there() -> None:
    there = ("de", "pt-BR")
    assert preferred("pt-BR, de;q=0.9", there) == "pt-BR"
    assert preferred("pt-PT, de;q=0.9", there) == "de"
    assert preferred("fr;q=0.2, de;q=0.1", there) == "de"
    for wishes in ("", "en-US, de", "fr", "de;q=nonsense", ",;=", "\0"):
        assert preferred(wishes, there) is None
