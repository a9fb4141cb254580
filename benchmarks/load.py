"""Load: matches played over real sockets, with games that were decided beforehand so that clients need no rules."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from benchmarks.processes import busy
from benchmarks.websocket import WebSocket

_now = time.perf_counter


@dataclass(frozen=True, slots=True)
class Turn:
    """One move: the number of the state before it, who makes it, and what is sent."""

    number: int
    seat: int
    move: Any


class Wire(Protocol):
    """The messages of a server, written and read."""

    def play(self, turn: Turn) -> bytes:
        """Return the message that makes the move."""

    def read(self, message: bytes) -> int:
        """Return the number of the state that the message brings, -1 if it brings none; raises RuntimeError."""


@dataclass(slots=True, eq=False)
class Lane:
    """One match and its sockets, the players' first. The next move follows when all of them have got the last one."""

    wire: Wire
    turns: Sequence[Turn]
    players: int
    finished: Callable[[], None] = lambda: None
    sockets: list[WebSocket] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    """From sending a move to the mover's own message about it."""
    pace: float = 0
    """Seconds between a move and the next one."""
    moves: int = 0
    """Number of moves made."""
    sizes: list[int] = field(default_factory=list)
    """The bytes on the wire that each player got for each move."""
    _sent_at: float = 0
    _reached: list[int] = field(default_factory=list)
    _waiting: int = 0
    _received: list[int] = field(default_factory=list)
    """By socket, the bytes it had got after the last move."""

    def add(self, socket: WebSocket) -> None:
        """Add a socket that has its first state."""
        place = len(self.sockets)
        socket.on_message = lambda message: self._take(place, message)
        self.sockets.append(socket)
        self._reached.append(-1)
        self._received.append(socket.received)

    def next(self) -> None:
        """Send the next move."""
        if self.moves == len(self.turns):
            self.finished()
            return
        turn = self.turns[self.moves]
        self._waiting = sum(number <= turn.number for number in self._reached)
        self._sent_at = _now()
        self.sockets[turn.seat].send(self.wire.play(turn))

    def _take(self, place: int, message: bytes) -> None:
        number = self.wire.read(message)
        if number < 0 or self.moves == len(self.turns):
            return
        turn = self.turns[self.moves]
        if self._reached[place] <= turn.number < number:
            self._reached[place] = number
            self._waiting -= 1
            self._count(place)
            if place == turn.seat:
                self.latencies.append(_now() - self._sent_at)
            if not self._waiting:
                self.moves += 1
                if self.pace:
                    asyncio.get_running_loop().call_later(self.pace, self.next)
                else:
                    self.next()

    def _count(self, place: int) -> None:
        """Take down what a socket has got since the last move."""
        received = self.sockets[place].received
        if place < self.players:
            self.sizes.append(received - self._received[place])
        self._received[place] = received


@dataclass(slots=True)
class Measured:
    """The figures that were measured; times in microseconds for each move."""

    server_time: float
    client_time: float
    speed: float
    """Moves a second."""
    latencies: list[float]
    """By size, in seconds."""
    sizes: list[int]
    """Bytes on the wire for each move and player, by size."""
    spectator_bytes: float
    first_load: float = 0
    """Bytes on the wire until a player has the first state."""

    @property
    def player_bytes(self) -> float:
        """The mean of the bytes for each move and player."""
        return sum(self.sizes) / len(self.sizes)

    def percentile(self, share: float) -> float:
        """Return the latency, in milliseconds, that this share of the moves did not exceed."""
        return 1000 * percentile(self.latencies, share)

    def __str__(self) -> str:
        return (
            f"{self.server_time:8,.0f} {self.client_time:7,.0f} {self.speed:8,.0f} {self.percentile(0.5):8.1f} "
            f"{self.percentile(0.99):8.1f} {self.player_bytes:8,.0f} {percentile(self.sizes, 0.5):7,.0f} "
            f"{percentile(self.sizes, 0.99):7,.0f} {self.spectator_bytes:11,.0f} {self.first_load:11,.0f}"
        )


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of the sorted values does not exceed."""
    return values[int((len(values) - 1) * share)]


HEAD = (
    "  server  client    moves      p50      p99  bytes to a player a move     bytes a bytes until",
    " us/move us/move       /s       ms       ms     mean  median     p99 spectator's first state",
)
"""The head over the columns of `Measured`."""


WARM_UP = 2.0
"""Seconds that are played before anything is measured: compilers and caches are warm then."""
WARM_UP_MOVES = 4000
"""Moves in other games that are as good: by the clock, a busy machine would get a colder server."""


def started(lanes: Sequence[Lane]) -> asyncio.Future[None]:
    """Start all lanes; return what is done when the first game is over or a connection is closed."""
    over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def finish() -> None:
        if not over.done():
            over.set_result(None)

    for lane in lanes:
        lane.finished = finish
        for socket in lane.sockets:
            socket.closed.add_done_callback(lambda _: finish())
        asyncio.get_running_loop().call_later(random.uniform(0, lane.pace), lane.next)
    return over


async def warm_up_with(lanes: Sequence[Lane]) -> None:
    """Play other games before, until one is over or enough moves are made: those that are measured may be short."""
    over = started(lanes)
    while sum(lane.moves for lane in lanes) < WARM_UP_MOVES and not over.done():
        await asyncio.wait([over], timeout=0.05)
    for lane in lanes:
        for socket in lane.sockets:
            socket.close()


async def measured(
    lanes: Sequence[Lane], seconds: float, pid: int | None, warm_up: int = 0, *, is_warm: bool = False
) -> Measured:
    """Play all lanes until the time is up or the first game is over; `pid` is the server's process.

    `warm_up` is how many moves of all lanes together are made, besides the seconds, before anything is measured; none
    of both if the server `is_warm` already.
    """
    sockets = [socket for lane in lanes for socket in lane.sockets]
    first_loads = [socket.received for lane in lanes for socket in lane.sockets[: lane.players]]
    over = started(lanes)
    await asyncio.wait([over], timeout=0 if is_warm else WARM_UP)
    while sum(lane.moves for lane in lanes) < warm_up and not over.done():
        await asyncio.wait([over], timeout=0.05)
    for lane in lanes:
        lane.latencies.clear()
        lane.sizes.clear()
    received = {socket: socket.received for socket in sockets}
    processes, began = (pid, os.getpid()), _now()
    worked = [busy(each) for each in processes]
    await asyncio.wait([over], timeout=seconds)
    lasted, worked = _now() - began, [busy(each) - before for each, before in zip(processes, worked, strict=True)]
    if any(socket.closed.done() for socket in sockets) or not all(lane.latencies for lane in lanes):
        raise RuntimeError("The server closed a connection, or did not make a move.")
    result = _result(lanes, received, lasted, worked)
    result.first_load = sum(first_loads) / len(first_loads)
    for lane in lanes:
        lane.moves = len(lane.turns)  # those who still think make no more moves
    for socket in sockets:
        socket.close()
    return result


def _result(lanes: Sequence[Lane], received: dict[WebSocket, int], lasted: float, worked: list[float]) -> Measured:
    latencies = sorted(latency for lane in lanes for latency in lane.latencies)
    moves = len(latencies)
    spectators = [socket for lane in lanes for socket in lane.sockets[lane.players :]]
    grown = sum(socket.received - received[socket] for socket in spectators)
    return Measured(
        server_time=1e6 * worked[0] / moves,
        client_time=1e6 * worked[1] / moves,
        speed=moves / lasted,
        latencies=latencies,
        sizes=sorted(size for lane in lanes for size in lane.sizes),
        spectator_bytes=grown * len(lanes) / (len(spectators) * moves) if spectators else 0,
    )
