"""`replay`, `verify` and `branch`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardwright.core.records.record import dump, dump_for, load
from tests.cli.conftest import Cli, done, refused


def test_verify_says_what_was_checked(cli: Cli, record: Path, ended: Path) -> None:
    assert done(cli, "verify", str(record), str(ended)).splitlines() == [
        f"{record}: 10 entries, chain intact; all moves legal; no chance in it",
        f"{ended}: 10 entries, chain intact; all moves legal; every chance outcome is the seed's",
    ]


def test_verify_goes_on_after_a_bad_file(cli: Cli, record: Path, home: Path) -> None:
    (home / "bad").write_bytes(b"x\n")
    code, out, err = cli("verify", "bad", str(record), "nowhere")
    assert code == 2
    assert out.startswith(f"{record}: 10 entries")
    assert err.splitlines() == [
        "boardwright: bad: This is a text file, not a record: a record begins with a header line of JSON.",
        "boardwright: nowhere: No such file or directory",
    ]


def test_verify_as_json_names_the_entry(cli: Cli, record: Path) -> None:
    lines = record.read_bytes().split(b"\n")
    lines[4] = lines[4].replace(b'"seat":0', b'"seat":1') if b'"seat":0' in lines[4] else lines[4].replace(b"1", b"0")
    record.write_bytes(b"\n".join(lines))
    code, out, err = cli("verify", str(record), "--json")
    assert code == 1
    assert json.loads(out) == [
        {
            "file": str(record),
            "ok": False,
            "code": 1,
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
            assert (out, err.count("\n")) == ("", 1)
            assert code == 1 or (code == 2 and named == "Header")
            if data[spot : spot + 1] != b"\n":
                assert named in err or (number == 0 and "Entry 1:" in err) or (number == 0 and "Footer" in err)
        at += len(line) + 1


def test_a_record_with_secrets_under_way_is_checked_as_far_as_it_goes(cli: Cli, ended: Path, home: Path) -> None:
    match = load(ended.read_bytes()).branch(4, seed=bytes(32))
    path = home / "spectator.jsonl"
    path.write_bytes(dump_for(match, None))
    assert "sealed, so moves and chance can be checked after the end" in done(cli, "verify", str(path))
    assert "sealed: this match can be replayed after its end" in refused(cli, "replay", str(path))


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
    err = refused(cli, "branch", str(ended), "--at", "4", "--out", "letter.txt")
    assert "letter.txt exists and is not an earlier state of this match" in err
    assert (home / "letter.txt").read_text() == "dear Bo\n"


def test_a_branch_by_move_number_counts_the_moves_in_force(cli: Cli, record: Path) -> None:
    match = load(record.read_bytes())
    match.undo(match.entries[-1].seat or 0, to=4, agreed=range(2))
    match.play(next(iter(match.position.legal_moves())))
    record.with_name("undone.jsonl").write_bytes(dump(match))
    code, out, _ = cli("branch", "undone.jsonl", "--move", "5")
    made = record.with_name("undone-at-12.jsonl")
    assert code == 0
    assert out.startswith(f"{made.name}: starts after entry 12 of undone.jsonl.")
    new = load(made.read_bytes())
    assert (new.position, new.moves_done, new.number) == (match.position, 5, 5)
    err = refused(cli, "branch", "undone.jsonl", "--move", "6")
    assert "There is no move 6: the last one in force is move 5, and 0 is the start." in err


def test_the_same_move_of_a_match_with_chance_is_where_the_next_move_is_due(cli: Cli, ended: Path) -> None:
    old = load(ended.read_bytes())
    assert cli("branch", str(ended), "--move", "0", "--out", "first.jsonl")[0] == 0
    new = load(ended.with_name("first.jsonl").read_bytes())
    assert [entry.kind for entry in new.entries] == ["chance", "chance"]
    assert new.position == old.at(2)


def test_play_starts_at_a_move_of_a_record(cli: Cli, record: Path) -> None:
    old = load(record.read_bytes())
    move = next(iter(old.at(3).legal_moves()))
    players = ("--players", "Ann,Ben")
    start = ("play", "deblockle", *players, "--start", str(record), "--move", "3", "--save", "on.jsonl")
    assert cli(*start, typed=f"{move}\nquit\n")[0] == 0
    new = load(record.with_name("on.jsonl").read_bytes())
    assert [entry.text for entry in new.entries] == [*(entry.text for entry in old.entries[:3]), str(move)]
    assert new.header.players == ("Ann", "Ben")


def test_play_refuses_a_start_that_cannot_be(cli: Cli, record: Path, ended: Path) -> None:
    start = ("--start", str(record))
    for argv, words in (
        (("deblockle", "--move", "3"), "--move needs a record: name it with --start FILE."),
        (("deblockle", *start, "--move", "11"), "There is no move 11: the last one in force is move 10"),
        (("deblockle", *start, "-o", "cubes=2"), "--start cannot be combined with --option"),
        (("deblockle", *start, "--seats", "3"), "This position is for 2 seats, not 3."),
        (("guess", "--start", str(ended)), "The game is over in this position; start from an earlier one."),
        (("--from", str(record), "--move", "0"), "--from cannot be combined with move"),
    ):
        code, out, err = cli("play", *argv)
        assert (code, out) == (2, ""), argv
        assert words in err


def test_verify_ends_with_the_code_of_the_worst_file(cli: Cli, record: Path, home: Path) -> None:
    (home / "damaged").write_bytes(record.read_bytes()[:-9])
    (home / "other").write_bytes(b"\x89PNG\r\n")
    assert cli("verify", "nowhere", "other", "damaged", str(record))[0] == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "an empty file"),
        (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        (b"SQLite format 3\x00", "an SQLite database; `boardwright db`"),
        (b'{"cubes": 4}', "a JSON object with cubes"),
        (b'{"cubes": 4}\n{"cubes": 3}\n', "JSON lines of another kind with cubes"),
        (b"[1, 2]", "a JSON document"),
        (b"# Notes\n\nSome text.\n", "a text file"),
        ("Ätherisch ".encode() * 900, "a text file"),
        (bytes(range(256)), "a binary file"),
        (b"(;GM[Blokus Duo])", "a game in SGF notation; `boardwright convert`"),
        (b"[" * 100_000, "a text file"),
    ],
)
def test_verify_says_what_a_file_is_that_is_not_a_record(cli: Cli, home: Path, data: bytes, words: str) -> None:
    (home / "file").write_bytes(data)
    assert f"This is {words}" in refused(cli, "verify", "file")
