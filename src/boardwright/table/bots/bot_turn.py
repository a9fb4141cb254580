"""A bot's turn: which seat is to act, for how long it may think, whether anybody needs its move, and who computes it.

With several server processes on one store, a turn is claimed by one of them. A claim expires unless its process renews
it, so the turns of a process that has ended are taken over.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from boardwright.core.hidden import resampled
from boardwright.core.match.match import Match
from boardwright.core.refusal import Unreadable
from boardwright.core.rules.position import AnyPosition
from boardwright.core.rules.timed import keeps_time
from boardwright.store.port import Store, StoreError
from boardwright.table.bots.bot_worker import ACCEPT, DECLINE, DrawQuestion, Question
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.server_bots import time_limit

log = logging.getLogger("boardwright.table")

WAIT = 60.0
"""Seconds that a question may wait for a worker."""
ABSENCE = 10 * 60 * 1000
"""Milliseconds after which bots stop in a match without clocks that nobody watches or asks for."""
_SHARE_OF_CLOCK = 0.4
"""The share of a bot's remaining time that it may wait, and the share that it may think."""
LIFETIME = 10_000
"""Milliseconds for which a claim holds without being renewed."""
_RENEWAL = 3.0
"""Seconds between two renewals of all claims."""


@dataclass(frozen=True)
class BotTurn:
    """A seat held by a bot that is to act after the last entry of a match."""

    seat: int
    bot: str
    number: int
    head: str
    position: AnyPosition
    answers_draw: bool = False
    """Whether the bot is to answer the offer of a draw, not to move."""

    def is_current(self, table: OpenMatch) -> bool:
        """Return whether the log of the table is still the one that the turn belongs to."""
        match = table.match
        return match is not None and not match.is_over and match.head == self.head

    def after_others(self, table: OpenMatch, turns: Sequence[BotTurn], at: int) -> BotTurn | None:
        """Return the same turn after bots that thought at the same time have moved; None if it is another one now."""
        match = table.match
        if match is None or self.is_current(table):
            return self
        others = {turn.seat for turn in turns if turn.seat != self.seat}
        since = match.entries[self.number :]
        now = next((turn for turn in bot_turns(table, at) if turn.seat == self.seat), None)
        if now is None or not all(entry.kind == "move" and entry.seat in others for entry in since):
            return None
        before, after = (list(turn.position.legal_moves(self.seat)) for turn in (self, now))
        return now if before == after else None

    def question(self, table: OpenMatch, match: Match, at: int) -> Question:
        """Return the question to a worker. The worker gets a resampled position, never the real one."""
        rng, game = random.Random(), match.game
        wait, seconds = WAIT, time_limit(self.bot, game)
        left = match.clocks.left(self.seat, match.played(at)) if match.header.clock.is_running else None
        if left is not None:
            share = _SHARE_OF_CLOCK * left / 1000
            wait, seconds = min(wait, share), min(seconds, share)
        kind: Callable[..., Question] = Question
        if self.answers_draw:
            kind = partial(DrawQuestion, is_repeated=match.repetitions.count(match.current) > 1)
        return kind(
            account=table.row.lobby.host,
            match=table.row.id,
            bot=self.bot,
            rules=(game.name, game.version),
            shown=game.encode(resampled(self.position, self.seat, rng)),
            seat=self.seat,
            seed=rng.random(),
            wait=wait,
            seconds=seconds,
        )

    def read(self, text: str) -> Any:
        """Return the legal move of a text, or the text if it answers the offer of a draw; None if it does neither."""
        if self.answers_draw:
            return text if text in (ACCEPT, DECLINE) else None
        try:
            move = self.position.parse(text)
        except Unreadable:
            return None
        return move if self.position.refusal(move, self.seat) is None else None

    def fallback(self) -> Any:
        """Return what is done if the bot has chosen nothing."""
        if self.answers_draw:
            return DECLINE
        move = self.position.fallback(self.seat)
        return next(iter(self.position.legal_moves(self.seat))) if move is None else move


def bot_turn(table: OpenMatch, at: int) -> BotTurn | None:
    """Return the turn of the first bot that is to answer the offer of a draw, or may act; None if there is none."""
    return next(iter(bot_turns(table, at)), None)


def bot_turns(table: OpenMatch, at: int) -> list[BotTurn]:
    """Return the turns of all bots that are to answer the offer of a draw or, if there are none, that may act."""
    match, seats = table.match, table.row.lobby.seats
    if match is None or match.is_over or not table.row.lobby.has_bots:
        return []
    position = match.now_position(at)
    asked = [seat for seat in match.seats_left() if seat not in match.draw_agreed] if match.draw_agreed else []
    bots = [seat for seat in asked if seats[seat].bot is not None]
    acting = bots or [seat for seat in position.actors if seats[seat].bot is not None]
    return [
        BotTurn(seat, seats[seat].bot or "", match.number, match.head, position, answers_draw=bool(bots))
        for seat in acting
    ]


def is_needed(table: OpenMatch, at: int) -> bool:
    """Return whether somebody may be waiting for a bot's move: time runs, or a person was there not long ago."""
    match = table.match
    if match is None or at - max(table.touched, table.row.created) < ABSENCE:
        return True
    if match.header.clock.is_running or keeps_time(match.position):
        return True
    people = {number for number, seat in enumerate(table.row.lobby.seats) if seat.bot is None}
    last = next((entry.at for entry in reversed(match.entries) if entry.seat in people), 0)
    return at - last < ABSENCE


class BotClaims:
    """The bot turns that this process holds."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._owner = secrets.token_hex(8)
        self._held: set[str] = set()
        self._renewing: asyncio.Task[None] | None = None

    async def take(self, match: str, number: int) -> bool:
        """Claim the turn after that entry; return False if another process has it."""
        now = self._now()
        if not await self._store.claim(match, number, self._owner, now=now, until=now + LIFETIME):
            return False
        self._held.add(match)
        if self._renewing is None:
            self._renewing = asyncio.create_task(self._renew())
        return True

    def give_up(self, match: str) -> None:
        """Let the claim of a match expire: its turn is done, or nobody needs it now."""
        self._held.discard(match)

    async def close(self) -> None:
        """Release all turns, so that other processes take them at once."""
        if self._renewing is None:
            return
        self._renewing.cancel()
        await asyncio.gather(self._renewing, return_exceptions=True)
        with suppress(StoreError):
            await self._store.drop_claims(self._owner)

    async def _renew(self) -> None:
        """Renew the claims while there are any, and delete expired ones."""
        while True:
            await asyncio.sleep(_RENEWAL)
            now = self._now()
            try:
                if self._held:
                    await self._store.renew_claims(self._owner, sorted(self._held), now + LIFETIME)
                await self._store.drop_expired_claims(now)
            except Exception as error:  # without renewal every turn would be computed twice
                log.warning("cannot renew the claims of bot turns: %s", error)
