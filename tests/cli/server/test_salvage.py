"""`db verify` and `db salvage` on SQLite files with damaged pages."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from boardwright.store.backends.open import open_store
from boardwright.store.rows import ChatLine
from tests.cli.conftest import Cli, done
from tests.scale import scaled
from tests.store.samples import account, ended, put, running, stored_entries

PAGE = 4096
MATCHES = 24
PLACES = scaled(5)
DIRT = (b"\xff" * PAGE, b"\0" * PAGE, random.Random(1).randbytes(PAGE), b"\x0d" + b"\0" * (PAGE - 1))


async def _fill(url: str) -> None:
    async with await open_store(url) as store:
        for number in range(MATCHES):
            await store.add_account(account(f"player {number}"))
            if number % 2:
                await ended(store, f"m{number:02}", created=number)
            else:
                table = await running(store, f"m{number:02}", created=number)
                for _ in range(24):
                    await put(store, table, table.roll())
            for text in range(3):
                await store.add_chat(ChatLine(match=f"m{number:02}", at=1, account="anna", name="Anna", text=f"{text}"))


@pytest.fixture
def whole(home: Path) -> Path:
    """A database with matches, without a write-ahead log."""
    asyncio.run(_fill("sqlite:///whole.db"))
    with closing(sqlite3.connect("whole.db")) as connection:
        connection.execute("pragma journal_mode = delete")
    return home / "whole.db"


def _damaged(whole: Path, page: int, dirt: bytes) -> None:
    content = bytearray(whole.read_bytes())
    content[page * PAGE : (page + 1) * PAGE] = dirt
    Path("damaged.db").write_bytes(content)
    shutil.copy("whole.db.key", "damaged.db.key")
    for rest in ("saved.db", "saved.db.key"):
        Path(rest).unlink(missing_ok=True)


async def _logs(url: str) -> dict[str, list[str]]:
    async with await open_store(url) as store:
        return {
            row.id: [entry.hash for entry in await stored_entries(store, row.id)]
            for row in await store.started(limit=999)
        }


def test_what_is_intact_is_named_and_saved_wherever_a_page_is_damaged(cli: Cli, whole: Path) -> None:
    logs = asyncio.run(_logs("sqlite:///whole.db"))
    pages, dice, saved_counts = whole.stat().st_size // PAGE, random.Random(2), []
    for place in range(PLACES):
        page = 1 + place * (pages - 1) // PLACES
        _damaged(whole, page, dice.choice(DIRT))
        code, out, err = cli("db", "salvage", "damaged.db", "saved.db")
        assert "Traceback" not in err
        if code == 2:
            assert "first pages" in err, (page, err)
            assert not Path("saved.db").exists()
            continue
        lost = {line.split()[2].rstrip(":") for line in err.splitlines() if " match " in line}
        saved = asyncio.run(_logs("sqlite:///saved.db"))
        assert all(logs[match] == hashes for match, hashes in saved.items())
        assert len(saved) + len(lost & set(logs)) >= len(logs) or "matches" in err, (page, err)
        assert f"saved.db: {len(saved)} of" in out.replace("\n", " ")
        saved_counts.append(len(saved))
        assert cli("db", "verify", "--db", "sqlite:///saved.db")[:2] == (0, f"{len(saved)} matches are intact.\n")
        code, out, err = cli("db", "verify", "--db", "sqlite:///damaged.db")
        named = {line.split()[1].rstrip(":") for line in out.splitlines() if line.endswith(": intact")}
        assert (code == 0 and len(saved) == len(logs)) or (code == 1 and named == set(saved)), (page, out, err)
    assert max(saved_counts) >= MATCHES * 3 // 4
    assert len(saved_counts) >= PLACES // 2


def test_a_whole_file_is_saved_whole(cli: Cli, whole: Path) -> None:
    out = done(cli, "db", "salvage", "whole.db", "saved.db")
    assert f"{MATCHES} of the started matches; accounts: {MATCHES}." in out.replace("\n", " ")
    assert asyncio.run(_logs("sqlite:///saved.db")) == asyncio.run(_logs("sqlite:///whole.db"))


def test_an_edited_entry_costs_its_match_only(cli: Cli, whole: Path) -> None:
    with closing(sqlite3.connect(whole)) as connection, connection:
        connection.execute("update entries set at = 77 where match = 'm03' and number = 2")
    code, _, err = cli("db", "salvage", "whole.db", "saved.db")
    assert (code, "match m03" in err) == (1, True)
    assert cli("db", "verify", "--db", "sqlite:///saved.db")[1] == f"{MATCHES - 1} matches are intact.\n"


def test_what_cannot_be_salvaged_is_one_sentence(cli: Cli, whole: Path) -> None:
    _damaged(whole, 0, b"\xff" * PAGE)
    shutil.copy("whole.db.key", "notes.txt.key")
    Path("notes.txt").write_text("Dear diary")
    for words, sentence in (
        (("damaged.db", "saved.db"), "damaged"),
        (("notes.txt", "saved.db"), "not"),
        (("nowhere.db", "saved.db"), "key file"),
        (("whole.db", "damaged.db"), "exists"),
        (("whole.db",), "takes 2 more words"),
    ):
        code, out, err = cli("db", "salvage", *words)
        assert code in (2, 3)
        assert out == ""
        assert sentence in err
        assert "Traceback" not in err
        assert not Path("saved.db").exists()
