"""Projections: the ratings and achievement progress that follow from an ended match."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from boardwright.store.iteration import Projector, project_ended
from boardwright.store.port import Store
from boardwright.store.rows import MatchRow, Projection, Rating, Saved, Tally, log_id
from boardwright.table.background import Background
from boardwright.table.matches.reading import UnreadableMatch, read
from boardwright.table.results.achievements import progress_after
from boardwright.table.results.ratings import WINDOW, is_played, ratings_after
from boardwright.table.rules_watch import RulesTimeout

log = logging.getLogger("boardwright.table")


def projector(store: Store, failures: Counter[str] | None = None) -> Projector:
    """Return a function that computes the projections of ended matches of that store.

    What cannot be computed is left out, logged, and counted in `failures` as `ratings` or `achievements`.
    """
    counts: Counter[str] = Counter() if failures is None else failures

    async def project(batch: Sequence[Saved]) -> list[Projection]:
        standings, projections = await _Standings.load(store, batch, counts), []
        for saved in batch:
            projections.append(standings.project(saved))
            await asyncio.sleep(0)  # a server serves players between two matches
        return projections

    return project


class Projecting:
    """The task that updates ratings and achievements after matches have ended."""

    def __init__(self, store: Store, background: Background) -> None:
        self._store = store
        self._background = background
        self._match_ended = asyncio.Event()
        self._failed: dict[str, Exception] = {}
        self._reported: set[str] = set()

    def wake(self) -> None:
        """Note that a match has ended."""
        self._match_ended.set()

    async def run(self) -> None:
        """Project what has ended, now and whenever a match ends."""
        while True:
            await project_ended(self._store, projector(self._store, self._background.failures), failed=self._failed)
            for match in self._failed.keys() - self._reported:
                self._reported.add(match)
                self._background.failed_in("projections", match, self._failed[match])
            await self._match_ended.wait()
            self._match_ended.clear()


class _Standings:
    """The ratings and tallies of all players of a batch, as they are before the next of its matches.

    `recent` are the ratings of the time in which repeated opponents count less.
    """

    def __init__(
        self, ratings: Iterable[Rating], recent: Iterable[Rating], tallies: Iterable[Tally], failures: Counter[str]
    ) -> None:
        self._failures = failures
        self._played: defaultdict[tuple[str, str], dict[str, int]] = defaultdict(dict)
        for rating in recent:
            self._played[rating.account, rating.game][rating.match] = rating.at
        self._ratings: defaultdict[str, dict[str, Rating]] = defaultdict(dict)
        self._counts: defaultdict[str, defaultdict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
        for rating in ratings:
            self._ratings[rating.game][rating.account] = rating
        for tally in tallies:
            self._counts[tally.game][tally.account][tally.name] = tally.count

    @classmethod
    async def load(cls, store: Store, batch: Sequence[Saved], failures: Counter[str]) -> _Standings:
        accounts = sorted({account for saved in batch for account in _seats(saved.row).values()})
        games = {saved.row.lobby.game for saved in batch}
        game = games.pop() if len(games) == 1 else None
        since = min((saved.row.changed for saved in batch), default=0) - WINDOW
        recent = await store.ratings_since(since, accounts, game)
        return cls(await store.ratings(accounts, game), recent, await store.tallies(accounts, game), failures)

    def project(self, saved: Saved) -> Projection:
        """Return the projection of the next match, and continue from it."""
        row, game, seats = saved.row, saved.row.lobby.game, _seats(saved.row)
        if row.header is None or not seats:
            return Projection(match=row.id)
        ratings = self._rate(saved)
        for rating in ratings:
            self._ratings[game][rating.account] = rating
            self._played[rating.account, game][row.id] = rating.at
        before = self._counts[game]
        tallies = tuple(
            Tally(account=account, game=game, name=name, count=count, match=row.id, at=row.changed)
            for account, counts in self._progress(saved, seats, before).items()
            for name, count in counts.items()
            if before[account].get(name, 0) != count
        )
        for tally in tallies:
            before[tally.account][tally.name] = tally.count
        return Projection(match=row.id, ratings=ratings, tallies=tallies)

    # A fault in one match or one game must not stop the ratings and achievements of the others.

    def _rate(self, saved: Saved) -> tuple[Rating, ...]:
        """Return the new ratings, which need no rules, only the row and who moved."""
        row, game = saved.row, saved.row.lobby.game

        def met(account: str, other: str) -> int:
            both = self._played[account, game].keys() & self._played[other, game].keys()
            return sum(self._played[account, game][match] > row.changed - WINDOW for match in both)

        try:
            return ratings_after(saved, self._ratings[game], met)
        except Exception as error:
            self._failed("ratings", row, error)
            return ()

    def _progress(
        self, saved: Saved, seats: Mapping[int, str], before: Mapping[str, Mapping[str, int]]
    ) -> dict[str, Counter[str]]:
        """Return every account's progress; none for a match that cannot be read."""
        try:
            _, match = read(saved)
            is_result = is_played(saved.row, saved.entries)
            return {} if match is None else progress_after(match, seats, before, is_result=is_result)
        except (Exception, RulesTimeout) as error:
            self._failed("achievements", saved.row, error)
            return {}

    def _failed(self, what: str, row: MatchRow, error: BaseException) -> None:
        self._failures[what] += 1
        log.error(
            "no %s from match %s, which cannot be read: %s; `boardwright db rebuild` adds them once it can",
            what,
            log_id(row.id),
            error.fault.summary if isinstance(error, UnreadableMatch) else type(error).__name__,
        )


def _seats(row: MatchRow) -> dict[int, str]:
    """Return the account of every seat that is held by one."""
    return {number: seat.account for number, seat in enumerate(row.lobby.seats) if seat.account is not None}
