"""Records: whatever is altered is found, and named."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from boardwright.core.canonical import canonical
from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.core.records import replay
from boardwright.core.records.record import dump, dump_for, load, parse, verify
from boardwright.core.refusal import BadOptions, BadRecord, IllegalMove, UnknownGame
from boardwright.core.rules.options import Options
from tests.core.forging import forge, with_entry
from tests.core.plays import COUNT, SEED, count, ended, find, guess, rolled
from tests.toys import GUESS, HEAPS, Guess


class Pace(Options, frozen=True, kw_only=True):
    pace: float = 1.0


class Paced(Guess):
    Options: Any = Pace


PACED = Paced()


def refused(data: bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        verify(data, find)
    assert str(caught.value)
    return caught.value


def assert_named(error: BadRecord, data: bytes, place: int) -> None:
    """Check that the error names the line of the altered byte; an altered header shows at entry 1, too."""
    line, last = data[:place].count(b"\n"), data.count(b"\n") - 1
    joins_footer = line == last - 1 and data[place] == ord("\n")
    if line == 0:
        assert error.entry in (0, 1)
    elif line == last or joins_footer:
        assert error.entry in (None, last)
        assert str(error).startswith(("Footer", "The file ends", f"Entry {last}"))
    else:
        assert error.entry == line
        assert str(error).startswith(f"Entry {line}")


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_altering_any_byte_is_found_and_the_entry_named(sealed: bool) -> None:
    data = dump_for(rolled(), 1) if sealed else dump(ended())
    assert sealed == (b'"content":null' in data)
    verify(data, find)
    for place in range(len(data)):
        for value in {data[place] ^ 1, data[place] ^ 32, ord("0"), ord("\n"), 255} - {data[place]}:
            altered = data[:place] + bytes([value]) + data[place + 1 :]
            assert_named(refused(altered), data, place)


def test_altering_bytes_of_a_long_record_is_found_and_the_entry_named() -> None:
    match = count(goal=1200)
    rng = random.Random(1)
    while not match.is_over:
        match.play(rng.choice("12"))
    data = dump(match)
    for _ in range(60):
        place = rng.randrange(len(data))
        value = rng.choice([value for value in range(256) if value != data[place]])
        altered = data[:place] + bytes([value]) + data[place + 1 :]
        assert_named(refused(altered), data, place)


def test_a_cut_record_is_found_wherever_it_is_cut() -> None:
    data = dump(ended())
    for place in range(len(data)):
        refused(data[:place])


def test_removed_repeated_and_exchanged_lines_are_found() -> None:
    lines = dump(ended()).splitlines(keepends=True)
    for number in range(1, len(lines) - 1):
        assert refused(b"".join(lines[:number] + lines[number + 1 :])).entry in (number, None)
        assert refused(b"".join(lines[: number + 1] + lines[number:])).entry == number + 1
    swapped = [*lines[:2], lines[3], lines[2], *lines[4:]]
    assert refused(b"".join(swapped)).entry == 2


def test_bytes_after_the_end_are_found() -> None:
    data = dump(ended())
    for more in (b"\n", b" ", b"x", b"{}\n"):
        refused(data + more)


def test_a_record_is_json_lines_with_header_entries_and_footer() -> None:
    match = ended()
    header, *entries, footer = [json.loads(line) for line in dump(match).splitlines()]
    assert header["game"] == "guess"
    assert [entry["number"] for entry in entries] == list(range(1, match.number + 1))
    assert footer == {
        "chances": [[list("12345")], [list("12345")], [list("123456")]],
        "entries": match.number,
        "head": match.head,
        "outcome": entries[-1]["content"],
        "seed": SEED.hex(),
    }


def test_a_header_is_the_same_before_and_after_it_was_written() -> None:
    for match in (Match.new(HEAPS), Match.new(HEAPS, start=HEAPS.begin().play("2 of 1"))):
        assert parse(dump(match)).header == match.header


def test_a_loaded_match_goes_on_as_if_it_had_never_been_away() -> None:
    one, two = rolled(), load(dump(rolled()), find)
    assert one.play("roll", 0, 9000) == two.play("roll", 0, 9000)


# Forgers who rewrite the hashes too


def test_a_forger_who_changes_nothing_is_not_accused() -> None:
    assert forge(ended(), ended().entries, keeps_salts=True) == dump(ended())


@pytest.mark.parametrize(
    ("number", "changes", "words"),
    [
        (1, {"content": "5"}, 'the rules write chance "3", the record has chance "5"'),
        (1, {"content": {"of": "00" * 16, "outcome": "3"}}, "its content is {'of': '0000"),
        (1, {"content": {"of": "00" * 16, "outcome": "5"}}, 'the rules write chance "3", the record has chance "5"'),
        (1, {"content": {"outcome": "3"}}, "its content is {'outcome': '3'}, and should be {'of': '"),
        (3, {"content": "roll"}, 'move "roll" by seat 0 cannot be: roll is not possible here'),
        (3, {"content": "xyzzy"}, "is not a move here"),
        (3, {"content": {"text": "guess 3"}}, "is not a move here"),
        (3, {"seat": 7}, "There is no seat 7"),
        (3, {"seat": None}, "It names no seat"),
        (3, {"at": 5_000_000}, None),
        (3, {"salt": "00"}, "its salt is '00', and should be"),
        (4, {"content": {"to": 99}}, "cannot go back to entry 99"),
        (4, {"content": {"to": 10**40}}, "cannot go back to entry 1000"),
        (4, {"content": {"to": 2.5}}, "Expected `int`"),
        (4, {"content": {"to": 2, "why": "bad luck"}}, "unknown field"),
        (4, {"content": {"to": 2, "forced": False}}, "the rules write undo {"),
        (4, {"content": {}}, "missing required field `to`"),
        (4, {"content": ""}, "Expected `object`"),
        (4, {"content": {"to": -1}}, "cannot go back to entry -1"),
        (4, {"content": {"to": 0}}, "cannot go back to entry 0"),
        (4, {"content": {"to": 2, "agreed": [0]}}, 'the rules write undo {"to":2} by seat 0'),
        (4, {"content": {"to": 2, "agreed": [7, 1, 1]}}, 'the rules write undo {"agreed":[1],"to":2} by seat 0'),
        (4, {"content": {"to": 2, "forced": True}}, 'the rules write undo {"to":2} by seat 0'),
        (4, {"seat": 1}, "have to agree"),
        (4, {"kind": "redo"}, "Nothing was taken back"),
        (4, {"kind": "timeout"}, "No clock had run out"),
        (4, {"kind": "draw", "content": "accept"}, 'the rules write draw "offer" by seat 0'),
        (4, {"kind": "end", "seat": None, "content": {}}, "The match does not end here"),
        (4, {"kind": "chance", "seat": None, "content": "1"}, "The seed of this match decides chance"),
        (8, {"content": "1"}, "the rules write chance"),
        (10, {"content": {"reason": "guess", "scores": [0, 0], "winners": [1]}}, 'the rules write end {"places":[1,2]'),
        (10, {"kind": "cancel", "content": ""}, "the rules write end {"),
    ],
)
def test_a_forged_entry_is_named_though_its_hashes_are_right(
    number: int, changes: dict[str, object], words: str | None
) -> None:
    error = refused(forge(ended(), with_entry(ended(), number, **changes), keeps_salts=True))
    if words is None:
        assert error.entry == number + 1
    else:
        assert error.entry == number
        assert words in str(error)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"version": 99},
        {"seats": 3},
        {"seats": 2**40},
        {"players": ("Ann",)},
        {"options": {"color": "red"}},
        {"start": {"cards": "no"}},
        {"commitment": "00"},
        {"commitment": None},
        {"salt": "00" * 16},
        {"boardwright": 99},
        {"shares": ("one",)},
        {"options": {"x": 1}},
    ],
    ids=str,
)
def test_a_forged_header_is_named(changes: dict[str, object]) -> None:
    def registry(name: str) -> object:
        if name == "guess":
            return GUESS
        raise UnknownGame(f"No game {name!r} is installed.")

    header = msgspec.structs.replace(ended().header, **changes)
    with pytest.raises(BadRecord) as caught:
        verify(forge(ended(), ended().entries, header), registry)  # type: ignore[arg-type]  # GUESS or nothing
    assert caught.value.entry in (0, None)


@pytest.mark.parametrize("pace", [1e-7, -1e16])
def test_fractions_that_other_programs_write_differently_are_refused(pace: float) -> None:
    start = msgspec.structs.replace(guess().header, options={"pace": pace})
    with pytest.raises(BadRecord, match="written in several ways"):
        verify(forge(guess(), guess().entries, start), lambda name: PACED)
    with pytest.raises(BadOptions, match="written in several ways"):
        Match.new(PACED, options={"pace": pace})
    verify(dump(Match.new(PACED, options={"pace": 0.0001})), lambda name: PACED)


def test_a_forged_branch_cannot_excuse_its_chance() -> None:
    branch = guess().branch(seed=bytes(32))
    assert branch.header.branch is not None
    claim = msgspec.structs.replace(branch.header.branch, inherited=99)
    header = msgspec.structs.replace(branch.header, branch=claim)
    assert "a branch at entry 2 cannot inherit 99 entries" in str(refused(forge(branch, branch.entries, header)))


def test_a_wrong_outcome_or_seed_in_the_footer_is_found() -> None:
    head, _, footer = dump(ended()).rstrip(b"\n").rpartition(b"\n")
    data = json.loads(footer)
    for change in ({"outcome": None}, {"seed": "00" * 32}, {"seed": "xyz"}, {"entries": 1}, {"head": ""}):
        assert "Footer" in str(refused(head + b"\n" + canonical({**data, **change}) + b"\n"))


def test_a_record_written_another_way_is_refused() -> None:
    data = dump(ended())
    assert "not in canonical form" in str(refused(data.replace(b'"at":1000', b'"at": 1000')))
    assert "not in canonical form" in str(refused(data.replace(b'{"at":1000,', b'{"at":1000,"extra":1,')))


# What verify says


def test_verify_says_what_was_checked() -> None:
    assert (
        verify(dump(ended()), find) == "10 entries, chain intact; all moves legal; every chance outcome is the seed's"
    )
    assert verify(dump(count()), find) == "0 entries, chain intact; all moves legal; no chance in it"
    outside = guess(seed=None)
    outside.take("1")
    assert verify(dump(outside), find).endswith("chance came from outside")
    assert "sealed, so moves and chance can be checked after the end" in verify(dump_for(rolled(), 1), find)


def test_verify_does_not_claim_the_seed_for_inherited_chance() -> None:
    branch = rolled().branch(4, seed=bytes(32))
    said = "4 entries, chain intact, the first 4 from another match; all moves legal; chance in these is not checked"
    assert verify(dump(branch), find) == said
    branch.play("roll", 0, 4000)
    assert "chance" in {entry.kind for entry in branch.entries[4:]}
    assert verify(dump(branch), find).endswith(
        "chance in these is not checked, after them every chance outcome is the seed's"
    )


def test_an_open_record_without_seed_says_so() -> None:
    match = rolled()
    match.seed = None
    assert verify(dump(match), find).endswith("the seed is still secret")


# What others may have


def test_while_a_match_goes_on_nobody_is_given_the_seed_or_others_secrets() -> None:
    match = rolled()
    for seat in (None, 0, 1):
        record = parse(dump_for(match, seat))
        assert record.footer.seed is None
        assert SEED.hex().encode() not in dump_for(match, seat)
        assert [entry.number for entry in record.entries if entry.is_sealed] == {
            None: [1, 2, 3, 4],
            0: [2, 4],
            1: [1, 3],
        }[seat]


def test_the_seal_does_not_open_by_guessing() -> None:
    match = guess()
    for card in "12345":
        for salt in ("", "0" * 32, match.header.salt):
            assert Entry(1, 0, "chance", None, card, salt, "").seal().salt != match.read(1)[0].salt


def test_a_secret_start_is_not_given_away() -> None:
    match = Match.new(GUESS, seed=SEED, start=guess().position)
    with pytest.raises(IllegalMove) as caught:
        dump_for(match, 0)
    assert caught.value.refusal.code == "record_sealed"
    assert load(dump(match), find).position == guess().position


def test_a_sealed_record_cannot_be_replayed_before_the_end() -> None:
    with pytest.raises(BadRecord, match="is sealed"):
        load(dump_for(rolled(), 1), find)


@pytest.mark.parametrize("junk", [b"", b"\n", b"\n\n", b"{}\n{}\n", b"\xff\xfe\n\x00\n", b"[]\n[]\n", b"null\nnull\n"])
def test_junk_is_no_record(junk: bytes) -> None:
    refused(junk)


def test_version_and_name_must_be_the_game_s() -> None:
    with pytest.raises(BadRecord, match="version"):
        replay.load(COUNT, guess().header, [])
