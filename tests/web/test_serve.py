"""`boardwright serve` and the database commands, as people use them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import msgspec
import pytest
from starlette.testclient import TestClient

from boardwright.cli import main
from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.store.backends.open import open_store
from boardwright.store.change import Change
from boardwright.store.rows import MatchRow, MatchSettings, Saved, Seat, log_id
from boardwright.table.lobby import lobby
from boardwright.table.matches import commands
from boardwright.table.matches.match_row import row_after
from boardwright.table.matches.seating import NewMatch
from boardwright.table.server.runtime import Server
from boardwright.web.app import make_app
from boardwright.web.settings import Settings
from tests.offered import offered
from tests.store.samples import stored_entries
from tests.web.running import connect, guest, running

EXAMPLE = Path(__file__).parents[2] / "examples" / "outside_bot.py"


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "boardwright", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )
    yield process
    if process.poll() is None:
        process.kill()
        process.wait()
    assert process.stdout is not None
    process.stdout.close()


def test_with_nothing_set_up_it_says_where_page_and_database_are(
    serving: subprocess.Popen[str], tmp_path: Path
) -> None:
    assert serving.stdout is not None
    database = serving.stdout.readline().split()[1]
    page = serving.stdout.readline().split()[1]
    assert httpx2.get(f"{page}health", timeout=60).json()["ok"]
    assert httpx2.get(page, timeout=60).headers["content-type"].startswith("text/html")
    assert database == f"sqlite:///{tmp_path}/boardwright/boardwright.db"
    assert (tmp_path / "boardwright" / "boardwright.db").exists()


def test_it_does_not_pretend(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["serve", "--db", f"sqlite:///{tmp_path}/x.db", "--workers", "2"]) == 2
    assert "postgresql://" in capsys.readouterr().err
    assert main(["serve", "--db", "memory:", "--host", "203.0.113.1"]) == 3
    assert "cannot listen on 203.0.113.1" in capsys.readouterr().err


async def test_a_stop_says_goodbye_and_keeps_everything(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/stop.db"
    with running(url, tmp_path) as server:
        async with guest(server) as ann:
            state = (await ann.post("/matches", game="deblockle", players=["me", "me"])).json()
        async with connect(server.ws, state["match"], ann.token) as line:
            await line.say(type="play", id="1", move=offered(state)[0]["text"])
            await line.receive("entries")
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            assert (await line.receive("closed"))["code"] == "stopping"
        assert await asyncio.to_thread(server.process.wait) == 0
    async with await open_store(url) as store:
        assert len(await stored_entries(store, state["match"])) == 1


def test_two_bots_from_outside_play_a_match_to_its_end(tmp_path: Path) -> None:
    with running("memory:", tmp_path) as server:
        command = [sys.executable, str(EXAMPLE), server.http, "mage_duel"]
        bots = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
        said = [bot.communicate(timeout=120)[0] for bot in bots]
    assert said[0] == said[1]
    assert "winners" in said[0]


# Looking after the database


def test_the_server_has_the_key_file_of_the_settings(tmp_path: Path) -> None:
    key = tmp_path / "keys" / "server.key"
    with TestClient(make_app(Settings(db=f"sqlite:///{tmp_path}/some.db", key_file=str(key)))) as client:
        assert client.get("/ready").status_code == 200
    assert key.exists()
    assert not (tmp_path / "some.db.key").exists()


def test_a_server_without_its_key_does_not_start_and_a_new_key_sets_running_matches_aside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, key = f"sqlite:///{tmp_path}/some.db", tmp_path / "some.db.key"

    async def create(*endings: bool) -> None:
        async with await open_store(url) as store, Server(store) as server:
            ann = (await server.accounts.guest("Ann"))[0]
            for ends in endings:
                table, _ = await lobby.create(
                    server, ann, NewMatch(game="sagrada", players=("me", "me"), share="a" * 32)
                )
                if ends:
                    await commands.resign(table, commands.Caller(ann, server.now()))

    asyncio.run(create(True, False))
    for command in (["db", "verify"], ["rules", "check"], ["db", "rebuild"]):
        assert main([*command, "--db", url]) == 0
    assert "2 matches are intact." in capsys.readouterr().out
    moved = key.rename(tmp_path / "elsewhere.key")
    for command in (["serve", "--port", "0"], ["db", "verify"], ["rules", "check"]):
        assert main([*command, "--db", url]) == 2
        assert "copy it there from your backup, or name its place with --key-file" in capsys.readouterr().err
    assert not key.exists()
    assert main(["db", "verify", "--db", url, "--key-file", str(moved)]) == 0
    monkeypatch.setenv("BOARDWRIGHT_KEY_FILE", str(moved))
    assert main(["db", "verify", "--db", url]) == 0
    monkeypatch.delenv("BOARDWRIGHT_KEY_FILE")
    capsys.readouterr()
    assert main(["db", "new-key", "--db", url]) == 0
    assert f"is now in {key}." in capsys.readouterr().out
    assert main(["db", "verify", "--db", url]) == 1
    assert "1 matches are intact, 1 are damaged." in capsys.readouterr().out
    assert main(["serve", "--port", "0", "--db", url, "--key-file", str(moved)]) == 2
    assert "elsewhere.key is not the key of this database" in capsys.readouterr().err


def _match() -> Match:
    match = Match.new(game("deblockle"), seed=bytes(32))
    for _ in range(6):
        seat = match.position.actors[0]
        match.play(next(iter(match.position.legal_moves(seat))), seat)
    match.resign(0)
    return match


def _row(match: Match, name: str) -> MatchRow:
    seats = tuple(Seat(name=name, bot="random") for name in match.header.players)
    lobby = MatchSettings(game="deblockle", host="nobody", seats=seats)
    return row_after(MatchRow(id=name, created=0, lobby=lobby), match, 0, lobby)


async def _store(url: str, *saved: Saved) -> None:
    async with await open_store(url) as store:
        for each in saved:
            await store.append(Change(old=None, new=each.row, entries=tuple(each.entries), seed=each.seed))


def test_db_verify_and_rules_check_find_the_one_that_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, good = f"sqlite:///{tmp_path}/some.db", _match()
    asyncio.run(_store(url, Saved(_row(good, "good"), good.entries, good.seed)))
    for command in (["db", "migrate"], ["db", "verify"], ["rules", "check"], ["db", "rebuild"]):
        assert main([*command, "--db", url]) == 0
    assert "1 matches replay identically" in capsys.readouterr().out
    assert main(["db", "find", log_id("good"), "--db", url]) == 0
    assert capsys.readouterr().out == "good\n"
    assert main(["db", "find", "#0000000000", "--db", url]) == 2
    assert "no started match has the tag '#0000000000'" in capsys.readouterr().err
    forged = list(good.entries)
    forged[2] = msgspec.structs.replace(forged[2], content="a1-a2")
    asyncio.run(_store(url, Saved(_row(good, "forged"), forged, good.seed)))
    assert main(["db", "verify", "--db", url]) == 1
    said = capsys.readouterr()
    assert "match forged: Entry 3: its content does not agree with its hash" in said.err
    assert "1 matches are intact, 1 are damaged" in said.out
    assert main(["rules", "check", "--db", url]) == 1
    assert "forged (deblockle, over): differs at entry 3 in field content" in capsys.readouterr().out
