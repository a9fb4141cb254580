"""The files in deploy/ parse, and everything they name exists: flags, variables, settings, metrics, paths."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from configparser import ConfigParser
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from boardwright.cli import COMMANDS
from boardwright.cli.command import read
from boardwright.cli.server.configuration import load
from boardwright.web.api.routes import ENDPOINTS
from boardwright.web.app import make_app
from boardwright.web.settings import PREFIX, Settings, fields
from tests.deploy.containerfile import steps

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service")) + sorted(DEPLOY.glob("*.timer"))
FILES = [path for path in sorted(DEPLOY.iterdir()) if path.is_file()]
HOSTING = ROOT / "docs" / "hosting.md"

units = pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)


def parsed(command: str) -> None:
    """Read a `boardwright` command line with the parser of that command; SystemExit if a flag does not exist."""
    name, *rest = shlex.split(command, comments=True)
    read(name, import_module(COMMANDS[name][0]), rest)


@pytest.mark.parametrize("path", [*FILES, HOSTING], ids=lambda path: path.name)
def test_every_variable_is_a_setting(path: Path) -> None:
    known = {field.variable for field in fields()} | {f"{field.variable}_FILE" for field in fields() if field.secret}
    used = set(re.findall(rf"{PREFIX}[A-Z_]+", path.read_text("utf-8")))
    assert used <= known | {f"{PREFIX}CONFIG"}


def test_variables_are_used_at_all() -> None:
    assert sum(PREFIX in path.read_text("utf-8") for path in FILES) >= 3


@pytest.mark.parametrize("path", [*UNITS, HOSTING, ROOT / "Makefile"], ids=lambda path: path.name)
def test_every_command_line_can_be_parsed(path: Path) -> None:
    text = re.sub(r"\$+\([^)]*\)", "NOW", path.read_text("utf-8"))
    lines = re.findall(r"\bboardwright ((?:serve|backup|restore|db|rules)\b[^`'|\n]*)", text)
    assert lines or path.suffix == ".timer"
    for line in lines:
        parsed(line)


def test_the_configuration_file_is_valid() -> None:
    args = read("serve", import_module(COMMANDS["serve"][0]), ["--config", str(DEPLOY / "boardwright.toml")])
    configuration = load(args, {})
    assert {"host", "port", "trusted_proxies", "hsts"} <= configuration.given
    assert configuration.settings.workers == Settings().workers


@units
def test_units_have_the_sections_that_systemd_expects(unit: Path) -> None:
    sections = ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    sections.optionxform = str  # type: ignore[assignment,method-assign]
    sections.read_string(unit.read_text())
    expected = {".service": {"Unit", "Service"}, ".timer": {"Unit", "Timer", "Install"}}[unit.suffix]
    assert expected <= set(sections.sections())
    if unit.suffix == ".service":
        assert sections["Service"]["DynamicUser"] == "yes"
        assert sections["Service"]["ProtectSystem"] == "strict"


@units
def test_systemd_accepts_the_units(unit: Path, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    for path in UNITS:
        # Boardwright is not installed in /opt here, and systemd checks that the program exists.
        (tmp_path / path.name).write_text(path.read_text().replace("/opt/boardwright/bin/boardwright", "/bin/true"))
    command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / unit.name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = [line for line in done.stderr.splitlines() if line.startswith(unit.name) or "boardwright" in line]
    assert said == []


def test_the_image_runs_as_nobody_special_and_has_no_compiler() -> None:
    found = steps(DEPLOY / "Containerfile")
    words = [word for word, _ in found]
    assert words.count("FROM") == 2, "what is needed to build is not in the image"
    last = dict(found[len(words) - words[::-1].index("FROM") :])
    assert last["USER"] not in ("0", "root")
    assert f"BOARDWRIGHT_PORT={last['EXPOSE']}" in last["ENV"]
    assert "apt-get" not in last["RUN"]


def test_the_guide_installs_what_the_image_installs() -> None:
    (installed,) = re.findall(
        r"/opt/boardwright/bin/pip install --no-cache-dir (.*)", (DEPLOY / "Containerfile").read_text()
    )
    assert f"/opt/boardwright/bin/pip install {installed}\n" in HOSTING.read_text("utf-8")


def test_compose_is_consistent() -> None:
    compose: dict[str, Any] = msgspec.yaml.decode((DEPLOY / "compose.yaml").read_bytes())
    for service in compose["services"].values():
        assert set(service.get("secrets", ())) <= set(compose["secrets"])
        assert set(service["networks"]) <= set(compose["networks"])
        assert set(service.get("depends_on", ())) <= set(compose["services"])
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in compose["volumes"]
    server = compose["services"]["boardwright"]
    assert "ports" not in server, "only the proxy is open to the world"
    assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).exists()
    given = {name.removeprefix(PREFIX).lower(): value for name, value in server["environment"].items()}
    (network,) = compose["networks"]["inside"]["ipam"]["config"]
    assert given["trusted_proxies"] == given["metrics_clients"] == network["subnet"]
    assert given["db_file"] == f"/run/secrets/{server['secrets'][0]}"


def test_the_proxy_forwards_to_the_server_and_hides_what_is_for_the_host() -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    assert text.count("{") == text.count("}")
    assert "reverse_proxy boardwright:8000" in text
    hidden = re.findall(r"@internal path (.*)", text)[0].split()
    assert set(hidden) == {endpoint.path for endpoint in ENDPOINTS if endpoint.tag == "health"}


def test_every_metric_and_label_of_the_dashboard_exists() -> None:
    with TestClient(make_app(Settings()), client=("127.0.0.1", 50_000)) as client:
        token = client.post("/api/guests", json={"name": "Ann"}).json()["token"]
        made = client.post("/api/matches", json={"game": "deblockle"}, headers={"Authorization": f"Bearer {token}"})
        with client.websocket_connect(f"/api/matches/{made.json()['match']}/live") as socket:
            socket.send_json({"type": "hello"})
            socket.receive_json()
            socket.send_json({"type": "ping", "id": "1"})
            socket.receive_json()
            exposed = client.get("/metrics").text
    samples = dict(re.findall(r"^(\w+)(\{.*\})? ", exposed, re.M))
    panels = json.loads((DEPLOY / "dashboard.json").read_text())["panels"]
    queries = [target["expr"] for panel in panels for target in panel["targets"]]
    used = set()
    for query in queries:
        names = re.findall(r"\b((?:boardwright|process)_\w+)", query)
        used.update(names)
        assert names
        assert set(names) <= set(samples), query
        grouped = {label.strip() for labels in re.findall(r"by \(([^)]*)\)", query) for label in labels.split(",")}
        filtered = set(re.findall(r"[{,](\w+)=~", query)) - {"job"}
        for label in grouped | filtered:
            assert f'{label}="' in samples[names[0]], query
    own = {
        name
        for name in samples
        if name.startswith("boardwright_") and not name.endswith(("_created", "_sum", "_count"))
    }
    assert own <= used, "every metric of the server is in the dashboard"
