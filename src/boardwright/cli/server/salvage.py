"""SQLite files with damaged pages: which matches are intact, and saving them to a new file."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from boardwright.cli.errors import FAILED, UNAVAILABLE, print_error
from boardwright.cli.wrapping import say

if TYPE_CHECKING:
    from boardwright.store.backends.salvage import Salvaged
    from boardwright.store.port import StoreError


async def salvage_file(source: Path, target: Path, key_file: Path | None) -> int:
    """Saves what is readable of a file to a new one; returns the exit code."""
    from boardwright.cli.server.server_lock import server_lock
    from boardwright.store.backends.open import SQLITE, default_key_file, open_store
    from boardwright.store.iteration import rebuild
    from boardwright.table.server.projections import projector

    old, new = f"{SQLITE}{source}", f"{SQLITE}{target}"
    key, new_key = key_file or default_key_file(old), key_file or default_key_file(new)
    if not key.exists():
        return print_error(f"the key file {key} is missing; name another with --key-file", UNAVAILABLE)
    with server_lock(old):  # a file that is being written looks damaged
        salvaged = await _salvage(source, target, key)
    if key != new_key:
        shutil.copy2(key, new_key)
    _print_lost(salvaged)
    async with await open_store(new, new_key) as store:
        await rebuild(store, projector(store))
    say(f"Saved to {target}: {len(salvaged.matches):,} of the started matches; accounts: {salvaged.accounts:,}.")
    return FAILED if salvaged.lost or salvaged.damaged else 0


async def verify_damaged(path: Path, key: Path, error: StoreError) -> int:
    """Prints which matches of a damaged file are intact and which are not; returns the exit code."""
    with TemporaryDirectory(prefix="boardwright-") as folder:
        salvaged = await _salvage(path, Path(folder) / "saved.db", key)
    print_error(str(error))
    for match in salvaged.matches:
        print(f"match {match}: intact")
    _print_lost(salvaged)
    say(
        f"{len(salvaged.matches):,} matches are intact, {len(salvaged.lost):,} are damaged. Stop the server and save"
        f" the intact ones with `boardwright db salvage {path} NEW`, or restore a backup."
    )
    return FAILED


async def _salvage(source: Path, target: Path, key: Path) -> Salvaged:
    from boardwright.cli.server.verification import finding
    from boardwright.store.backends.salvage import salvage

    return await salvage(source, target, key, finding)


def _print_lost(salvaged: Salvaged) -> None:
    for match, reason in salvaged.lost.items():
        print_error(f"match {match}: {reason}")
    if salvaged.damaged:
        print_error(f"some rows cannot be read: {', '.join(salvaged.damaged)}")
