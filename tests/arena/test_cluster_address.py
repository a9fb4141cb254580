"""A Ray cluster that nobody runs is refused at once: Ray itself would try for minutes."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from boardwright.arena.workers import host_and_port, on_ray
from boardwright.cli import main
from boardwright.core.refusal import Unavailable


class Ray:
    """A cluster that notes the addresses it is asked to connect to, and plays nothing."""

    def __init__(self) -> None:
        self.asked: list[str | None] = []

    def init(self, address: str | None, **_: object) -> None:
        self.asked.append(address)

    def remote(self, _: object) -> Ray:
        return self

    def cluster_resources(self) -> dict[str, float]:
        return {}

    def shutdown(self) -> None: ...


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Ray:
    fake = Ray()
    monkeypatch.setitem(sys.modules, "ray", fake)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    return fake


@pytest.fixture
def dead() -> Iterator[str]:
    """An address that refuses connections for as long as the test runs: its port is taken, and nobody listens."""
    with closing(socket.socket()) as sock:
        sock.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{sock.getsockname()[1]}"


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_a_dead_address_and_an_unknown_host_are_refused_before_ray_starts(ray: Ray, dead: str, scheme: str) -> None:
    with pytest.raises(Unavailable, match=r"Nothing answers at 'nowhere\.invalid:6379'"):
        list(on_ray(iter(()), "nowhere.invalid:6379"))
    with pytest.raises(Unavailable) as caught:
        list(on_ray(iter(()), scheme + dead))
    assert str(caught.value) == (
        f"Nothing answers at {scheme + dead!r}: Connection refused. Start a Ray cluster there, "
        "or use --ray local or --jobs to play on this machine."
    )
    assert ray.asked == []


def test_a_dead_address_in_the_environment_is_refused(ray: Ray, dead: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", dead)
    with pytest.raises(Unavailable, match=dead):
        list(on_ray(iter(()), "auto"))
    assert ray.asked == []
    assert list(on_ray(iter(()), "local")) == []
    assert ray.asked == ["local"]


def test_an_address_that_answers_is_left_to_ray(ray: Ray) -> None:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        address = f"127.0.0.1:{sock.getsockname()[1]}"
        assert list(on_ray(iter(()), address)) == []
    assert ray.asked == [address]


@pytest.mark.parametrize("address", ["local", "auto", "somewhere", "ray://somewhere", "x:y", "x:70000", "other://x:1"])
def test_what_names_no_port_is_left_to_ray(ray: Ray, address: str) -> None:
    assert host_and_port(address) is None
    assert list(on_ray(iter(()), address)) == []
    assert ray.asked == [address]


@pytest.mark.parametrize("command", ["arena", "selfplay"])
def test_commands_exit_with_the_code_of_unusable_addresses(
    ray: Ray, dead: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out")
    assert main([command, "deblockle", "random", "greedy", "--games", "1", "--out", out, "--ray", dead]) == 3
    assert f"Nothing answers at '{dead}'" in capsys.readouterr().err
