"""The live connection: one WebSocket for each client of a match."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import ExitStack

from starlette.types import Message, Receive, Scope, Send

from boardwright.core.refusal import BoardwrightError, Unreadable
from boardwright.store.port import StoreError
from boardwright.store.rows import Account, log_id
from boardwright.table.accounts.accounts import token_hash
from boardwright.table.codes import Code
from boardwright.table.errors import RateLimited, StaleState, Unauthenticated
from boardwright.table.limits.limits import Payer, RateLimits, address_key
from boardwright.table.live import broadcast, updates
from boardwright.table.live.feed import Subscriber
from boardwright.table.live.updates import encode
from boardwright.table.lobby import chat
from boardwright.table.matches.commands import Caller
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.rules_watch import RulesTimeout
from boardwright.table.server.runtime import Server
from boardwright.web.api import costs, messages
from boardwright.web.api.errors import INTERNAL_ERROR, status_and_refusal
from boardwright.web.metrics.metrics import Metrics
from boardwright.web.transport.connections import LiveSlots
from boardwright.web.transport.websocket import CONNECTION, MAX_BACKLOG, Connection, LiveProtocol

log = logging.getLogger("boardwright.web")

HELLO_TIMEOUT = 10.0
"""Seconds a client has to send its first message."""
_EXTRA_COSTS: dict[type, int] = {messages.Sync: costs.STATE - 1}
"""The cost of messages beyond the 1 that every message costs."""


class SocketClient(Subscriber):
    """A subscriber behind a connection."""

    def __init__(self, connection: Connection, account: Account | None, hello: messages.Hello) -> None:
        token = token_hash(hello.token) if hello.token else ""
        super().__init__(account, wants=hello.include, token=token, known=hello.known)
        self._connection = connection

    def send(self, message: bytes) -> None:
        """Write a message, or disconnect a client that does not read; it can reconnect and resume."""
        if self._connection.backlog <= MAX_BACKLOG:
            self._connection.write(message)
        else:
            self._connection.abort()

    @property
    def is_closed(self) -> bool:
        """True if the client has gone."""
        return self._connection.is_closed

    def close(self) -> None:
        """End the connection after the messages written so far."""
        self._connection.close()


class Mailbox:
    """Messages in order, until it is closed.

    >>> async def read():
    ...     mailbox = Mailbox()
    ...     mailbox.write(b"one")
    ...     mailbox.close()
    ...     return mailbox.backlog, await mailbox.get(), await mailbox.get()
    >>> asyncio.run(read())
    (3, b'one', None)
    """

    def __init__(self) -> None:
        self.backlog = 0
        """The bytes of the messages that wait."""
        self.is_closed = False
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    def write(self, message: bytes) -> None:
        """Add a message."""
        self.backlog += len(message)
        self._queue.put_nowait(message)

    def close(self) -> None:
        """End the mailbox after its messages."""
        self.is_closed = True
        self._queue.put_nowait(None)

    def abort(self) -> None:
        """End the mailbox and drop its messages."""
        while not self._queue.empty():
            self._queue.get_nowait()
        self.close()

    async def get(self) -> bytes | None:
        """Return the next message when there is one; None at the end."""
        message = await self._queue.get()
        self.backlog -= len(message or b"")
        return message


class LiveEndpoint:
    """The ASGI application at `/api/matches/{match}/live`.

    Where the server does not offer a `Connection`, a task sends the messages of a mailbox.
    """

    def __init__(self, server: Callable[[], Server], limits: RateLimits, slots: LiveSlots, metrics: Metrics) -> None:
        self._server = server
        self._slots = slots
        self._limits = limits
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        if not is_same_origin(scope):
            await send({"type": "websocket.close", "code": 1008})
            return
        await send({"type": "websocket.accept"})
        payer = Payer(self._limits, address_key((scope.get("client") or ("unknown",))[0]))
        connection: LiveProtocol | None = scope.get("extensions", {}).get(CONNECTION)
        if connection is not None:
            connection.start(payer)
            await self._run(connection, payer, scope, receive, send)
            return
        mailbox = Mailbox()
        sender = asyncio.create_task(_send_all(mailbox, send))
        try:
            await self._run(mailbox, payer, scope, _in_turns(receive), send)
        finally:
            mailbox.close()
            await asyncio.gather(sender, return_exceptions=True)

    async def _run(self, connection: Connection, payer: Payer, scope: Scope, receive: Receive, send: Send) -> None:
        server = self._server()
        with ExitStack() as slots:
            try:
                slots.enter_context(self._slots.hold(address=payer.address))
                hello = await _hello(receive, payer)
                account = await server.accounts.authenticate(hello.token) if hello.token else None
                payer.account = None if account is None else account.id
                slots.enter_context(self._slots.hold(account=payer.account))
                client = SocketClient(connection, account, hello)
                table = await server.subscribe(scope["path_params"]["match"], client, hello.resume)
            except BoardwrightError as error:
                await _reject(send, error)
                return
            except ConnectionError:  # the client has gone, or was cut for what it sent
                return
            except TimeoutError:
                await _reject(send, Unauthenticated(Code.NO_HELLO, "The first message has to be a hello."))
                return
            try:
                await self._serve(server, table, client, receive, payer)
            finally:
                server.unsubscribe(table, client)
                client.close()

    async def _serve(
        self, server: Server, table: OpenMatch, client: SocketClient, receive: Receive, payer: Payer
    ) -> None:
        while (data := await _receive(receive)) is not None:
            id = ""
            try:
                payer.take()  # for unreadable messages, too
                message = messages.read(data)
                id = message.id
                payer.take(_EXTRA_COSTS.get(type(message.content), 0))
                await _handle(server, table, client, message)
                self._metrics.message("done")
            except BoardwrightError as error:
                if isinstance(error, StoreError):
                    log.error("match %s: %s", log_id(table.row.id), error)
                if isinstance(error.__cause__, RulesTimeout):
                    self._limits.charge(payer.account, payer.address, costs.RULES_TIMEOUT)
                is_limited = isinstance(error, RateLimited)
                status, refusal = status_and_refusal(error)
                client.send(encode(updates.Refused(_id_of(data) if is_limited else id, status, refusal)))
                if isinstance(error, StaleState):
                    await _send_state(server, table, client)
                self._metrics.message(str(status))
                if is_limited:
                    await asyncio.sleep(costs.DELAY)  # its further messages wait in its own socket meanwhile
                    if client.is_closed:
                        return
            except Exception:
                log.exception("unhandled error handling a client message (match %s)", log_id(table.row.id))
                client.send(encode(updates.Refused(id, Code.BROKEN.status, INTERNAL_ERROR)))
                self._metrics.message(str(Code.BROKEN.status))


async def _hello(receive: Receive, payer: Payer) -> messages.Hello:
    """Return the hello of a client."""
    async with asyncio.timeout(HELLO_TIMEOUT):
        data = await _receive(receive)
    if data is None:
        raise ConnectionError
    payer.take_address(costs.STATE)
    hello = messages.read(data).content
    if not isinstance(hello, messages.Hello):
        raise Unreadable("The first message has to be a hello.")
    return hello


def _id_of(data: bytes) -> str:
    """Return the id of a message that is refused without being handled."""
    try:
        return messages.read(data).id
    except BoardwrightError:
        return ""


def is_same_origin(scope: Scope) -> bool:
    """Return False for a connection that a browser opens for a page of another site.

    >>> headers = [(b"host", b"play.example:8000"), (b"origin", b"http://play.example:8000")]
    >>> is_same_origin({"headers": headers}), is_same_origin({"headers": headers[:1]})
    (True, True)
    >>> is_same_origin({"headers": [*headers[:1], (b"origin", b"https://evil.example")]})
    False
    """
    headers = dict(scope["headers"])
    origin, host = headers.get(b"origin"), headers.get(b"host", b"")
    return origin is None or origin.partition(b"://")[2].lower() == host.lower()


async def _handle(server: Server, table: OpenMatch, client: SocketClient, message: messages.Message) -> None:
    """Execute a message and send the response, unless the broadcast of new entries is the response."""
    id, content = message
    if isinstance(content, messages.Ping):
        client.send(encode(updates.Pong(id)))
    elif isinstance(content, messages.Sync):
        await _send_state(server, table, client, id)
    elif client.account is None:
        raise Unauthenticated(
            Code.NO_TOKEN, "Only people with a name can play and chat: sign in or enter as a guest, then connect again."
        )
    elif isinstance(content, messages.Chat):
        await chat.post(server, table, client.account, content.text)
        client.send(encode(updates.Ok(id, table.row.number)))
    elif isinstance(content, messages.Command):
        caller = Caller(client.account, server.now(), request=id, subscriber=client)
        done = await content.execute(table, caller)
        if done.repeated or done.first > done.last:
            client.send(encode(updates.Ok(id, done.last)))
    else:
        raise Unreadable("The connection has already received a hello.")


async def _send_state(server: Server, table: OpenMatch, client: SocketClient, id: str = "") -> None:
    async with table.locked():
        client.send(broadcast.full_state(server.feed(table), client, server.now(), id=id))


async def _receive(receive: Receive) -> bytes | None:
    """Return the next message of the client; None if it has disconnected."""
    message = await receive()
    if message["type"] != "websocket.receive":
        return None
    text = message.get("text")
    data: bytes = text.encode("utf-8", "replace") if text is not None else message.get("bytes") or b""
    return data


def _in_turns(receive: Receive) -> Receive:
    """Let others have their turn before each message, where the server may have many ready at once."""

    async def receive_in_turn() -> Message:
        await asyncio.sleep(0)
        return await receive()

    return receive_in_turn


async def _send_all(mailbox: Mailbox, send: Send) -> None:
    """Send the messages of a mailbox until it ends or the client has disconnected."""
    try:
        while (message := await mailbox.get()) is not None:
            await send({"type": "websocket.send", "text": message.decode()})
        await send({"type": "websocket.close", "code": 1000})
    except Exception as error:
        log.debug("client disconnected: %s", type(error).__name__)


async def _reject(send: Send, error: BoardwrightError) -> None:
    status, refusal = status_and_refusal(error)
    closed = updates.Closed(refusal.code, refusal.text)
    await send({"type": "websocket.send", "text": encode(closed).decode()})
    await send({"type": "websocket.close", "code": 4000 + status})
