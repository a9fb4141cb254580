"""`boardwright rules`: stored matches under the newest rules."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest

from boardwright.cli.server.rules import difference
from boardwright.core.game.game import AnyGame
from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.core.records.rules_diff import entry_digests
from boardwright.store.backends.open import open_store
from boardwright.store.change import Change
from boardwright.store.rows import MatchRow, MatchSettings, Saved, Seat
from boardwright.table.matches.match_row import row_after
from tests.cli.conftest import Cli


@pytest.fixture
def url(home: Path) -> str:
    return f"sqlite:///{home}/matches.db"


def store_match(
    url: str,
    name: str,
    rules: AnyGame,
    *moves: str,
    version: int | None = None,
    digests: bool = True,
    clock: str = "none",
    failed: str = "",
) -> Match:
    """Play a match and stores it; its header may pretend another version."""
    match = Match.new(rules, seed=bytes(32), clock=clock)
    for move in moves:
        match.play(move)
    seats = (Seat(name="A", bot="random"), Seat(name="B", bot="random"))
    lobby = MatchSettings(game=rules.name, host="nobody", seats=seats, failed=failed)
    row = row_after(MatchRow(id=name, created=0, lobby=lobby), match, 0, lobby)
    if version is not None and row.header is not None:
        row = msgspec.structs.replace(row, header=msgspec.structs.replace(row.header, version=version))

    async def put() -> None:
        async with await open_store(url) as store:
            written = entry_digests(match, match.entries) if digests else ()
            change = Change(old=None, new=row, entries=tuple(match.entries), notes=written, seed=match.seed)
            await store.append(change)

    asyncio.run(put())
    return match


def load(url: str, name: str) -> Saved:
    async def get() -> Saved | None:
        async with await open_store(url) as store:
            return await store.load(name)

    found = asyncio.run(get())
    assert found is not None
    return found


def fill(url: str) -> None:
    store_match(url, "equal", game("same", 2), "add 1", "add 2")
    store_match(url, "ended", game("same", 2), *["add 2"] * 4)
    store_match(url, "illegal", game("same", 2), "add 1", "add 3")
    store_match(url, "chips", game("seven", 2), "add 1")
    store_match(url, "newest", game("seven"), "add 1")
    store_match(url, "future", game("seven"), "add 1", version=9)


def test_check_says_for_each_match_where_it_differs(cli: Cli, url: str) -> None:
    fill(url)
    code, out, _ = cli("rules", "check", "--db", url)
    lines = dict(line.split(": ", 1) for line in out.splitlines()[:-1])
    assert code == 1
    assert lines["equal (same, running)"] == lines["ended (same, over)"] == lines["newest (seven, running)"] == "same"
    assert lines["illegal (same, running)"].startswith("differs at entry 2 in field content: ")
    assert lines["chips (seven, running)"] == "differs at the start in field chips: 6 instead of 5"
    assert lines["future (seven, running)"].startswith("no such version installed: Seven version 9 is not installed")
    assert out.endswith("3 matches replay identically, 3 do not.\n")


def test_migrate_moves_what_replays_the_same_and_nothing_else(cli: Cli, url: str) -> None:
    fill(url)
    before = {name: load(url, name) for name in ("illegal", "chips", "newest", "future")}
    code, out, _ = cli("rules", "migrate", "--db", url)
    assert code == 1
    assert "equal (same, running): moved from version 2 to version 3\n" in out
    assert "ended (same, over): moved from version 2 to version 3\n" in out
    assert "chips (seven, running): stays as it is: differs at the start in field chips" in out
    assert out.endswith("2 matches moved, 3 stay as they are.\n")
    assert {name: load(url, name) for name in before} == before
    saved = load(url, "equal")
    assert saved.row.header is not None
    assert saved.row.header.version == 3
    assert "0 matches moved, 3 stay" in cli("rules", "migrate", "--db", url)[1]
    assert "match equal" not in cli("db", "verify", "--db", url)[2]


def test_a_change_that_no_move_depends_on_is_found_by_what_was_written(cli: Cli, url: str) -> None:
    store_match(url, "walls", game("seven"), "add 1", "add 2")
    store_match(url, "old", game("seven"), "add 1", digests=False)
    assert cli("rules", "check", "--db", url)[0] == 0
    start = game("seven").start
    with patch.object(game("seven"), "start", lambda *given: start(*given).replace(chips=8)):
        code, out, _ = cli("rules", "check", "--db", url)
        assert code == 1
        said = "differs at entry 1 in field chips: it is not what it was when the entry was written"
        assert f"walls (seven, running): {said}\n" in out
        assert "1 of them have no stored positions" in out
        assert cli("rules", "save", "--db", url)[0] == 0
        assert cli("rules", "check", "--db", url)[:2] == (
            0, "old (seven, running): same\nwalls (seven, running): same\n2 matches replay identically.\n"
        )  # fmt: skip
    assert cli("rules", "check", "--db", url)[1].count("in field chips") == 2


def test_a_match_that_is_not_what_was_written_is_not_moved(cli: Cli, url: str) -> None:
    store_match(url, "equal", game("same", 2), "add 1", "add 2")

    async def spoil() -> None:
        async with await open_store(url) as store:
            await store.put_digests("equal", {1: (await store.digests("equal"))[1][::-1]})

    asyncio.run(spoil())
    assert "stays as it is: differs at entry 1" in cli("rules", "migrate", "--db", url)[1]


def test_a_match_that_is_played_on_meanwhile_is_compared_as_far_as_it_was_read(url: str) -> None:
    store_match(url, "read", game("same"), "add 1")
    later = store_match(url, "later", game("same"), "add 1", "add 2")
    digests = {number: str(note.digest) for number, note in enumerate(entry_digests(later, later.entries), 1)}
    assert difference(load(url, "read"), digests) is None
    assert "differs at entry 1 " in str(difference(load(url, "read"), digests | {1: digests[2]}))


def test_a_log_that_lacks_its_last_entry_is_damaged(cli: Cli, url: str) -> None:
    store_match(url, "cut", game("same"), "add 1", "add 2")
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        connection.execute("delete from entries where number = 2")
    code, out, _ = cli("rules", "check", "--db", url)
    assert code == 1
    assert out.startswith("cut (same, running): damaged: its row and its log disagree\n")


def test_a_turn_that_the_rules_do_not_give_is_found(cli: Cli, url: str) -> None:
    store_match(url, "timed", game("same"), "add 1", "add 2", clock="300+5")
    assert cli("db", "verify", "--db", url)[0] == 0
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        assert [turn for (turn,) in connection.execute("select turn from entries order by number")] == ["1*", "0*"]
        connection.execute("update entries set turn = '0' where number = 1")
    connection.close()
    code, _, err = cli("db", "verify", "--db", url)
    assert (code, "entry 1 is stored with another turn than the rules give" in err) == (1, True)


def test_retry_takes_up_what_was_set_aside_once_its_rules_are_repaired(cli: Cli, url: str) -> None:
    store_match(url, "failed", game("same"), "add 1", failed="Same failed at move 2.")
    store_match(url, "other", game("same"), "add 1")
    with patch(
        "boardwright.table.matches.match_row.check_consequences", side_effect=ZeroDivisionError("division by zero")
    ):
        code, out, _ = cli("rules", "retry", "--db", url)
    assert (code, load(url, "failed").row.lobby.failed) == (1, "Same failed at move 2.")
    assert out == (
        "failed (same, running): stays set aside: ZeroDivisionError: division by zero\n"
        "0 matches go on, 1 stay set aside.\n"
    )
    code, out, _ = cli("rules", "retry", "--db", url)
    assert (code, out) == (0, "failed (same, running): goes on\n1 matches go on.\n")
    row = load(url, "failed").row
    assert (row.lobby.failed, row.deadline) == ("", load(url, "other").row.deadline)
    assert cli("rules", "retry", "--db", url)[1] == "0 matches go on.\n"
