"""A position is one line of text that people can pass on."""

from __future__ import annotations

import pytest

from boardwright.core.game.position_text import position_text, read_position
from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.core.records.branch_point import read_start
from boardwright.core.refusal import BadOptions
from tests.core.plays import SEED
from tests.toys import GUESS

GAMES = ("blokus", "deblockle", "mage_duel", "sagrada")


@pytest.mark.parametrize("name", GAMES)
def test_it_is_short_and_reads_back(name: str) -> None:
    played = game(name)
    match = Match.new(played, seed=SEED)
    line = position_text(played, match.position)
    assert len(line) < 800
    assert (line.isascii(), line.isprintable()) == (True, True)
    assert read_position(played, f" {line}\n") == match.position
    assert Match.new(played, start=line, seed=None).at(0) == match.position
    assert read_start(played, line).at(0) == match.position


def test_a_short_one_can_be_read_by_people() -> None:
    assert position_text(GUESS, GUESS.begin()).startswith("{")


@pytest.mark.parametrize("text", ["", "~", "~AAAA", "~é", "~eNo", "{", "{}", "[" * 100_000, "nonsense"])
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadOptions):
        read_position(game("deblockle"), text)


def test_a_text_that_unpacks_to_too_much_is_refused() -> None:
    from base64 import urlsafe_b64encode
    from zlib import compress

    with pytest.raises(BadOptions, match="cut off or damaged"):
        read_position(game("deblockle"), "~" + urlsafe_b64encode(compress(b" " * (1 << 22))).decode())
