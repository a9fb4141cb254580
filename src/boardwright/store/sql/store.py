"""The whole port in SQL; the backends add only how statements are executed."""

from __future__ import annotations

from boardwright.store.sql.accounts import SqlAccounts
from boardwright.store.sql.matches import SqlMatches
from boardwright.store.sql.projections import SqlProjections
from boardwright.store.sql.uptime import SqlUptime


class SqlStore(SqlMatches, SqlAccounts, SqlProjections, SqlUptime):
    """Everything that SQLite and PostgreSQL share."""
