"""`replay`, `verify` and `branch`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from boardwright.core.record import dump_for, load

Cli: TypeAlias = Callable[..., tuple[int, str, str]]


def test_verify_says_what_was_checked(cli: Cli, record: Path, ended: Path) -> None:
    code, out, err = cli("verify", str(record), str(ended))
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"{record}: 10 entries, chain intact; all moves legal; no chance in it",
        f"{ended}: 10 entries, chain intact; all moves legal; every chance outcome is the seed's",
    ]


def test_verify_goes_on_after_a_bad_file_and_answers_2(cli: Cli, record: Path, home: Path) -> None:
    (home / "bad").write_bytes(b"x\n")
    code, out, err = cli("verify", "bad", str(record), "nowhere")
    assert code == 2
    assert out.startswith(f"{record}: 10 entries")
    assert err.splitlines() == [
        "boardwright: bad: A record has a header line and a footer line at least.",
        "boardwright: nowhere: No such file or directory",
    ]


def test_verify_as_json_names_the_entry(cli: Cli, record: Path) -> None:
    lines = record.read_bytes().split(b"\n")
    lines[4] = lines[4].replace(b'"seat":0', b'"seat":1') if b'"seat":0' in lines[4] else lines[4].replace(b"1", b"0")
    record.write_bytes(b"\n".join(lines))
    code, out, err = cli("verify", str(record), "--json")
    assert code == 2
    assert json.loads(out) == [
        {
            "file": str(record),
            "ok": False,
            "finding": "Entry 4: its content does not agree with its hash.",
            "entry": 4,
        }
    ]
    assert err == f"boardwright: {record}: Entry 4: its content does not agree with its hash.\n"


def test_any_altered_byte_is_found_and_its_line_named(cli: Cli, ended: Path, home: Path) -> None:
    data = ended.read_bytes()
    lines = data.split(b"\n")[:-1]
    altered = home / "altered.jsonl"
    at = 0
    for number, line in enumerate(lines):
        named = "Header" if number == 0 else "Footer" if number == len(lines) - 1 else f"Entry {number}:"
        for offset in range(0, len(line) + 1, 3 if number else 5):
            spot = at + min(offset, len(line))
            altered.write_bytes(data[:spot] + bytes([data[spot] ^ 1]) + data[spot + 1 :])
            code, out, err = cli("verify", str(altered))
            assert (code, out, err.count("\n")) == (2, "", 1)
            if data[spot : spot + 1] != b"\n":
                assert named in err or (number == 0 and "Entry 1:" in err) or (number == 0 and "Footer" in err)
        at += len(line) + 1


def test_a_record_with_secrets_under_way_is_checked_as_far_as_it_goes(cli: Cli, ended: Path, home: Path) -> None:
    match = load(ended.read_bytes()).branch(4, seed=bytes(32))
    path = home / "spectator.jsonl"
    path.write_bytes(dump_for(match, None))
    code, out, _ = cli("verify", str(path))
    assert code == 0
    assert "sealed, so moves and chance can be checked after the end" in out
    code, _, err = cli("replay", str(path))
    assert code == 2
    assert "sealed: this match can be replayed after its end" in err


def test_replay_lists_the_entries_and_shows_the_last_board(cli: Cli, ended: Path) -> None:
    code, out, _ = cli("replay", str(ended))
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "Guess: Ada – Bo, 10 entries"
    assert lines[1].startswith("    1  Chance: ")
    assert lines[3].startswith("    3  Ada: guess ")
    assert " won, " in lines[10]
    assert lines[10].endswith(". Guess.")
    assert lines[11].startswith("GuessView(seat=None")


def test_replay_at_an_entry_shows_that_position_only(cli: Cli, record: Path) -> None:
    match = load(record.read_bytes())
    _, out, _ = cli("replay", str(record), "--at", "3")
    assert match.game.text(match.at(3).view(None)) in out
    assert match.game.text(match.at(4).view(None)) not in out


def test_replay_by_steps_shows_every_position(cli: Cli, record: Path) -> None:
    match = load(record.read_bytes())
    _, out, _ = cli("replay", str(record), "--step", "--at", "8")
    boards = [match.game.text(match.at(number).view(None)) for number in (8, 9, 10)]
    assert all(board in out for board in boards)
    assert out.startswith("Deblockle: Ada – Bo, 10 entries\n\n    8  ")


def test_replay_shows_a_seat_its_own_secrets_only(cli: Cli, ended: Path, home: Path) -> None:
    views = [json.loads(cli("replay", str(ended), "--at", "2", "--json", *seat)[1])["views"]["2"]["cards"]
             for seat in ((), ("--seat", "0"), ("--seat", "1"))]  # fmt: skip
    assert views[0] == [0, 0]
    assert views[1][0] > 0 == views[1][1]
    assert views[2][1] > 0 == views[2][0]


def test_a_branch_is_a_record_of_its_own_and_leaves_the_old_one(cli: Cli, ended: Path) -> None:
    before = ended.read_bytes()
    code, out, _ = cli("branch", str(ended), "--at", "4", "--seed", "other")
    made = ended.with_name("ended-at-4.jsonl")
    assert code == 0
    assert out.endswith(f"Continue with: boardwright play --from {made}\n")
    assert ended.read_bytes() == before
    assert cli("verify", str(made))[0] == 0
    old, new = load(before), load(made.read_bytes())
    assert new.position == old.at(4)
    assert new.header.branch is not None
    assert new.header.branch.match == old.header.hash


def test_a_branch_does_not_overwrite_a_file(cli: Cli, ended: Path, home: Path) -> None:
    (home / "letter.txt").write_text("dear Bo\n")
    code, _, err = cli("branch", str(ended), "--at", "4", "--out", "letter.txt")
    assert code == 2
    assert "letter.txt exists and is not an earlier state of this match" in err
    assert (home / "letter.txt").read_text() == "dear Bo\n"
