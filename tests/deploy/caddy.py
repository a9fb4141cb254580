"""Caddy in front of a server, with the shipped Caddyfile."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.deploy.serving import until
from tests.programs import program

_PATIENCE = 60.0


@contextmanager
def in_front(caddyfile: Path, server: int, folder: Path) -> Iterator[str]:
    """Run Caddy in front of the server at a port; yield its address. Only addresses of the file are changed."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    page = f"http://127.0.0.1:{port}"
    text = caddyfile.read_text()
    assert text.count("{$DOMAIN}") == text.count("boardwright:8000") == text.count("{\n\tservers {") == 1
    moved = text.replace("boardwright:8000", f"127.0.0.1:{server}").replace(
        "{\n\tservers {", "{\n\tadmin off\n\tservers {"
    )
    (folder / "Caddyfile").write_text(moved)
    command = [program("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    places = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    with (folder / "caddy.log").open("ab") as log:
        process = subprocess.Popen(command, env={**os.environ, **places, "DOMAIN": page}, stdout=log, stderr=log)
    try:
        log_file = folder / "caddy.log"
        until(lambda: _is_open(process, port, log_file), log_file.read_text)
        yield f"{page}/"
    finally:
        process.terminate()
        process.wait(_PATIENCE)


def _is_open(process: subprocess.Popen[bytes], port: int, log: Path) -> bool:
    assert process.poll() is None, log.read_text()
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
