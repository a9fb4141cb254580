"""Matches in this process: agents, and bots on the other seats."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any

from boardwright.agents.engine import Seen
from boardwright.bots import bot, names
from boardwright.bots.bot import Bot, BotFailure, SeenMatch
from boardwright.core.game import registry, teaching
from boardwright.core.game.game import AnyGame
from boardwright.core.match.match import Match
from boardwright.core.refusal import BadOptions, IllegalMove, Refusal, Unreadable
from boardwright.core.rules.options import options_schema
from boardwright.core.rules.seats import usual_seats
from boardwright.core.seed import FRESH

AGENT = "agent"
_MOST = 200
"""Handles of matches that are kept in memory."""


class Room:
    """One match with its bots, and who holds which seat."""

    def __init__(self, match: Match, bots: dict[int, Bot], free: list[int]) -> None:
        self.match = match
        self.bots = bots
        self.free = free
        self.invitation = secrets.token_urlsafe(6)
        self.lock = asyncio.Lock()


class LocalEngine:
    """Keeps matches in memory; a handle is worth the seats it was given for."""

    def __init__(self) -> None:
        self._held: dict[str, tuple[Room, list[int]]] = {}

    async def games(self) -> list[dict[str, Any]]:
        return [_facts(registry.game(name)) for name in registry.loadable()]

    async def rules(self, game: str) -> str:
        return teaching.rules(registry.game(game))

    async def matches(self) -> list[dict[str, Any]]:
        rooms = {id(room): room for room, _ in self._held.values()}
        return [
            {"game": room.match.game.name, "invitation": room.invitation, "free_seats": room.free}
            for room in rooms.values()
            if room.free
        ]

    async def new_match(self, game: str, players: Sequence[str], options: Mapping[str, Any], seed: str | None) -> Seen:
        self._make_room()
        rules = registry.game(game)
        seated = list(players) or ["me", *["level3"] * (usual_seats(rules.seats) - 1)]
        mine = [seat for seat, name in enumerate(seated) if name == "me"]
        free = [seat for seat, name in enumerate(seated) if name == "open"]
        for name in seated:
            if name not in ("me", "open", *names(rules)):  # no options and no programs: agents run nothing here
                listed = ", ".join(names(rules))
                raise BadOptions(f"{name!r} is not a player. Write me, open or the name of a bot: {listed}.")
        if not mine:
            raise BadOptions("None of the players is you; write `me` for your seat.")
        bots = {seat: bot(name, rules) for seat, name in enumerate(seated) if seat not in (*mine, *free)}
        called = [name if seat in bots else f"{AGENT} {seat + 1}" for seat, name in enumerate(seated)]
        secret = FRESH if seed is None else seed
        match = Match.new(
            rules, seats=len(seated), options={**rules.usual_options, **options}, players=called, seed=secret
        )
        return await self._seat(Room(match, bots, free), mine)

    async def join(self, invitation: str) -> Seen:
        for room, _ in self._held.values():
            if secrets.compare_digest(room.invitation.encode(), invitation.encode()) and room.free:
                return await self._seat(room, [room.free.pop(0)])
        raise Unreadable(f"No match waits for {invitation!r}; `list_matches` shows those that do.")

    async def _seat(self, room: Room, seats: list[int]) -> Seen:
        handle = secrets.token_urlsafe(9)
        self._held[handle] = (room, seats)
        return await self.look(handle)

    async def look(self, match: str) -> Seen:
        room, seats = self._find(match)
        async with room.lock:
            await self._play_bots(room)
        played = room.match
        running = not room.free and not played.is_over
        acting = [seat for seat in played.position.actors if seat in seats] if running else []
        moves = [(seat, str(move)) for seat in acting for move in played.position.legal_moves(seat)]
        return Seen(
            match=match,
            game=played.game.name,
            status="over" if played.is_over else "running" if running else "open",
            players=list(played.header.players),
            your_seats=seats,
            number=played.number,
            board=played.text((acting or seats)[0]),
            acting_seats=acting,
            moves=moves,
            outcome=SeenMatch(played, seats[0]).outcome(),
            invitation=room.invitation if room.free else None,
        )

    async def play(self, match: str, move: str, seat: int | None) -> Seen:
        room, seats = self._find(match)
        async with room.lock:
            if room.free:
                free = ", ".join(map(str, room.free))
                raise IllegalMove(Refusal("not_started", f"Free seats: {free}. Others join by {room.invitation!r}."))
            room.match.play(move, _acting(room.match, seats, seat))
        return await self.look(match)

    async def why_not(self, match: str, move: str, seat: int | None) -> Refusal | None:
        room, seats = self._find(match)
        if room.match.is_over:
            return Refusal("match_over", "The match is over.")
        position = room.match.position
        return position.refusal(position.parse(move), _acting(room.match, seats, seat))

    async def undo(self, match: str) -> Seen:
        room, seats = self._find(match)
        async with room.lock:
            played = room.match
            line = played.line()
            last = next((place for place in reversed(range(len(line))) if line[place].seat in seats), None)
            if last is None:
                raise IllegalMove(Refusal("nothing_to_undo", "You have made no move that could be taken back."))
            mover = line[last].seat or 0
            agreed = [other for other in range(played.header.seats) if other in room.bots or other in seats]
            played.undo(mover, to=line[last - 1].number if last else 0, agreed=agreed)
        return await self.look(match)

    async def resign(self, match: str) -> Seen:
        room, seats = self._find(match)
        async with room.lock:
            for seat in seats:
                if not room.match.is_over:
                    room.match.resign(seat)
        return await self.look(match)

    async def history(self, match: str) -> list[str]:
        room, seats = self._find(match)
        return SeenMatch(room.match, seats[0]).history()

    async def record(self, match: str) -> str:
        room, seats = self._find(match)
        return SeenMatch(room.match, seats[0]).record()

    async def close(self) -> None:
        for room, _ in self._held.values():
            for player in room.bots.values():
                player.close()
        self._held.clear()

    def _make_room(self) -> None:
        """Forget finished matches when there are many; BadOptions if too many are still played."""
        if len(self._held) < _MOST:
            return
        self._held = {handle: held for handle, held in self._held.items() if not held[0].match.is_over}
        if len(self._held) >= _MOST:
            raise BadOptions(f"{_MOST} matches are being played here; finish or resign some of them first.")

    def _find(self, handle: str) -> tuple[Room, list[int]]:
        found = self._held.get(handle)
        if found is None:
            raise Unreadable(f"You hold no match {handle!r}; `new_match` and `join_match` return its name.")
        return found

    async def _play_bots(self, room: Room) -> None:
        """Play for bots until it is an agent's turn; searching happens in a thread, so that other matches go on."""
        match = room.match
        while not room.free and not match.is_over:
            seat = next((one for one in match.position.actors if one in room.bots), None)
            if seat is None or match.position.actors[0] not in room.bots:
                return
            rng = Random(sha256(b"agents %d %s" % (match.number, match.seed or b"")).digest())
            try:
                match.play(await asyncio.to_thread(room.bots[seat].choose, match.position, seat, rng), seat)
            except (BotFailure, IllegalMove):
                match.resign(seat)


def _acting(match: Match, seats: list[int], seat: int | None) -> int:
    """Return the seat to play for: the given one, else the first of the agent's that may act."""
    if seat is None:
        return next((one for one in match.position.actors if one in seats), seats[0])
    if seat not in seats:
        raise IllegalMove(Refusal("not_your_seat", f"Seat {seat} is not yours; you hold {', '.join(map(str, seats))}."))
    return seat


def _facts(game: AnyGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "seats": list(game.seats),
        "has_secrets": game.has_secrets,
        "options": options_schema(game.Options, game.usual_options)["properties"],
        "bots": list(names(game)),
    }
