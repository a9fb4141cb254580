"""The live connection: one WebSocket for each client of a match."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from starlette.types import Receive, Scope, Send

from boardwright.core.refusal import BoardwrightError, Unreadable
from boardwright.store.change import Appended
from boardwright.store.port import StoreError
from boardwright.store.rows import Account
from boardwright.table import broadcast, chat, commands
from boardwright.table.accounts import token_hash
from boardwright.table.errors import StaleState, Unauthenticated, Unavailable
from boardwright.table.runtime import Server
from boardwright.table.state import State, encode, state
from boardwright.table.subscriber import Subscriber
from boardwright.table.table import Table
from boardwright.web import messages
from boardwright.web.errors import status_and_refusal
from boardwright.web.limits import Buckets
from boardwright.web.metrics import Metrics

log = logging.getLogger("boardwright.web")

PATIENCE = 10.0
"""Seconds a client has for its first word."""
BACKLOG = 500
"""Messages that may wait for a slow client before it is cut off."""


class Line(Subscriber):
    """A subscriber behind a socket: messages wait in a queue, a task of its own sends them."""

    def __init__(self, account: Account | None, *, wants_state: bool, token: str = "") -> None:
        super().__init__(account, wants_state=wants_state, token=token)
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(self, message: bytes) -> None:
        """Puts the message into the queue; one too many and the line is cut."""
        waiting = self.queue.qsize()
        if waiting < BACKLOG:
            self.queue.put_nowait(message)
        elif waiting == BACKLOG:
            self.queue.put_nowait(encode(broadcast.Bye("slow", "You do not keep up; come back and resume.")))
            self.close()

    def close(self) -> None:
        """Ends the line after what waits in it."""
        self.queue.put_nowait(None)


class Live:
    """The ASGI application behind `/api/matches/{match}/live`."""

    def __init__(self, server: Callable[[], Server], buckets: Buckets, metrics: Metrics) -> None:
        self._house = server
        self._buckets = buckets
        self._figures = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        server, address = self._house(), (scope.get("client") or ("nowhere",))[0]
        try:
            line, table = await self._greeted(server, scope["path_params"]["match"], receive, address)
        except BoardwrightError as error:
            await _bye(send, error)
            return
        except (TimeoutError, ConnectionError):
            await _bye(send, Unauthenticated("no_hello", "Say hello first."))
            return
        sender = asyncio.create_task(_send_all(line, send))
        try:
            await self._serve(server, table, line, receive, address)
        finally:
            server.part(table, line)
            line.close()
            await asyncio.gather(sender, return_exceptions=True)

    async def _greeted(self, server: Server, match: str, receive: Receive, address: str) -> tuple[Line, Table]:
        """The line to a client that has said who it is, and the table it listens to."""
        async with asyncio.timeout(PATIENCE):
            data = await _next(receive)
        if data is None:
            raise ConnectionError
        self._buckets.take(address)
        hello = messages.read(data)
        if not isinstance(hello, messages.Hello):
            raise Unreadable("The first message has to be a hello.")
        account = await server.accounts.who(hello.token) if hello.token else None
        hashed = token_hash(hello.token) if hello.token else ""
        line = Line(account, wants_state=hello.want == "state", token=hashed)
        return line, await server.listen(match, line, hello.resume)

    async def _serve(self, server: Server, table: Table, line: Line, receive: Receive, address: str) -> None:
        bucket = address if line.account is None else f"account {line.account.id}"
        while (data := await _next(receive)) is not None:
            word: messages.Message | None = None
            try:
                word = messages.read(data)
                self._buckets.take(bucket)
                await self._do(server, table, line, word)
                self._figures.message("done")
            except BoardwrightError as error:
                status, refusal = status_and_refusal(error)
                if isinstance(error, StoreError):
                    log.error("match %s: %s", table.row.id, error)
                now = await _state(server, table, line) if isinstance(error, StaleState) else None
                line.send(encode(broadcast.Refusing(word.id if word else "", status, refusal, now)))
                self._figures.message(str(status))
            except Exception:
                log.exception("a message in match %s broke something", table.row.id)
                broken = status_and_refusal(Unavailable("broken", "Something is broken here; it has been noted."))
                line.send(encode(broadcast.Refusing(word.id if word else "", 500, broken[1])))
                self._figures.message("500")

    async def _do(self, server: Server, table: Table, line: Line, word: messages.Message) -> None:
        if isinstance(word, messages.Ping):
            line.send(encode(broadcast.Pong(word.id)))
            return
        if isinstance(word, messages.Sync):
            async with table.locked():
                line.send(broadcast.full_state(table, line, server.now(), id=word.id))
            return
        if line.account is None:
            raise Unauthenticated("no_token", "Spectators only listen; say hello with a token.")
        if isinstance(word, messages.Chat):
            await chat.say(table, line.account, word.text, server.now())
            line.send(encode(broadcast.Ok(word.id, table.row.number)))
            return
        caller = commands.Caller(line.account, server.now(), messages.seat_of(word), word.id, line)
        done = await _acted(table, caller, word)
        if done.repeated or done.first > done.last:
            line.send(encode(broadcast.Ok(word.id, done.last)))


async def _acted(table: Table, caller: commands.Caller, word: messages.Message) -> Appended:
    act: Awaitable[Appended]
    match word:
        case messages.Play():
            act = commands.play(table, caller, word.move, word.number)
        case messages.Undo():
            act = commands.undo(table, caller, word.to)
        case messages.Redo():
            act = commands.redo(table, caller)
        case messages.Answer():
            act = commands.answer(table, caller, yes=word.yes)
        case messages.Draw():
            act = commands.draw(table, caller, yes=word.yes)
        case messages.Resign():
            act = commands.resign(table, caller)
        case messages.Claim():
            act = commands.claim(table, caller)
        case _:
            raise Unreadable("Hello was said already.")
    return await act


async def _state(server: Server, table: Table, line: Line) -> State:
    async with table.locked():
        return state(table, table.viewer(line.account), server.now())


async def _next(receive: Receive) -> bytes | None:
    """The next message of the client; None when it has gone."""
    message = await receive()
    if message["type"] != "websocket.receive":
        return None
    text = message.get("text")
    data: bytes = text.encode("utf-8", "replace") if text is not None else message.get("bytes") or b""
    return data


async def _send_all(line: Line, send: Send) -> None:
    """Sends what waits in the line until it is cut or the client has gone."""
    try:
        while (message := await line.queue.get()) is not None:
            await send({"type": "websocket.send", "text": message.decode()})
        await send({"type": "websocket.close", "code": 1000})
    except Exception as gone:
        log.debug("a client has gone: %s", type(gone).__name__)


async def _bye(send: Send, error: BoardwrightError) -> None:
    refusal = status_and_refusal(error)[1]
    await send({"type": "websocket.send", "text": encode(broadcast.Bye(refusal.code, refusal.text)).decode()})
    await send({"type": "websocket.close", "code": 4000 + status_and_refusal(error)[0]})
