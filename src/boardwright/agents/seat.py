"""A seat for an agent in a tournament: `agent:command=python my_agent.py` wherever a bot is named.

The bot offers the tools of `boardwright mcp` over HTTP for one seat, starts the command with the address in the
environment variable `BOARDWRIGHT_MCP_URL`, and waits for the agent to play. `list_matches` names the match. At the end
the agent has a few seconds to see the outcome before it is ended.
"""

from __future__ import annotations

import asyncio
import os
import queue
import random
import shlex
import socket
import subprocess
from collections.abc import Mapping, Sequence
from threading import Thread
from time import monotonic
from typing import Any

from msgspec.structs import replace

from boardwright.agents.engine import Seen
from boardwright.bots.bot import Bot, BotFailure, SeenMatch
from boardwright.core.game import teaching
from boardwright.core.game.game import AnyGame
from boardwright.core.refusal import BadOptions, IllegalMove, Refusal
from boardwright.core.rules.position import AnyPosition

VARIABLE = "BOARDWRIGHT_MCP_URL"
MATCH = "tournament"
_INTERVAL = 0.2
_FAREWELL = 10.0
"""Seconds for which an agent may go on after the end of the match."""


class SeatEngine:
    """The match as the agent sees it: the position that its seat has to move in, or nothing to do."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.is_over = False
        self.moves: queue.SimpleQueue[Any] = queue.SimpleQueue()
        """The moves that the agent has played; None if it gave up."""
        self._turn: tuple[AnyPosition, int] | None = None
        self._seen = Seen(
            match=MATCH,
            game=game.name,
            status="running",
            players=[],
            your_seats=[],
            number=0,
            board="",
            acting_seats=[],
        )
        self._history: list[str] = []
        self._record: str | IllegalMove = ""
        """The record file, or why the agent may not have it."""

    def follow(self, match: SeenMatch) -> None:
        """Show the agent how the match stands."""
        self._seen = replace(
            self._seen,
            players=list(match.players),
            your_seats=[match.seat],
            number=match.number,
            board=match.board(),
            outcome=match.outcome(),
        )
        self._history = match.history()
        try:
            self._record = match.record()
        except IllegalMove as sealed:
            self._record = sealed
        self.is_over = self._seen.outcome is not None

    def offer(self, position: AnyPosition, seat: int) -> None:
        """Let the agent move."""
        self._seen = replace(self._seen, your_seats=[seat], board=position.text(seat))
        self._turn = (position, seat)

    async def games(self) -> list[dict[str, Any]]:
        return [{"name": self.game.name, "title": self.game.title, "seats": list(self.game.seats)}]

    async def rules(self, game: str) -> str:
        if game != self.game.name:
            raise BadOptions(f"This tournament is in {self.game.name}.")
        return teaching.rules(self.game)

    async def matches(self) -> list[dict[str, Any]]:
        return [{"match": MATCH, "game": self.game.name}]

    async def new_match(self, game: str, players: Sequence[str], options: Mapping[str, Any], seed: str | None) -> Seen:
        raise self._refused("start matches")

    async def join(self, invitation: str) -> Seen:
        raise self._refused("join matches")

    async def look(self, match: str) -> Seen:
        status = "over" if self.is_over else "running"
        turn = self._turn
        if turn is None:
            return replace(self._seen, status=status)
        position, seat = turn
        moves = [(seat, str(move)) for move in position.legal_moves(seat)]
        return replace(self._seen, status=status, acting_seats=[seat], moves=moves)

    async def play(self, match: str, move: str, seat: int | None) -> Seen:
        if self._turn is None:
            raise BadOptions("It is not your turn: `wait` for it.")
        position, own = self._turn
        chosen = position.parse(move)
        position.play(chosen, own)
        self._turn = None
        self.moves.put(chosen)
        return await self.look(match)

    async def why_not(self, match: str, move: str, seat: int | None) -> Refusal | None:
        if self._turn is None:
            return Refusal("not_your_turn", "It is not your turn: `wait` for it.")
        return self._turn[0].refusal(move, self._turn[1])

    async def undo(self, match: str) -> Seen:
        raise self._refused("take moves back")

    async def resign(self, match: str) -> Seen:
        self._turn = None
        self.moves.put(None)
        return await self.look(match)

    async def history(self, match: str) -> list[str]:
        return self._history

    async def record(self, match: str) -> str:
        if isinstance(self._record, IllegalMove):
            raise self._record
        return self._record

    async def close(self) -> None:
        pass

    def _refused(self, what: str) -> BadOptions:
        return BadOptions(f"An agent in a tournament cannot {what}; `look`, `history`, `play` and `wait` are for it.")


class AgentBot(Bot):
    """A bot that plays the moves of an agent, started by `command`, and waits at most `seconds` for each."""

    def __init__(self, game: AnyGame, command: str = "", seconds: float = 120.0) -> None:
        super().__init__(game)
        if not command:
            raise ValueError("name the program, as in agent:command=./my_agent")
        self.command = shlex.split(command)
        self.seconds = seconds
        self._engine = SeatEngine(game)
        self._server: Any = None
        self._thread: Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def follow(self, match: SeenMatch) -> None:
        self._engine.follow(match)

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        if self._process is None:
            self._start()
        self._engine.offer(position, seat)
        end = monotonic() + self.seconds
        while monotonic() < end:
            try:
                move = self._engine.moves.get(timeout=_INTERVAL)
            except queue.Empty:
                if self._process is not None and self._process.poll() is not None:
                    raise self._failure(f"ended with code {self._process.returncode} before its move") from None
                continue
            if move is None:
                raise self._failure("gave up")
            return move
        raise self._failure(f"did not move within {self.seconds:g} s")

    def _failure(self, what: str) -> BotFailure:
        return BotFailure(f"agent {' '.join(self.command)}: it {what}.")

    def _start(self) -> None:
        """Serve the tools in a thread, then start the program."""
        import uvicorn

        from boardwright.agents.tools import server

        sock = socket.create_server(("127.0.0.1", 0))
        app = server(self._engine).streamable_http_app(host="127.0.0.1")
        self._server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        self._thread = Thread(target=lambda: asyncio.run(self._server.serve(sockets=[sock])), daemon=True)
        self._thread.start()
        address = f"http://127.0.0.1:{sock.getsockname()[1]}/mcp"
        try:
            self._process = subprocess.Popen(
                self.command, env={**os.environ, VARIABLE: address}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
            )
        except OSError as error:
            self.close()
            raise self._failure(f"cannot be started: {error.strerror}") from None

    def close(self) -> None:
        patience = _FAREWELL if self._engine.is_over else 0.0
        self._engine.is_over = True
        if self._process is not None and not _has_ended(self._process, patience):
            self._process.terminate()
            if not _has_ended(self._process, 5.0):
                self._process.kill()
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(10)
        self._server = self._thread = self._process = None


def _has_ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Return whether a program ends within so many seconds."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True
