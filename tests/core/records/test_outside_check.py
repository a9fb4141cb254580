"""The example that checks records from docs/record.md alone: it agrees with the program, and finds what is altered."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from boardwright.core.canonical import canonical
from boardwright.core.chance.distribution import Distribution, draw, fingerprint
from boardwright.core.game import registry
from boardwright.core.records.record import dump, dump_for, parse
from tests.core.forging import SEED, content_of, forge, random_match, with_entry
from tests.core.plays import COUNT, CountOptions, count, ended, guess, rolled
from tests.core.records.test_reader import installed
from tests.dealing import FLOCK, finished, redealt
from tests.scale import scaled
from tests.toys import GUESS

SCRIPT = Path(__file__).parents[3] / "examples" / "verify_record.py"
OUTSIDE: dict[str, Any] = runpy.run_path(str(SCRIPT))
WRONG = (LookupError, TypeError, ValueError, RecursionError)


def verify(data: bytes) -> str:
    return str(OUTSIDE["verify"](data))


def test_it_is_short_and_uses_the_standard_library_alone() -> None:
    lines = SCRIPT.read_text("utf-8").splitlines()
    assert len(lines) < 170
    imported = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names


def test_it_checks_whole_records() -> None:
    assert verify(dump(ended())) == "10 entries, chain intact; salts and 3 chance outcomes are the seed's"
    assert verify(dump(ended(shares=["a", ""]))).endswith("3 chance outcomes are the seed's")
    assert verify(dump(rolled().branch(4, seed=bytes(32)))).endswith("salts and 0 chance outcomes are the seed's")
    assert "no seed" in verify(dump(count()))


def test_it_checks_deals() -> None:
    assert verify(dump(finished())) == "12 entries, chain intact; salts and 3 chance outcomes are the seed's"
    assert verify(dump(finished(seats=3, shares=["a", "", "c"]))).endswith("3 chance outcomes are the seed's")
    branch = redealt().branch(seed=bytes(32))
    branch.play("redeal", at=9000)
    assert verify(dump(branch)).endswith("1 chance outcomes are the seed's")
    assert "2 sealed" in verify(dump_for(redealt(), 1))


def test_it_finds_forged_deals_though_the_hashes_are_right() -> None:
    match = finished()
    for part, field, value, said in (
        (0, "cards", ["heron", "heron"], "Entry 1: the seed gives"),
        (0, "salt", "0" * 32, "Entry 1:0: its salt"),
        (0, "seen", [1], "Entry 1: it was not drawn from"),
        (3, "count", 4, "Entry 1: it was not drawn from"),
        (3, "cards", None, "are sealed, though the seed is open"),
    ):
        content = content_of(match.entries[0])
        content["parts"][part][field] = value
        with pytest.raises(WRONG, match=said):
            verify(forge(match, with_entry(match, 1, content=content)))


def test_it_checks_the_chain_of_sealed_records() -> None:
    assert "2 sealed" in verify(dump_for(rolled(), 1))
    assert "4 sealed" in verify(dump_for(rolled(), None))


@pytest.mark.parametrize("number", range(scaled(25)))
def test_it_accepts_whatever_toy_matches_write(number: int) -> None:
    rng = Random(number)
    options = CountOptions(goal=25)
    games = (GUESS, FLOCK)
    match = random_match(games[number // 2 % 2], rng) if number % 2 else random_match(COUNT, rng, options=options)
    verify(dump(match))
    verify(dump_for(match, None))


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("number", range(4))
def test_it_accepts_whatever_installed_games_write(name: str, number: int) -> None:
    verify(dump(random_match(installed(name), Random(number), acts=60)))


@pytest.mark.parametrize(
    "data",
    [dump(ended(shares=["a", "b"])), dump_for(rolled(), 1), dump(finished()), dump_for(redealt(), 1)],
    ids=["open", "sealed", "open deals", "sealed deals"],
)
def test_it_finds_a_change_in_any_line(data: bytes) -> None:
    verify(data)
    for place in range(len(data)):
        for value in {data[place] ^ 1, ord("0"), ord("\n")} - {data[place]}:
            with pytest.raises(WRONG):
                verify(data[:place] + bytes([value]) + data[place + 1 :])
    lines = data.splitlines(keepends=True)
    for number in range(len(lines)):
        with pytest.raises(WRONG):
            verify(b"".join(lines[:number] + lines[number + 1 :]))


def test_it_finds_forged_chance_salts_and_distributions_though_the_hashes_are_right() -> None:
    match = ended()
    other = "1" if match.entries[7].text != "1" else "2"
    forged = {**content_of(match.entries[7]), "outcome": other}
    with pytest.raises(WRONG, match="Entry 8: the seed gives"):
        verify(forge(match, with_entry(match, 8, content=forged)))
    *lines, _ = dump(match).splitlines(keepends=True)
    footer = parse(dump(match)).footer
    loaded = msgspec.structs.replace(footer, chances=[*footer.chances[:2], [list("123456"), [1, 1, 1, 1, 1, 2]]])
    with pytest.raises(WRONG, match="not drawn from the distribution"):
        verify(b"".join(lines) + canonical(loaded) + b"\n")


def test_an_entry_does_not_betray_what_it_was_drawn_from() -> None:
    """Equal outcomes of unlike distributions differ in nothing that a reader without the seed could compute."""
    one, two = Distribution.uniform(("1", "2", "3")), Distribution.uniform(("1", "2", "4"))
    prints = {
        fingerprint(key, number, each.digest) for key in (SEED, bytes(32)) for number in (1, 2) for each in (one, two)
    }
    assert len(prints) == 8
    assert one.digest not in prints
    match = guess()
    shown = [entry.content for entry in match.read(1)]
    assert shown[0] is None
    assert isinstance(shown[1], dict)
    assert set(shown[1]) == {"of", "outcome"}
    assert draw(SEED, 1, Distribution.uniform(tuple("12345"))) == shown[1]["outcome"]


def test_it_runs_as_a_program(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_bytes(dump(ended()))
    bad.write_bytes(dump(ended()).replace(b"guess 3", b"guess 5"))
    done = subprocess.run([sys.executable, "-I", SCRIPT, good, bad], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == f"{good}: 10 entries, chain intact; salts and 3 chance outcomes are the seed's\n"
    assert done.stderr == f"{bad}: refused: Entry 5: it does not agree with its hash.\n"
    done = subprocess.run([sys.executable, "-I", SCRIPT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "usage: python verify_record.py FILE ...\n")
