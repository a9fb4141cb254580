"""Finding the database of a URL."""

from __future__ import annotations

from pathlib import Path

from boardwright.store.backends.open import POSTGRES, SQLITE, shown_url
from boardwright.store.backup.database import Database
from boardwright.store.port import StoreError


def database_at(url: str) -> Database:
    """Returns the database at a URL; raises StoreError if it cannot be backed up."""
    if url.startswith(SQLITE):
        from boardwright.store.backup.sqlite_database import SqliteDatabase

        return SqliteDatabase(Path(url.removeprefix(SQLITE)).absolute())
    if url.startswith(POSTGRES):
        try:
            from boardwright.store.backup.postgres import PostgresDatabase
        except ModuleNotFoundError as error:
            raise StoreError("PostgreSQL needs asyncpg: pip install 'boardwright[postgres]'.") from error
        return PostgresDatabase(url)
    raise StoreError(
        f"Unknown store URL {shown_url(url)!r}; a backup needs sqlite:///FILE or postgresql://USER@HOST/NAME."
    )
