"""Settings from flags, the environment and a file: precedence, refusals, secrets."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pytest

from boardwright.cli.mcp import TOKEN
from boardwright.cli.server.configuration import Configuration, ServerDatabase, add_settings, database, load
from boardwright.core.refusal import Unreadable
from boardwright.web.settings import Settings, fields
from tests.cli.conftest import Cli, refused
from tools.tables import SETTINGS

OTHER: dict[str, tuple[str, Any]] = {
    "db": ("memory:", "memory:"),
    "key_file": ("some.key", "some.key"),
    "host": ("0.0.0.0", "0.0.0.0"),
    "port": ("81", 81),
    "workers": ("3", 3),
    "metrics_clients": ("192.0.2.7, 10.0.0.0/8", ("192.0.2.7", "10.0.0.0/8")),
    "trusted_proxies": ("10.0.0.1, 10.1.0.0/16", ("10.0.0.1", "10.1.0.0/16")),
    "rate_one_address": ("true", True),
    "log_level": ("error", "error"),
    "log_format": ("json", "json"),
}
"""For settings that are not plain numbers: a text and the value it stands for."""


def loaded(*flags: str, **environ: str) -> Configuration:
    parser = argparse.ArgumentParser()
    add_settings(parser)
    return load(parser.parse_args(flags), environ)


@pytest.fixture
def config(home: Path) -> Path:
    path = home / "boardwright.toml"
    path.write_text('port = 1\nhost = "file"\nburst = 7\ntrusted_proxies = ["10.0.0.1"]\n')
    return path


@pytest.mark.parametrize("field", list(fields()), ids=lambda field: field.name)
def test_every_setting_can_be_given_in_three_ways(field: Any, home: Path) -> None:
    text, value = OTHER.get(field.name, ("17", 17))
    shown = text if isinstance(value, int) else repr(text)
    (home / "one.toml").write_text(f"{field.name} = {shown}\n")
    for configuration in (
        loaded(field.flag, text),
        loaded(**{field.variable: text}),
        loaded("--config", "one.toml"),
        loaded(BOARDWRIGHT_CONFIG="one.toml"),
    ):
        assert getattr(configuration.settings, field.name) == value
        assert configuration.given == {field.name}


def test_a_flag_wins_over_the_environment_and_that_over_the_file(config: Path) -> None:
    environ = {"BOARDWRIGHT_PORT": "2", "BOARDWRIGHT_HOST": "environment", "BOARDWRIGHT_CONFIG": str(config)}
    settings, given = loaded("--port", "3", **environ)
    assert (settings.port, settings.host, settings.burst, settings.rate) == (3, "environment", 7, Settings().rate)
    assert settings.trusted_proxies == ("10.0.0.1",)
    assert given == {"port", "host", "burst", "trusted_proxies"}


def test_the_file_of_the_flag_wins_over_that_of_the_environment(config: Path, home: Path) -> None:
    (home / "other.toml").write_text("port = 5\n")
    settings, given = loaded("--config", "other.toml", BOARDWRIGHT_CONFIG=str(config))
    assert settings.port == 5
    assert given == {"port"}


def test_the_token_of_an_agent_is_no_setting() -> None:
    assert loaded(**{TOKEN: "secret"}) == loaded()


def test_the_default_database_is_in_the_data_directory(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    settings, given = loaded()
    assert settings.db == f"sqlite:///{home}/data/boardwright/boardwright.db"
    assert not given


@pytest.mark.parametrize(
    ("flags", "environ", "expected"),
    [
        (
            (),
            {"BOARDWRIGHT_PROT": "1"},
            "Unknown environment variable BOARDWRIGHT_PROT; did you mean BOARDWRIGHT_PORT?",
        ),
        ((), {"BOARDWRIGHT_XYZZY": "1"}, "settings: db, key_file, host, port"),
        ((), {"BOARDWRIGHT_HOST_FILE": "x"}, "Unknown environment variable BOARDWRIGHT_HOST_FILE"),
        ((), {"BOARDWRIGHT_PORT": "65536"}, "BOARDWRIGHT_PORT: '65536' is not valid: Expected `int` <= 65535"),
        (("--port", "-1"), {}, "--port: '-1' is not valid: Expected `int` >= 0"),
        (("--workers", "two"), {}, "--workers: 'two' is not valid"),
        (("--log-level", "loud"), {}, "choose debug, info, warning, error"),
        (("--trusted-proxies", "10.0.0.1,proxy"), {}, "trusted_proxies: 'proxy' does not appear to be an IPv4"),
        ((), {"BOARDWRIGHT_TRUSTED_PROXIES": "10.1.2.3/8"}, "10.1.2.3/8 has host bits set; name addresses such as"),
        (("--config", "bad.toml"), {}, "bad.toml is not a TOML file"),
        (("--config", "odd.toml"), {}, "Unknown setting 'rat' in odd.toml; did you mean rate?"),
        (("--config", "table.toml"), {}, "Unknown setting 'server' in table.toml"),
        (("--config", "type.toml"), {}, "port in type.toml: [1] is not valid: Expected `int`, got `array`"),
        (("--db", "memory:", "--db-file", "secret"), {}, "--db-file and --db are both given"),
    ],
)
def test_what_is_wrong_is_named_with_what_would_work(
    home: Path, flags: tuple[str, ...], environ: dict[str, str], expected: str
) -> None:
    files = {"bad": "port = ", "odd": "rat = 1", "table": "[server]\nport = 1", "type": "port = [1]"}
    for name, text in files.items():
        (home / f"{name}.toml").write_text(text)
    with pytest.raises(Unreadable) as error:
        loaded(*flags, **environ)
    assert expected in str(error.value)


def test_a_secret_can_stay_in_a_file_and_is_never_repeated(home: Path) -> None:
    secret = home / "secret"
    secret.write_text("postgresql://ann:hunter2@host/games\n")
    for configuration in (
        loaded("--db-file", "secret"),
        loaded(BOARDWRIGHT_DB_FILE="secret"),
        loaded("--db-file", "secret", BOARDWRIGHT_DB="memory:"),
    ):
        assert configuration.settings.db == "postgresql://ann:hunter2@host/games"
        assert configuration.given == {"db"}
    assert loaded("--db", "memory:", BOARDWRIGHT_DB_FILE="secret").settings.db == "memory:"
    (home / "bad.toml").write_text('db = ["postgresql://ann:hunter2@host/games"]')
    with pytest.raises(Unreadable) as error:
        loaded("--config", "bad.toml")
    assert "hunter2" not in str(error.value)


@pytest.mark.parametrize("command", [("serve",), ("db", "verify"), ("admin", "accounts"), ("backup", "x")])
@pytest.mark.parametrize(
    "url", ["postgresql://ann:hunter2@host/games", "postgres://host/games?user=ann&password=hunter2"]
)
def test_a_password_is_refused_where_the_process_list_shows_it(cli: Cli, url: str, command: tuple[str, ...]) -> None:
    err = refused(cli, *command, "--db", url)
    assert "everybody on this machine can read" in err
    assert "BOARDWRIGHT_DB or --db-file" in err
    assert "hunter2" not in err
    assert loaded(BOARDWRIGHT_DB=url).settings.db == url
    assert loaded("--db", "postgresql://ann:@host/games").settings.db == "postgresql://ann:@host/games"


@pytest.mark.parametrize("command", [("db", "verify"), ("rules", "check"), ("backup", "x"), ("restore", "x")])
def test_every_command_that_opens_the_database_reads_the_same_settings(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("BOARDWRIGHT_DB", "nonsense:")
    assert "Unknown store URL 'nonsense:'" in refused(cli, *command)
    monkeypatch.setenv("BOARDWRIGHT_DBS", "memory:")
    assert "did you mean BOARDWRIGHT_DB" in cli(*command)[2]


@pytest.mark.parametrize("command", [("db", "verify"), ("serve",), ("backup", "x"), ("restore", "x")])
def test_a_password_in_a_url_that_is_wrong_is_not_printed(cli: Cli, home: Path, command: tuple[str, ...]) -> None:
    (home / "secret").write_text("postgres+x://ann:hun/t@er2@host/games")
    assert "postgres+x://ann:…@host/games" in refused(cli, *command, "--db-file", "secret")


def test_other_commands_take_only_the_settings_of_the_database() -> None:
    parser = argparse.ArgumentParser()
    add_settings(parser, "storage")
    assert set(vars(parser.parse_args([]))) == {"config", "db", "db_file", "key_file"}
    assert database(parser.parse_args(["--db", "memory:"])) == ServerDatabase("memory:", None)
    assert database(parser.parse_args(["--key-file", "some.key"])).key_path == Path("some.key")


def test_the_table_in_the_documentation_is_up_to_date() -> None:
    text = SETTINGS.document.read_text("utf-8")
    assert SETTINGS.updated(text) == text
