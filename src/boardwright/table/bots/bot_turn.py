"""A bot's turn: which seat is to act, for how long it may think, and whether anybody needs its move."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from boardwright.core.hidden import resampled
from boardwright.core.match.match import Match
from boardwright.core.refusal import Unreadable
from boardwright.core.rules.position import AnyPosition
from boardwright.core.rules.timed import keeps_time
from boardwright.table.bots.bot_worker import ACCEPT, DECLINE
from boardwright.table.bots.bot_workers import BotRequest, DrawRequest
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.server_bots import time_limit

WAIT = 60.0
"""Seconds that a request may wait for a worker."""
ABSENCE = 10 * 60 * 1000
"""Milliseconds after which bots stop in a match without clocks that nobody watches or asks for."""
_SHARE_OF_CLOCK = 0.4
"""The share of a bot's remaining time that it may wait, and the share that it may think."""


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
        """True if the log of the table is still the one that the turn belongs to."""
        match = table.match
        return match is not None and not match.is_over and match.head == self.head

    def after_others(self, table: OpenMatch, turns: Sequence[BotTurn], at: int) -> BotTurn | None:
        """Returns the same turn after bots that thought at the same time have moved; None if it is another one now."""
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

    def request(self, table: OpenMatch, match: Match, at: int) -> BotRequest:
        """Returns the request for a worker. The worker gets a resampled position, never the real one."""
        rng, game = random.Random(), match.game
        wait, seconds = WAIT, time_limit(self.bot, game)
        left = match.clocks.left(self.seat, match.played(at)) if match.header.clock.is_running else None
        if left is not None:
            share = _SHARE_OF_CLOCK * left / 1000
            wait, seconds = min(wait, share), min(seconds, share)
        return self._kind(match)(
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

    def _kind(self, match: Match) -> Callable[..., BotRequest]:
        if not self.answers_draw:
            return BotRequest
        return partial(DrawRequest, is_repeated=match.repetitions.count(match.current) > 1)

    def read(self, text: str) -> Any:
        """Returns the legal move of a text, or the text if it answers the offer of a draw; None if it does neither."""
        if self.answers_draw:
            return text if text in (ACCEPT, DECLINE) else None
        try:
            move = self.position.parse(text)
        except Unreadable:
            return None
        return move if self.position.refusal(move, self.seat) is None else None

    def fallback(self) -> Any:
        """Returns what is done if the bot has chosen nothing."""
        if self.answers_draw:
            return DECLINE
        move = self.position.fallback(self.seat)
        return next(iter(self.position.legal_moves(self.seat))) if move is None else move


def bot_turn(table: OpenMatch, at: int) -> BotTurn | None:
    """Returns the turn of the first bot that is to answer the offer of a draw, or may act; None if there is none."""
    return next(iter(bot_turns(table, at)), None)


def bot_turns(table: OpenMatch, at: int) -> list[BotTurn]:
    """Returns the turns of all bots that are to answer the offer of a draw or, if there are none, that may act."""
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
    """True if somebody may be waiting for a bot's move: time runs, or a person was there not long ago."""
    match = table.match
    if match is None or table.subscribers or at - max(table.touched, table.row.created) < ABSENCE:
        return True
    if match.header.clock.is_running or keeps_time(match.position):
        return True
    people = {number for number, seat in enumerate(table.row.lobby.seats) if seat.bot is None}
    last = next((entry.at for entry in reversed(match.entries) if entry.seat in people), 0)
    return at - last < ABSENCE
