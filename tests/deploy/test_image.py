"""The containers of deploy/ at work without a container engine.

The image in a folder or a Debian of its own, served as deploy/compose.yaml says, on a real PostgreSQL and behind a real
Caddy.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import msgspec
import pytest

from boardwright.web.transport.middleware import MAX_START
from tests.deploy.bases import DebianBase, FolderBase
from tests.deploy.caddy import in_front
from tests.deploy.containerfile import Image
from tests.deploy.serving import Guest, bot_moves, metric, serving, until
from tests.postgres import new_database
from tests.programs import program
from tests.scale import SCALE
from tests.web.running import connect

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
LOCAL = {"BOARDWRIGHT_HOST": "127.0.0.1", "BOARDWRIGHT_PORT": "0", "BOARDWRIGHT_BOT_OPENING_DELAY": "0"}
"""Settings with which several images can be served on one machine, and bots do not wait for people."""


class Hosted(NamedTuple):
    """An image that is served: the addresses of the server and of the proxy."""

    image: Image
    server: str
    proxy: str


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    program("caddy")
    folder = tmp_path_factory.mktemp("image")
    base = FolderBase(folder)
    image = Image(base, ROOT).build(DEPLOY / "Containerfile")
    asked = base.asked.read_text()
    assert re.search(r"apt-get install .*\bgcc\b", asked), "the image that it begins with has no compiler"
    assert f"--uid {image.user}" in asked
    image.environment |= from_compose(base) | LOCAL
    command = image.command([*image.entrypoint, *image.arguments])
    with (
        serving(command, image.environment, folder / "log") as page,
        in_front(DEPLOY / "Caddyfile", port_of(page), folder) as proxy,
    ):
        yield Hosted(image, page, proxy)


def from_compose(base: FolderBase) -> dict[str, str]:
    """Return the variables that the service has in compose.yaml, for a database and a proxy on this machine."""
    compose: dict[str, Any] = msgspec.yaml.decode((DEPLOY / "compose.yaml").read_bytes())
    (network,) = compose["networks"]["inside"]["ipam"]["config"]
    given: dict[str, str] = compose["services"]["boardwright"]["environment"]
    moved = {name: base.inside(value).replace(network["subnet"], "127.0.0.0/8") for name, value in given.items()}
    secret = Path(moved["BOARDWRIGHT_DB_FILE"])
    secret.parent.mkdir(parents=True)
    secret.write_text(asyncio.run(new_database()))
    return moved


def port_of(page: str) -> int:
    port = httpx2.URL(page).port
    assert port is not None
    return port


def check_doctor(image: Image) -> None:
    report = image.run([*image.entrypoint, "doctor"])
    assert report.returncode == 0, report.stdout + report.stderr
    for line in (r"kernels +on \(boardwright-kernels", "extra web +installed", "extra postgres +installed"):
        assert re.search(line, report.stdout), report.stdout


def check_bots(image: Image, server: str, page: str) -> None:
    """Check that bots choose their moves, as the metrics say, and that the image calls itself healthy."""
    Guest(page).play_bot()
    healthy = image.run(image.health, BOARDWRIGHT_PORT=str(port_of(server)))
    assert healthy.returncode == 0, healthy.stderr
    until(lambda: sum(bot_moves(scraped(server))) >= 2)
    assert bot_moves(scraped(server))[1] == 0
    assert metric(scraped(server), "boardwright_bot_worker_deaths_total") == 0


def scraped(server: str) -> str:
    return httpx2.get(f"{server}metrics").text


def test_bots_of_the_image_think_in_c(hosted: Hosted) -> None:
    check_doctor(hosted.image)


def test_bots_play_behind_the_proxy_and_the_image_is_healthy(hosted: Hosted) -> None:
    check_bots(hosted.image, hosted.server, hosted.proxy)


def test_the_image_is_not_healthy_if_nothing_is_served(hosted: Hosted) -> None:
    assert hosted.image.run(hosted.image.health, BOARDWRIGHT_PORT="9").returncode != 0


def test_the_proxy_passes_the_largest_upload_and_leaves_the_refusal_of_a_larger_one_to_the_server(
    hosted: Hosted,
) -> None:
    guest = Guest(hosted.proxy)
    order = json.dumps({"game": "deblockle"}).encode()

    def upload(size: int) -> httpx2.Response:
        head = {"Content-Type": "application/json"}
        return guest.http.post("api/matches", content=order.ljust(size), headers=head)

    assert upload(MAX_START).status_code == 201
    refused = upload(MAX_START + 1)
    assert (refused.status_code, refused.json()["error"]["code"]) == (413, "too_large")


def test_the_proxy_passes_live_connections_and_keeps_what_is_for_the_host(hosted: Hosted) -> None:
    guest = Guest(hosted.proxy)
    match = guest.post("matches", game="deblockle", players=["me", "me"])["match"]
    token = guest.http.headers["Authorization"].removeprefix("Bearer ")

    async def play() -> dict[str, Any]:
        async with connect(hosted.proxy.replace("http", "ws", 1).rstrip("/"), match, token) as live:
            await live.receive("state")
            move = guest.get(f"matches/{match}/legal?seat=0")["moves"][0]["text"]
            await live.say(type="play", move=move, seat=0)
            return await live.receive("entries")

    assert asyncio.run(play())["entries"]
    for path in ("metrics", "health", "ready"):
        assert guest.http.get(path).status_code == 404
    forwarded = httpx2.get(f"{hosted.server}metrics", headers={"Forwarded": "for=192.0.2.1"})
    assert (forwarded.status_code, forwarded.json()["error"]["code"]) == (403, "inside_only")


def test_every_scrape_counts_the_requests_of_all_workers(hosted: Hosted) -> None:
    asked = 20
    for _ in range(asked):  # with a connection for each, which any worker may accept
        assert httpx2.get(f"{hosted.server}api/games/deblockle/lesson").status_code == 200

    def counted() -> float:
        return metric(scraped(hosted.server), "boardwright_requests_total", route="/api/games/{name}/lesson")

    until(lambda: counted() == asked)
    assert [counted() for _ in range(10)] == [asked] * 10
    figures = scraped(hosted.server)
    for place in ("0", "1"):
        assert metric(figures, "process_resident_memory_bytes", worker=place) > 1e7
    assert len(re.findall("^# TYPE boardwright_requests_total ", figures, re.M)) == 1


@pytest.mark.skipif(SCALE == 1, reason="`make nightly` builds a Debian")
def test_the_image_is_built_in_a_debian_made_from_nothing(tmp_path: Path) -> None:
    image = Image(DebianBase(tmp_path), ROOT).build(DEPLOY / "Containerfile")
    image.environment |= LOCAL
    check_doctor(image)
    with serving(image.command([*image.entrypoint, *image.arguments]), image.environment, tmp_path / "log") as page:
        check_bots(image, page, page)
