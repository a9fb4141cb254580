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

_LISTS = """
alter table matches add column status text not null default 'open';
update matches set status = (select h.status from heads h where h.match = matches.id);
update heads set deadline = null where status <> 'running' and deadline is not null;
drop index heads_by_status;
alter table heads drop column status;

drop index matches_by_age;
drop index matches_by_host;
create index matches_started on matches (created, id) where header is not null;
create index matches_listed on matches (created, id) where not private;
create index matches_by_status on matches (status, created, id) where not private;
create index matches_by_game on matches (game, created, id) where not private;
create index matches_by_game_and_status on matches (game, status, created, id) where not private;
create index matches_quick on matches (game, status, created, id) where quick;

create table members (
    account text not null,
    match text not null,
    game text not null,
    created bigint not null,
    primary key (account, match)
) {clustered};
insert into members (account, match, game, created)
    select s.account, m.id, m.game, m.created from seats s join matches m on m.id = s.match
    union select m.host, m.id, m.game, m.created from matches m;
create index members_by_age on members (account, created, match);
create index members_by_game on members (account, game, created, match);
create index members_by_match on members (match);
drop table seats;

drop index heads_by_deadline;
create index heads_by_deadline on heads (deadline, match) where deadline is not null;
drop index heads_by_projection;
create unique index heads_by_projection on heads (projected) where projected is not null;

alter table ratings add column latest boolean not null default true;
update ratings set latest = false where exists (
    select 1 from ratings o
    where o.account = ratings.account and o.game = ratings.game and o.number = ratings.number + 1
);
drop index ratings_by_game;
create unique index ratings_latest on ratings (account, game) where latest;
create index ratings_best on ratings (game, (3 * sigma - mu), account) where latest;

create index outages_by_end on outages (until)
"""

_SERVER_KEY = """
create table server_key (
    id bigint primary key,
    fingerprint text not null
)
"""

_BOT_CLAIMS = """
create table bot_claims (
    match text primary key,
    number bigint not null,
    owner text not null,
    until bigint not null
)
"""

_ACCOUNTS = """
alter table accounts add column skeleton text;
alter table accounts add column muted bigint;
alter table accounts add column banned bigint;
create unique index accounts_by_skeleton on accounts (skeleton);

alter table tokens add column seen bigint not null default 0;
alter table tokens add column agent text not null default '';
update tokens set seen = created;

create table recovery (
    account text not null,
    hash text not null,
    primary key (account, hash)
) {clustered};

create table audit (
    number bigint primary key,
    at bigint not null,
    actor text not null,
    act text not null,
    subject text not null,
    detail text not null
);

alter table chat add column room text not null default 'players';

create index matches_all on matches (created, id);
create index matches_unstarted on matches (created, id) where header is null
"""

_ANALYSES = """
create table analyses (
    match text primary key,
    key text not null,
    at bigint not null,
    body text not null
);
create index analyses_by_age on analyses (at, match)
"""

_NOTES = """
alter table entries add column digest text;
alter table entries add column turn text
"""

_COMMANDS = """
alter table requests add column command text not null default ''
"""

_GUARDED = """
create table guarded (
    match text not null,
    fingerprint text not null,
    primary key (match, fingerprint)
) {clustered};
create index guarded_by_fingerprint on guarded (fingerprint)
"""

_MIGRATIONS = (_INITIAL, _UPTIME, _LISTS, _SERVER_KEY, _BOT_CLAIMS, _ACCOUNTS, _ANALYSES, _NOTES, _COMMANDS, _GUARDED)

VERSION = len(_MIGRATIONS)
"""The newest schema version."""


def statements(version: int, clustered: str = "", to: int | None = None) -> Iterator[str]:
    """Yield the SQL statements that migrate from that version to the version `to`, by default the newest.

    `clustered` is the backend's clause for tables stored in the order of their primary key.

    >>> len(list(statements(0))) > 10, list(statements(VERSION))
    (True, [])
    """
    for migration in _MIGRATIONS[version:to]:
        yield from migration.replace("{clustered}", clustered).split(";")


def newer(version: int) -> str | None:
    """Return why a database of that version cannot be used; None if it can."""
    if version <= VERSION:
        return None
    return f"was written by a newer Boardwright (schema version {version}, this one supports {VERSION}); update it"
