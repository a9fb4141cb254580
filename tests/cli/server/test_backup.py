"""`boardwright backup` and `boardwright restore` on SQLite: everything comes back, or nothing at all."""

from __future__ import annotations

import asyncio
import gzip
import io
import os
import sqlite3
from pathlib import Path

import msgspec
import pytest

from boardwright.store.backends.open import open_store
from boardwright.store.backends.sqlite import migrate
from boardwright.store.backup.archive import BackupReader, BadBackup
from boardwright.store.backup.transfer import back_up, restore
from boardwright.store.port import Store, StoreError
from boardwright.store.rows import AuditEntry, ChatLine, Projection, Rating, SavedAnalysis, Tally, Token
from boardwright.store.sql import schema
from tests.cli.conftest import Cli, done, refused
from tests.store.samples import account, put, running


async def _fill(store: Store) -> None:
    """Put something into every table, with characters and numbers that are easily damaged."""
    await store.add_account(account("anna", name="Änna 🎲 \\ \"'", password="$argon2$x"))
    await store.add_account(account("ben", role="guest", created=2**53 + 1))
    await store.add_token(Token(hash="h", account="anna", created=1, expires=2))
    table = await running(store, "m")
    await put(store, table, table.play("guess 3", request="r"))
    for change in table.stop():
        await store.append(change)
    going_on = await running(store, "open-end")
    await put(store, going_on, msgspec.structs.replace(going_on.roll(), guarded=("f00d",)))
    await store.add_chat(ChatLine(match="m", at=1, account="anna", name="Änna", text="a\nb\u2028c"))
    rating = Rating(account="anna", game="guess", number=1, match="m", at=1, mu=0.1 + 0.2, sigma=1 / 3)
    tally = Tally(account="anna", game="guess", name="won", count=1, match="m", at=1)
    assert await store.project([Projection(match="m", ratings=(rating,), tallies=(tally,))], 0)
    await store.set_recovery("anna", ["code"])
    await store.add_audit(AuditEntry(at=1, actor="anna", act="mute", subject="ben"))
    await store.put_analysis(SavedAnalysis(match="m", key="k", at=1, body='{"moments": []}'))
    assert await store.claim("open-end", 1, "process", now=1, until=2)
    await store.beat(1, 10)
    await store.beat(100, 10)


@pytest.fixture
def filled(home: Path) -> str:
    async def fill() -> None:
        async with await open_store("sqlite:///filled.db") as store:
            await _fill(store)

    asyncio.run(fill())
    return f"sqlite:///{home / 'filled.db'}"


@pytest.fixture
def backup(filled: str) -> bytes:
    return saved(filled)


def saved(url: str) -> bytes:
    file = io.BytesIO()
    asyncio.run(back_up(url, file, at=7, software="test", key=None))
    return file.getvalue()


def restored(data: bytes, url: str) -> None:
    asyncio.run(restore(url, BackupReader(io.BytesIO(data))))


def test_everything_comes_back_to_the_last_byte(backup: bytes) -> None:
    restored(backup, "sqlite:///again.db")
    assert saved("sqlite:///again.db") == backup
    counts = BackupReader(io.BytesIO(backup))
    assert len(list(counts.batches())) == len(counts.counts)
    assert all(counts.counts.values()), "every table has rows"
    with sqlite3.connect("again.db") as connection:
        names = {name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")}
    assert names - {"sqlite_stat1"} == {*counts.counts, "schema_version"}


def test_the_commands_back_up_and_restore_and_verify(cli: Cli, filled: str, home: Path) -> None:
    code, out, err = cli("backup", "one.backup", "--with-key", "--db", filled)
    assert (code, out) == (0, "")
    assert "one.backup: 2 matches with" in err
    assert "WARNING" not in err
    assert (home / "one.backup").stat().st_mode & 0o777 == 0o600
    out = done(cli, "restore", "one.backup", "--db", "sqlite:///new.db")
    assert (home / "new.db").stat().st_mode & 0o777 == 0o600
    assert "2 matches, 2 accounts as of 20" in out
    assert "2 matches are intact." in out


def test_a_damaged_match_is_restored_as_it_is_and_reported(cli: Cli, filled: str, home: Path) -> None:
    with sqlite3.connect(home / "filled.db") as connection:
        connection.execute("""update entries set content = '"guess 4"' where match = 'm' and number = 1""")
    assert cli("backup", "one.backup", "--with-key", "--db", filled)[0] == 0
    code, out, err = cli("restore", "one.backup", "--db", "sqlite:///new.db")
    assert code == 1
    assert "match m: Entry 1" in err
    assert "1 matches are intact, 1 are damaged" in out


@pytest.mark.parametrize("kept", [0.0, 0.01, 0.5, 0.9, 0.999])
def test_a_file_that_is_cut_off_restores_nothing(backup: bytes, home: Path, kept: float) -> None:
    with pytest.raises(BadBackup):
        restored(backup[: int(len(backup) * kept)], "sqlite:///again.db")
    assert not (home / "again.db").exists()


def test_an_altered_byte_anywhere_restores_nothing(backup: bytes, home: Path) -> None:
    header = 10  # of gzip: its flags and times say nothing about the content
    for place in range(header, len(backup), max(1, len(backup) // 60)):
        altered = bytearray(backup)
        altered[place] ^= 0x10
        with pytest.raises(BadBackup):
            restored(bytes(altered), "sqlite:///again.db")
        assert not (home / "again.db").exists()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b'"guess 3', b'"guess 4', "does not agree with its hash"),
        (b'"role":"text"', b'"role":"blob"', "Invalid enum value 'blob'"),
        (b'"name":"accounts"', b'"name":"x; drop table y"', "not the name of a table"),
        (b'"format":1', b'"format":9', "newer Boardwright"),
        (b'"schema":', b'"schema":9', "newer Boardwright"),
        (b'{"type":"end"', b'{"type":"fin"', "damaged"),
        (b'["anna","', b'["', "does not fit its table"),
    ],
)
def test_altered_content_restores_nothing(backup: bytes, home: Path, old: bytes, new: bytes, reason: str) -> None:
    plain = gzip.decompress(backup)
    assert old in plain or old.replace(b'"', b'\\"') in plain
    old, new = (old, new) if old in plain else (old.replace(b'"', b'\\"'), new.replace(b'"', b'\\"'))
    with pytest.raises(BadBackup, match=reason):
        restored(gzip.compress(plain.replace(old, new, 1)), "sqlite:///again.db")
    assert not (home / "again.db").exists()


@pytest.mark.parametrize("packed", [b"", b"{}\n", b"[]\n", None])
def test_other_files_are_refused(cli: Cli, home: Path, packed: bytes | None) -> None:
    data = b"hello" if packed is None else gzip.compress(packed)
    (home / "some.file").write_bytes(data)
    assert "not a backup" in refused(cli, "restore", "some.file", "--db", "sqlite:///again.db")
    assert not (home / "again.db").exists()


def test_only_an_empty_database_is_restored_into(cli: Cli, filled: str, backup: bytes, home: Path) -> None:
    (home / "one.backup").write_bytes(backup)
    before = (home / "filled.db").read_bytes()
    assert "is not empty; restore into a new one" in refused(cli, "restore", "one.backup", "--db", filled)
    assert (home / "filled.db").read_bytes() == before
    (home / "empty.db").touch()
    assert cli("restore", "one.backup", "--db", "sqlite:///empty.db", "--key-file", "filled.db.key")[0] == 0


def test_what_cannot_be_backed_up_is_refused(cli: Cli, filled: str, home: Path) -> None:
    (home / "noise.db").write_bytes(bytes(range(256)) * 32)
    sqlite3.connect(home / "other.db").execute("create table x (y)").connection.close()
    (home / "there.backup").write_text("precious")
    for url, reason in {
        "sqlite:///nowhere.db": "There is no database",
        "sqlite:///noise.db": "cannot be used",
        "sqlite:///other.db": "is not a database of Boardwright",
        "memory:": "a backup needs sqlite",
    }.items():
        assert reason in refused(cli, "backup", "one.backup", "--db", url)
    assert "exists; choose a new name" in cli("backup", "there.backup", "--db", filled)[2]
    assert (home / "there.backup").read_text() == "precious"
    assert not [path for path in home.iterdir() if "one.backup" in path.name or "nowhere" in path.name]


def test_a_backup_of_older_tables_is_migrated(home: Path) -> None:
    connection = sqlite3.connect("old.db", isolation_level=None)
    migrate(connection, home / "old.db", 1)
    connection.execute("insert into accounts values ('a', 'Ann', 'ann', 'guest', 1, null)")
    connection.close()
    restored(saved("sqlite:///old.db"), "sqlite:///new.db")
    with sqlite3.connect("new.db") as connection:
        assert connection.execute("select version from schema_version").fetchone() == (schema.VERSION,)
        assert connection.execute("select name from accounts").fetchone() == ("Ann",)
        assert connection.execute("select count(*) from heartbeat").fetchone() == (0,)


def test_a_column_that_no_backup_can_hold_is_refused_and_not_left_out(filled: str, home: Path) -> None:
    with sqlite3.connect(home / "filled.db") as connection:
        connection.execute("create table extra (id blob)")
    with pytest.raises(StoreError, match="no backup can hold"):
        saved(filled)


def test_statistics_of_the_planner_are_not_part_of_a_backup_and_are_made_anew(filled: str, home: Path) -> None:
    before = saved(filled)
    with sqlite3.connect(home / "filled.db") as connection:
        connection.execute("analyze")
        assert connection.execute("select count(*) from sqlite_stat1").fetchone() > (0,)
    assert saved(filled) == before
    restored(before, "sqlite:///again.db")
    with sqlite3.connect("again.db") as connection:
        assert connection.execute("select count(*) from sqlite_stat1").fetchone() > (0,)


class TestKey:
    """The key of the server lies beside the database, or where a setting says."""

    @pytest.fixture
    def key(self, filled: str, home: Path) -> str:
        assert filled
        return (home / "filled.db.key").read_text()

    def test_without_it_the_host_is_warned(self, cli: Cli, filled: str, home: Path, key: str) -> None:
        code, out, err = cli("backup", "one.backup", "--db", filled)
        assert (code, out) == (0, "")
        assert f"WARNING: the server key {home / 'filled.db.key'} is not in this backup" in err
        assert key.strip().encode() not in gzip.decompress((home / "one.backup").read_bytes())

    def test_without_it_everything_is_restored_but_verified_only_once_it_is_there(
        self, cli: Cli, filled: str, home: Path, key: str
    ) -> None:
        cli("backup", "one.backup", "--db", filled)
        code, out, err = cli("restore", "one.backup", "--db", "sqlite:///new.db")
        assert code == 2
        assert "2 matches, 2 accounts" in out
        assert f"restored, but not verified: The key of this database is not at {home / 'new.db.key'}; copy it" in err
        assert "Then run `boardwright db verify`" in err
        assert not (home / "new.db.key").exists()
        (home / "new.db.key").write_text(key)
        assert "2 matches are intact." in cli("db", "verify", "--db", "sqlite:///new.db")[1]

    def test_with_it_the_restored_server_has_it(self, cli: Cli, filled: str, home: Path, key: str) -> None:
        assert "WARNING" not in cli("backup", "one.backup", "--with-key", "--db", filled)[2]
        assert cli("restore", "one.backup", "--db", "sqlite:///new.db")[0] == 0
        assert (home / "new.db.key").read_text() == key
        assert (home / "new.db.key").stat().st_mode & 0o777 == 0o600

    def test_it_is_where_the_setting_says(
        self, cli: Cli, filled: str, home: Path, key: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (home / "filled.db.key").rename(home / "moved.key")
        (home / "one.toml").write_text(f'db = "{filled}"\nkey_file = "moved.key"\n')
        assert "moved.key is not in this backup" in cli("backup", "bare.backup", "--config", "one.toml")[2]
        assert cli("backup", "one.backup", "--with-key", "--config", "one.toml")[0] == 0
        monkeypatch.setenv("BOARDWRIGHT_KEY_FILE", str(home / "keys" / "new.key"))
        code, out, _ = cli("restore", "one.backup", "--db", "sqlite:///new.db")
        assert (code, f"{home}/keys/new.key: the key of the server" in out) == (0, True)
        assert (home / "keys" / "new.key").read_text() == key
        assert not [path for path in home.iterdir() if path.name.endswith(".db.key")]

    def test_a_missing_key_is_an_error(self, cli: Cli, filled: str, home: Path) -> None:
        (home / "filled.db.key").unlink()
        assert "There is no server key" in cli("backup", "one.backup", "--with-key", "--db", filled)[2]
        assert not (home / "one.backup").exists()

    @pytest.mark.parametrize(
        ("content", "reason"), [("00" * 32, "is not the key of this database"), ("00ff", "is not a server key")]
    )
    def test_a_wrong_key_is_an_error(self, cli: Cli, filled: str, home: Path, content: str, reason: str) -> None:
        (home / "filled.db.key").write_text(content)
        code, _, err = cli("backup", "one.backup", "--with-key", "--db", filled)
        assert (code, reason in err) == (2, True)
        assert not [path for path in home.iterdir() if "one.backup" in path.name]

    def test_the_key_of_another_server_is_not_replaced(self, cli: Cli, filled: str, home: Path) -> None:
        cli("backup", "one.backup", "--with-key", "--db", filled)
        (home / "new.db.key").write_text("precious")
        assert "is the key of another server" in cli("restore", "one.backup", "--db", "sqlite:///new.db")[2]
        assert (home / "new.db.key").read_text() == "precious"
        assert not (home / "new.db").exists()

    def test_a_failed_restore_leaves_no_key(self, cli: Cli, filled: str, home: Path) -> None:
        cli("backup", "one.backup", "--with-key", "--db", filled)
        whole = (home / "one.backup").read_bytes()
        (home / "half.backup").write_bytes(whole[: len(whole) // 2])
        assert cli("restore", "half.backup", "--db", "sqlite:///new.db")[0] == 2
        assert not [path for path in home.iterdir() if path.name.startswith("new.db")]


def test_pipes_work_in_both_directions(filled: str, home: Path) -> None:
    import subprocess
    import sys

    command = f"{sys.executable} -m boardwright"
    line = f"{command} backup - --with-key --db {filled} | {command} restore - --db sqlite:///new.db"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, env=os.environ, check=True)
    assert "2 matches are intact." in done.stdout
    assert saved("sqlite:///new.db") == saved(filled)
