"""The cost of idle matches: a server starts on a store full of them and opens some.

    python -m benchmarks.idle --matches 10000 --db sqlite

Prints how long the server takes to start, how long one match of 40 moves takes to open, and its memory.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import statistics
import time

import httpx2
import uvloop

from benchmarks.processes import SEED, resident, server, store_at
from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.store.backends.open import open_store
from boardwright.store.change import Change
from boardwright.store.rows import MatchRow, MatchSettings, Seat
from boardwright.table.matches.match_row import row_after


def random_match(moves: int) -> Match:
    """Return a random match of Deblockle with that many moves."""
    dice, match = random.Random(1), Match.new(game("deblockle"), seed=SEED)
    for _ in range(moves):
        match.play(dice.choice(list(match.position.legal_moves())))
    return match


async def fill(url: str, count: int) -> list[str]:
    """Store that many matches and return their ids."""
    match, names = random_match(40), [secrets.token_urlsafe(12) for _ in range(count)]
    seats = tuple(Seat(name=name, account=name) for name in match.header.players)
    lobby = MatchSettings(game="deblockle", host="nobody", seats=seats)
    async with await open_store(url) as store:
        rows = (row_after(MatchRow(id=name, created=0, lobby=lobby), match, 0, lobby) for name in names)
        changes = [Change(old=None, new=row, entries=tuple(match.entries), seed=SEED) for row in rows]
        await asyncio.gather(*(store.append(change) for change in changes))
    return names


async def measure(url: str, count: int) -> None:
    """Print the figures of one store."""
    names = await fill(url, count)
    started_at = time.perf_counter()
    with server(url) as (base, process):
        async with httpx2.AsyncClient(base_url=base, timeout=60) as http:
            live = (await http.get("/health")).json()["live"]
            started, took, before = time.perf_counter() - started_at, [], 0
            for number, name in enumerate(random.Random(1).sample(names, 1000)):
                if number == 200:  # the first ones make the process reserve what the later ones use too
                    before = resident(process.pid)
                started_at = time.perf_counter()
                (await http.get(f"/api/matches/{name}/record")).raise_for_status()
                took.append(time.perf_counter() - started_at)
            kilobytes = (resident(process.pid) - before) / 800
    print(
        f"{url.split(':')[0]:12} {count:,} idle matches: up after {started:.1f} s with {live} in memory, "
        f"one opens in {1000 * statistics.median(took):.1f} ms and costs {kilobytes:.1f} kB"
    )


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10_000, help="at least 1,000")
    parser.add_argument("--db", nargs="+", choices=("sqlite", "postgres"), default=["sqlite"])
    args = parser.parse_args()
    for name in args.db:
        with store_at(name) as url:
            uvloop.run(measure(url, args.matches))


if __name__ == "__main__":
    main()
