"""The settings of a server: one list with types, limits, defaults and explanations.

Command line flags, environment variables, the configuration file and the table in docs/hosting.md are derived from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_type_hints

import msgspec

from boardwright.table.rules_watch import LIMIT
from boardwright.table.server.cleaning import Retention
from boardwright.web.transport.networks import Networks

_KEPT = Retention()


def setting(
    group: str, text: str, *, default: str = "", secret: bool = False, ge: float | None = None, le: float | None = None
) -> msgspec.Meta:
    """Describe a setting.

    `default` explains a default that depends on the machine. A `secret` can also be read from a file, whose name is
    the setting `NAME_file`.
    """
    return msgspec.Meta(description=text, ge=ge, le=le, extra={"group": group, "default": default, "secret": secret})


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server process. Without arguments: a server in memory, for tests and programs.

    >>> Settings(trusted_proxies=("proxy",))
    Traceback (most recent call last):
        ...
    ValueError: trusted_proxies: 'proxy' does not appear to be an IPv4 or IPv6 network
    """

    db: Annotated[
        str,
        setting(
            "storage",
            "database: sqlite:///FILE, postgresql://USER@HOST/NAME or memory:",
            default="SQLite in your data directory",
            secret=True,
        ),
    ] = "memory:"
    key_file: Annotated[
        str,
        setting(
            "storage",
            "file with the server key, which is created with the database",
            default="beside the SQLite file, or in your state directory",
        ),
    ] = ""
    host: Annotated[str, setting("network", "address to listen on; 0.0.0.0 for all interfaces")] = "127.0.0.1"
    port: Annotated[int, setting("network", "port to listen on; 0 chooses a free one", ge=0, le=65535)] = 8000
    workers: Annotated[int, setting("network", "server processes; more than one needs PostgreSQL", ge=1, le=64)] = 1
    trusted_proxies: Annotated[
        tuple[str, ...],
        setting("network", "addresses or networks of proxies whose X-Forwarded headers are used, separated by commas"),
    ] = ()
    hsts: Annotated[
        int, setting("network", "seconds for which browsers insist on HTTPS (sent over HTTPS only); 0 for none", ge=0)
    ] = 0
    metrics_clients: Annotated[
        tuple[str, ...], setting("network", "addresses or networks that may read /metrics, without a proxy in between")
    ] = ("127.0.0.0/8", "::1")
    rate: Annotated[
        float,
        setting(
            "limits",
            "cost of requests per second of one account in the long run; an address has five times that",
            ge=0.001,
        ),
    ] = 40
    burst: Annotated[
        float, setting("limits", "cost of requests of one account at once; an address has five times that", ge=1)
    ] = 120
    address_accounts: Annotated[
        int, setting("limits", "accounts, guests included, that one address may create in an hour", ge=1)
    ] = 200
    address_connections: Annotated[int, setting("limits", "connections that one address may have at a time", ge=1)] = (
        300
    )
    account_connections: Annotated[
        int, setting("limits", "live connections that one account may have at a time", ge=1)
    ] = 50
    open_matches: Annotated[
        int, setting("limits", "matches waiting for players that one account may host at a time", ge=1, le=100_000)
    ] = 50
    tables: Annotated[int, setting("limits", "open matches kept in memory", ge=1)] = 5000
    rules_seconds: Annotated[
        float,
        setting(
            "limits",
            "seconds of processor time after which rules of a game are interrupted, and their match is set aside",
            ge=0.1,
        ),
    ] = LIMIT
    rate_one_address: Annotated[
        bool, setting("ratings", "rate matches between players of one address too, as in a club: true or false")
    ] = False
    bot_workers: Annotated[
        int,
        setting(
            "bots",
            "processes in which bots choose moves, for each server process; 0 uses all cores but one",
            ge=0,
            le=256,
        ),
    ] = 0
    bot_matches: Annotated[
        int, setting("bots", "matches with bots that one account may host at a time", ge=1, le=100_000)
    ] = 30
    bot_opening_delay: Annotated[
        int,
        setting(
            "bots",
            "milliseconds for which a bot leaves the first move to a person who may make it; a tenth if it sits first",
            ge=0,
        ),
    ] = 60_000
    analysis_seconds: Annotated[
        float,
        setting(
            "bots",
            "seconds of every search of hints and analyses; 0 is the thinking time of the strongest level",
            ge=0,
            le=60,
        ),
    ] = 0
    bot_pace: Annotated[
        int, setting("bots", "milliseconds between the moves of bots that play among themselves", ge=0, le=10_000)
    ] = 1000
    keep_sessions: Annotated[
        int, setting("retention", "days after which a session ends and its token is deleted", ge=1, le=36500)
    ] = _KEPT.sessions
    keep_guests: Annotated[
        int, setting("retention", "days after which guests who have not been seen are deleted", ge=1, le=36500)
    ] = _KEPT.guests
    keep_unstarted: Annotated[
        int, setting("retention", "days after which matches that never started are deleted", ge=1, le=36500)
    ] = _KEPT.unstarted
    keep_requests: Annotated[
        int,
        setting("retention", "days after which request ids of matches without a change are deleted", ge=1, le=36500),
    ] = _KEPT.requests
    keep_analyses: Annotated[
        int, setting("retention", "days after which analyses of matches are deleted", ge=1, le=36500)
    ] = _KEPT.analyses
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], setting("logs", "least severe messages to log")
    ] = "info"
    log_format: Annotated[
        Literal["auto", "text", "json"], setting("logs", "log lines; auto is text on a terminal and json elsewhere")
    ] = "auto"

    def __post_init__(self) -> None:
        for name in ("trusted_proxies", "metrics_clients"):
            try:
                Networks(getattr(self, name))
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None

    @property
    def key_path(self) -> Path | None:
        """The key file; None for the default one of the database."""
        return Path(self.key_file) if self.key_file else None

    @property
    def retention(self) -> Retention:
        """The times after which unused things are deleted."""
        return Retention(
            sessions=self.keep_sessions,
            guests=self.keep_guests,
            unstarted=self.keep_unstarted,
            requests=self.keep_requests,
            analyses=self.keep_analyses,
        )


class SettingField(NamedTuple):
    """One setting: how it is called, what it accepts and what it means."""

    name: str
    type: Any
    default: Any
    default_text: str
    group: str
    text: str
    secret: bool

    @property
    def flag(self) -> str:
        """The name on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """The name in the environment."""
        return PREFIX + self.name.upper()

    @property
    def choices(self) -> tuple[str, ...]:
        """The values of a setting that has only a few."""
        inner = get_args(self.type)[0]
        return get_args(inner) if get_args(inner) and isinstance(get_args(inner)[0], str) else ()


PREFIX = "BOARDWRIGHT_"
"""The beginning of the environment variables that are settings."""


def fields() -> Iterator[SettingField]:
    """Yield all settings.

    >>> [field.variable for field in fields()][:2]
    ['BOARDWRIGHT_DB', 'BOARDWRIGHT_KEY_FILE']
    """
    hints = get_type_hints(Settings, include_extras=True)
    for field in msgspec.structs.fields(Settings):
        meta: msgspec.Meta = get_args(hints[field.name])[1]
        extra = meta.extra or {}
        yield SettingField(
            name=field.name,
            type=hints[field.name],
            default=field.default,
            default_text=extra["default"] or _shown(field.default),
            group=extra["group"],
            text=meta.description or "",
            secret=extra["secret"],
        )


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(value) or "none" if isinstance(value, tuple) else str(value)
