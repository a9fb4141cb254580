"""`serve --open`: it keeps its address, says it last and once, and is started only once."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from boardwright.cli import main
from boardwright.cli.server.serve import listening_as_before, page_url, program
from boardwright.cli.server.server_lock import AlreadyServed, server_lock
from boardwright.store.directories import state_folder
from boardwright.web.server import listening, network_url


def port_of(sock: socket.socket) -> int:
    return int(sock.getsockname()[1])


def free_port() -> int:
    with listening("127.0.0.1", 0) as sock:
        return port_of(sock)


def test_the_port_of_the_last_time_is_used_again() -> None:
    wanted = free_port()
    with listening_as_before("127.0.0.1", wanted) as first:
        assert port_of(first) == wanted
    with listening_as_before("127.0.0.1", free_port()) as second:
        assert port_of(second) == wanted


def test_a_port_that_is_taken_is_replaced_and_the_new_one_remembered() -> None:
    with listening("127.0.0.1", 0) as taken:
        with listening_as_before("127.0.0.1", port_of(taken)) as first:
            other = port_of(first)
            assert other != port_of(taken)
        with listening_as_before("127.0.0.1", port_of(taken)) as second:
            assert port_of(second) == other


@pytest.mark.parametrize("content", ["", "x", "0", "-1", "99999999", "80 81"])
def test_a_damaged_memory_of_the_port_does_no_harm(home: Path, content: str) -> None:
    (state_folder() / "port").write_text(content)
    wanted = free_port()
    with listening_as_before("127.0.0.1", wanted) as sock:
        assert port_of(sock) == wanted


def test_others_get_an_address_only_if_they_can_reach_it() -> None:
    with listening("127.0.0.1", 0) as local, listening("0.0.0.0", 0) as world:
        assert network_url(local) is None
        assert page_url(world) == f"http://127.0.0.1:{port_of(world)}/"
        shown = network_url(world)
        assert shown is None or re.fullmatch(rf"http://[\d.]+:{port_of(world)}/", shown)


def test_a_lock_holds_one_server_and_ends_with_it(home: Path) -> None:
    url = f"sqlite:///{home / 'games.db'}"
    with server_lock(url) as lock:
        lock.publish("http://127.0.0.1:1/")
        with (
            pytest.raises(AlreadyServed, match="Another server at http") as error,
            server_lock(url),
        ):
            pass
        assert error.value.page == "http://127.0.0.1:1/"
    with server_lock(url), pytest.raises(AlreadyServed) as error, server_lock(url):
        pass
    assert error.value.page == "", "the address of a server that has ended is forgotten"
    with server_lock("memory:"), server_lock("memory:"):
        pass


def test_a_link_to_a_database_in_use_is_the_same_database(home: Path) -> None:
    (home / "link.db").symlink_to(home / "games.db")
    with (
        server_lock(f"sqlite:///{home / 'games.db'}"),
        pytest.raises(AlreadyServed),
        server_lock(f"sqlite:///{home / 'link.db'}"),
    ):
        pass


def test_a_database_in_use_has_the_exit_code_of_unusable_files(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{home / 'games.db'}"
    with server_lock(url):
        assert main(["serve", "--port", "0", "--db", url]) == 3
    assert "Another server uses" in capsys.readouterr().err


@pytest.mark.parametrize("is_on_path", [True, False])
def test_a_command_in_a_message_can_be_repeated_as_it_is(
    home: Path, monkeypatch: pytest.MonkeyPatch, is_on_path: bool
) -> None:
    called = home / "boardwright"
    called.write_text("#!/bin/sh\n")
    called.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(called)])
    monkeypatch.setenv("PATH", str(home) if is_on_path else "/nowhere")
    assert program() == ("boardwright" if is_on_path else str(called))


@contextmanager
def started(folder: Path, *flags: str) -> Iterator[subprocess.Popen[str]]:
    """Yield a `serve --open` whose browser writes the address to a file."""
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {folder / "opened"}\n')
    browser.chmod(0o755)
    folders = {"XDG_DATA_HOME": str(folder / "data"), "XDG_STATE_HOME": str(folder / "state")}
    process = subprocess.Popen(
        [sys.executable, "-m", "boardwright", "serve", "--open", *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **folders, "BROWSER": f"{browser} %s"},
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate()


def lines_until_page(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout is not None
    lines: list[str] = []
    while not lines or not lines[-1].startswith("page"):
        lines.append(process.stdout.readline())
        assert lines[-1], process.communicate()[1]
    return lines


def test_players_stay_who_they_are_at_the_same_address(home: Path) -> None:
    with started(home) as process:
        lines = lines_until_page(process)
        page = lines[-1].split()[1]
        assert lines[0].split()[1] == f"sqlite:///{home}/data/boardwright/boardwright.db"
        assert f"{sys.executable} -m boardwright serve --open --host 0.0.0.0" in lines[1]
        token = httpx2.post(f"{page}api/guests", json={"name": "Ann"}, timeout=60).json()["token"]
        with started(home) as second:
            assert lines_until_page(second) == ["already running\n", f"page      {page}\n"]
            assert second.wait() == 0
        process.send_signal(signal.SIGTERM)
        rest, errors = process.communicate()
        assert (rest, errors) == ("", ""), "the address was the last that was said"
        assert process.returncode == 0
    with started(home) as killed:
        lines_until_page(killed)
        killed.kill()
        killed.wait()
    with started(home) as again:
        assert lines_until_page(again)[-1].split()[1] == page, "also after a crash"
        me = httpx2.get(f"{page}api/me", headers={"Authorization": f"Bearer {token}"}, timeout=60)
        assert me.json()["name"] == "Ann"
    assert set((home / "opened").read_text().split()) == {page}
