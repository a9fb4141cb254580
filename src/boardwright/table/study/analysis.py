"""The analysis service: hints, studies of positions and analyses of whole matches, computed by the bot workers.

The analysis of a match is computed search by search, after all bots that are to move: every search is a question of its
own, so that a bot waits for one of them at most, and an analysis that is stopped ends with the one in progress. What is
done is stored from time to time, so that an analysis goes on where it was when it was stopped or the server ended.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Literal

import msgspec

from boardwright.bots.analysis import analysis
from boardwright.bots.analysis.analysis import Look, Moment, Study, judged
from boardwright.bots.analysis.mistake_proof import Trial
from boardwright.bots.analysis.played_moves import PlayedMove, played_moves
from boardwright.bots.levels import STRENGTHS
from boardwright.core.game.game import AnyGame
from boardwright.core.hidden import resampled
from boardwright.core.match.match import Match
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.core.rules.position import AnyPosition
from boardwright.store.port import Store, StoreError
from boardwright.store.rows import Account, SavedAnalysis, log_id
from boardwright.table.background import Background
from boardwright.table.bots.bot_worker import AnalysisQuestion
from boardwright.table.bots.bot_workers import BotWorkers
from boardwright.table.codes import Code
from boardwright.table.errors import Conflict, Forbidden, ServiceUnavailable
from boardwright.table.limits.bucket_memory import BucketMemory
from boardwright.table.limits.limits import Buckets
from boardwright.table.matches import commands
from boardwright.table.matches.fair_play import check_unguarded, trail
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.seating import people_of, seats_of
from boardwright.table.server_bots import time_limit

log = logging.getLogger("boardwright.table")

_WAIT = 30.0
"""Seconds that a hint or a study may wait for a worker."""
_LONG_WAIT = 3600.0
_MOST_OWN, _MOST = 2, 50
"""The number of matches that are analyzed at a time, for one account and in all."""
_RATE, _BURST = 0.5, 10
"""Hints and studies per second for one account in the long run, and at once."""
_SAVE_EVERY = 5000
"""Milliseconds after which what is done is stored."""

AnalysisStatus = Literal["none", "running", "stopped", "done"]


class MatchAnalysis(msgspec.Struct, frozen=True):
    """The analysis of a match as far as it is computed; `total` is the number of moves, `first` what was left out."""

    status: AnalysisStatus
    total: int
    first: int
    moments: list[Moment]


class _Progress(msgspec.Struct):
    """The stored part of an analysis."""

    total: int
    moments: list[Moment]

    def view(self, status: AnalysisStatus, after: int) -> MatchAnalysis:
        return MatchAnalysis(status, self.total, min(after, len(self.moments)), self.moments[after:])


class _Job:
    """An analysis in progress."""

    def __init__(self, account: str, match: Match, name: str, progress: _Progress) -> None:
        self.account = account
        self.match = match
        self.name = name
        self.progress = progress
        self.changed = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def publish(self) -> None:
        """Wake everybody who waits for news."""
        self.changed.set()
        self.changed = asyncio.Event()


class AnalysisService:
    """Analyses of one server process; every search lasts `seconds`, or 0 for the budget of the strongest level."""

    def __init__(
        self,
        store: Store,
        workers: BotWorkers,
        now: Callable[[], int],
        background: Background,
        memory: BucketMemory | None = None,
        seconds: float = 0.0,
    ) -> None:
        self._seconds = seconds
        self._store = store
        self._workers = workers
        self._now = now
        self._background = background
        self._limits = Buckets(_RATE, _BURST, name="study ", memory=memory, clock=lambda: now() / 1000)
        self._jobs: dict[str, _Job] = {}

    # Whole matches

    async def start(self, table: OpenMatch, account: Account) -> MatchAnalysis:
        """Begin or continue the analysis of an ended match; raise Conflict while it runs or if there are too many.

        A match that is analyzed already is not analyzed twice.
        """
        match = _ended(table, account)
        job = self._jobs.get(table.row.id)
        if job is None:
            progress = await self._stored(table.row.id, match)
            job = self._jobs.get(table.row.id)
            if job is None and len(progress.moments) < progress.total:
                self._check_limits(account)
                job = self._jobs[table.row.id] = _Job(account.id, match, table.row.id, progress)
                job.task = self._background.start("analysis", self._run(job))
        return await self.look(table, account)

    async def look(
        self, table: OpenMatch, account: Account | None, after: int = 0, patience: float = 0.0
    ) -> MatchAnalysis:
        """Return the analysis after so many moves; wait so many seconds for news if it is in progress."""
        match, name = _ended(table, account), table.row.id
        job = self._jobs.get(name)
        if job is not None and len(job.progress.moments) <= after and patience:
            with suppress(TimeoutError):
                await asyncio.wait_for(job.changed.wait(), patience)
        if job is not None and name in self._jobs:
            return job.progress.view("running", after)
        progress = job.progress if job is not None else await self._stored(name, match)
        is_done = len(progress.moments) == progress.total
        return progress.view("done" if is_done else "stopped" if progress.moments else "none", after)

    def cancel(self, table: OpenMatch, account: Account) -> None:
        """Stop the analysis of a match; raise Forbidden for those who have not started it."""
        job = self._jobs.get(table.row.id)
        if job is None or job.task is None:
            return
        if job.account != account.id and account.role != "admin":
            raise Forbidden(Code.NOT_HOST, "Only the player who started the analysis may stop it.")
        job.task.cancel()

    async def close(self) -> None:
        """Stop all analyses; what is done is stored."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _check_limits(self, account: Account) -> None:
        own = sum(job.account == account.id for job in self._jobs.values())
        if own >= _MOST_OWN:
            raise Conflict(Code.ANALYSES, f"You have {own} analyses in progress; wait for one, or stop it.")
        if len(self._jobs) >= _MOST:
            raise Conflict(Code.ANALYSES, "The server has too many analyses in progress; try again later.")

    async def _run(self, job: _Job) -> None:
        progress, saved = job.progress, self._now()
        try:
            for number, played in enumerate(played_moves(job.match)):
                if number < len(progress.moments):
                    continue
                progress.moments.append(await self._moment(job, played))
                job.publish()
                if self._now() - saved >= _SAVE_EVERY:
                    await self._save(job)
                    saved = self._now()
        except ServiceUnavailable:
            log.error("the analysis of match %s stopped: no answer", log_id(job.name))
        except Exception:  # a fault in the rules of one game must not stop the other analyses
            log.exception("the analysis of match %s failed", log_id(job.name))
        finally:
            await self._finish(job)

    async def _finish(self, job: _Job) -> None:
        """Store what is done, if possible, and forget the job."""
        try:
            await self._save(job)
        except StoreError as error:
            log.error("the analysis of match %s is not stored: %s", log_id(job.name), error)
        finally:
            del self._jobs[job.name]
            job.publish()

    async def _moment(self, job: _Job, played: PlayedMove) -> Moment:
        """Return the analysis of one move: a look at the position, then trials of a move that looks like a mistake."""
        answer = await self._ask(
            self._search(job, played, str(played.number), played=str(played.move), entry=played.number)
        )
        look, trials = msgspec.json.decode(answer, type=Look), list[Trial]()
        while (moment := judged(look, trials)) is None:
            luck = f"{played.number}/{len(trials)}"
            values = [
                msgspec.json.decode(
                    await self._ask(self._search(job, played, luck, tried=text)), type=tuple[float, ...]
                )
                for text in look.tried
            ]
            trials.append(Trial(*values))
        return moment

    def _search(self, job: _Job, at: PlayedMove, luck: str, **asked: Any) -> AnalysisQuestion:
        """Return the question for one search of an analysis; the same luck gives the same random numbers."""
        seed = random.Random(luck).random()
        return self._question(
            job.match.game, at.before, at.seat, account=job.account, match=job.name, seed=seed, wait=_LONG_WAIT, **asked
        )

    def _question(self, game: AnyGame, shown: AnyPosition, seat: int, **asked: Any) -> AnalysisQuestion:
        return AnalysisQuestion(
            rules=(game.name, game.version),
            shown=game.encode(shown),
            seat=seat,
            # It is one search, or two where more than two sit.
            seconds=time_limit(STRENGTHS[-1].bot, game) + 2 * self._seconds,
            budget=self._seconds,
            **asked,
        )

    async def _ask(self, question: AnalysisQuestion) -> str:
        choice = await self._workers.choose(question)
        if choice.move is None:
            raise ServiceUnavailable(Code.NO_ANSWER, "The analysis got no answer; try again in a moment.")
        return str(choice.move)

    async def _stored(self, name: str, match: Match) -> _Progress:
        saved = await self._store.analysis(name)
        if saved is not None and saved.key == _key(match):
            return msgspec.json.decode(saved.body, type=_Progress)
        return _Progress(sum(1 for entry in match.line() if entry.kind == "move" and entry.seat is not None), [])

    async def _save(self, job: _Job) -> None:
        body = msgspec.json.encode(job.progress).decode()
        key = _key(job.match)
        await self._store.put_analysis(SavedAnalysis(match=job.name, key=key, at=self._now(), body=body))

    # Positions

    async def hint(self, table: OpenMatch, caller: commands.Caller, seat: int | None = None) -> Study:
        """Return the best moves for the caller's seat in a running match against bots; raise Forbidden elsewhere."""
        async with table.locked(sets_aside=False):
            match, mover = commands.running(table), commands.own_seat(table, caller.account, caller.at, seat)
            lobby, account = table.row.lobby, caller.account
            if lobby.rated or people_of(lobby) != {account.id} or len(seats_of(lobby, account.id)) != 1:
                raise Forbidden(Code.FAIR_PLAY, "There are hints in casual matches against bots only.")
            position = match.now_position(caller.at)
            if match.is_over or mover not in position.actors:
                raise IllegalMove(Refusal(Code.NOT_YOUR_TURN, "It is not your turn; ask for a hint when it is."))
            seen = trail(match, match.number)
        return await self.study(match.game, position, mover, account, seen, table.row.id)

    async def study(
        self,
        game: AnyGame,
        position: AnyPosition,
        seat: int,
        account: Account,
        seen: Sequence[str],
        match: str = "",
    ) -> Study:
        """Return the best moves of a seat in a position; the worker gets what the seat knows.

        Raises Forbidden if `seen`, the trail that led there (`fair_play`), is of a running rated match.
        """
        self._limits.take(account.id)
        await check_unguarded(self._store, seen)
        rng = random.Random()
        shown = resampled(position, seat, rng)
        question = self._question(game, shown, seat, account=account.id, match=match, seed=rng.random(), wait=_WAIT)
        return msgspec.json.decode(await self._ask(question), type=Study)


def _key(match: Match) -> str:
    """Return what an analysis belongs to: the whole log, and the version of the program."""
    return f"{match.head}/{analysis.VERSION}"


def _ended(table: OpenMatch, account: Account | None) -> Match:
    """Return the match of a table; raise Conflict before its end, so that nobody is told what to play."""
    table.viewer(account)
    match = commands.running(table)
    if not match.is_over:
        raise Conflict(Code.NOT_OVER, "This match is still being played; it can be analyzed after its end.")
    return match
