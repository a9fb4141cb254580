"""The file of the server key, and the agreement between the key and a database."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from boardwright.store.key import SIZE, ServerKey
from boardwright.store.port import Store, StoreError


async def agree_on_key(store: Store, path: Path) -> ServerKey:
    """Return the key in the file, which the database is bound to from then on; raise StoreError if it is another.

    The file is created only for a database that is not bound to a key yet.
    """
    is_bound = await store.key_fingerprint() is not None
    if is_bound and not path.exists():
        raise StoreError(
            f"The key of this database is not at {path}; copy it there from your backup, or name its place "
            "with --key-file. Without it the matches in progress cannot continue; if it is lost, see `db new-key`."
        )
    key = read_or_create_key(path)
    if not is_bound:
        await store.bind_key(key.fingerprint)
    if await store.key_fingerprint() != key.fingerprint:
        raise StoreError(
            f"The key in {path} is not the key of this database; name the right file with --key-file, "
            "or restore the key from the same backup as the database."
        )
    return key


def read_or_create_key(path: Path) -> ServerKey:
    """Return the key in the file; without one, a new key that is written there, readable only by its owner.

    If another process creates the file at the same time, both return the same key.
    """
    if not path.exists():
        _create(path)
    return read_key(path)


def _create(path: Path) -> None:
    draft = path.with_name(f"{path.name}.{token_hex(8)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(ServerKey.random().text.encode())
            file.flush()
            os.fsync(file.fileno())
        # A link appears with its whole content, and never replaces a key that is already there.
        with suppress(FileExistsError):
            os.link(draft, path)
        _sync_folder(path.parent)
    except OSError as error:
        raise StoreError(
            f"Cannot create the key file {path}: {error.strerror}; choose a place with --key-file."
        ) from error
    finally:
        with suppress(OSError):
            draft.unlink()


def _sync_folder(folder: Path) -> None:
    try:
        opened = os.open(folder, os.O_RDONLY)
    except PermissionError:  # Windows opens no folders
        return
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def read_key(path: Path) -> ServerKey:
    """Return the key in the file; raise StoreError if there is none."""
    try:
        return ServerKey(bytes.fromhex(path.read_text("ascii")))
    except OSError as error:
        raise StoreError(f"Cannot read the key file {path}: {error.strerror}.") from error
    except ValueError:
        raise StoreError(f"The file {path} is not a server key: a key is {2 * SIZE} hexadecimal digits.") from None
