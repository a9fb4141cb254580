"""The figures that grow with the number of stored matches, the length of a match, and the number of spectators.

    python -m benchmarks.growth [--matches 100 1000 10000] [--entries 10 100 1000 5000] [--spectators 0 10 100 1000]
        [--seconds 5]

A SQLite file in a temporary folder is filled for each number of matches. Figures are milliseconds, medians: of
processor time for queries, moves, positions and spectators, by the clock on the wall for the start of the server.
Rebuilding and verifying stop after some seconds; their rates are by the clock on the wall too.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from urllib.request import urlopen

import msgspec

from benchmarks.processes import busy
from boardwright.cli.server.verification import damage
from boardwright.core.game.registry import game
from boardwright.core.match.clock import Clock
from boardwright.core.match.match import Match
from boardwright.core.records.rules_diff import entry_digests
from boardwright.store.backends.open import open_store
from boardwright.store.backends.sqlite import MemoryStore
from boardwright.store.change import Appended, Change
from boardwright.store.iteration import iterate_matches, rebuild
from boardwright.store.port import Store
from boardwright.store.rows import Account, MatchRow, MatchSettings, Saved, Seat
from boardwright.table.live.feed import PAGE, Subscriber
from boardwright.table.matches import commands
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.reading import read
from boardwright.table.server.projections import projector
from boardwright.table.server.runtime import Server

GAMES = ("blokus", "deblockle", "mage_duel", "sagrada")
SEED = bytes(32)
PLAYERS = 500
_names = count()


class Silent(Subscriber):
    """A subscriber that drops what it is sent."""

    def send(self, message: bytes) -> None:
        """Drop a message."""

    def close(self) -> None:
        """Do nothing."""


async def timed(work: Callable[[], Awaitable[object]], times: int = 7) -> float:
    """Return the median processor time of some runs in milliseconds, after one that is not counted."""
    took = []
    for _ in range(times + 1):
        start = time.process_time()
        await work()
        took.append(time.process_time() - start)
    return 1000 * median(took[1:])


def heading(title: str, columns: Sequence[object]) -> None:
    """Print the first line of a table."""
    print(f"\n{title:44}" + "".join(f"{column:>12,}" for column in columns), flush=True)


def line(name: str, figures: Sequence[float]) -> None:
    """Print one line of a table."""
    print(f"{name:44}" + "".join(f"{figure:12,.2f}" for figure in figures), flush=True)


# Stored matches


def templates() -> list[Match]:
    """Return a running match and two that have ended, which all stored matches are copies of."""
    found = []
    for loser in (None, 0, 1):
        match = Match.new(game("deblockle"), seed=SEED, at=1, clock=Clock(bank=10**9))
        match.play("c7-b7", at=2)
        if loser is not None:
            match.resign(loser, at=3)
        found.append(match)
    return found


def stored(number: int, matches: Sequence[Match]) -> Change:
    """Return the change that stores one match: of twenty, seventeen are over, two are running, and one is open."""
    kind = number % 20
    match = None if kind == 0 else matches[0 if kind < 3 else 1 + kind % 2]
    accounts = [f"player{(number * step) % PLAYERS}" for step in (7, 11)]
    seats = tuple(Seat(name=name, account=name) for name in accounts)
    distinct = accounts[0] != accounts[1]
    lobby = MatchSettings(game="deblockle", host=accounts[0], seats=seats, rated=distinct, quick=number % 40 == 0)
    row = MatchRow(id=f"match{number}", created=number, changed=number, lobby=lobby)
    if match is None:
        return Change(old=None, new=row)
    late = match.deadline()
    row = msgspec.structs.replace(
        row,
        header=match.header,
        number=match.number,
        hash=match.head,
        status="over" if match.is_over else "running",
        deadline=None if late is None else 10**14 + number,
        outcome=match.outcome,
    )
    return Change(old=None, new=row, entries=tuple(match.entries), seed=SEED)


async def fill(store: Store, total: int) -> None:
    """Store that many matches."""
    matches = templates()
    for first in range(0, total, 1000):
        changes = [stored(number, matches) for number in range(first, min(total, first + 1000))]
        for result in await asyncio.gather(*[store.append(change) for change in changes]):
            assert isinstance(result, Appended)


def queries(store: Store, total: int) -> dict[str, Callable[[], Awaitable[object]]]:
    """Return what servers and players ask for."""
    middle = f"match{total // 2}"
    return {
        "open matches": lambda: store.matches(status="open"),
        "running matches": lambda: store.matches(status="running"),
        "ended matches": lambda: store.matches(status="over"),
        "ended matches, a page in the middle": lambda: store.matches(status="over", before=middle),
        "ended matches of a game nobody played": lambda: store.matches(status="over", game="blokus"),
        "a quick match to join": lambda: store.matches(status="open", game="deblockle", quick=True),
        "own matches": lambda: store.matches(account="player7"),
        "own matches of a game": lambda: store.matches(account="player7", game="deblockle"),
        "deadlines": lambda: store.deadlines(until=10**13),
        "next match to project": lambda: store.unprojected(limit=1),
        "number of matches to project": store.count_unprojected,
        "leaderboard": lambda: store.best("deblockle"),
        "open one match": lambda: store.load(middle),
    }


class TimeUp(Exception):
    """The measurement has run long enough."""


async def rate(work: Callable[[Callable[[int, int], None]], Awaitable[object]], seconds: float) -> tuple[float, float]:
    """Return how many matches a second the work finishes, as it reports them, and the ms of processor time for each."""
    finished, start, worked = 0, time.perf_counter(), time.process_time()

    def progress(done: int, _total: int) -> None:
        nonlocal finished
        finished = done
        if time.perf_counter() - start > seconds:
            raise TimeUp

    with suppress(TimeUp):
        await work(progress)
    return finished / (time.perf_counter() - start), 1000 * (time.process_time() - worked) / finished


async def verify(store: Store, progress: Callable[[int, int], None]) -> None:
    """Replay every match, as `boardwright db verify`."""
    async for saved in iterate_matches(store, progress):
        assert damage(saved) is None


def first_answer(url: str) -> tuple[float, float]:
    """Return milliseconds from the start of `boardwright serve` to its first answer, and of its processor time."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "boardwright", "serve", "--port", "0", "--db", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            page = next(word for said in server.stdout for word in said.split() if word.startswith("http://"))
            with urlopen(f"{page}api/matches?which=over", timeout=60) as answer:
                answer.read()
            return 1000 * (time.perf_counter() - start), 1000 * busy(server.pid)
        finally:
            server.terminate()


async def by_matches(url: str, total: int, seconds: float) -> dict[str, float]:
    """Return all figures for one number of stored matches."""
    async with await open_store(url) as store:
        start = time.perf_counter()
        await fill(store, total)
        figures = {"fill, matches/s": total / (time.perf_counter() - start)}
        for name, work in (
            ("rebuild", lambda told: rebuild(store, projector(store), told)),
            ("verify", lambda told: verify(store, told)),
        ):
            figures[f"{name}, matches/s"], figures[f"{name}, processor time a match"] = await rate(work, seconds)
        for name, query in queries(store, total).items():
            figures[name] = await timed(query)
    answers = [first_answer(url) for _ in range(3)]
    figures["serve, start to first answer"] = median(wall for wall, _ in answers)
    figures["serve, processor time until then"] = median(worked for _, worked in answers)
    return figures


def growth_of_store(totals: Sequence[int], seconds: float) -> None:
    """Print the figures by the number of stored matches."""
    heading("stored matches", totals)
    with tempfile.TemporaryDirectory(prefix="boardwright-") as folder:
        urls = {total: f"sqlite:///{Path(folder)}/{total}.db" for total in totals}
        columns = [asyncio.run(by_matches(url, total, seconds)) for total, url in urls.items()]
    for name in columns[0]:
        line(name, [column[name] for column in columns])


# The length of a match


def long_match(name: str, entries: int, clock: str = "none") -> Match:
    """Return a match of that many entries, which goes back and forth between a few moves."""
    played = (_back_and_forth(name, entries, clock, Random(seed)) for seed in count(1))
    return next(match for match in played if not match.is_over)


def _back_and_forth(name: str, entries: int, clock: str, dice: Random) -> Match:
    match, is_back = Match.new(game(name), seed=SEED, at=1, clock=clock), False
    while match.number < entries and not match.is_over:
        is_back = match.moves_done >= 10 or (is_back and match.moves_done > 8)
        if is_back:
            match.undo(0, agreed=range(match.header.seats))
        else:
            seat = match.position.actors[0]
            match.play(dice.choice(list(match.position.legal_moves(seat))), seat)
    return match


async def seated(server: Server, match: Match) -> tuple[str, list[Account]]:
    """Store a match of two players; return its id and the players."""
    players = [(await server.accounts.guest(f"Player {next(_names)}"))[0] for _ in range(2)]
    seats = tuple(Seat(name=player.name, account=player.id) for player in players)
    lobby = MatchSettings(game=match.game.name, host=players[0].id, seats=seats)
    row = MatchRow(id=f"match{next(_names)}", created=1, lobby=lobby, status="running", header=match.header)
    row = msgspec.structs.replace(row, number=match.number, hash=match.head, changed=match.now)
    entries, notes = tuple(match.entries), entry_digests(match, match.entries)
    await server.store.append(Change(old=None, new=row, entries=entries, notes=notes, seed=match.seed))
    return row.id, players


async def entry_cost(match: Match, *, wants_state: bool) -> float:
    """Return milliseconds of a move for the server, with both players connected."""
    async with MemoryStore() as store, Server(store) as server:
        name, players = await seated(server, match)
        for player in players:
            await server.subscribe(name, Silent(player, wants=PAGE if wants_state else frozenset()), match.number)
        return await move_cost(server, await server.table(name), players)


async def move_cost(server: Server, table: OpenMatch, players: Sequence[Account]) -> float:
    """Return milliseconds of a random move."""
    took, dice = list[float](), Random(2)
    while len(took) < 15 and not (playing := commands.running(table)).is_over:
        seat = playing.position.actors[0]
        move = str(dice.choice(list(playing.position.legal_moves(seat, server.now()))))
        start = time.process_time()
        await commands.play(table, commands.Caller(players[seat], server.now(), seat=seat), move)
        took.append(time.process_time() - start)
    return 1000 * median(took)


async def opening(url: str, match: Match) -> float:
    """Return milliseconds to open a stored match."""
    async with await open_store(url) as store:
        name, _ = await seated(Server(store), match)

        async def open_match() -> None:
            saved = await store.load(name)
            assert isinstance(saved, Saved)
            read(saved)

        return await timed(open_match)


def any_position(match: Match) -> float:
    """Return milliseconds of the slowest of some positions, opened at random."""
    dice, slowest = Random(3), 0.0
    for number in [dice.randrange(match.number) for _ in range(200)]:
        start = time.process_time()
        match.at(number)
        slowest = max(slowest, time.process_time() - start)
    return 1000 * slowest


def growth_of_log(lengths: Sequence[int]) -> None:
    """Print the figures by the number of entries."""
    heading("entries of a match", lengths)
    with tempfile.TemporaryDirectory(prefix="boardwright-") as folder:
        url = f"sqlite:///{Path(folder)}/long.db"
        for name in GAMES:
            matches = [long_match(name, length) for length in lengths]
            line(f"{name}: a move, entries only", [asyncio.run(entry_cost(m, wants_state=False)) for m in matches])
            line(f"{name}: a move, with state", [asyncio.run(entry_cost(m, wants_state=True)) for m in matches])
            line(f"{name}: open from the store", [asyncio.run(opening(url, match)) for match in matches])
            clocked = [long_match(name, length, "9000+5") for length in lengths]
            line(f"{name}: open one with clocks", [asyncio.run(opening(url, match)) for match in clocked])
            line(f"{name}: any position, the slowest", [any_position(match) for match in matches])


# Spectators


async def joins(spectators: int) -> tuple[float, float]:
    """Return milliseconds in which that many spectators with accounts of their own join, and then those of a move."""
    async with MemoryStore() as store, Server(store) as server:
        match = Match.new(game("deblockle"), seed=SEED, at=1)
        name, players = await seated(server, match)
        watching = [Account(id=f"watcher{number}", name="W", role="guest", created=1) for number in range(spectators)]
        start = time.process_time()
        for account in watching:
            await server.subscribe(name, Silent(account))
        joined = time.process_time() - start
        return 1000 * joined, await move_cost(server, await server.table(name), players)


def growth_of_audience(numbers: Sequence[int]) -> None:
    """Print the figures by the number of spectators."""
    heading("spectators", numbers)
    figures = [asyncio.run(joins(number)) for number in numbers]
    line("all join", [joined for joined, _ in figures])
    line("a move", [move for _, move in figures])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, nargs="*", default=[100, 1000, 10_000])
    parser.add_argument("--entries", type=int, nargs="*", default=[10, 100, 1000, 5000])
    parser.add_argument("--spectators", type=int, nargs="*", default=[0, 10, 100, 1000])
    parser.add_argument("--seconds", type=float, default=5)
    given = parser.parse_args()
    if given.matches:
        growth_of_store(given.matches, given.seconds)
    if given.entries:
        growth_of_log(given.entries)
    if given.spectators:
        growth_of_audience(given.spectators)


if __name__ == "__main__":
    main()
