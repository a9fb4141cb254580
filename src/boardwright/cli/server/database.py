"""The database that a command works on: its URL and the file with its server key."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from boardwright.cli.server.configuration import load

if TYPE_CHECKING:
    from boardwright.store.port import Store


class ServerDatabase(NamedTuple):
    """A database and its key file, None for the default one."""

    url: str
    key_file: Path | None

    async def open(self) -> Store:
        """Opens the store; raises StoreError."""
        from boardwright.store.backends.open import open_store

        return await open_store(self.url, self.key_file)

    @property
    def key_path(self) -> Path:
        """Where the key is or will be."""
        from boardwright.store.backends.open import default_key_file

        return self.key_file or default_key_file(self.url)

    @property
    def shown_url(self) -> str:
        """The URL without its password, for messages."""
        from boardwright.store.backends.open import shown_url

        return shown_url(self.url)


def database(args: argparse.Namespace) -> ServerDatabase:
    """Returns the database that the settings name."""
    settings = load(args).settings
    return ServerDatabase(settings.db, settings.key_path)
