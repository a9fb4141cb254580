"""The whole port in SQL; the backends add only how statements are executed."""

from __future__ import annotations

from boardwright.store.sql.accounts import SqlAccounts
from boardwright.store.sql.analyses import SqlAnalyses
from boardwright.store.sql.claims import SqlClaims
from boardwright.store.sql.cleaning import SqlCleaning
from boardwright.store.sql.matches import SqlDigests, SqlMatches
from boardwright.store.sql.projections import SqlProjections
from boardwright.store.sql.tokens import SqlServerKey, SqlTokens
from boardwright.store.sql.uptime import SqlUptime


class SqlStore(
    SqlMatches,
    SqlDigests,
    SqlAccounts,
    SqlTokens,
    SqlCleaning,
    SqlProjections,
    SqlUptime,
    SqlServerKey,
    SqlClaims,
    SqlAnalyses,
):
    """Everything that SQLite and PostgreSQL share."""
