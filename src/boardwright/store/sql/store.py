"""The whole port in SQL; the backends add only how statements are executed."""

from __future__ import annotations

from boardwright.store.sql.accounts import SqlAccounts
from boardwright.store.sql.cleaning import SqlCleaning
from boardwright.store.sql.matches import SqlMatches
from boardwright.store.sql.processes import SqlProcesses
from boardwright.store.sql.projections import SqlProjections


class SqlStore(SqlMatches, SqlAccounts, SqlCleaning, SqlProjections, SqlProcesses):
    """Everything that SQLite and PostgreSQL share."""
