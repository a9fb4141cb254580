"""A process that writes matches until it is killed: `python -m tests.store.writer URL NAME MATCHES`.

It goes on with the matches of these numbers, or begins them, and says on its output what was acknowledged: one
line `match number hash writer` for each last entry. When others write to the same matches it reads and tries again.
"""

from __future__ import annotations

import asyncio
import sys

from boardwright.store.backends.open import open_store
from boardwright.store.change import Appended
from boardwright.store.port import Store
from tests.store.samples import Table


async def _sit_down(store: Store, match: str) -> Table:
    saved = await store.load(match)
    return Table(match) if saved is None else Table.resume(saved)


async def _write(store: Store, match: str, writer: str, longest: int) -> None:
    table = await _sit_down(store, match)
    while table.row.number < longest:
        if table.row.header is None:
            change = table.create() if await store.match(match) is None else table.start()
        else:
            change = table.roll()
        answer = await store.append(change)
        if isinstance(answer, Appended) and answer.row is not None:
            table.row = answer.row
            for entry in change.entries:
                print(match, entry.number, entry.hash, writer, flush=True)
        else:
            table = await _sit_down(store, match)


async def _main(url: str, writer: str, matches: int, longest: int) -> None:
    async with await open_store(url) as store:
        await asyncio.gather(*[_write(store, f"m{number}", writer, longest) for number in range(matches)])


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
