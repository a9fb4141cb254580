"""A store that cannot be written: the server is not ready, players are told what it means, operators why."""

from __future__ import annotations

import resource
from pathlib import Path

import httpx2

from boardwright.store.backends.sqlite import SqliteStore
from boardwright.table.matches import uptime
from boardwright.web.api.errors import NOT_SAVED
from tests.deploy.serving import Guest, until
from tests.web.case import StoredCase
from tests.web.running import Running, running


def test_a_full_disk_is_a_sentence_and_passes(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/full.db", tmp_path) as server:
        http = Guest(f"{server.http}/").http

        def create() -> httpx2.Response:
            return http.post("api/matches", json={"game": "deblockle", "players": ["me", "me"]})

        assert create().status_code == 201
        _limit_files(server, (tmp_path / "full.db-wal").stat().st_size)
        refused = create()
        assert refused.status_code == 503
        assert refused.json()["error"] == {"code": "store_down", "text": NOT_SAVED, "marks": []}
        until(lambda: http.get("ready").status_code == 503)
        _limit_files(server, resource.RLIM_INFINITY)
        until(lambda: http.get("ready").status_code == 200)
        assert create().status_code == 201
    assert "full.db cannot be used: " in (tmp_path / "server.log").read_text()


def _limit_files(server: Running, size: int) -> None:
    """Let the server write no file beyond that size, which is how a full disk behaves."""
    assert server.process is not None
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class TestReadOnly(StoredCase):
    def test_a_database_that_becomes_read_only_is_noticed_and_can_still_be_read(self) -> None:
        token = self.token("Ann")
        match = self.match(token, players=["me", "me"])["match"]
        assert self.client.get("/ready").status_code == 200
        store = self.app.state.server.store
        assert isinstance(store, SqliteStore)

        async def make_read_only() -> None:
            await store._run(store._writer, lambda: store._connection().execute("pragma query_only = on"))

        assert self.client.portal is not None
        self.client.portal.call(make_read_only)
        self.app.state.server.uptime._last -= 2 * uptime.BEAT
        assert self.client.get("/ready").status_code == 503
        assert self.call("GET", f"/matches/{match}", token).status_code == 200
        refused = self.call("POST", f"/matches/{match}/resign", token, json={})
        assert (refused.status_code, refused.json()["error"]["text"]) == (503, NOT_SAVED)
        failures = self.client.get("/metrics").text
        assert (
            'boardwright_requests_total{method="POST",route="/api/matches/{match}/resign",status="503"} 1.0' in failures
        )
