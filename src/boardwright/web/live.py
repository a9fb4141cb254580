"""The live connection: one WebSocket for each client of a match."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from starlette.types import Receive, Scope, Send

from boardwright.core.refusal import BoardwrightError, Unreadable
from boardwright.store.port import StoreError
from boardwright.store.rows import Account
from boardwright.table import broadcast, chat, updates
from boardwright.table.accounts import token_hash
from boardwright.table.codes import Code
from boardwright.table.commands import Caller
from boardwright.table.errors import StaleState, Unauthenticated
from boardwright.table.runtime import Server
from boardwright.table.state import encode
from boardwright.table.subscriber import Subscriber
from boardwright.table.table import Table
from boardwright.web import messages
from boardwright.web.errors import INTERNAL_ERROR, status_and_refusal
from boardwright.web.limits import Buckets
from boardwright.web.metrics import Metrics
from boardwright.web.states import current_state

log = logging.getLogger("boardwright.web")

HELLO_TIMEOUT = 10.0
"""Seconds a client has to send its first message."""
MAX_QUEUE = 500
"""Messages that may be queued for a slow client before it is disconnected."""


class SocketClient(Subscriber):
    """A subscriber behind a socket: messages are queued, and a separate task sends them."""

    def __init__(self, account: Account | None, *, wants_state: bool, token: str = "") -> None:
        super().__init__(account, wants_state=wants_state, token=token)
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(self, message: bytes) -> None:
        """Queues a message; disconnects the client if its queue is full."""
        size = self.queue.qsize()
        if size < MAX_QUEUE:
            self.queue.put_nowait(message)
        elif size == MAX_QUEUE:
            text = "The client reads too slowly; reconnect and resume."
            self.queue.put_nowait(encode(updates.Bye(Code.SLOW, text)))
            self.close()

    def close(self) -> None:
        """Ends the connection after the queued messages."""
        self.queue.put_nowait(None)


class LiveEndpoint:
    """The ASGI application at `/api/matches/{match}/live`."""

    def __init__(self, server: Callable[[], Server], buckets: Buckets, metrics: Metrics) -> None:
        self._server = server
        self._buckets = buckets
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        server, address = self._server(), (scope.get("client") or ("unknown",))[0]
        try:
            client, table = await self._connect(server, scope["path_params"]["match"], receive, address)
        except BoardwrightError as error:
            await _reject(send, error)
            return
        except (TimeoutError, ConnectionError):
            await _reject(send, Unauthenticated(Code.NO_HELLO, "The first message has to be a hello."))
            return
        sender = asyncio.create_task(_send_queued(client, send))
        try:
            await self._serve(server, table, client, receive, address)
        finally:
            server.unsubscribe(table, client)
            client.close()
            await asyncio.gather(sender, return_exceptions=True)

    async def _connect(self, server: Server, match: str, receive: Receive, address: str) -> tuple[SocketClient, Table]:
        """Reads the hello of a client and subscribes it to the match."""
        async with asyncio.timeout(HELLO_TIMEOUT):
            data = await _receive(receive)
        if data is None:
            raise ConnectionError
        self._buckets.take(address)
        hello = messages.read(data).content
        if not isinstance(hello, messages.Hello):
            raise Unreadable("The first message has to be a hello.")
        account = await server.accounts.authenticate(hello.token) if hello.token else None
        hashed = token_hash(hello.token) if hello.token else ""
        client = SocketClient(account, wants_state=hello.want == "state", token=hashed)
        return client, await server.subscribe(match, client, hello.resume)

    async def _serve(self, server: Server, table: Table, client: SocketClient, receive: Receive, address: str) -> None:
        bucket = address if client.account is None else f"account {client.account.id}"
        while (data := await _receive(receive)) is not None:
            id = ""
            try:
                message = messages.read(data)
                id = message.id
                self._buckets.take(bucket)
                await _handle(server, table, client, message)
                self._metrics.message("done")
            except BoardwrightError as error:
                status, refusal = status_and_refusal(error)
                if isinstance(error, StoreError):
                    log.error("match %s: %s", table.row.id, error)
                stale = isinstance(error, StaleState)
                state = await current_state(server, table, client.account) if stale else None
                client.send(encode(updates.Refused(id, status, refusal, state)))
                self._metrics.message(str(status))
            except Exception:
                log.exception("unhandled error handling a client message (match %s)", table.row.id)
                client.send(encode(updates.Refused(id, Code.BROKEN.status, INTERNAL_ERROR)))
                self._metrics.message(str(Code.BROKEN.status))


async def _handle(server: Server, table: Table, client: SocketClient, message: messages.Message) -> None:
    """Executes a message and sends the response, unless the broadcast of new entries is the response."""
    id, content = message
    if isinstance(content, messages.Ping):
        client.send(encode(updates.Pong(id)))
    elif isinstance(content, messages.Sync):
        async with table.locked():
            client.send(broadcast.full_state(table, client, server.now(), id=id))
    elif client.account is None:
        raise Unauthenticated(Code.NO_TOKEN, "Spectators cannot act; say hello with a token.")
    elif isinstance(content, messages.Chat):
        await chat.post(table, client.account, content.text, server.now())
        client.send(encode(updates.Ok(id, table.row.number)))
    elif isinstance(content, messages.Command):
        caller = Caller(client.account, server.now(), request=id, subscriber=client)
        done = await content.execute(table, caller)
        if done.repeated or done.first > done.last:
            client.send(encode(updates.Ok(id, done.last)))
    else:
        raise Unreadable("The connection has already received a hello.")


async def _receive(receive: Receive) -> bytes | None:
    """Returns the next message of the client; None if it has disconnected."""
    message = await receive()
    if message["type"] != "websocket.receive":
        return None
    text = message.get("text")
    data: bytes = text.encode("utf-8", "replace") if text is not None else message.get("bytes") or b""
    return data


async def _send_queued(client: SocketClient, send: Send) -> None:
    """Sends the queued messages until the queue ends or the client has disconnected."""
    try:
        while (message := await client.queue.get()) is not None:
            await send({"type": "websocket.send", "text": message.decode()})
        await send({"type": "websocket.close", "code": 1000})
    except Exception as error:
        log.debug("client disconnected: %s", type(error).__name__)


async def _reject(send: Send, error: BoardwrightError) -> None:
    status, refusal = status_and_refusal(error)
    bye = updates.Bye(refusal.code, refusal.text)
    await send({"type": "websocket.send", "text": encode(bye).decode()})
    await send({"type": "websocket.close", "code": 4000 + status})
