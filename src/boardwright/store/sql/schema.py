"""The tables as numbered migrations, in SQL that SQLite and PostgreSQL share.

A released migration is never edited: a change of the tables is a new one at the end.
"""

from __future__ import annotations

from collections.abc import Iterator

_INITIAL = """
create table matches (
    id text primary key,
    created bigint not null,
    game text not null,
    host text not null,
    private boolean not null,
    quick boolean not null,
    lobby text not null,
    header text,
    seed text
);
create index matches_by_age on matches (created, id);
create index matches_by_host on matches (host);

create table heads (
    match text primary key,
    number bigint not null,
    revision bigint not null,
    hash text not null,
    status text not null,
    changed bigint not null,
    deadline bigint,
    outcome text,
    ended bigint,
    projected bigint
);
create index heads_by_status on heads (status);
create index heads_by_deadline on heads (deadline) where deadline is not null;
create index heads_to_project on heads (ended, match) where ended is not null and projected is null;
create unique index heads_by_projection on heads (projected);

create table seats (
    match text not null,
    seat bigint not null,
    account text not null,
    primary key (match, seat)
);
create index seats_by_account on seats (account);

create table entries (
    match text not null,
    number bigint not null,
    at bigint not null,
    kind text not null,
    seat bigint,
    content text not null,
    salt text not null,
    hash text not null,
    primary key (match, number)
) {clustered};

create table requests (
    match text not null,
    request text not null,
    first bigint not null,
    last bigint not null,
    primary key (match, request)
) {clustered};

create table chat (
    match text not null,
    number bigint not null,
    at bigint not null,
    account text not null,
    name text not null,
    text text not null,
    primary key (match, number)
) {clustered};

create table accounts (
    id text primary key,
    name text not null,
    key text not null unique,
    role text not null,
    created bigint not null,
    password text
);

create table tokens (
    hash text primary key,
    account text not null,
    created bigint not null,
    expires bigint
);
create index tokens_by_account on tokens (account);
create index tokens_by_end on tokens (expires) where expires is not null;

create table ratings (
    account text not null,
    game text not null,
    number bigint not null,
    match text not null,
    at bigint not null,
    mu double precision not null,
    sigma double precision not null,
    primary key (account, game, number)
);
create index ratings_by_game on ratings (game);

create table tallies (
    account text not null,
    game text not null,
    name text not null,
    count bigint not null,
    match text not null,
    at bigint not null,
    primary key (account, game, name)
)
"""

_UPTIME = """
create table heartbeat (
    id bigint primary key,
    at bigint not null
);

create table outages (
    since bigint primary key,
    until bigint not null
)
"""

_MIGRATIONS = (_INITIAL, _UPTIME)

VERSION = len(_MIGRATIONS)
"""The newest schema version."""


def statements(version: int, clustered: str = "") -> Iterator[str]:
    """Yields the SQL statements that migrate from that version to the newest.

    `clustered` is the backend's clause for tables stored in the order of their primary key.

    >>> len(list(statements(0))) > 10, list(statements(VERSION))
    (True, [])
    """
    for migration in _MIGRATIONS[version:]:
        yield from migration.replace("{clustered}", clustered).split(";")


def newer(version: int) -> str | None:
    """Returns why a database of that version cannot be used; None if it can."""
    if version <= VERSION:
        return None
    return f"was written by a newer Boardwright (schema version {version}, this one supports {VERSION}); update it"
