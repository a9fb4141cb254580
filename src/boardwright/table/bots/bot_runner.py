"""Bot runner: plays for the bots of open tables whenever one of them is to act."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from boardwright.core.match.match import Match
from boardwright.core.refusal import IllegalMove
from boardwright.store.port import Store, StoreError
from boardwright.store.rows import log_id
from boardwright.table.bots.bot_turn import BotClaims, BotTurn, bot_turn, bot_turns, is_needed
from boardwright.table.bots.bot_worker import ACCEPT, Question
from boardwright.table.bots.bot_workers import BotChoice, BotWorkers
from boardwright.table.errors import StaleState
from boardwright.table.matches import commands
from boardwright.table.matches.deadlines import DeadlineQueue
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.reading import UnreadableMatch
from boardwright.table.rules_watch import RulesTimeout, is_rules_error

log = logging.getLogger("boardwright.table")

_RETRY = 1.0
"""Seconds before the next attempt if the store cannot be reached."""


@dataclass
class _Run:
    """The task that plays for the bots of one table, and what it waits for."""

    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    turn: BotTurn | None = None
    questions: list[Question] = field(default_factory=list)


class BotRunner:
    """One task for each match where a bot is to act and somebody needs its move."""

    def __init__(
        self,
        store: Store,
        deadlines: DeadlineQueue,
        now: Callable[[], int],
        is_watched: Callable[[str], bool],
        workers: int,
        opening_delay: int = 0,
        pace: int = 0,
    ) -> None:
        self.workers = BotWorkers(workers)
        self._deadlines = deadlines
        self._now = now
        self._is_watched = is_watched
        """Whether anybody follows a match."""
        self._opening_delay = opening_delay
        """For how many milliseconds a bot leaves the first move to a person who may make it too."""
        self._pace = pace
        """Milliseconds between moves at a table where only bots play."""
        self._claims = BotClaims(store, now)
        self._runs: dict[str, _Run] = {}
        self._paused: set[str] = set()

    def is_busy(self, match: str) -> bool:
        """Return whether a bot is choosing a move in that match."""
        return match in self._runs

    def wake(self, table: OpenMatch) -> None:
        """Start a task for the table if one of its bots is to act; cancel a question that the log has overtaken.

        When the match is over, its bots release what they kept for the next move.
        """
        match, run = table.row.id, self._runs.get(table.row.id)
        if run is not None:
            run.changed.set()
            if run.turn is not None and not run.turn.is_current(table):
                for question in run.questions:
                    self.workers.cancel(question)
        if table.row.status == "over" and table.row.lobby.has_bots:
            self.workers.release(match)
        elif run is None and table.row.lobby.has_bots and self._next_turn(table) is not None:
            run = self._runs[match] = _Run()
            run.task = asyncio.create_task(self._play(table, run))

    def touch(self, table: OpenMatch) -> None:
        """Note that somebody has asked for the table; bots that had stopped there go on."""
        table.touched = self._now()
        if table.row.id in self._paused:
            self._paused.discard(table.row.id)
            self._deadlines.watch(table.row.id)
            self.wake(table)

    async def close(self) -> None:
        """Cancel all tasks, stop the workers and release all claims."""
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.workers.close()
        await self._claims.close()

    def _next_turn(self, table: OpenMatch) -> BotTurn | None:
        """Return the turn of a bot; None, and the table is left alone, if nobody needs its move."""
        turn = bot_turn(table, self._now())
        if turn is None or self._is_watched(table.row.id) or is_needed(table, self._now()):
            return turn
        self._paused.add(table.row.id)
        self._deadlines.ignore(table.row.id)
        return None

    async def _play(self, table: OpenMatch, run: _Run) -> None:
        """Play for the bots of a table until a person is to act, the match is over, or another process plays."""
        try:
            while (turn := self._next_turn(table)) is not None and table.match is not None:
                if not turn.answers_draw and (wait := self._wait(table, table.match)) > 0:
                    run.changed.clear()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(run.changed.wait(), wait / 1000)
                elif not await self._play_turn(table, run, turn) and turn.is_current(table):
                    break
        except (Exception, RulesTimeout) as error:
            log.error("bots stopped in match %s until it changes", log_id(table.row.id), exc_info=error)
            if is_rules_error(error):
                await _set_aside(table, error)
        finally:
            del self._runs[table.row.id]
            self._claims.give_up(table.row.id)

    async def _play_turn(self, table: OpenMatch, run: _Run, turn: BotTurn) -> bool:
        """Play one turn, or find that it is over; return False if another process plays it."""
        try:
            if not await self._claims.take(table.row.id, turn.number):
                return False
            if turn.is_current(table) and table.match is not None:
                await self._think(table, table.match, run, turn)
        except (StaleState, IllegalMove):
            pass  # somebody was faster, or the time for the move is over
        except StoreError as error:
            log.error("no bot move in match %s: %s Retrying in %g s.", log_id(table.row.id), error, _RETRY)
            await asyncio.sleep(_RETRY)
        return True

    async def _think(self, table: OpenMatch, match: Match, run: _Run, first: BotTurn) -> None:
        """Let all bots that may act now think at the same time, and play what they choose, one after the other."""
        turns = bot_turns(table, self._now())
        run.turn, run.questions = first, [turn.question(table, match, self._now()) for turn in turns]
        choices = await asyncio.gather(*map(self._choose, turns, run.questions))
        run.questions = []
        for turn, choice in zip(turns, choices, strict=True):
            now = turn.after_others(table, turns, self._now())
            if now is not None:
                await self._execute(table, now, choice)

    async def _execute(self, table: OpenMatch, turn: BotTurn, choice: BotChoice) -> None:
        """Do what the bot has chosen, unless nobody needs it any more."""
        move, number, now = choice.move, turn.number, self._now()
        if move is not None and turn.answers_draw:
            await commands.answer_draw_for_bot(table, turn.seat, number, now, yes=move == ACCEPT)
        elif move is not None:
            await commands.play_for_bot(table, turn.seat, move, number, now, offers_draw=choice.offers_draw)

    async def _choose(self, turn: BotTurn, question: Question) -> BotChoice:
        """Return the bot's move, or its fallback move if it has none; no move if nobody needs it any more."""
        choice = await self.workers.choose(question)
        if choice.result is None:
            return choice
        result, move = choice.result, None if choice.move is None else turn.read(choice.move)
        if choice.move is not None and move is None:
            log.error("bot %s chose the illegal move %r in match %s", turn.bot, choice.move, log_id(question.match))
            result = "illegal"
        self.workers.stats.moves[result] += 1
        if move is None:
            log.error("bot %s plays the fallback move in match %s: %s", turn.bot, log_id(question.match), result)
            return BotChoice(result, turn.fallback())
        if result == "cut":
            log.info("bot %s reached its time limit in match %s", turn.bot, log_id(question.match))
        return replace(choice, move=move)

    def _wait(self, table: OpenMatch, match: Match) -> int:
        """Return how many milliseconds are left before a bot may move."""
        if all(seat.bot is not None for seat in table.row.lobby.seats):
            return match.now + self._pace - self._now()
        return self._opening_wait(table, match)

    def _opening_wait(self, table: OpenMatch, match: Match) -> int:
        """Return for how long a person should still have the chance to make the first move.

        A bot that sits first is expected to open: it leaves a person a tenth of the time.
        """
        seats, actors = table.row.lobby.seats, match.position.actors
        if match.moves_done or all(seats[seat].bot is not None for seat in actors):
            return 0
        delay = self._opening_delay if seats[min(actors)].bot is None else self._opening_delay // 10
        if match.header.clock.is_running:
            played = match.played(self._now())
            delay = min(
                [delay, *(left // 10 for seat in actors if (left := match.clocks.left(seat, played)) is not None)]
            )
        return match.now + delay - self._now()


async def _set_aside(table: OpenMatch, error: BaseException) -> None:
    """Set a match aside whose rules have failed in the turn of a bot."""
    with suppress(UnreadableMatch):
        async with table.locked():
            raise error
